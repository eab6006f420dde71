//! A picture, as editors see it.

use serde::Serialize;
use utoipa::ToSchema;

use crate::content::image::ImageInfo;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ImageAnswer {
    /// Its id, which an image element names.
    pub(super) id: String,
    /// Its name for editors.
    pub(super) name: String,
    /// A description for people who cannot see it.
    pub(super) alt_text: String,
    /// Its address and sizes.
    #[serde(flatten)]
    pub(super) facts: ImageInfo,
}
