//! The shape of every letter: one heading, short paragraphs, facts, at most one button. Rendered twice, as plain text and as
//! HTML, from the same parts, so that both say the same. All text is escaped here and nowhere else.

use std::fmt::Write as _;

/// A letter before it is rendered. Every string is plain text.
#[derive(Debug, Clone, Default)]
pub struct Letter {
    /// The subject line.
    pub subject: String,
    /// The line one reads first.
    pub heading: String,
    /// Paragraphs before the facts.
    pub opening: Vec<String>,
    /// Label and value, as on a ticket.
    pub facts: Vec<(&'static str, String)>,
    /// A label and where it leads.
    pub button: Option<(&'static str, String)>,
    /// Paragraphs after the facts.
    pub closing: Vec<String>,
}

/// Who signs the letter and in which colour.
#[derive(Debug, Clone, Copy)]
pub struct Sender<'a> {
    /// The site's title.
    pub site: &'a str,
    /// Contact line at the bottom.
    pub contact: &'a str,
}

impl Letter {
    /// The plain-text body.
    pub fn text(&self, sender: Sender<'_>) -> String {
        let mut out = format!("{}\n\n", self.heading);
        for paragraph in &self.opening {
            let _ = write!(out, "{paragraph}\n\n");
        }
        for (label, value) in &self.facts {
            let _ = writeln!(out, "{label}: {value}");
        }
        if !self.facts.is_empty() {
            out.push('\n');
        }
        if let Some((label, url)) = &self.button {
            let _ = write!(out, "{label}: {url}\n\n");
        }
        for paragraph in &self.closing {
            let _ = write!(out, "{paragraph}\n\n");
        }
        let _ = write!(out, "The {} team\n{}\n", sender.site, sender.contact);
        out
    }

    /// The HTML body: a whole document, styles inline (mail programs read nothing else), no image and no request to anywhere.
    pub fn html(&self, sender: Sender<'_>) -> String {
        let mut body = format!(
            "<p style=\"margin:0 0 24px;font-weight:800;letter-spacing:.08em;text-transform:uppercase;color:#0a7d32\">{}</p>\
             <h1 style=\"margin:0 0 16px;font-size:28px;line-height:1.15\">{}</h1>",
            escape(sender.site),
            escape(&self.heading)
        );
        for paragraph in &self.opening {
            paragraph_html(&mut body, paragraph);
        }
        if !self.facts.is_empty() {
            body.push_str(
                "<table role=\"presentation\" style=\"width:100%;border-collapse:collapse;margin:0 0 24px\">",
            );
            for (label, value) in &self.facts {
                let _ = write!(
                    body,
                    "<tr><th scope=\"row\" style=\"text-align:left;padding:8px 16px 8px 0;color:#4b5a51;font-weight:400;\
                     border-bottom:1px solid #dde5df;white-space:nowrap;vertical-align:top\">{}</th>\
                     <td style=\"padding:8px 0;border-bottom:1px solid #dde5df;font-weight:700\">{}</td></tr>",
                    escape(label),
                    escape(value)
                );
            }
            body.push_str("</table>");
        }
        if let Some((label, url)) = &self.button {
            let _ = write!(
                body,
                "<p style=\"margin:0 0 24px\"><a href=\"{}\" style=\"display:inline-block;padding:14px 22px;background:#0a7d32;\
                 color:#ffffff;text-decoration:none;font-weight:700;border-radius:6px\">{}</a></p>",
                escape(url),
                escape(label)
            );
        }
        for paragraph in &self.closing {
            paragraph_html(&mut body, paragraph);
        }
        format!(
            "<!doctype html>\n<html lang=\"en-GB\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\"><title>{}</title></head>\
             <body style=\"margin:0;background:#eef3ef;color:#0d1510;font:16px/1.5 Archivo,Arial,sans-serif\">\
             <div style=\"max-width:560px;margin:0 auto;padding:32px 24px;background:#ffffff\">{body}\
             <p style=\"margin:24px 0 0;color:#4b5a51\">The {} team<br>{}</p></div></body></html>\n",
            escape(&self.subject),
            escape(sender.site),
            escape(sender.contact)
        )
    }
}

fn paragraph_html(out: &mut String, paragraph: &str) {
    let _ = write!(out, "<p style=\"margin:0 0 16px\">{}</p>", escape(paragraph).replace('\n', "<br>"));
}

/// Makes plain text safe inside HTML text and inside a quoted attribute.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() && c != '\n' => {}
            c => out.push(c),
        }
    }
    out
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
            facts: vec![("Code", "7K3M9Q".into())],
            button: Some(("See your ticket", "http://localhost/?a=1&b=\"2\"".into())),
            closing: vec!["Bring water.".into()],
        };
        let sender = Sender { site: "Sixfold", contact: "a <b> c" };
        let (text, html) = (letter.text(sender), letter.html(sender));
        assert!(text.contains("You're in, <b>Zoë</b>") && text.contains("Code: 7K3M9Q"));
        assert!(html.contains("You&#39;re in, &lt;b&gt;Zoë&lt;/b&gt;") && !html.contains("<b>"));
        assert!(html.contains("href=\"http://localhost/?a=1&amp;b=&quot;2&quot;\""));
        assert!(html.contains("One &amp; two") && html.contains("7K3M9Q") && html.contains("Bring water."));
    }
}
