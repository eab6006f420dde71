//! Rich text: an author's Markdown as HTML that is safe to put on a page. The only implementation: delivery, preview
//! and the first HTML all use it.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html::push_html};
use serde_json::Value;

/// The locale's prefix (RULES 13.1): `/x` of a content item is served at `/en-gb/x`.
pub(super) const PREFIX: &str = "/en-gb";
/// A longer text is not rendered, in bytes: far more than any page has, and a limit on the cost of a text.
pub const MAX_BYTES: usize = 128 * 1024;
/// How deep quotes, lists and emphasis may nest; anything deeper loses its markup and keeps its words.
const MAX_DEPTH: usize = 16;
/// How many HTML tags a text may contain; the rest are dropped.
const MAX_TAGS: usize = 1_000;

const TAGS: [&str; 24] = [
    "p",
    "h2",
    "h3",
    "h4",
    "ul",
    "ol",
    "li",
    "strong",
    "em",
    "del",
    "a",
    "blockquote",
    "code",
    "pre",
    "br",
    "hr",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "b",
    "i",
];

static SANITISER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let heading = HashSet::from(["id", "tabindex"]);
    let mut builder = Builder::empty();
    builder
        .tags(HashSet::from(TAGS))
        .clean_content_tags(HashSet::from([
            "script", "style", "svg", "math", "template", "iframe", "noscript",
        ]))
        .generic_attributes(HashSet::new())
        .tag_attributes(HashMap::from([
            ("a", HashSet::from(["href"])),
            ("ol", HashSet::from(["start"])),
            ("h2", heading.clone()),
            ("h3", heading.clone()),
            ("h4", heading),
        ]))
        .url_schemes(HashSet::from(["http", "https", "mailto", "tel"]))
        .url_relative(UrlRelative::PassThrough)
        .link_rel(None)
        .attribute_filter(|tag, name, value| match (tag, name) {
            ("a", "href") => address(value),
            (_, "tabindex") => (value == "-1").then_some(Cow::Borrowed(value)),
            _ => Some(Cow::Borrowed(value)),
        });
    builder
});

/// Safe HTML of a Markdown text. Headings get unique ids that links can lead to; links within the site get the locale's
/// prefix. Script, style, images, event handlers and unknown schemes are dropped.
pub fn html(markdown: &str) -> String {
    let mut end = markdown.len().min(MAX_BYTES);
    while !markdown.is_char_boundary(end) {
        end -= 1;
    }
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let mut out = String::new();
    push_html(&mut out, shaped(Parser::new_ext(&markdown[..end], options)).into_iter());
    anchored_once(SANITISER.clean(&out).to_string())
}

/// Where the links of a rendered text lead. The sanitiser wrote it: values are quoted.
pub(super) fn addresses(html: &str) -> impl Iterator<Item = &str> {
    html.split("<a href=\"").skip(1).filter_map(|rest| rest.split('"').next())
}

/// Leaves out an anchor that already exists: an author's own tags may repeat one.
fn anchored_once(html: String) -> String {
    let mut anchors = HashSet::new();
    let mut once = String::with_capacity(html.len());
    for (number, part) in html.split('<').enumerate() {
        once.push_str(if number > 0 { "<" } else { "" });
        match heading_id(part) {
            Some((before, id, after)) if !anchors.insert(id) => once.extend([before, after]),
            _ => once.push_str(part),
        }
    }
    once
}

/// The value of `id` in the text after a heading's `<`, with the text before and after the attribute. The sanitiser wrote
/// it: values are quoted and contain no quotation marks.
fn heading_id(part: &str) -> Option<(&str, &str, &str)> {
    let (tag, _) = part.split_once('>').filter(|(tag, _)| tag.starts_with('h'))?;
    let (before, rest) = tag.split_once(" id=\"")?;
    let (id, _) = rest.split_once('"')?;
    Some((before, id, &part[before.len() + " id=\"\"".len() + id.len()..]))
}

/// Adds `html` beside the value of every rich text in an item or in a part of one, however deep. An existing `html` is
/// not trusted.
pub fn add_html(value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(add_html),
        Value::Object(parts) => {
            if parts.get("elementType").and_then(Value::as_str) == Some("formattedtext") {
                parts.remove("html");
                let made = match (parts.get("value"), parts.get("values")) {
                    (Some(Value::String(text)), _) => Some(Value::String(html(text))),
                    (None, Some(Value::Array(texts))) => {
                        Some(texts.iter().map(|text| html(text.as_str().unwrap_or_default())).collect())
                    }
                    _ => None,
                };
                if let Some(made) = made {
                    parts.insert("html".to_owned(), made);
                }
            } else {
                parts.values_mut().for_each(add_html);
            }
        }
        _ => {}
    }
}

/// A heading's anchor: its words in lower case, joined by hyphens.
pub fn slug(text: &str) -> String {
    let lower = text.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.join("-")
}

