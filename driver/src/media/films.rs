//! Films: pictures one after the other. GIFs are written here, and films in WebM by `ffmpeg`.

use super::{images, programs};
use crate::scratch::Scratch;
use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, DynamicImage, Frame, RgbImage};
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

/// A film that is being made.
pub struct Film {
    path: PathBuf,
    fps: u32,
    kind: Kind,
}

enum Kind {
    Gif(GifEncoder<BufWriter<File>>),
    /// The folder and the number of the pictures so far.
    WebM(Scratch, usize),
}

/// The formats of films.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Animated pictures of 256 colours each.
    Gif,
    /// VP9.
    WebM,
}

/// What a film looks like.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// The format of the file.
    pub format: Format,
    /// Pictures for each second.
    pub fps: u32,
    /// Whether a GIF begins again at its end.
    pub repeat: bool,
}

fn unwritable(why: impl std::fmt::Display) -> String {
    format!("the film cannot be written: {why}")
}

impl Film {
    /// Begins a film, which is written to a file.
    pub fn new(path: &Path, options: Options) -> Result<Film, String> {
        let kind = match options.format {
            Format::Gif => {
                let file = File::create(path).map_err(unwritable)?;
                let mut encoder = GifEncoder::new(BufWriter::new(file));
                if options.repeat {
                    encoder.set_repeat(Repeat::Infinite).map_err(unwritable)?;
                }
                Kind::Gif(encoder)
            }
            Format::WebM => Kind::WebM(Scratch::new().map_err(unwritable)?, 0),
        };
        Ok(Film { path: path.to_path_buf(), fps: options.fps, kind })
    }

    /// Adds a picture.
    pub fn add(&mut self, image: RgbImage) -> Result<(), String> {
        match &mut self.kind {
            Kind::Gif(encoder) => {
                let delay = Delay::from_numer_denom_ms(1000, self.fps);
                let image = DynamicImage::from(image).into_rgba8();
                encoder.encode_frame(Frame::from_parts(image, 0, 0, delay)).map_err(unwritable)
            }
            Kind::WebM(folder, number) => {
                let name = format!("frame{number:010}.png");
                *number += 1;
                images::save(&image, &folder.path().join(name))
            }
        }
    }

    /// Ends the film.
    pub fn finish(self) -> Result<(), String> {
        let Kind::WebM(folder, _) = self.kind else { return Ok(()) };
        let (fps, pictures) = (self.fps.to_string(), folder.path().join("frame%010d.png"));
        let (pictures, path) = (pictures.to_string_lossy(), self.path.to_string_lossy());
        let options = ["-c:v", "libvpx-vp9", "-pix_fmt", "yuv420p", "-b:v", "2M", "-f", "webm"];
        let arguments = ["-y", "-loglevel", "error", "-r", &fps, "-i", &pictures];
        programs::run("ffmpeg", &arguments.into_iter().chain(options).chain([&*path]).collect::<Vec<&str>>())
    }
}
