//! The form of every letter: a heading, short paragraphs, a code or a ticket, facts, at most one button. Rendered as
//! plain text and as HTML from the same parts, so that both say the same. All text is escaped here and nowhere else.

use std::fmt::Write as _;

use maud::{Markup, PreEscaped, Render, html};
use serde::{Deserialize, Serialize};

use super::images;

/// A letter before it is rendered, as the outbox stores it. Every string is plain text. Its labels (`L`) are constants
/// where it is written and strings where it is read back.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Letter<L = &'static str> {
    pub subject: String,
    pub heading: String,
    /// Paragraphs before the facts.
    pub opening: Vec<String>,
    pub code: Option<Code<L>>,
    /// Label and value, as on a ticket.
    pub facts: Vec<(L, String)>,
    pub button: Option<(L, String)>,
    /// Further links, as plain text below the button.
    pub links: Vec<(L, String)>,
    /// Paragraphs after the facts.
    pub closing: Vec<String>,
    pub sender: Sender,
}

/// A code in large type.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Code<L = &'static str> {
    pub label: L,
    pub text: String,
    /// Whether it is shown as a QR code too, for the desk to scan.
    pub scanned: bool,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sender {
    pub site: String,
    pub home: String,
    /// Contact line at the bottom.
    pub contact: String,
    /// The address in that line, which replies go to; empty if there is none, and in letters of earlier releases.
    #[serde(default)]
    pub email: String,
}

/// Light colours are in the elements, since most mail programs read nothing else; dark ones in a style sheet for those
/// that do. The letter's head and its ticket are dark in both.
const STYLE: &str = "\
    :root{color-scheme:light dark;supported-color-schemes:light dark}\
    body{margin:0;padding:0;width:100%!important;-webkit-text-size-adjust:100%}\
    table{border-collapse:separate;mso-table-lspace:0;mso-table-rspace:0}\
    img{border:0;display:block}\
    a{color:#0a6b2c}\
    @media (max-width:520px){\
    .pad{padding-left:22px!important;padding-right:22px!important}\
    .heading{font-size:29px!important}\
    .code{font-size:32px!important}\
    .stack{display:block!important;width:auto!important;padding-left:0!important}\
    .wide{width:100%!important;text-align:center!important}\
    }\
    @media (prefers-color-scheme:dark){\
    .ground{background:#040605!important}\
    .sheet{background:#0f1411!important}\
    .ink{color:#f3f6f0!important}\
    .quiet{color:#b0bcb3!important}\
    .rule{border-color:#2b352f!important}\
    a.text{color:#7dffa9!important}\
    }";
const FONT: &str = "font-family:Archivo,'Helvetica Neue',Arial,sans-serif";

/// Outlook does not know `max-width`: it gets a table of that width around the letter.
const OUTLOOK_BEGINS: &str = "<!--[if mso]><table role=\"presentation\" width=\"600\" cellpadding=\"0\" cellspacing=\"0\"><tr><td><![endif]-->";
const OUTLOOK_ENDS: &str = "<!--[if mso]></td></tr></table><![endif]-->";

impl<L: AsRef<str>> Letter<L> {
    /// The ticket code that the letter shows as a QR code.
    pub fn ticket_code(&self) -> Option<&str> {
        self.code.as_ref().filter(|code| code.scanned).map(|code| code.text.as_str())
    }

    pub fn text(&self) -> String {
        let mut out = format!("{}\n\n", self.heading);
        let paragraphs = |out: &mut String, paragraphs: &[String]| {
            for paragraph in paragraphs {
                out.push_str(paragraph);
                out.push_str("\n\n");
            }
        };
        paragraphs(&mut out, &self.opening);
        if let Some(code) = &self.code {
            _ = write!(out, "{}: {}\n\n", code.label.as_ref(), code.text);
        }
        for (label, value) in &self.facts {
            _ = writeln!(out, "{}: {value}", label.as_ref());
        }
        if !self.facts.is_empty() {
            out.push('\n');
        }
        for (label, url) in self.button.iter().chain(&self.links) {
            _ = write!(out, "{}: {url}\n\n", label.as_ref());
        }
        paragraphs(&mut out, &self.closing);
        _ = write!(out, "The {} team\n{}\n", self.sender.site, self.sender.contact);
        out
    }

