//! Long texts one after another with one list of contents (`Documents.tsx`).

use std::str::FromStr as _;

use jiff::Timestamp;
use maud::{Markup, PreEscaped, html};

use sixfold_domain::time::london_date_time;

use super::rich_text::{rich_text, words};
use crate::site::elements::Item;

pub(super) fn documents(items: &[Item<'_>]) -> Markup {
    html! {
        div.Documents_page {
            nav.Documents_contents aria-label="Contents" {
                @for item in items {
                    details.Documents_part {
                        summary { (item.elements.text("title")) }
                        ol {
                            @for title in outline(&item.elements.html("body")) {
                                li { a href={ "#" (title.anchor) } { (PreEscaped(title.words)) } }
                            }
                        }
                    }
                }
            }
            div.Documents_documents { @for item in items { (document(item)) } }
        }
    }
}

fn document(item: &Item<'_>) -> Markup {
    let elements = item.elements;
    let anchor = Some(elements.text("anchor")).filter(|anchor| !anchor.is_empty());
    html! {
        article id=[anchor] aria-labelledby={ (item.id) "-title" } tabindex="-1" {
            header.Documents_head {
                h2 id={ (item.id) "-title" } { (elements.text("title")) }
                p {
                    "Version " (elements.text("version"))
                    @if let Some(day) = elements.date("effective").and_then(long_date) { ", in force from " (day) }
                }
            }
            (rich_text(elements, "body", "Documents_body"))
        }
    }
}

/// A heading with its anchor; its text as HTML.
#[derive(Debug, PartialEq, Eq)]
struct Title<'a> {
    anchor: &'a str,
    words: String,
}

/// The `h2` headings of rendered rich text that have an anchor, in order.
fn outline(html: &str) -> Vec<Title<'_>> {
    html.split("<h2 ").skip(1).filter_map(title).collect()
}

fn title(rest: &str) -> Option<Title<'_>> {
    let (tag, rest) = rest.split_once('>')?;
    let anchor = tag.split_once("id=\"")?.1.split('"').next().filter(|anchor| !anchor.is_empty())?;
    Some(Title { anchor, words: words(rest.split("</h2>").next()?).0 })
}

/// 1 January 2026, in London.
fn long_date(iso: &str) -> Option<String> {
    let instant: Timestamp = iso.parse().ok()?;
    let date = london_date_time(instant.as_millisecond()).ok()?.date;
    let date = jiff::civil::Date::from_str(&date.to_string()).ok()?;
    Some(date.strftime("%-d %B %Y").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_contents_are_the_headings_with_an_anchor() {
        let html = crate::content::markup::html("## One & *two*\n\ntext\n\n### Deeper\n\n## Three");
        let titles = outline(&html);
        let words: Vec<_> = titles.iter().map(|title| (title.anchor, title.words.as_str())).collect();
        assert_eq!(words, [("one-two", "One &amp; two"), ("three", "Three")]);
    }

    #[test]
    fn a_day_is_londons() {
        assert_eq!(long_date("2026-06-30T23:30:00Z").as_deref(), Some("1 July 2026"));
        assert_eq!(long_date("soon"), None);
    }
}
