//! What writers are told when it is no.

use crate::content::library::Named;
use crate::content::validate::Problem;
use crate::db::content::author::Head;
use crate::http::error::ApiError;

/// Somebody else has saved meanwhile; with their version, so that both can be shown.
pub(super) fn changed(head: &Head) -> ApiError {
    ApiError::conflict("CONTENT_CHANGED", "Somebody else has changed this meanwhile. Look at both versions.")
        .with("current", &head.item)
        .with("savedBy", &head.saved_by)
}

/// Elements that no draft may hold.
pub(super) fn malformed(problems: &[Problem]) -> ApiError {
    let error =
        ApiError::bad_request("CONTENT_MALFORMED", "This is not an item of its type. Look at the problems.");
    match problems.first() {
        Some(first) => error.field(first.element.clone()),
        None => error,
    }
    .with("problems", problems)
}

/// A draft that visitors cannot be shown yet.
pub(super) fn invalid(problems: &[Problem]) -> ApiError {
    ApiError::rule("CONTENT_INVALID", "This is not ready for visitors yet. Look at the problems.")
        .with("problems", problems)
}

/// The id is another item's, or was.
pub(super) fn exists(head: &Head) -> ApiError {
    let message = if head.deleted_at.is_some() {
        "An item with that id was taken away. Bring it back from its history."
    } else {
        "There is an item with that id already."
    };
    ApiError::conflict("CONTENT_EXISTS", message).field("id").with("deleted", head.deleted_at.is_some())
}

/// Others show the item.
pub(super) fn in_use(used_by: &[Named]) -> ApiError {
    ApiError::rule("CONTENT_IN_USE", "Other items show this one. Take it out of them first.")
        .with("usedBy", used_by)
}

/// The site needs the item.
pub(super) fn needed() -> ApiError {
    ApiError::rule("CONTENT_NEEDED", "The site cannot do without this item.")
}
