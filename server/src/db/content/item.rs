//! A content item as the hub's clients see it (RULES 13.9).

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A page, a component or a setting: typed elements under a name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    /// Its id, constant for life.
    pub id: String,
    /// What editors call it.
    pub name: String,
    /// The id of its type, `flexi-page`.
    pub type_id: String,
    /// The name of its type, `Flexi`.
    #[serde(rename = "type")]
    pub kind: String,
    /// `draft` or `ready`; only what is ready is public.
    pub status: String,
    /// The library it belongs to.
    pub library_id: String,
    /// Words to find it by.
    #[serde(default)]
    pub tags: Vec<String>,
    /// The content: each key has an `elementType` and a `value` or `values`.
    #[schema(value_type = Object)]
    pub elements: Map<String, Value>,
    /// Rises with every change; a writer must name the one they saw.
    #[serde(default)]
    pub rev: i64,
    /// When it was last changed, ISO with `Z`.
    #[serde(default)]
    pub last_modified: String,
}

impl Item {
    /// The path of a page, without the locale's prefix; none for other items.
    pub fn path(&self) -> Option<&str> {
        self.elements.get("path")?.get("value")?.as_str().filter(|path| path.starts_with('/'))
    }

    /// The item as JSON, for searching and rendering.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).unwrap_or(Value::Null)
    }
}
