//! Data inside a page: JSON in a script element that browsers do not run.

use maud::{Markup, PreEscaped, html};
use serde_json::Value;

/// JSON that cannot end the element around it.
pub(super) fn script(kind: &str, id: Option<&str>, value: &Value) -> Markup {
    let text = value
        .to_string()
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029");
    html! { script type=(kind) id=[id] { (PreEscaped(text)) } }
}

#[cfg(test)]
mod tests {
    #[test]
    fn data_cannot_leave_its_element() {
        let value = serde_json::json!({"a": "</script><script>alert(1)</script><!--"});
        let text = super::script("application/json", Some("first-data"), &value).0;
        let inside = text.strip_prefix("<script type=\"application/json\" id=\"first-data\">").unwrap();
        let inside = inside.strip_suffix("</script>").unwrap();
        assert!(!inside.contains('<'));
        assert_eq!(serde_json::from_str::<serde_json::Value>(inside).unwrap(), value);
    }
}
