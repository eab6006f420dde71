//! The button of a block and a quieter second one (`Actions.tsx`), as a visitor sees them.

use maud::{Markup, html};

use super::content_link::link_button;
use crate::site::elements::Elements;

pub(super) fn actions(elements: Elements<'_>) -> Markup {
    let (link, secondary) = (elements.link("link"), elements.link("secondaryLink"));
    html! {
        @if link.is_some() || secondary.is_some() {
            div.Actions_actions {
                @if let Some(link) = link { (link_button(link, "Button_primary Button_large")) }
                @if let Some(link) = secondary { (link_button(link, "Button_quiet")) }
            }
        }
    }
}
