//! The page for unknown addresses (`NotFoundPage.tsx`).

use maud::{Markup, html};

use super::blocks::link_button;
use super::elements::{Elements, Link, LinkAction};
use super::template::Template;

/// The page's title if the content has none.
pub(super) const TITLE: &str = "Page not found";
/// The wording of RULES 13.5.
const SENTENCE: &str = "The page you are looking for cannot be found";

pub(super) fn not_found(elements: Option<Elements<'_>>, template: &Template) -> Markup {
    let intro = elements.map(|elements| elements.text("intro")).filter(|intro| !intro.is_empty());
    let link = |key: &str, url: &'static str, text: &'static str| {
        let authored = elements.and_then(|elements| elements.link(key));
        authored.unwrap_or(Link { url, text, act: LinkAction::Go })
    };
    let home = link("link", "/", "Back to the homepage");
    let faqs = link("secondaryLink", "/frequently-asked-questions", "Read the FAQs");
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
                        (link_button(home, "Button_primary Button_large"))
                        (link_button(faqs, "Button_quiet"))
                    }
                }
            }
        }
    }
}
