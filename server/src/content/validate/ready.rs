//! What visitors may see: every required element is there, nothing is too long, and every item that is referred to
//! exists and is ready.

use serde_json::{Map, Value};

use super::link::{self, is_anchor};
use super::needed;
use super::path;
use super::problem::Problem;
use crate::content::library::Library;
use crate::content::mail_wording;
use crate::content::references::entries;
use crate::content::types::{ElementDef, ElementType, Format};
use crate::db::content::item::Item;

/// The longest description of a picture, in characters.
const ALT_LIMIT: usize = 250;

/// The check of an item.
pub(super) struct Check<'a> {
    item: &'a Item,
    library: &'a Library,
    found: Vec<Problem>,
}

impl<'a> Check<'a> {
    pub(super) fn new(item: &'a Item, library: &'a Library) -> Self {
        Self { item, library, found: Vec::new() }
    }

    pub(super) fn run(mut self, defs: &[ElementDef]) -> Vec<Problem> {
        self.elements(&self.item.elements, defs, "");
        self.found.extend(needed::check(self.item, self.library));
        self.found
    }

    fn say(&mut self, at: &str, problem: &'static str, message: String) {
        self.found.push(Problem::new(at, problem, message));
    }

    fn elements(&mut self, elements: &Map<String, Value>, defs: &[ElementDef], above: &str) {
        for def in defs.iter().filter(|def| !def.retired) {
            let at = if above.is_empty() { def.key.clone() } else { format!("{above}.{}", def.key) };
            self.element(elements.get(&def.key), def, &at);
        }
    }

    fn element(&mut self, element: Option<&Value>, def: &ElementDef, at: &str) {
        // An element of another type counts as absent.
        let element = element.filter(|element| {
            element.get("elementType").and_then(Value::as_str) == Some(def.element_type.word())
        });
        let values: Vec<(usize, &Value)> = element.map(|element| filled(element, def)).unwrap_or_default();
        let label = &def.label;
        if values.is_empty() {
            if def.required {
                self.say(at, "REQUIRED", format!("{label} is missing."));
            }
            return;
        }
        if def.list {
            let count = values.len();
            // A list of 2^53 entries does not fit in a request.
            #[expect(clippy::cast_precision_loss, reason = "a request carries far fewer")]
            let number = count as f64;
            if let Some(min) = def.min.filter(|min| number < *min) {
                self.say(at, "TOO_FEW", format!("{label} needs at least {min}."));
            }
            if let Some(max) = def.max.filter(|max| number > *max) {
                self.say(at, "TOO_MANY", format!("{label} has room for {max}."));
            }
        }
        for (index, value) in values {
            let at = if def.list { format!("{at}[{index}]") } else { at.to_owned() };
            self.value(value, def, &at);
        }
    }

    fn value(&mut self, value: &Value, def: &ElementDef, at: &str) {
        match def.element_type {
            ElementType::Text | ElementType::FormattedText => self.text(text(value), def, at),
            ElementType::Category => self.option(text(value), def, at),
            ElementType::Number => self.number(value, def, at),
            ElementType::Toggle => {}
            ElementType::DateTime => {
                if text(value).parse::<jiff::Timestamp>().is_err() {
                    let message = format!("{} is no date and time, such as 2026-01-01T00:00:00Z.", def.label);
                    self.say(at, "DATE_INVALID", message);
                }
            }
            ElementType::Link => link::check(at, value, def, self.library, &mut self.found),
            ElementType::Image => self.image(value, def, at),
            ElementType::Reference => self.reference(text(&value["id"]), def, at),
            ElementType::Group => {
                if let Value::Object(elements) = value {
                    self.elements(elements, &def.elements, at);
                }
            }
        }
    }

    fn text(&mut self, text: &str, def: &ElementDef, at: &str) {
        let count = text.chars().count();
        if let Some(max) = def.max_length.filter(|max| count > *max) {
            self.say(at, "TOO_LONG", format!("{} has {count} characters; {max} fit.", def.label));
        }
        if !def.options.is_empty() {
            self.option(text, def, at);
        }
        match def.format {
            Some(Format::Path) => self.found.extend(path::check(at, text, self.item, self.library)),
            Some(Format::Anchor) if !is_anchor(text) => {
                let message = format!("{} has small letters, digits and hyphens: the-prize.", def.label);
                self.say(at, "ANCHOR_INVALID", message);
            }
            Some(Format::Letter) => self.placeholders(text, def, at),
            Some(Format::Anchor) | None => {}
        }
    }

