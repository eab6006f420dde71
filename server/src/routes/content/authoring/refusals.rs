//! Refusals of content writes.

use crate::content::library::ItemRef;
use crate::content::validate::Problem;
use crate::db::content::author::Head;
use crate::http::ApiError;

/// 409: somebody else has saved meanwhile; with their version, so that both can be shown.
pub(super) fn changed(head: &Head) -> ApiError {
    ApiError::conflict("CONTENT_CHANGED", "Somebody else has changed this meanwhile. Look at both versions.")
        .with("current", &head.item)
        .with("savedBy", &head.saved_by)
}

/// 400: elements that not even a draft may have.
pub(super) fn malformed(problems: &[Problem]) -> ApiError {
    let error =
        ApiError::bad_request("CONTENT_MALFORMED", "This is not an item of its type. Look at the problems.");
    match problems.first() {
        Some(first) => error.field(first.element.clone()),
        None => error,
    }
    .with("problems", problems)
}

/// 422: an item that is not ready for visitors.
pub(super) fn invalid(problems: &[Problem]) -> ApiError {
    ApiError::rule("CONTENT_INVALID", "This is not ready for visitors yet. Look at the problems.")
        .with("problems", problems)
}

/// 409: an item has or had the id.
pub(super) fn exists(head: &Head) -> ApiError {
    let message = if head.deleted_at.is_some() {
        "An item with that id was taken away. Bring it back from its history."
    } else {
        "There is an item with that id already."
    };
    ApiError::conflict("CONTENT_EXISTS", message).field("id").with("deleted", head.deleted_at.is_some())
}

/// 422: other items show it.
pub(super) fn in_use(used_by: &[ItemRef]) -> ApiError {
    ApiError::rule("CONTENT_IN_USE", "Other items show this one. Take it out of them first.")
        .with("usedBy", used_by)
}

/// 422: items show the picture.
pub(in crate::routes::content) fn image_in_use(used_by: &[ItemRef]) -> ApiError {
    ApiError::rule("CONTENT_IN_USE", "Items show this picture. Take it out of them first.")
        .with("usedBy", used_by)
}

/// 422: visitors do not see it.
pub(super) fn not_published() -> ApiError {
    ApiError::rule("CONTENT_NOT_PUBLISHED", "Visitors do not see this item. There is nothing to take down.")
}

/// 422: the site needs it.
pub(super) fn needed() -> ApiError {
    ApiError::rule("CONTENT_NEEDED", "The site cannot do without this item.")
}
