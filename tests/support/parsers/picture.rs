//! Files that editors upload as pictures, and athletes as photographs.

use std::io::Cursor;

use image::ImageReader;
use sixfold_server::content::image::{read, widths};
use sixfold_server::content::photo;

/// Pixels of a picture that is read here; larger ones take the decoders the same ways, and longer.
const PIXELS: u64 = 256 * 256;

/// A file is refused, or becomes WebP files of the widths that are promised, with pixels and nothing else.
pub fn check(bytes: &[u8]) {
    let size = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .ok()
        .and_then(|file| file.into_dimensions().ok());
    if size.is_some_and(|(width, height)| u64::from(width) * u64::from(height) > PIXELS) {
        return;
    }
    check_photo(bytes);
    let Ok(picture) = read(bytes) else { return };
    let (width, height) = size.expect("what can be read has a size");
    let upright = [(width, height), (height, width)];
    assert!(upright.contains(&(picture.width, picture.height)), "{upright:?}");
    assert!(picture.image_id.len() == 32 && picture.image_id.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let mut served: Vec<u32> = picture.renditions.iter().map(|rendition| rendition.width).collect();
    served.dedup();
    assert_eq!(served, widths(picture.width));
    for rendition in &picture.renditions {
        let body = &rendition.body;
        assert_eq!((&body[..4], &body[8..12]), (&b"RIFF"[..], &b"WEBP"[..]));
        let mut chunks = &body[12..];
        while let Some((head, rest)) = chunks.split_at_checked(8) {
            let kind = &head[..4];
            assert!([b"VP8 ", b"VP8L", b"VP8X", b"ALPH"].iter().any(|known| *known == kind), "{kind:?}");
            let length = u32::from_le_bytes(head[4..].try_into().unwrap()) as usize;
            chunks = rest.get(length + length % 2..).unwrap_or_default();
        }
        let drawn = image::load_from_memory(body).expect("what is served can be read");
        assert_eq!(drawn.width(), rendition.width);
    }
}

/// A file is refused, or becomes a JPEG of pixels and nothing else.
fn check_photo(bytes: &[u8]) {
    let Ok(photo) = photo::read(bytes) else { return };
    let (mut at, body) = (2, &photo.body);
    assert_eq!(body[..2], [0xff, 0xd8]);
    while body[at + 1] != 0xda {
        assert!(matches!(body[at + 1], 0xe0 | 0xdb | 0xc0 | 0xc4), "{:x}", body[at + 1]);
        at += 2 + usize::from(u16::from_be_bytes([body[at + 2], body[at + 3]]));
    }
    assert_eq!(body[body.len() - 2..], [0xff, 0xd9]);
    let drawn = image::load_from_memory(body).expect("what is kept can be read");
    assert_eq!((drawn.width(), drawn.height()), (photo.width, photo.height));
}
