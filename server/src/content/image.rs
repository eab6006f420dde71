//! Pictures: which files are accepted, the widths in which they are served, and what a delivered image element
//! contains. Knows nothing of the store.

use std::collections::HashMap;
use std::io::Cursor;

use image::{DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits, imageops::FilterType};
use serde::Serialize;
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};
use tokio::sync::Semaphore;

use crate::db::content::picture::{Picture, Rendition};

/// The largest file that is accepted, in bytes.
pub const FILE_LIMIT: usize = 8 * 1024 * 1024;
/// The most pixels per side; keeps a small file from decompressing to gigabytes.
const SIDE_LIMIT: u32 = 10_000;
/// The most memory for decoding, in bytes.
const MEMORY_LIMIT: u64 = 256 * 1024 * 1024;
/// The breakpoints of the site (RULES 13.8), in pixels.
const WIDTHS: [u32; 6] = [320, 480, 768, 1024, 1201, 1501];
/// Up to this width there is a rendition for logos.
pub const LOGO_WIDTH: u32 = 480;
/// RULES 13.8: quality 75, 100 in the logos.
pub const QUALITY: u8 = 75;
pub const LOGO_QUALITY: u8 = 100;

/// Pictures are decoded one at a time: each may take hundreds of megabytes.
pub static UNPACKING: Semaphore = Semaphore::const_new(1);

/// What a picture may take when it is unpacked.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    pub(super) pixels: u64,
    /// In bytes.
    pub(super) memory: u64,
}

/// Why a file is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    /// Not a PNG, JPEG or WebP by its first bytes.
    #[error("not a PNG, JPEG or WebP picture")]
    Kind,
    /// It begins like one, but cannot be decoded.
    #[error("the picture is damaged")]
    Damaged,
    /// More pixels than can be served.
    #[error("more than 10,000 pixels on a side, or 256 MiB unpacked")]
    TooLarge,
}

/// Decodes a file and makes its renditions; takes a while, so not on a thread that serves requests. Only its pixels are
/// used: no place, camera or comment is passed on.
pub fn read(file: &[u8]) -> Result<Picture, ImageError> {
    let upright = decode(file, Room { pixels: u64::MAX, memory: MEMORY_LIMIT })?;
    let (width, height) = (upright.width(), upright.height());
    let mut renditions = Vec::new();
    for width in widths(width) {
        let scaled = scale(&upright, width);
        renditions.push(Rendition { width, quality: QUALITY, body: encode(&scaled, QUALITY) });
        if width <= LOGO_WIDTH {
            let body = encode(&scaled, LOGO_QUALITY);
            renditions.push(Rendition { width, quality: LOGO_QUALITY, body });
        }
    }
    let image_id = hex::encode(&Sha256::digest(file)[..16]);
    Ok(Picture { image_id, width, height, renditions })
}

/// The widths in which a picture is served, ascending: the breakpoints below its width, and its own width if that is
/// smaller than the last of them. Nothing is enlarged.
pub fn widths(width: u32) -> Vec<u32> {
    let mut out: Vec<u32> = WIDTHS.into_iter().filter(|step| *step < width).collect();
    if out.len() < WIDTHS.len() {
        out.push(width);
    }
    out
}

/// The upright pixels of a PNG, JPEG or WebP; limits are checked before anything is unpacked.
pub(super) fn decode(file: &[u8], room: Room) -> Result<DynamicImage, ImageError> {
    let format = image::guess_format(file).map_err(|_| ImageError::Kind)?;
    if !matches!(format, ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP) {
        return Err(ImageError::Kind);
    }
    let mut reader = ImageReader::with_format(Cursor::new(file), format);
    let mut limits = Limits::default();
    limits.max_image_width = Some(SIDE_LIMIT);
    limits.max_image_height = Some(SIDE_LIMIT);
    limits.max_alloc = Some(room.memory);
    reader.limits(limits);
    let wrong = |error| match error {
        image::ImageError::Limits(_) => ImageError::TooLarge,
        image::ImageError::Decoding(_)
        | image::ImageError::Encoding(_)
        | image::ImageError::Parameter(_)
        | image::ImageError::Unsupported(_)
        | image::ImageError::IoError(_) => ImageError::Damaged,
    };
    let mut decoder = reader.into_decoder().map_err(wrong)?;
    // The limits above do not cover the decoded picture itself.
    let (width, height) = decoder.dimensions();
    if decoder.total_bytes() > room.memory || u64::from(width) * u64::from(height) > room.pixels {
        return Err(ImageError::TooLarge);
    }
    let orientation = decoder.orientation().map_err(wrong)?;
    let mut image = DynamicImage::from_decoder(decoder).map_err(wrong)?;
    image.apply_orientation(orientation);
    Ok(image)
}