    /// The HTML body: a whole document laid out with tables, as Outlook needs it, with attached pictures and nothing to
    /// be fetched.
    pub fn html(&self) -> String {
        let preview = self.opening.first().map_or("", String::as_str);
        let document = html! {
            (PreEscaped("<!doctype html>\n"))
            html lang="en-GB" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width,initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta name="supported-color-schemes" content="light dark";
                    title { (Text(&self.subject)) }
                    style { (PreEscaped(STYLE)) }
                }
                body class="ground" style="margin:0;padding:0;background:#e6ece7" {
                    div style="display:none;max-height:0;overflow:hidden;mso-hide:all" { (Text(preview)) }
                    table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0"
                        style={"background:#e6ece7;" (FONT)} {
                        tr { td align="center" style="padding:24px 12px" {
                            (PreEscaped(OUTLOOK_BEGINS))
                            table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px" {
                                (head(&self.sender))
                                tr { td class="sheet pad" bgcolor="#ffffff" style="background:#ffffff;padding:40px 40px 16px" {
                                    (self.body())
                                } }
                                (foot(&self.sender))
                            }
                            (PreEscaped(OUTLOOK_ENDS))
                        } }
                    }
                }
            }
            "\n"
        };
        document.into_string()
    }

    fn body(&self) -> Markup {
        html! {
            h1 class="heading ink" style={"margin:0 0 18px;font-size:36px;line-height:1.08;font-weight:800;\
                letter-spacing:-.02em;color:#0d1510;" (FONT)} { (Text(&self.heading)) }
            @for text in &self.opening { (paragraph(text)) }
            @if let Some(code) = &self.code { (code.html()) }
            @if !self.facts.is_empty() { (facts(&self.facts)) }
            @if let Some((label, url)) = &self.button {
                table role="presentation" class="wide" cellpadding="0" cellspacing="0" style="margin:0 0 24px" {
                    tr { td bgcolor="#3dff7f" align="center" style="background:#3dff7f;border-radius:6px" {
                        a href=(Text(url)) style={"display:block;padding:16px 30px;color:#03140a;text-decoration:none;\
                            font-size:17px;font-weight:800;" (FONT)} { (Text(label.as_ref())) }
                    } }
                }
            }
            @for (label, url) in &self.links {
                p style={"margin:0 0 20px;font-size:17px;" (FONT)} {
                    a class="text" href=(Text(url)) style="color:#0a6b2c;font-weight:700" { (Text(label.as_ref())) }
                }
            }
            @for text in &self.closing { (paragraph(text)) }
        }
    }
}

fn head(sender: &Sender) -> Markup {
    html! {
        tr { td class="pad" bgcolor="#070a08" style="background:#070a08;padding:22px 40px;border-radius:10px 10px 0 0;\
            border-bottom:4px solid #3dff7f" {
            table role="presentation" cellpadding="0" cellspacing="0" { tr {
                td width="44" valign="middle" {
                    img src={"cid:" (images::MARK_ID)} width="44" height="44" alt="";
                }
                td valign="middle" style="padding-left:12px" {
                    a href=(Text(&sender.home)) style={"color:#f3f6f0;text-decoration:none;\
                        font-size:22px;font-weight:800;letter-spacing:-.01em;" (FONT)} { (Text(&sender.site)) }
                }
            } }
        } }
    }
}

fn foot(sender: &Sender) -> Markup {
    html! {
        tr { td class="sheet pad" bgcolor="#ffffff" style="background:#ffffff;padding:0 40px 36px;\
            border-radius:0 0 10px 10px" {
            table role="presentation" width="100%" cellpadding="0" cellspacing="0" { tr {
                td class="rule quiet" style={"border-top:1px solid #d5ddd7;padding-top:20px;color:#4b5a51;font-size:15px;\
                    line-height:1.5;" (FONT)} {
                    span class="ink" style="color:#0d1510;font-weight:700" { "The " (Text(&sender.site)) " team" }
                    br;
                    (Text(&sender.contact))
                }
            } }
        } }
    }
}

