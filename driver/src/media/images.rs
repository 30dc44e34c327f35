//! Pictures. A value is a picture if it has two dimensions, and elements that are colours.

use image::{ImageFormat, ImageReader, RgbImage};
use languages::value::{ArrayData, ArrayValue, Value};
use std::ops::Range;
use std::path::Path;

/// A value as a picture: `[][]u32` and `[][]i32` have a colour in each element (`0xAARRGGBB`, of which the alpha is
/// ignored), `[][]u8` and floats from 0 to 1 are grey, and `[][]bool` is black and white.
pub fn of_value(value: &Value) -> Option<RgbImage> {
    match value {
        Value::Array(ArrayValue { shape, data }) if shape.len() == 2 => picture(data, 0, shape[0], shape[1]),
        _ => None,
    }
}

/// An array of pictures.
pub fn of_rows(value: &Value) -> Option<Vec<RgbImage>> {
    match value {
        Value::Array(ArrayValue { shape, data }) if shape.len() == 3 => {
            let size = shape[1] * shape[2];
            (0..shape[0]).map(|number| picture(data, number * size, shape[1], shape[2])).collect()
        }
        _ => None,
    }
}

/// The picture whose elements begin at a place.
fn picture(data: &ArrayData, start: usize, height: usize, width: usize) -> Option<RgbImage> {
    let rgb = colours(data, start..start + height * width)?;
    RgbImage::from_raw(u32::try_from(width).ok()?, u32::try_from(height).ok()?, rgb)
}

/// The red, green and blue parts of elements.
fn colours(data: &ArrayData, range: Range<usize>) -> Option<Vec<u8>> {
    fn each<T: Copy>(elements: &[T], colour: impl Fn(T) -> [u8; 3]) -> Vec<u8> {
        elements.iter().flat_map(|element| colour(*element)).collect()
    }
    let argb = |colour: u32| {
        let [blue, green, red, _] = colour.to_le_bytes();
        [red, green, blue]
    };
    // Numbers that are out of range wrap around, as in Futhark's tool.
    let grey = |part: f64| [((part * 255.0).round_ties_even() as i64) as u8; 3];
    Some(match data {
        ArrayData::U32(elements) => each(&elements[range], argb),
        ArrayData::I32(elements) => each(&elements[range], |colour| argb(colour.cast_unsigned())),
        ArrayData::F32(elements) => each(&elements[range], |part| grey(part.into())),
        ArrayData::F64(elements) => each(&elements[range], grey),
        ArrayData::U8(elements) => each(&elements[range], |part| [part; 3]),
        ArrayData::Bool(elements) => each(&elements[range], |part| [if part { 255 } else { 0 }; 3]),
        _ => return None,
    })
}

/// Reads a picture as `[][]u32`, with the colours `0xAARRGGBB`. The file's content says what format it has.
pub fn load(path: &Path) -> Result<Value, String> {
    let unreadable = |why: &dyn std::fmt::Display| format!("cannot read {}: {why}", path.display());
    let reader =
        ImageReader::open(path).and_then(ImageReader::with_guessed_format).map_err(|error| unreadable(&error))?;
    let image = reader.decode().map_err(|error| unreadable(&error))?.into_rgba8();
    let shape = vec![image.height() as usize, image.width() as usize];
    let argb = |[red, green, blue, alpha]: [u8; 4]| u32::from_be_bytes([alpha, red, green, blue]);
    let data = ArrayData::U32(image.pixels().map(|pixel| argb(pixel.0)).collect());
    Ok(Value::Array(ArrayValue { shape, data }))
}

/// Writes a picture in the format of the file's extension: BMP, GIF or JPEG, and PNG for all others.
pub fn save(image: &RgbImage, path: &Path) -> Result<(), String> {
    let known = ImageFormat::from_path(path).ok().filter(ImageFormat::writing_enabled);
    let saved = image.save_with_format(path, known.unwrap_or(ImageFormat::Png));
    saved.map_err(|error| format!("the picture cannot be written: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn array(data: ArrayData) -> Value {
        Value::Array(ArrayValue { shape: vec![1, data.len()], data })
    }

    #[test]
    fn values_have_colours() {
        let pixels = |data| of_value(&array(data)).map(image::ImageBuffer::into_raw);
        assert_eq!(pixels(ArrayData::U32(vec![0x0012_3456, 0xff00_00ff])), Some(vec![0x12, 0x34, 0x56, 0, 0, 255]));
        assert_eq!(pixels(ArrayData::I32(vec![-1, 256])), Some(vec![255, 255, 255, 0, 1, 0]));
        assert_eq!(pixels(ArrayData::F32(vec![0.5, 1.0])), Some(vec![128, 128, 128, 255, 255, 255]));
        assert_eq!(pixels(ArrayData::F64(vec![f64::NAN, 0.1])), Some(vec![0, 0, 0, 26, 26, 26]));
        assert_eq!(pixels(ArrayData::U8(vec![7])), Some(vec![7, 7, 7]));
        assert_eq!(pixels(ArrayData::Bool(vec![true, false])), Some(vec![255, 255, 255, 0, 0, 0]));
        assert_eq!(pixels(ArrayData::I64(vec![1])), None);
        assert_eq!(of_value(&Value::Array(ArrayValue { shape: vec![1], data: ArrayData::U8(vec![1]) })), None);
    }

    #[test]
    fn pictures_are_written_and_read() {
        let folder = tempfile::tempdir().unwrap();
        let value = array(ArrayData::U32(vec![0xff12_3456, 0xff00_00ff]));
        for name in ["a.png", "b.bmp", "c.unknown"] {
            let path = folder.path().join(name);
            save(&of_value(&value).unwrap(), &path).unwrap();
            assert_eq!(load(&path).unwrap(), value, "{name}");
        }
        std::fs::write(folder.path().join("d.png"), "no picture").unwrap();
        assert!(load(&folder.path().join("d.png")).unwrap_err().contains("d.png: "));
    }
}
