//! The pictures in a letter: the mark, and a ticket's code for the desk to scan. Attached as PNG, since mail programs
//! draw no SVG and do not fetch remote pictures by default.

use std::f32::consts::PI;
use std::fmt::Write as _;
use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use qrcode::{Color, EcLevel, QrCode};
use resvg::{tiny_skia, usvg};

pub const MARK_ID: &str = "mark@sixfold";
pub const TICKET_ID: &str = "ticket@sixfold";

/// Pixels of the mark: twice its size in the letter.
const MARK_SIZE: u32 = 88;
/// Pixels of one module of a QR code, and the white modules around it (ISO/IEC 18004 wants four).
const MODULE: u32 = 10;
const QUIET: u32 = 4;

static MARK: LazyLock<Vec<u8>> = LazyLock::new(|| picture(&mark(), MARK_SIZE).unwrap_or_default());

pub fn mark_png() -> &'static [u8] {
    &MARK
}

/// A ticket code as a QR code in PNG; none if the text is too long for one.
pub fn ticket_png(code: &str) -> Option<Vec<u8>> {
    let drawn = QrCode::with_error_correction_level(code, EcLevel::M).ok()?;
    let width = u32::try_from(drawn.width()).ok()?;
    let mut dark = String::new();
    for (index, module) in (0_u32..).zip(drawn.to_colors()) {
        if module == Color::Dark {
            let (x, y) = (index % width + QUIET, index / width + QUIET);
            let _ = write!(dark, "M{x} {y}h1v1h-1z");
        }
    }
    let size = width + 2 * QUIET;
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" width=\"{0}\" height=\"{0}\" \
         shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h{size}v{size}H0z\"/><path d=\"{dark}\"/></svg>",
        size * MODULE
    );
    picture(&svg, size * MODULE)
}

/// A letter's HTML with its pictures inlined, for showing it in a browser, where there are no attachments.
pub fn inlined(html: &str, ticket_code: Option<&str>) -> String {
    let data = |png: &[u8]| format!("data:image/png;base64,{}", STANDARD.encode(png));
    let html = html.replace(&format!("cid:{MARK_ID}"), &data(mark_png()));
    match ticket_code.and_then(ticket_png) {
        Some(png) => html.replace(&format!("cid:{TICKET_ID}"), &data(&png)),
        None => html,
    }
}

/// The site's mark (`web/src/components/art/HexagonMark.tsx`): six strokes around a core, one of them highlighted.
fn mark() -> String {
    let corners = |radius: f32| {
        [0.0_f32, 1.0, 2.0, 3.0, 4.0, 5.0].map(|corner| {
            let angle = PI / 3.0 * corner - PI / 2.0;
            (50.0 + radius * angle.cos(), 50.0 + radius * angle.sin())
        })
    };
    let rim = corners(42.0);
    let mut svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\" width=\"88\" height=\"88\" fill=\"none\">"
        .to_owned();
    for (index, from) in rim.iter().enumerate() {
        let to = rim[(index + 1) % rim.len()];
        let at = |share: f32| (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
        let (start, end) = (at(0.14), at(0.86));
        let colour = if index == 0 { "#3dff7f" } else { "#f3f6f0" };
        let _ = write!(
            svg,
            "<path d=\"M{} {}L{} {}\" stroke=\"{colour}\" stroke-width=\"11\"/>",
            start.0, start.1, end.0, end.1
        );
    }
    let core = corners(18.0).map(|(x, y)| format!("{x},{y}")).join(" ");
    let _ = write!(svg, "<polygon points=\"{core}\" fill=\"#3dff7f\"/></svg>");
    svg
}

fn picture(svg: &str, size: u32) -> Option<Vec<u8>> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).ok()?;
    let mut pixels = tiny_skia::Pixmap::new(size, size)?;
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_pictures_are_png_of_their_size() {
        let mark = image::load_from_memory(mark_png()).unwrap();
        assert_eq!((mark.width(), mark.height()), (MARK_SIZE, MARK_SIZE));
        let ticket = image::load_from_memory(&ticket_png("7K3M9Q").unwrap()).unwrap().to_luma8();
        // Version 1 has 21 modules; its corner is part of a finder pattern, the quiet zone around it white.
        assert_eq!(ticket.width(), (21 + 2 * QUIET) * MODULE);
        assert_eq!(ticket.get_pixel(5, 5).0, [255]);
        assert_eq!(ticket.get_pixel(QUIET * MODULE + 5, QUIET * MODULE + 5).0, [0]);
    }

    #[test]
    fn a_browser_gets_them_inside() {
        let html = inlined("<img src=\"cid:mark@sixfold\"><img src=\"cid:ticket@sixfold\">", Some("7K3M9Q"));
        assert_eq!(html.matches("data:image/png;base64,").count(), 2);
        assert!(!html.contains("cid:"));
    }
}
