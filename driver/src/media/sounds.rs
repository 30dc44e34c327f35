//! Sounds. A value of one dimension is a channel of samples; one of two dimensions has a channel in each row. WAV files
//! are read and written here, all other formats by `ffmpeg`.

use super::programs;
use crate::scratch::Scratch;
use hound::{SampleFormat, WavReader, WavSpec, WavWriter};
use languages::value::{ArrayData, ArrayValue, Value};
use std::path::Path;

/// The bits of a sample that is written.
const BITS: u16 = 16;

/// Samples of some channels.
#[derive(Debug, PartialEq)]
pub struct Sound {
    /// The number of channels.
    channels: u16,
    /// For each moment a sample of each channel.
    samples: Vec<i16>,
}

/// A value as a sound: integers of up to 32 bits over their whole range, and floats from -1 to 1.
pub fn of_value(value: &Value) -> Option<Sound> {
    let Value::Array(ArrayValue { shape, data }) = value else { return None };
    let (channels, length) = match shape[..] {
        [length] => (1, length),
        [channels, length] if channels > 0 => (channels, length),
        _ => return None,
    };
    // Shifts keep the highest bits; unsigned samples have their zero in the middle.
    let float = |sample: f64| (sample * 32768.0).round_ties_even() as i16;
    let by_channel: Vec<i16> = match data {
        ArrayData::I8(samples) => samples.iter().map(|sample| i16::from(*sample) << 8).collect(),
        ArrayData::U8(samples) => samples.iter().map(|sample| (i16::from(*sample) - 128) << 8).collect(),
        ArrayData::I16(samples) => samples.clone(),
        ArrayData::U16(samples) => samples.iter().map(|sample| (sample ^ 0x8000).cast_signed()).collect(),
        ArrayData::I32(samples) => samples.iter().map(|sample| (sample >> 16) as i16).collect(),
        ArrayData::U32(samples) => samples.iter().map(|sample| ((sample ^ 0x8000_0000) >> 16) as i16).collect(),
        ArrayData::F32(samples) => samples.iter().map(|sample| float((*sample).into())).collect(),
        ArrayData::F64(samples) => samples.iter().map(|sample| float(*sample)).collect(),
        _ => return None,
    };
    let samples = (0..length).flat_map(|moment| (0..channels).map(move |channel| channel * length + moment));
    Some(Sound { channels: u16::try_from(channels).ok()?, samples: samples.map(|at| by_channel[at]).collect() })
}

/// Reads a sound as `[][]f64`, a row for each channel, with samples from -1 to 1.
pub fn load(path: &Path) -> Result<Value, String> {
    let unreadable = |why: &dyn std::fmt::Display| format!("cannot read {}: {why}", path.display());
    let (channels, samples) = match WavReader::open(path) {
        Ok(reader) => samples(reader),
        Err(hound::Error::IoError(error)) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(unreadable(&error));
        }
        // Another format, or samples that are not for `hound`.
        Err(_) => {
            let folder = Scratch::new().map_err(|error| unreadable(&error))?;
            let (from, wav) = (path.to_string_lossy(), folder.path().join("sound.wav"));
            let arguments = ["-loglevel", "error", "-i", &from, "-c:a", "pcm_f32le", &wav.to_string_lossy()];
            programs::run("ffmpeg", &arguments).map_err(|why| unreadable(&why))?;
            WavReader::open(&wav).and_then(samples)
        }
    }
    .map_err(|error| unreadable(&error))?;
    let length = samples.len() / channels.max(1);
    let places = (0..channels).flat_map(|channel| (0..length).map(move |moment| moment * channels + channel));
    let data = ArrayData::F64(places.map(|at| samples[at]).collect());
    Ok(Value::Array(ArrayValue { shape: vec![channels, length], data }))
}

/// The number of channels, and for each moment a sample of each.
fn samples<R: std::io::Read>(mut reader: WavReader<R>) -> hound::Result<(usize, Vec<f64>)> {
    let WavSpec { channels, bits_per_sample, sample_format, .. } = reader.spec();
    let samples: hound::Result<_> = match sample_format {
        SampleFormat::Float => reader.samples::<f32>().map(|sample| sample.map(f64::from)).collect(),
        SampleFormat::Int => {
            let one = 2f64.powi(i32::from(bits_per_sample) - 1);
            reader.samples::<i32>().map(|sample| sample.map(|sample| f64::from(sample) / one)).collect()
        }
    };
    Ok((channels.into(), samples?))
}

/// Writes a sound. `codec` is the name of a format: `wav`, or another one that `ffmpeg` knows.
pub fn save(sound: &Sound, rate: u32, codec: &str, path: &Path) -> Result<(), String> {
    let unwritable = |why: &dyn std::fmt::Display| format!("the sound cannot be written: {why}");
    let spec = WavSpec {
        channels: sound.channels,
        sample_rate: rate,
        bits_per_sample: BITS,
        sample_format: SampleFormat::Int,
    };
    let write = |path: &Path| -> hound::Result<()> {
        let mut writer = WavWriter::create(path, spec)?;
        sound.samples.iter().try_for_each(|sample| writer.write_sample(*sample))?;
        writer.finalize()
    };
    if codec == "wav" {
        return write(path).map_err(|error| unwritable(&error));
    }
    let folder = Scratch::new().map_err(|error| unwritable(&error))?;
    let wav = folder.path().join("sound.wav");
    write(&wav).map_err(|error| unwritable(&error))?;
    let (wav, path) = (wav.to_string_lossy(), path.to_string_lossy());
    programs::run("ffmpeg", &["-y", "-loglevel", "error", "-i", &wav, "-f", codec, &path])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sound(shape: &[usize], data: ArrayData) -> Option<Sound> {
        of_value(&Value::Array(ArrayValue { shape: shape.to_vec(), data }))
    }

    #[test]
    fn values_are_samples() {
        let samples = |data: ArrayData| sound(&[data.len()], data).map(|sound| sound.samples);
        assert_eq!(samples(ArrayData::I8(vec![-128, 1])), Some(vec![-32768, 256]));
        assert_eq!(samples(ArrayData::U8(vec![0, 129])), Some(vec![-32768, 256]));
        assert_eq!(samples(ArrayData::U16(vec![0, 32769])), Some(vec![-32768, 1]));
        assert_eq!(samples(ArrayData::I32(vec![i32::MIN, 65536])), Some(vec![-32768, 1]));
        assert_eq!(samples(ArrayData::U32(vec![0, 1 << 31])), Some(vec![-32768, 0]));
        assert_eq!(samples(ArrayData::F64(vec![-1.0, 0.5, 2.0, f64::NAN])), Some(vec![-32768, 16384, 32767, 0]));
        assert_eq!(samples(ArrayData::I64(vec![1])), None);
    }

    #[test]
    fn sounds_are_written_and_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.wav");
        let stereo = sound(&[2, 3], ArrayData::F32(vec![0.0, 0.25, 0.5, -1.0, -0.5, 0.0])).unwrap();
        assert_eq!(stereo.samples, [0, -32768, 8192, -16384, 16384, 0]);
        save(&stereo, 8000, "wav", &path).unwrap();
        let data = ArrayData::F64(vec![0.0, 0.25, 0.5, -1.0, -0.5, 0.0]);
        assert_eq!(load(&path).unwrap(), Value::Array(ArrayValue { shape: vec![2, 3], data }));
        assert!(load(&folder.path().join("nosuch.wav")).unwrap_err().contains("nosuch.wav"));
    }
}
