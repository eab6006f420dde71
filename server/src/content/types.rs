//! The content types: which elements an item of each has, and the help for its editors. One file each under
//! `content/types`, built into the binary.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use rust_embed::RustEmbed;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../content/types"]
struct Files;

/// What items of a type are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A page, with an address of its own.
    Page,
    /// A part of a page.
    Component,
    /// A part of a component, or an item that the site itself reads.
    Fragment,
    /// The site's settings.
    Settings,
}

impl Kind {
    pub fn word(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Component => "component",
            Self::Fragment => "fragment",
            Self::Settings => "settings",
        }
    }
}

/// The type of an element, with the keys that hold its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ElementType {
    /// One line of plain text: `value`.
    Text,
    /// Markdown: `value`.
    FormattedText,
    /// `value`.
    Number,
    /// A boolean: `value`.
    Toggle,
    /// An instant, ISO with `Z`: `value`.
    DateTime,
    /// Words from a list: `categories`.
    Category,
    /// `linkURL`, `linkText`, `action`, `target`.
    Link,
    /// `id`, `altText`, `linkURL`.
    Image,
    /// Another item: `value: {id}` or `values: [{id}]`.
    Reference,
    /// Nested elements: `value: {key: element}` or `values: [{key: element}]`.
    Group,
}

impl ElementType {
    pub fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::FormattedText => "formattedtext",
            Self::Number => "number",
            Self::Toggle => "toggle",
            Self::DateTime => "datetime",
            Self::Category => "category",
            Self::Link => "link",
            Self::Image => "image",
            Self::Reference => "reference",
            Self::Group => "group",
        }
    }
}

/// The format that a text has to have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// The path of a page without the locale's prefix: `/news`.
    Path,
    /// An anchor, without `#`: `prize`.
    Anchor,
    /// Text of a letter, with placeholders such as `{firstName}`.
    Letter,
}

/// The definition of an element.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ElementDef {
    /// The key of the element in an item.
    pub key: String,
    /// The label shown to editors.
    pub label: String,
    pub element_type: ElementType,
    /// Whether an item without it cannot be published.
    pub required: bool,
    /// Whether it is a list: `values` instead of `value`.
    pub list: bool,
    /// Whether nothing draws it any more: an item may keep it, but editors are not offered it.
    #[serde(default, skip_serializing)]
    pub retired: bool,
    /// Help text for editors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The maximum length, in characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_length: Option<usize>,
    /// The minimum; for a list, of the number of entries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// The maximum; for a list, of the number of entries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// The allowed words of a text or a category.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// The content types that it may refer to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allow: Vec<String>,
    /// The format of a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<Format>,
    /// The elements of a group.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(no_recursion)]
    pub elements: Vec<ElementDef>,
}

/// A content type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TypeDef {
    /// The id, such as `flexi-page`.
    pub type_id: String,
    /// The name shown to editors, such as `Flexi`.
    #[serde(rename = "type")]
    pub name: String,
    pub kind: Kind,
    /// A description for editors.
    pub description: String,
    /// The elements, in the order of the editor's form.
    pub elements: Vec<ElementDef>,
}

/// A file that does not describe a type: a fault of the build, not of the installation.
#[derive(Debug, thiserror::Error)]
#[error("content/types/{file} is not a content type: {reason}")]
pub struct TypeFileError {
    file: String,
    reason: String,
}

pub type Types = BTreeMap<String, TypeDef>;

static TYPES: LazyLock<Result<Types, TypeFileError>> = LazyLock::new(read);

/// Every type of the product.
pub fn all() -> Result<&'static Types, &'static TypeFileError> {
    TYPES.as_ref()
}

/// Every type as editors see it, without the elements that nothing draws any more.
pub fn offered() -> Result<Vec<TypeDef>, &'static TypeFileError> {
    let types = all()?.values().cloned();
    Ok(types.map(|def| TypeDef { elements: offered_of(def.elements), ..def }).collect())
}

