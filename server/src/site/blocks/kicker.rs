//! The line above a headline (`Kicker.tsx`).

use maud::{Markup, html};

pub(super) fn kicker(text: &str) -> Markup {
    html! { p.Kicker_kicker { (text) } }
}