/// The events of a text: headings with anchors and at levels that a page has, nothing nested too deep.
fn shaped<'a>(parser: impl Iterator<Item = Event<'a>>) -> Vec<Event<'a>> {
    let mut out: Vec<Event<'a>> = Vec::new();
    let (mut depth, mut tags) = (0, 0);
    let mut heading: Option<(usize, String)> = None;
    let mut anchors = HashSet::new();
    for event in parser {
        match &event {
            Event::Start(_) => {
                depth += 1;
                if depth > MAX_DEPTH {
                    continue;
                }
            }
            Event::End(_) => {
                depth -= 1;
                if depth >= MAX_DEPTH {
                    continue;
                }
            }
            Event::Text(text) | Event::Code(text) => {
                if let Some((_, words)) = &mut heading {
                    words.push_str(text);
                }
            }
            Event::Html(text) | Event::InlineHtml(text) => {
                tags += text.matches('<').count();
                if tags > MAX_TAGS {
                    continue;
                }
            }
            Event::SoftBreak | Event::HardBreak => {
                if let Some((_, words)) = &mut heading {
                    words.push(' ');
                }
            }
            _ => {}
        }
        match event {
            Event::Start(Tag::Heading { .. }) => {
                heading = Some((out.len(), String::new()));
                out.push(event);
            }
            Event::End(TagEnd::Heading(level)) => {
                if let Some((at, words)) = heading.take() {
                    out[at] = Event::Start(Tag::Heading {
                        level: placed(level),
                        id: anchor(&words, &mut anchors),
                        classes: Vec::new(),
                        attrs: vec![("tabindex".into(), Some("-1".into()))],
                    });
                }
                out.push(Event::End(TagEnd::Heading(placed(level))));
            }
            event => out.push(event),
        }
    }
    out
}

/// The only first-level heading is the page's title; there is no style below the fourth level.
fn placed(level: HeadingLevel) -> HeadingLevel {
    level.clamp(HeadingLevel::H2, HeadingLevel::H4)
}

/// The anchor of a heading, made unique.
fn anchor(words: &str, taken: &mut HashSet<String>) -> Option<CowStr<'static>> {
    let plain = slug(words);
    if plain.is_empty() {
        return None;
    }
    let mut name = plain.clone();
    let mut number = 2;
    while !taken.insert(name.clone()) {
        name = format!("{plain}-{number}");
        number += 1;
    }
    Some(name.into())
}

