//! Every question in its group (`Faqs.tsx`), with the search before anything is typed.

use maud::{Markup, html};

use super::rich_text::rich_text;
use crate::site::elements::{Elements, Item};

/// The questions of a group; rows without one are left out.
fn questions<'a>(group: &Item<'a>) -> Vec<Elements<'a>> {
    group.elements.groups("questions").into_iter().filter(|row| !row.text("question").is_empty()).collect()
}

/// The anchor of a group; its item's id if it has none.
fn anchor<'a>(group: &Item<'a>) -> &'a str {
    let anchor = group.elements.text("anchor");
    if anchor.is_empty() { group.id } else { anchor }
}

pub(super) fn faqs(groups: &[Item<'_>]) -> Markup {
    html! {
        div.Faqs_faqs {
            aside.Faqs_side {
                div.Faqs_search role="search" {
                    label for="faq-search" { "Search the questions" }
                    input id="faq-search" type="search" placeholder="cancel, retest, under 18 …" autocomplete="off";
                    p.Faqs_count role="status" {}
                }
                nav aria-label="Groups of questions" {
                    ul.Faqs_groups {
                        @for group in groups {
                            li {
                                a href={ "#" (anchor(group)) } {
                                    (group.elements.text("headline")) " "
                                    span.text_quietFigures { (questions(group).len()) }
                                }
                            }
                        }
                    }
                }
            }
            div.Faqs_list {
                @for group in groups {
                    @let id = anchor(group);
                    section.Faqs_group id=(id) aria-labelledby={ (id) "-title" } tabindex="-1" {
                        h2 id={ (id) "-title" } { (group.elements.text("headline")) }
                        (rich_text(group.elements, "text", "Faqs_words"))
                        @for faq in questions(group) { (question(faq)) }
                    }
                }
            }
        }
    }
}

fn question(faq: Elements<'_>) -> Markup {
    let anchor = Some(faq.text("anchor")).filter(|anchor| !anchor.is_empty());
    html! {
        details.Faqs_question id=[anchor] {
            summary { span { (faq.text("question")) } }
            div.Faqs_answer {
                (rich_text(faq, "answer", ""))
                @if let Some(anchor) = anchor {
                    a.Faqs_link href={ "#" (anchor) } { "Link to this answer" }
                }
            }
        }
    }
}
