//! The way to the academy (`GettingThere.tsx`).

use maud::{Markup, html};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

use super::picture::picture;
use super::rich_text::rich_text;
use super::section_head::{Size, section_head};
use super::surroundings::Surroundings;
use crate::site::elements::Item;

const WAYS: [(&str, &str); 3] =
    [("stepFree", "Without steps"), ("transport", "Public transport"), ("parking", "Parking")];

pub(super) fn getting_there(item: &Item<'_>, around: Surroundings<'_>) -> Markup {
    let elements = item.elements;
    let route = elements.groups("route");
    html! {
        section.GettingThere_section {
            (section_head(elements, Size::H2))
            div.GettingThere_columns {
                div.GettingThere_column {
                    (rich_text(elements, "text", "GettingThere_text"))
                    @if let Some(image) = elements.image("image") {
                        (picture(image, "(width >= 1024px) 34rem, 92vw", "GettingThere_map", false))
                    }
                    @if !route.is_empty() {
                        ol.GettingThere_route {
                            @for stop in route {
                                li.GettingThere_stop {
                                    strong { (stop.text("place")) }
                                    @if !stop.text("note").is_empty() {
                                        span.text_quiet { (stop.text("note")) }
                                    }
                                }
                            }
                        }
                    }
                    (maps(around.event))
                }
                div.GettingThere_column {
                    @for (key, title) in WAYS {
                        @if !elements.text(key).is_empty() {
                            div {
                                h3.GettingThere_title { (title) }
                                (rich_text(elements, key, "GettingThere_text"))
                            }
                        }
                    }
                }
            }
        }
    }
}

fn maps(event: &Value) -> Markup {
    let text = |key: &str| event[key].as_str().filter(|text| !text.is_empty());
    let (place, code) =
        (["eventLocationName", "eventLocationAddress"].map(text), text("eventLocationPostCode"));
    let whole = place.into_iter().chain([code]).flatten().collect::<Vec<_>>().join(", ");
    let query = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    html! {
        div {
            p.text_anywhere { (whole) }
            ul.GettingThere_maps aria-label="Open in maps" {
                @for (name, address, wanted) in [
                    ("Apple Maps", "https://maps.apple.com/?q=", whole.as_str()),
                    ("Google Maps", "https://www.google.com/maps/search/?api=1&query=", &whole),
                    ("OpenStreetMap", "https://www.openstreetmap.org/search?query=", code.unwrap_or(&whole)),
                ] {
                    li { a href={ (address) (query(wanted)) } target="_blank" rel="noreferrer" { (name) } }
                }
            }
        }
    }
}
