//! Photographs for story cards: which files are accepted, and what becomes of them (RULES 13.19). Only pixels are kept: a place, a
//! camera, a comment or a second picture in the file is not.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::imageops::FilterType;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use sha2::{Digest as _, Sha256};

use super::image::{ImageError, Room, decode};
use crate::db::sharing::share::photo::NewPhoto;

/// The largest file that is accepted, in bytes.
pub const PHOTO_LIMIT: usize = 10 * 1000 * 1000;
/// The most pixels of it, and the most memory for unpacking them.
const PIXELS_LIMIT: u64 = 40_000_000;
const MEMORY_LIMIT: u64 = 256 * 1024 * 1024;
/// The longer side of what is stored, in pixels: that of the largest card.
const SIDE: u32 = 1920;
/// Smaller than this is no photograph of anything.
const SIDE_LEAST: u32 = 16;
const QUALITY: u8 = 84;

/// Why a file is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PhotoError {
    /// Not a still JPEG, PNG or WebP by its content.
    #[error("not a still JPEG, PNG or WebP picture")]
    Type,
    #[error("the picture cannot be read")]
    Unreadable,
    #[error("more than 40 million pixels")]
    TooLarge,
}

impl From<ImageError> for PhotoError {
    fn from(error: ImageError) -> Self {
        match error {
            ImageError::Kind => Self::Type,
            ImageError::Damaged => Self::Unreadable,
            ImageError::TooLarge => Self::TooLarge,
        }
    }
}

/// Decodes a file and re-encodes its pixels, upright and no larger than a card; takes a while, so not on a thread that serves
/// requests.
pub fn read(file: &[u8]) -> Result<NewPhoto, PhotoError> {
    let format = image::guess_format(file).map_err(|_| PhotoError::Type)?;
    if moves(file, format)? {
        return Err(PhotoError::Type);
    }
    if format == ImageFormat::Jpeg && !has_an_end(file) {
        return Err(PhotoError::Unreadable);
    }
    let upright = decode(file, Room { pixels: PIXELS_LIMIT, memory: MEMORY_LIMIT })?;
    if upright.width() < SIDE_LEAST || upright.height() < SIDE_LEAST {
        return Err(PhotoError::Unreadable);
    }
    let scaled = if upright.width().max(upright.height()) > SIDE {
        upright.resize(SIDE, SIDE, FilterType::CatmullRom)
    } else {
        upright
    };
    let pixels = opaque(&scaled);
    let mut body = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut body, QUALITY);
    pixels.write_with_encoder(encoder).map_err(|_| PhotoError::Unreadable)?;
    let digest = hex::encode(Sha256::digest(&body));
    Ok(NewPhoto { body, digest, width: pixels.width(), height: pixels.height() })
}

/// Whether the file is an animation.
fn moves(file: &[u8], format: ImageFormat) -> Result<bool, PhotoError> {
    if format == ImageFormat::Png {
        let decoder = PngDecoder::new(Cursor::new(file)).map_err(|_| PhotoError::Unreadable)?;
        return decoder.is_apng().map_err(|_| PhotoError::Unreadable);
    }
    if format == ImageFormat::WebP {
        return WebPDecoder::new(Cursor::new(file))
            .map(|decoder| decoder.has_animation())
            .map_err(|_| PhotoError::Unreadable);
    }
    Ok(false)
}

/// Whether a JPEG's last scan has an end: one that breaks off would be filled with grey. The end of a thumbnail in the metadata comes
/// before any scan.
fn has_an_end(file: &[u8]) -> bool {
    let marker = |code: u8| move |pair: &[u8]| pair == [0xff, code];
    let scan = file.windows(2).rposition(marker(0xda));
    scan.is_some_and(|at| file[at..].windows(2).any(marker(0xd9)))
}

/// The pixels on white where they are transparent.
fn opaque(image: &DynamicImage) -> RgbImage {
    if !image.color().has_alpha() {
        return image.to_rgb8();
    }
    let image = image.to_rgba8();
    RgbImage::from_fn(image.width(), image.height(), |x, y| {
        let [red, green, blue, alpha] = image.get_pixel(x, y).0;
        let on_white = |value: u8| {
            let mixed = (u32::from(value) * u32::from(alpha) + 255 * (255 - u32::from(alpha)) + 127) / 255;
            u8::try_from(mixed).unwrap_or(u8::MAX)
        };
        Rgb([red, green, blue].map(on_white))
    })
}

#[cfg(test)]
mod tests;
