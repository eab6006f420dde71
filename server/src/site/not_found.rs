//! The page for unknown addresses (`NotFoundPage.tsx`).

use maud::{Markup, html};

use super::elements::Elements;
use super::template::Template;

/// The page's title if the content has none.
pub(super) const TITLE: &str = "Page not found";
/// The wording of RULES 13.5.
const SENTENCE: &str = "The page you are looking for cannot be found";

pub(super) fn not_found(elements: Option<Elements<'_>>, template: &Template) -> Markup {
    let intro = elements.map(|elements| elements.text("intro")).filter(|intro| !intro.is_empty());
    html! {
        div.Page_frame.Page_full {
            div.NotFoundPage_page {
                p.NotFoundPage_code aria-hidden="true" {
                    "4" (template.drawing("HexagonMark", "NotFoundPage_mark")) "4"
                }
                div.NotFoundPage_words {
                    h1 { (SENTENCE) }
                    p.NotFoundPage_intro { (intro.unwrap_or("The way back is short.")) }
                    div.NotFoundPage_actions {
                        a.Button_button.Button_primary.Button_large href="/en-gb/" { "Back to the homepage" }
                        a.Button_button.Button_quiet href="/en-gb/frequently-asked-questions" { "Read the FAQs" }
                    }
                }
            }
        }
    }
}