fn scale(image: &DynamicImage, width: u32) -> DynamicImage {
    if image.width() == width {
        return image.clone();
    }
    image.resize_exact(width, height_at(image.width(), image.height(), width), FilterType::Lanczos3)
}

/// The height of a rendition, at least one pixel.
fn height_at(width: u32, height: u32, at: u32) -> u32 {
    let rounded = (u64::from(height) * u64::from(at) + u64::from(width) / 2) / u64::from(width.max(1));
    u32::try_from(rounded).unwrap_or(u32::MAX).max(1)
}

fn encode(image: &DynamicImage, quality: u8) -> Vec<u8> {
    let (width, height) = (image.width(), image.height());
    let encoded = if image.color().has_alpha() {
        webp::Encoder::from_rgba(&image.to_rgba8(), width, height).encode(f32::from(quality))
    } else {
        webp::Encoder::from_rgb(&image.to_rgb8(), width, height).encode(f32::from(quality))
    };
    encoded.to_vec()
}

/// A stored picture, as it is served.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = Facts)]
pub struct ImageInfo {
    /// In pixels, of the widest rendition.
    pub width: u32,
    /// In pixels, of the widest rendition.
    pub height: u32,
    /// The address of the widest rendition. Its last segment is the width and can be replaced by another of `widths`.
    pub url: String,
    /// The available widths in pixels, ascending.
    pub widths: Vec<u32>,
}

impl ImageInfo {
    /// From the size of the original.
    pub fn new(library_id: &str, image_id: &str, width: u32, height: u32) -> Self {
        let widths = widths(width);
        let widest = widths.last().copied().unwrap_or(width);
        Self {
            width: widest,
            height: height_at(width, height, widest),
            url: format!("/api/content/{library_id}/delivery/v1/images/{image_id}/{widest}"),
            widths,
        }
    }
}

/// The pictures of a library, by id.
pub type Images = HashMap<String, ImageInfo>;

/// Adds addresses and sizes to each image element of an item (and of the items in it). One whose picture is unknown
/// gets nothing, so that a page shows the rest.
pub fn enrich(value: &mut Value, known: &Images) {
    match value {
        Value::Object(parts) if parts.get("elementType").and_then(Value::as_str) == Some("image") => {
            enrich_element(parts, known);
        }
        Value::Object(parts) => parts.values_mut().for_each(|part| enrich(part, known)),
        Value::Array(values) => values.iter_mut().for_each(|part| enrich(part, known)),
        _ => {}
    }
}

fn enrich_element(element: &mut Map<String, Value>, known: &Images) {
    for key in ["url", "width", "height", "widths"] {
        element.remove(key);
    }
    let Some(facts) = element.get("id").and_then(Value::as_str).and_then(|id| known.get(id)) else { return };
    element.insert("url".into(), json!(facts.url));
    element.insert("width".into(), json!(facts.width));
    element.insert("height".into(), json!(facts.height));
    element.insert("widths".into(), json!(facts.widths));
}

/// A delivered image element for a logo: in quality 100, no wider than the widest such rendition. One whose address
/// does not end with a width is not changed.
pub fn as_logo(element: &Value) -> Value {
    let mut logo = element.clone();
    if let (Some((stem, full, width)), Some(parts)) = (logo_size(element), logo.as_object_mut()) {
        let height = element["height"].as_u64().and_then(|height| u32::try_from(height).ok());
        parts.insert("url".into(), json!(format!("{stem}/{width}?quality={LOGO_QUALITY}")));
        parts.insert("width".into(), json!(width));
        if let Some(height) = height {
            parts.insert("height".into(), json!(height_at(full, height, width)));
        }
        let fitting = |at: &&Value| at.as_u64().is_some_and(|at| at <= u64::from(LOGO_WIDTH));
        let widths: Vec<_> = element["widths"].as_array().into_iter().flatten().filter(fitting).collect();
        parts.insert("widths".into(), json!(widths));
    }
    logo
}

