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

/// What a type is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Stands at an address of its own.
    Page,
    /// Stands on a page.
    Component,
    /// Stands inside components, or is read by the site itself.
    Fragment,
    /// The site's settings.
    Settings,
}

impl Kind {
    /// The word in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Component => "component",
            Self::Fragment => "fragment",
            Self::Settings => "settings",
        }
    }
}

/// What an element holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ElementType {
    /// One line of plain text: `value`.
    Text,
    /// Markdown: `value`.
    FormattedText,
    /// `value`.
    Number,
    /// Yes or no: `value`.
    Toggle,
    /// An instant, ISO with `Z`: `value`.
    DateTime,
    /// Words of a list: `categories`.
    Category,
    /// `linkURL`, `linkText`, `action`, `target`.
    Link,
    /// `id`, `altText`, `linkURL`.
    Image,
    /// Another item: `value: {id}` or `values: [{id}]`.
    Reference,
    /// Elements of its own: `value: {key: element}` or `values: [{key: element}]`.
    Group,
}

impl ElementType {
    /// The word in JSON.
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

/// The form of a text that is more than words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Where a page stands, below the locale's prefix: `/news`.
    Path,
    /// What `#` leads to: `prize`.
    Anchor,
    /// Words of a mail, with placeholders that the mail fills in: `{firstName}`.
    Letter,
}

/// One element of a type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ElementDef {
    /// Its name in the item.
    pub key: String,
    /// Its name for editors.
    pub label: String,
    /// What it holds.
    pub element_type: ElementType,
    /// Whether an item can be ready without it.
    pub required: bool,
    /// Whether it holds several: `values` in the place of `value`.
    pub list: bool,
    /// What an editor should know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The most characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_length: Option<usize>,
    /// The least number; of a list, the fewest entries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// The greatest number; of a list, the most entries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// The words to choose from; of a text or a category.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// The types that may be referred to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allow: Vec<String>,
    /// What form a text has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<Format>,
    /// The elements of a group.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(no_recursion)]
    pub elements: Vec<ElementDef>,
}

/// One type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TypeDef {
    /// Its id, `flexi-page`.
    pub type_id: String,
    /// Its name, `Flexi`.
    #[serde(rename = "type")]
    pub name: String,
    /// What it is for.
    pub kind: Kind,
    /// What an editor uses it for.
    pub description: String,
    /// Its elements, in the order of the editor's form.
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

    fn look(types: &Types, at: &str, elements: &[ElementDef]) {
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
            look(types, &at, &element.elements);
        }
    }

    #[test]
    fn every_file_describes_a_type_that_holds_together() {
        let types = all().unwrap();
        for def in types.values() {
            look(types, &def.type_id, &def.elements);
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
        for wanted in [
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
            assert!(components.contains(&wanted), "{wanted}");
        }
        assert_eq!(named(Kind::Settings), ["site-settings"]);
    }
}