/// Where a link may lead: elsewhere by http(s), mail or telephone; to the site's own pages; to an anchor on the page.
fn address(href: &str) -> Option<Cow<'_, str>> {
    if href.chars().any(|c| c.is_control() || c == '\\') {
        return None;
    }
    let scheme = href.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    if matches!(scheme.as_deref(), Some("http" | "https" | "mailto" | "tel")) || href.starts_with('#') {
        return Some(Cow::Borrowed(href));
    }
    if !href.starts_with('/') || href.starts_with("//") {
        return None;
    }
    let ours = href == PREFIX || href.starts_with("/en-gb/") || href.starts_with("/api/");
    Some(if ours { Cow::Borrowed(href) } else { Cow::Owned(format!("{PREFIX}{href}")) })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn renders_what_authors_write() {
        assert_eq!(
            html("Go **hard**.\n\n- one\n- *two*"),
            "<p>Go <strong>hard</strong>.</p>\n<ul>\n<li>one</li>\n<li><em>two</em></li>\n</ul>\n"
        );
        assert_eq!(html("## The prize"), "<h2 id=\"the-prize\" tabindex=\"-1\">The prize</h2>\n");
        assert_eq!(
            html("# A\n\n##### B"),
            "<h2 id=\"a\" tabindex=\"-1\">A</h2>\n<h4 id=\"b\" tabindex=\"-1\">B</h4>\n"
        );
        assert_eq!(html("3. x"), "<ol start=\"3\">\n<li>x</li>\n</ol>\n");
        let table = html("| a | b |\n|---|---|\n| 1 | 2 |");
        assert!(table.contains("<th>a</th>") && table.contains("<td>2</td>"), "{table}");
        assert_eq!(html("5 < 6 & \"so\" on"), "<p>5 &lt; 6 &amp; \"so\" on</p>\n");
        assert_eq!(html(""), "");
    }

    #[test]
    fn anchors_are_the_words_of_the_heading_and_each_stands_once() {
        for (text, anchor) in [
            ("Who can take part?", "who-can-take-part"),
            ("The season’s board", "the-season-s-board"),
            ("  – 6 × tests –", "6-tests"),
            ("Élan & Co", "élan-co"),
        ] {
            assert_eq!(slug(text), anchor);
        }
        let text = html("## The *prize* `now`\n\n## The prize now\n\n## ?");
        assert!(text.contains("id=\"the-prize-now\"") && text.contains("id=\"the-prize-now-2\""), "{text}");
        assert!(text.contains("<h2 tabindex=\"-1\">?</h2>"), "{text}");
        let own = html("<h2 id=now>a</h2>\n\n# Now\n\n<h3 tabindex=-1 id=now>b</h3>\n\nid=\"now\"");
        assert_eq!(own.matches(" id=\"now\"").count(), 1, "{own}");
        assert!(own.contains("<h3 tabindex=\"-1\">b</h3>") && own.contains("<p>id=\"now\"</p>"), "{own}");
    }

    #[test]
    fn links_of_the_site_carry_the_prefix_and_others_stay() {
        for (href, led) in [
            ("/terms-and-conditions#the-prize", "/en-gb/terms-and-conditions#the-prize"),
            ("/", "/en-gb/"),
            ("/en-gb/login", "/en-gb/login"),
            ("/en-gb", "/en-gb"),
            ("/api/docs", "/api/docs"),
            ("https://example.org/", "https://example.org/"),
            ("mailto:a@example.org", "mailto:a@example.org"),
            ("tel:+442079460123", "tel:+442079460123"),
            ("#prize", "#prize"),
        ] {
            let text = html(&format!("[x]({href})"));
            assert_eq!(text, format!("<p><a href=\"{led}\">x</a></p>\n"));
        }
        assert_eq!(html("<a href=\"/\\evil.example\">x</a>"), "<p><a>x</a></p>\n");
        assert!(html("<a href=\"/login\">x</a>").contains("href=\"/en-gb/login\""));
    }

    #[test]
    fn drops_what_could_run_or_lead_astray() {
        for text in [
            "<script>alert(1)</script>",
            "a <script>alert(1)</script> b",
            "<img src=x onerror=alert(1)>",
            "![x](https://evil.example/x.png)",
            "[x](javascript:alert(1))",
            "[x](JaVaScRiPt:alert(1))",
            "[x](data:text/html,<b>)",
            "[x](//evil.example)",
            "<a href=\"java\nscript:alert(1)\">x</a>",
            "<a href=\"/\t/evil.example\">x</a>",
            "<a href='&#x6a;avascript:alert(1)'>x</a>",
            "<p onclick=alert(1) style=\"color:red\" id=root>x</p>",
            "<svg><style><img onload=alert(1)></style></svg>",
            "<math><mtext><table><mglyph><style><img src onerror=alert(1)>",
            "<iframe src=https://evil.example></iframe>",
            "<form action=/x><input autofocus onfocus=alert(1)></form>",
            "<h2 tabindex=5 onfocus=alert(1)>x</h2>",
        ] {
            let made = html(text);
            let bad = [
                "script",
                "onerror",
                "onload",
                "onclick",
                "onfocus",
                "<img",
                "<svg",
                "evil",
                "data:",
                "style",
                "<form",
                "<input",
                "<iframe",
                "id=\"root\"",
                "tabindex=\"5\"",
            ];
            for word in bad {
                assert!(!made.to_lowercase().contains(word), "{text} gave {made}");
            }
        }
        assert!(html("a <script>alert(1)</script> b").contains('a'), "the rest of the text stays");
    }

    #[test]
    fn no_text_is_expensive() {
        for piece in ["> ", "<blockquote>", "*a ", "- ", "[", "<b>", "`", "|", "![a](", "<!--"] {
            let made = html(&piece.repeat(MAX_BYTES / piece.len() + 1));
            assert!(made.len() < 64 * MAX_BYTES, "{piece}");
        }
        let quotes = html(&format!("{}deep", "> ".repeat(200)));
        assert!(quotes.contains("deep") && quotes.matches("<blockquote>").count() <= MAX_DEPTH, "{quotes}");
        assert!(html(&"ü".repeat(MAX_BYTES)).ends_with("ü</p>\n"), "cut between two characters");
    }

    #[test]
    fn every_rich_text_of_an_item_gets_its_html_and_no_other_does() {
        let mut item = json!({ "elements": {
            "text": { "elementType": "formattedtext", "value": "**a**", "html": "<script>" },
            "list": { "elementType": "formattedtext", "values": ["*b*", 7] },
            "wrong": { "elementType": "formattedtext", "value": 7, "html": "<script>" },
            "plain": { "elementType": "text", "value": "**c**" },
            "box": { "elementType": "group", "value": { "in": { "elementType": "formattedtext", "value": "d" } } },
            "next": { "elementType": "reference", "values": [{ "elements": {
                "text": { "elementType": "formattedtext", "value": "e" } } }] },
        } });
        add_html(&mut item);
        let elements = &item["elements"];
        assert_eq!(elements["text"]["html"], "<p><strong>a</strong></p>\n");
        assert_eq!(elements["list"]["html"], json!(["<p><em>b</em></p>\n", ""]));
        assert_eq!(elements["wrong"], json!({ "elementType": "formattedtext", "value": 7 }));
        assert!(elements["plain"].get("html").is_none());
        assert_eq!(elements["box"]["value"]["in"]["html"], "<p>d</p>\n");
        assert_eq!(elements["next"]["values"][0]["elements"]["text"]["html"], "<p>e</p>\n");
    }
}
