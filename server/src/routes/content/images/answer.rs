//! A picture, as editors see it.

use serde::Serialize;
use utoipa::ToSchema;

use crate::content::image::ImageInfo;
use crate::db::content::picture::Row;

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

impl ImageAnswer {
    pub(super) fn of(library_id: &str, row: Row) -> Self {
        let pixels = |side: i64| u32::try_from(side).unwrap_or(1);
        let facts = ImageInfo::new(library_id, &row.image_id, pixels(row.width), pixels(row.height));
        Self { id: row.image_id, name: row.name, alt_text: row.alt_text, facts }
    }
}