    fn placeholders(&mut self, text: &str, def: &ElementDef, at: &str) {
        let Some(unknown) = mail_wording::unknown_placeholder(&self.item.id, text) else { return };
        let known: Vec<String> =
            mail_wording::placeholders(&self.item.id).map(|known| format!("{{{}}}", known.name)).collect();
        let message =
            format!("{}: nothing fills in {{{unknown}}}. This letter has {}.", def.label, known.join(", "));
        self.say(at, "PLACEHOLDER_UNKNOWN", message);
    }

    fn option(&mut self, text: &str, def: &ElementDef, at: &str) {
        if !def.options.iter().any(|option| option == text) {
            let message = format!("{} is one of: {}.", def.label, def.options.join(", "));
            self.say(at, "NOT_AN_OPTION", message);
        }
    }

    fn number(&mut self, value: &Value, def: &ElementDef, at: &str) {
        let number = value.as_f64().unwrap_or(f64::NAN);
        if let Some(min) = def.min.filter(|min| number < *min) {
            self.say(at, "TOO_SMALL", format!("{} is at least {min}.", def.label));
        }
        if let Some(max) = def.max.filter(|max| number > *max) {
            self.say(at, "TOO_LARGE", format!("{} is at most {max}.", def.label));
        }
    }

    fn image(&mut self, value: &Value, def: &ElementDef, at: &str) {
        let label = &def.label;
        let part = |key: &str| text(&value[key]).trim();
        let (id, alt, url) = (part("id"), part("altText"), part("linkURL"));
        if !self.library.has_image(id) {
            self.say(
                at,
                "IMAGE_MISSING",
                format!("{label}: that picture is not there any more. Choose another."),
            );
        }
        if alt.chars().count() > ALT_LIMIT {
            self.say(
                at,
                "TOO_LONG",
                format!("{label}: the description has room for {ALT_LIMIT} characters."),
            );
        }
        if !url.is_empty() {
            if !link::is_safe_url(url) {
                self.say(
                    at,
                    "LINK_URL",
                    format!("{label} leads to no address: use /page, #part or https://."),
                );
            }
            if alt.is_empty() {
                let message = format!("{label} is a link, so it needs a description of where it leads.");
                self.say(at, "ALT_MISSING", message);
            }
        }
    }

    fn reference(&mut self, id: &str, def: &ElementDef, at: &str) {
        let label = &def.label;
        if id != self.item.id {
            let Some(head) = self.library.head(id) else {
                self.say(at, "REFERENCE_MISSING", format!("{label} names “{id}”, which is not there."));
                return;
            };
            let name = &head.item.name;
            let type_id = self.library.ready(id).map_or(&head.item.type_id, |ready| &ready.type_id);
            if !def.allow.contains(type_id) {
                self.say(
                    at,
                    "REFERENCE_TYPE",
                    format!("{label} cannot show “{name}”: it is of another type."),
                );
            } else if head.ready_rev.is_none() {
                self.say(at, "REFERENCE_NOT_READY", format!("“{name}” is not ready yet."));
            }
        }
        if let Some(way) = self.library.way_back(&self.item.id, id) {
            self.say(at, "REFERENCE_LOOP", format!("This would show itself: {}.", way.join(" → ")));
        }
    }
}

/// The text of a value; empty for any other type.
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The values of an element that are not empty, each with its path.
fn filled<'a>(element: &'a Value, def: &ElementDef) -> Vec<(usize, &'a Value)> {
    let all: Vec<&Value> = if def.element_type == ElementType::Category {
        element.get("categories").and_then(Value::as_array).into_iter().flatten().collect()
    } else {
        entries(element)
    };
    all.into_iter().enumerate().filter(|(_, value)| says_something(value, def.element_type)).collect()
}

fn says_something(value: &Value, kind: ElementType) -> bool {
    let has = |key: &str| !text(&value[key]).trim().is_empty();
    match kind {
        ElementType::Text | ElementType::FormattedText | ElementType::DateTime | ElementType::Category => {
            !text(value).trim().is_empty()
        }
        ElementType::Number => value.is_number(),
        ElementType::Toggle => value.is_boolean(),
        ElementType::Link => has("linkURL") || has("linkText") || has("action"),
        ElementType::Image | ElementType::Reference => has("id"),
        ElementType::Group => value.is_object(),
    }
}
