//! A picture, as editors see it.

use serde::Serialize;
use utoipa::ToSchema;

use crate::content::image::Facts;

/// A picture, as editors see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ImageAnswer {
    /// Its id, for an image element.
    pub(super) id: String,
    /// What editors call it.
    pub(super) name: String,
    /// What it shows, for those who do not see it.
    pub(super) alt_text: String,
    /// Where it is and in which sizes.
    #[serde(flatten)]
    pub(super) facts: Facts,
}