/// The address before the width, the width it ends with, and the widest one for logos.
fn logo_size(element: &Value) -> Option<(&str, u32, u32)> {
    let (stem, full) = element["url"].as_str()?.rsplit_once('/')?;
    let widths = element["widths"].as_array()?.iter().filter_map(|at| u32::try_from(at.as_u64()?).ok());
    Some((stem, full.parse().ok()?, widths.filter(|at| *at <= LOGO_WIDTH).max()?))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let image = DynamicImage::ImageRgba8(image::RgbaImage::from_fn(width, height, |x, y| {
            image::Rgba([u8::try_from(x % 256).unwrap(), u8::try_from(y % 256).unwrap(), 90, 255])
        }));
        let mut file = Cursor::new(Vec::new());
        image.write_to(&mut file, ImageFormat::Png).unwrap();
        file.into_inner()
    }

    #[test]
    fn a_picture_is_served_at_the_breakpoints_and_never_blown_up() {
        assert_eq!(widths(4000), WIDTHS);
        assert_eq!(widths(1501), WIDTHS);
        assert_eq!(widths(800), [320, 480, 768, 800]);
        assert_eq!(widths(200), [200]);
        let picture = read(&png(800, 401)).unwrap();
        assert_eq!((picture.width, picture.height), (800, 401));
        let served: Vec<_> = picture.renditions.iter().map(|r| (r.width, r.quality)).collect();
        assert_eq!(served, [(320, 75), (320, 100), (480, 75), (480, 100), (768, 75), (800, 75)]);
        for rendition in &picture.renditions {
            let (format, drawn) = (
                image::guess_format(&rendition.body).unwrap(),
                image::load_from_memory(&rendition.body).unwrap(),
            );
            assert_eq!((format, drawn.width()), (ImageFormat::WebP, rendition.width));
            assert_eq!(drawn.height(), height_at(800, 401, rendition.width));
        }
        let (plain, logo) = (&picture.renditions[0].body, &picture.renditions[1].body);
        assert!(logo.len() > plain.len(), "quality 100 keeps more: {} and {}", logo.len(), plain.len());
        assert_eq!(read(&png(800, 401)).unwrap().image_id, picture.image_id);
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        assert_eq!(read(b"<svg onload=alert(1)>").unwrap_err(), ImageError::Kind);
        assert_eq!(read(b"GIF89a").unwrap_err(), ImageError::Kind);
        assert_eq!(read(&png(30, 30)[..60]).unwrap_err(), ImageError::Damaged);
        let mut wide = png(1, 1);
        // The width in the header, and its checksum.
        wide[16..20].copy_from_slice(&20_000_u32.to_be_bytes());
        let sum = crc(&wide[12..29]);
        wide[29..33].copy_from_slice(&sum.to_be_bytes());
        assert_eq!(read(&wide).unwrap_err(), ImageError::TooLarge);
    }

    /// The checksum of a PNG's chunk.
    pub(in crate::content) fn crc(bytes: &[u8]) -> u32 {
        let mut crc = u32::MAX;
        for byte in bytes {
            crc ^= u32::from(*byte);
            for _ in 0..8 {
                crc = if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
            }
        }
        !crc
    }

    #[test]
    fn a_delivered_element_tells_its_sizes_and_an_unknown_one_nothing() {
        let known = HashMap::from([("a".to_owned(), ImageInfo::new("l", "a", 2000, 1000))]);
        let mut page = json!({"elements": {
            "image": {"elementType": "image", "id": "a", "altText": "A track"},
            "gone": {"elementType": "image", "id": "b", "url": "https://elsewhere.example/x.png"},
            "rows": {"elementType": "group", "values": [{"image": {"elementType": "image", "id": "a"}}]},
        }});
        enrich(&mut page, &known);
        let image = &page["elements"]["image"];
        assert_eq!(image["url"], "/api/content/l/delivery/v1/images/a/1501");
        assert_eq!((&image["width"], &image["height"]), (&json!(1501), &json!(751)));
        assert_eq!(image["widths"], json!(WIDTHS));
        assert_eq!(page["elements"]["gone"], json!({"elementType": "image", "id": "b"}));
        assert_eq!(page["elements"]["rows"]["values"][0]["image"]["width"], 1501);
    }

    #[test]
    fn a_logo_is_served_in_its_own_quality_and_no_wider_than_that() {
        let facts = ImageInfo::new("lib", "abc", 1200, 300);
        let element = json!({"elementType": "image", "url": facts.url, "width": facts.width, "height": facts.height,
            "widths": facts.widths, "linkURL": "/about"});
        assert_eq!(
            as_logo(&element),
            json!({"elementType": "image", "url": "/api/content/lib/delivery/v1/images/abc/480?quality=100",
                "width": 480, "height": 120, "widths": [320, 480], "linkURL": "/about"})
        );
        for odd in [
            json!({"elementType": "image"}),
            json!({"url": "https://hub.example/logo.svg", "widths": [480]}),
            json!(7),
        ] {
            assert_eq!(as_logo(&odd), odd);
        }
    }
}
