//! Files that hide something, files that are none, and files that want too much.

use image::codecs::jpeg::JpegDecoder;
use image::{ImageDecoder as _, Rgba, RgbaImage};

use super::*;
use crate::content::image::tests::crc;

/// Where it was taken, by what, and what somebody wrote: none of it may be left.
const SECRETS: [&[u8]; 7] = [
    b"51.4816N",
    b"CameraOfSecrets",
    b"http://ns.adobe.com/xap",
    b"ICC_PROFILE",
    b"a comment",
    b"<script>",
    b"PK\x03\x04",
];

/// A picture whose left half is red and whose right half is blue.
fn halves(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(
        width,
        height,
        |x, _| if x < width / 2 { Rgb([230, 20, 20]) } else { Rgb([20, 20, 230]) },
    )
}

fn encoded(image: &RgbImage, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    image.write_to(&mut file, format).unwrap();
    file.into_inner()
}

/// A segment of a JPEG.
fn segment(marker: u8, content: &[u8]) -> Vec<u8> {
    let length = u16::try_from(content.len() + 2).unwrap().to_be_bytes();
    [&[0xff, marker][..], &length, content].concat()
}

/// Exif with an orientation, a camera's name, and a place.
fn exif(orientation: u8) -> Vec<u8> {
    let mut tiff = b"II*\0\x08\0\0\0".to_vec();
    tiff.extend([2, 0]);
    // Orientation: a short.
    tiff.extend([0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]);
    // Make: sixteen letters further on.
    tiff.extend([0x0f, 0x01, 2, 0, 16, 0, 0, 0, 38, 0, 0, 0]);
    tiff.extend([0, 0, 0, 0]);
    tiff.extend(b"CameraOfSecrets\0");
    tiff.extend(b"GPS 51.4816N 0.1448W");
    [b"Exif\0\0".to_vec(), tiff].concat()
}

/// A JPEG with everything that a file can carry besides its pixels.
fn laden(image: &RgbImage, orientation: u8) -> Vec<u8> {
    let plain = encoded(image, ImageFormat::Jpeg);
    let mut file = plain[..2].to_vec();
    file.extend(segment(0xe1, &exif(orientation)));
    file.extend(segment(0xe1, b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>51.4816N</x:xmpmeta>"));
    file.extend(segment(0xe2, b"ICC_PROFILE\0\x01\x01 not a profile"));
    file.extend(segment(0xfe, b"a comment <script>alert(1)</script>"));
    file.extend(&plain[2..]);
    file.extend(b"PK\x03\x04 an archive behind the picture, 51.4816N");
    file
}

fn contains(file: &[u8], part: &[u8]) -> bool {
    file.windows(part.len()).any(|window| window == part)
}

/// The markers of a JPEG up to its first scan.
fn markers(file: &[u8]) -> Vec<u8> {
    let (mut at, mut found) = (2, Vec::new());
    while file[at + 1] != 0xda {
        found.push(file[at + 1]);
        at += 2 + usize::from(u16::from_be_bytes([file[at + 2], file[at + 3]]));
    }
    found
}

// RULES 13.19
#[test]
fn only_the_pixels_of_a_photograph_are_kept() {
    let file = laden(&halves(64, 48), 1);
    assert!(SECRETS.iter().all(|secret| contains(&file, secret)), "the test hides something");
    let photo = read(&file).unwrap();
    for secret in SECRETS {
        assert!(!contains(&photo.body, secret), "{}", String::from_utf8_lossy(secret));
    }
    // Frame header, tables and the empty JFIF header; nothing else.
    let kept = markers(&photo.body);
    assert!(kept.iter().all(|marker| matches!(marker, 0xe0 | 0xdb | 0xc0 | 0xc4)), "{kept:x?}");
    let mut decoder = JpegDecoder::new(Cursor::new(&photo.body)).unwrap();
    assert_eq!(decoder.exif_metadata().unwrap(), None);
    assert_eq!(decoder.icc_profile().unwrap(), None);
    assert_eq!(photo.body[photo.body.len() - 2..], [0xff, 0xd9], "nothing behind the end");
    assert_eq!(photo.digest, hex::encode(Sha256::digest(&photo.body)));
    assert_eq!(read(&file).unwrap().digest, photo.digest, "the same again is the same");
}

#[test]
fn a_photograph_stands_upright_and_is_no_larger_than_a_card() {
    // Orientation 6: turned a quarter to the right when it is shown.
    let photo = read(&laden(&halves(64, 48), 6)).unwrap();
    assert_eq!((photo.width, photo.height), (48, 64));
    let pixels = image::load_from_memory(&photo.body).unwrap().to_rgb8();
    let (top, bottom) = (pixels.get_pixel(24, 8).0, pixels.get_pixel(24, 56).0);
    assert!(top[0] > 180 && bottom[2] > 180, "{top:?} {bottom:?}");
    let large = read(&encoded(&halves(2_400, 1_200), ImageFormat::Jpeg)).unwrap();
    assert_eq!((large.width, large.height), (1_920, 960));
}

#[test]
fn every_kind_becomes_a_jpeg() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        let photo = read(&encoded(&halves(40, 30), format)).unwrap();
        assert_eq!(image::guess_format(&photo.body).unwrap(), ImageFormat::Jpeg);
        assert_eq!((photo.width, photo.height), (40, 30), "{format:?}");
    }
    let clear = RgbaImage::from_pixel(32, 32, Rgba([0, 0, 0, 0]));
    let mut file = Cursor::new(Vec::new());
    clear.write_to(&mut file, ImageFormat::Png).unwrap();
    let photo = read(&file.into_inner()).unwrap();
    let pixel = image::load_from_memory(&photo.body).unwrap().to_rgb8().get_pixel(9, 9).0;
    assert!(pixel.iter().all(|part| *part > 250), "white where it was transparent: {pixel:?}");
}

