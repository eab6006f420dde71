//! The pictures of a pass: the site's mark as icon and logo, for screens of one, two and three pixels a point.

use std::sync::LazyLock;

use resvg::{tiny_skia, usvg};

use crate::wallet::{ACCENT, GROUND};

/// Name and side in points; the format's own sizes.
const PICTURES: [(&str, u16); 2] = [("icon", 29), ("logo", 50)];

/// A picture's file name and its PNG.
type Picture = (String, Vec<u8>);

/// None if they cannot be drawn.
static DRAWN: LazyLock<Option<Vec<Picture>>> = LazyLock::new(|| {
    let sizes = PICTURES.into_iter().flat_map(|(name, side)| [1, 2, 3].map(|scale| (name, side, scale)));
    sizes
        .map(|(name, side, scale)| {
            let file = if scale == 1 { format!("{name}.png") } else { format!("{name}@{scale}x.png") };
            draw(side * scale).map(|png| (file, png))
        })
        .collect()
});

pub(super) fn pictures() -> Option<&'static [Picture]> {
    DRAWN.as_deref()
}

/// The mark as on the site's own icon: a hexagon with a hexagon in it.
fn mark() -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 32 32\">\
         <path d=\"M16 1 29 8.5v15L16 31 3 23.5v-15z\" fill=\"{GROUND}\"/>\
         <path d=\"M16 6.5 24.2 11.2v9.6L16 25.5 7.8 20.8v-9.6z\" fill=\"none\" stroke=\"{ACCENT}\" \
         stroke-width=\"3.4\" stroke-linejoin=\"round\"/></svg>"
    )
}

fn draw(side: u16) -> Option<Vec<u8>> {
    let tree = usvg::Tree::from_str(&mark(), &usvg::Options::default()).ok()?;
    let mut pixels = tiny_skia::Pixmap::new(side.into(), side.into())?;
    let scale = f32::from(side) / tree.size().width();
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_picture_has_its_size_and_shows_something() {
        let drawn = pictures().unwrap();
        let names: Vec<&str> = drawn.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            names,
            ["icon.png", "icon@2x.png", "icon@3x.png", "logo.png", "logo@2x.png", "logo@3x.png"]
        );
        for ((name, png), side) in drawn.iter().zip([29, 58, 87, 50, 100, 150]) {
            let picture = image::load_from_memory(png).unwrap().to_rgba8();
            assert_eq!(picture.dimensions(), (side, side), "{name}");
            assert!(
                picture.pixels().any(|pixel| pixel[1] > 200 && pixel[0] < 100),
                "{name} has the green line"
            );
        }
    }
}