fn offered_of(elements: Vec<ElementDef>) -> Vec<ElementDef> {
    elements
        .into_iter()
        .filter(|def| !def.retired)
        .map(|def| ElementDef { elements: offered_of(def.elements), ..def })
        .collect()
}

fn read() -> Result<Types, TypeFileError> {
    let mut types = Types::new();
    for file in Files::iter().filter(|file| file.ends_with(".json")) {
        let Some(content) = Files::get(&file) else { continue };
        let wrong = |reason: String| TypeFileError { file: file.clone().into_owned(), reason };
        let def: TypeDef = serde_json::from_slice(&content.data).map_err(|error| wrong(error.to_string()))?;
        if file.as_ref() != format!("{}.json", def.type_id) {
            return Err(wrong(format!("it describes {}", def.type_id)));
        }
        types.insert(def.type_id.clone(), def);
    }
    let components: Vec<String> =
        types.values().filter(|def| def.kind == Kind::Component).map(|def| def.type_id.clone()).collect();
    for def in types.values_mut() {
        def.elements.iter_mut().for_each(|element| expand(element, &components));
    }
    Ok(types)
}

/// Replaces `kind:component` by every component.
fn expand(element: &mut ElementDef, components: &[String]) {
    if element.allow.iter().any(|allowed| allowed == "kind:component") {
        element.allow = components.to_vec();
    }
    element.elements.iter_mut().for_each(|element| expand(element, components));
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn check(types: &Types, at: &str, elements: &[ElementDef]) {
        let keys: BTreeSet<_> = elements.iter().map(|element| &element.key).collect();
        assert_eq!(keys.len(), elements.len(), "{at}: a key twice");
        for element in elements {
            let at = format!("{at}.{}", element.key);
            assert!(!element.label.is_empty(), "{at}: no label");
            let (kind, is) = (element.element_type, |kind| element.element_type == kind);
            assert_eq!(!element.allow.is_empty(), is(ElementType::Reference), "{at}: allow");
            assert_eq!(!element.elements.is_empty(), is(ElementType::Group), "{at}: elements");
            assert!(element.options.is_empty() || is(ElementType::Text) || is(ElementType::Category), "{at}");
            assert!(element.format.is_none() || is(ElementType::Text), "{at}: format");
            let texts = is(ElementType::Text) || is(ElementType::FormattedText);
            assert_eq!(element.max_length.is_some(), texts, "{at}: {kind:?} and maxLength");
            for allowed in &element.allow {
                assert!(types.contains_key(allowed), "{at} allows the unknown {allowed}");
            }
            check(types, &at, &element.elements);
        }
    }

    #[test]
    fn every_file_describes_a_type_that_holds_together() {
        let types = all().unwrap();
        for def in types.values() {
            check(types, &def.type_id, &def.elements);
            let has_path = def.elements.iter().any(|element| element.format == Some(Format::Path));
            assert_eq!(def.kind == Kind::Page, has_path, "{}", def.type_id);
        }
    }

    #[test]
    fn the_specification_s_templates_and_components_are_there() {
        let types = all().unwrap();
        let named = |kind| {
            types.values().filter(|def| def.kind == kind).map(|def| def.type_id.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(
            named(Kind::Page),
            ["dashboard-page", "flexi-page", "image-left-content-right-page", "leaderboard-page"]
        );
        let components = named(Kind::Component);
        for component in [
            "countdown",
            "form",
            "calendar",
            "carousel",
            "scorecard",
            "test-confirm",
            "test-details",
            "test-results",
            "test-score",
            "booking-details",
            "hall-of-fame",
            "media-center",
            "my-profile",
            "leaderboard",
            "instore-admin",
            "coach-admin",
            "delivery-admin",
            "reveal-desk",
        ] {
            assert!(components.contains(&component), "{component}");
        }
        assert_eq!(named(Kind::Settings), ["site-settings"]);
    }
}