impl<L: AsRef<str>> Code<L> {
    fn html(&self) -> Markup {
        html! {
            table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 28px" { tr {
                td bgcolor="#070a08" style="background:#070a08;border-radius:8px;padding:20px 24px;border-left:6px solid #3dff7f" {
                    table role="presentation" width="100%" cellpadding="0" cellspacing="0" { tr {
                        td class="stack" valign="middle" style=(FONT) {
                            span style="color:#b0bcb3;font-size:16px;line-height:1.6" { (Text(self.label.as_ref())) }
                            br;
                            span class="code" style="color:#3dff7f;font-size:40px;line-height:1.2;font-weight:800;\
                                letter-spacing:.12em;white-space:nowrap" { (Text(&self.text)) }
                        }
                        @if self.scanned {
                            td class="stack" width="148" valign="middle" style="padding-left:20px" {
                                img src={"cid:" (images::TICKET_ID)} width="148" height="148"
                                    alt={(Text(&self.text)) " as a QR code"} style="border-radius:6px;margin:12px 0 4px";
                            }
                        }
                    } }
                }
            } }
        }
    }
}

fn facts<L: AsRef<str>>(facts: &[(L, String)]) -> Markup {
    html! {
        table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 28px" {
            @for (label, value) in facts { tr {
                th scope="row" class="rule quiet" width="104" align="left" valign="top"
                    style={"padding:11px 16px 11px 0;color:#4b5a51;font-size:16px;line-height:1.4;font-weight:400;\
                        border-bottom:1px solid #d5ddd7;" (FONT)} { (Text(label.as_ref())) }
                td class="rule ink" valign="top"
                    style={"padding:11px 0;color:#0d1510;font-size:17px;line-height:1.4;font-weight:700;\
                        border-bottom:1px solid #d5ddd7;" (FONT)} { (Text(value)) }
            } }
        }
    }
}

fn paragraph(text: &str) -> Markup {
    html! {
        p class="ink" style={"margin:0 0 18px;color:#0d1510;font-size:17px;line-height:1.55;" (FONT)} {
            @for (index, line) in text.split('\n').enumerate() {
                @if index > 0 { br; }
                (Text(line))
            }
        }
    }
}

/// Plain text inside HTML: without control characters, and with apostrophes escaped, which maud does not do.
struct Text<'a>(&'a str);

impl Render for Text<'_> {
    fn render_to(&self, out: &mut String) {
        for c in self.0.chars().filter(|c| *c == '\n' || !c.is_control()) {
            match c {
                '&' => out.push_str("&amp;"),
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                '"' => out.push_str("&quot;"),
                '\'' => out.push_str("&#39;"),
                c => out.push(c),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_bodies_say_the_same_and_html_is_escaped() {
        let letter = Letter {
            subject: "S".into(),
            heading: "You're in, <b>Zoë</b>".into(),
            opening: vec!["One & two".into()],
            code: Some(Code { label: "Your code", text: "7K3M9Q".into(), scanned: true }),
            facts: vec![("When", "Thu 5 Mar 2026, 10:00".into())],
            button: Some(("See your ticket", "http://localhost/?a=1&b=\"2\"".into())),
            links: vec![("On the map", "https://maps.example/?q=<x>".into())],
            closing: vec!["Bring water.".into()],
            sender: Sender {
                site: "Sixfold".into(),
                home: "http://localhost/".into(),
                contact: "a <b> c".into(),
                email: "academy@sixfold.example".into(),
            },
        };
        let stored = serde_json::to_string(&letter).unwrap();
        let read: Letter<String> = serde_json::from_str(&stored).unwrap();
        let (text, html) = (letter.text(), letter.html());
        assert_eq!((read.text(), read.html()), (text.clone(), html.clone()), "as the outbox stores it");
        assert!(text.contains("You're in, <b>Zoë</b>") && text.contains("Your code: 7K3M9Q"));
        assert!(text.contains("On the map: https://maps.example/?q=<x>"));
        assert!(html.contains("You&#39;re in, &lt;b&gt;Zoë&lt;/b&gt;") && !html.contains("<b>"));
        assert!(html.contains("href=\"http://localhost/?a=1&amp;b=&quot;2&quot;\""));
        assert!(html.contains("href=\"https://maps.example/?q=&lt;x&gt;\""));
        for part in ["One &amp; two", "7K3M9Q", "Thu 5 Mar 2026, 10:00", "Bring water.", "cid:ticket@"] {
            assert!(html.contains(part), "{part}: {html}");
        }
    }

    #[test]
    fn a_letter_asks_nobody_for_anything() {
        let html = Letter { heading: "Hi".into(), ..Letter::<&str>::default() }.html();
        for source in html.split("src=\"").skip(1) {
            assert!(source.starts_with("cid:"), "{source}");
        }
        assert!(!html.contains("url(") && !html.contains("<link") && !html.contains("<script"));
    }
}