#[test]
fn what_is_no_photograph_is_refused() {
    let png = encoded(&halves(40, 30), ImageFormat::Png);
    for (file, expected) in [
        (&b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"[..], PhotoError::Type),
        (b"<?xml version='1.0'?><svg/>", PhotoError::Type),
        (b"GIF89a\x01\0\x01\0\x80\0\0", PhotoError::Type),
        (b"%PDF-1.7", PhotoError::Type),
        (b"PK\x03\x04", PhotoError::Type),
        (b"MZ\x90\0", PhotoError::Type),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", PhotoError::Type),
        (b"", PhotoError::Type),
        (b"\xff\xd8\xff", PhotoError::Unreadable),
        (&png[..png.len() / 2], PhotoError::Unreadable),
        (&encoded(&halves(8, 8), ImageFormat::Png), PhotoError::Unreadable),
    ] {
        assert_eq!(
            read(file).unwrap_err(),
            expected,
            "{}",
            String::from_utf8_lossy(&file[..file.len().min(40)])
        );
    }
}

#[test]
fn a_photograph_that_breaks_off_is_refused() {
    let whole = laden(&halves(640, 480), 1);
    let end = whole.windows(2).rposition(|pair| pair == [0xff, 0xd9]).unwrap();
    for at in [end, end - 200, end / 2] {
        assert_eq!(read(&whole[..at]).unwrap_err(), PhotoError::Unreadable, "{at}");
    }
    let webp = encoded(&halves(640, 480), ImageFormat::WebP);
    assert_eq!(read(&webp[..webp.len() / 2]).unwrap_err(), PhotoError::Unreadable);
}

#[test]
fn a_picture_that_moves_is_refused() {
    // A PNG with the chunk that announces an animation of two frames.
    let png = encoded(&halves(40, 30), ImageFormat::Png);
    let control = [&b"acTL"[..], &[0, 0, 0, 2, 0, 0, 0, 0]].concat();
    let chunk = [&8_u32.to_be_bytes()[..], &control, &crc(&control).to_be_bytes()].concat();
    let moving = [&png[..33], &chunk, &png[33..]].concat();
    assert_eq!(read(&moving).unwrap_err(), PhotoError::Type);
    // A WebP with the flag of an animation.
    let mut webp =
        b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0\x27\0\0\x1d\0\0ANIM\x06\0\0\0\0\0\0\0\0\0".to_vec();
    let size = u32::try_from(webp.len() - 8).unwrap().to_le_bytes();
    webp[4..8].copy_from_slice(&size);
    assert!(read(&webp).is_err());
}

#[test]
fn a_small_file_that_unpacks_to_gigabytes_is_refused_before_it_is_unpacked() {
    let mut bomb = encoded(&halves(40, 30), ImageFormat::Png);
    // 30,000 pixels on each side, in the header with its checksum.
    bomb[16..20].copy_from_slice(&30_000_u32.to_be_bytes());
    bomb[20..24].copy_from_slice(&30_000_u32.to_be_bytes());
    let sum = crc(&bomb[12..29]);
    bomb[29..33].copy_from_slice(&sum.to_be_bytes());
    assert_eq!(read(&bomb).unwrap_err(), PhotoError::TooLarge);
    // Within the limit of a side, but with more pixels than a photograph has.
    bomb[16..20].copy_from_slice(&9_000_u32.to_be_bytes());
    bomb[20..24].copy_from_slice(&5_000_u32.to_be_bytes());
    let sum = crc(&bomb[12..29]);
    bomb[29..33].copy_from_slice(&sum.to_be_bytes());
    assert_eq!(read(&bomb).unwrap_err(), PhotoError::TooLarge);
    // The same in a JPEG's frame header.
    let mut jpeg = encoded(&halves(40, 30), ImageFormat::Jpeg);
    let frame = jpeg.windows(2).position(|pair| pair == [0xff, 0xc0]).unwrap();
    jpeg[frame + 5..frame + 9].copy_from_slice(&[0xea, 0x60, 0xea, 0x60]);
    assert_eq!(read(&jpeg).unwrap_err(), PhotoError::TooLarge);
}
