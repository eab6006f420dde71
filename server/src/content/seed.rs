//! The content that the product comes with: JSON files under `content/items`, built into the binary and stored at
//! start. A missing item is added; one whose file has changed is updated, unless a person has edited it.

use std::collections::HashMap;

use rust_embed::RustEmbed;
use sha2::{Digest as _, Sha256};

use crate::db::content::LIBRARY;
use crate::db::content::author::State;
use crate::db::content::item::Item;
use crate::db::{self, Conn, DbError};

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../content/items"]
struct Files;

/// The item that holds the site's title, colours and links.
pub const SETTINGS: &str = "site-settings";
/// The item with the text of the consents, and its version.
pub const CONSENT: &str = "consent-text";
/// The version of that text as it ships with the program, for a site that does not have the item.
pub const CONSENT_VERSION: &str = "2026-1";

/// A seed file that is not a content item: a fault of the build, not of the installation.
#[derive(Debug, thiserror::Error)]
#[error("content/items/{file} is not a content item: {reason}")]
pub struct SeedFileError {
    file: String,
    reason: String,
}

/// An item and the fingerprint of its file.
#[derive(Debug, Clone)]
pub struct SeedItem {
    pub item: Item,
    /// SHA-256 of the file, in hex.
    pub fingerprint: String,
}

/// Every seed item, by file name.
pub fn items() -> Result<Vec<SeedItem>, SeedFileError> {
    Files::iter()
        .filter(|name| name.ends_with(".json"))
        .filter_map(|name| Files::get(&name).map(|file| (name, file)))
        .map(|(name, file)| {
            let item: Item = serde_json::from_slice(&file.data)
                .map_err(|error| SeedFileError { file: name.into_owned(), reason: error.to_string() })?;
            Ok(SeedItem {
                item: Item { rev: 1, ..item },
                fingerprint: hex::encode(Sha256::digest(&file.data)),
            })
        })
        .collect()
}

/// Stores the seed: the content items and, in a new database, the academy, its seasons and its working week. Writes
/// nothing if nothing has changed since the last start.
pub async fn run(conn: &mut Conn, seeds: &[SeedItem], now_ms: i64) -> Result<(), DbError> {
    db::calendar::schedule::ensure_defaults(conn, now_ms).await?;
    let is_known = |seed: &SeedItem, marks: &HashMap<String, String>| {
        let before = marks.get(&mark_of(&seed.item)).and_then(|mark| mark.split_once('@'));
        before.is_some_and(|(seeded, _)| seeded == seed.fingerprint)
    };
    let marks = marks(conn).await?;
    if seeds.iter().all(|seed| is_known(seed, &marks)) {
        return Ok(());
    }
    db::content::author::lock(conn).await?;
    // Another node may have been faster.
    let marks = self::marks(conn).await?;
    let states = db::content::author::seed_states(conn, LIBRARY).await?;
    for seed in seeds.iter().filter(|seed| !is_known(seed, &marks)) {
        let SeedItem { item, fingerprint } = seed;
        let name = mark_of(item);
        let before = marks.get(&name).and_then(|mark| mark.split_once('@'));
        let seeded_as = before.and_then(|(_, rev)| rev.parse::<i64>().ok()).unwrap_or(0);
        let state = states.iter().find(|state| state.id == item.id);
        let next = match state {
            None => 1,
            Some(state) if state.deleted_at.is_none() && seeded_as == state.rev => state.rev + 1,
            // An item that a person has edited or deleted stays so; only the fingerprint is updated.
            Some(_) => {
                let mark = format!("{fingerprint}@{seeded_as}");
                db::content::put_seed_mark(conn, &name, &mark).await?;
                continue;
            }
        };
        // A page that a person made may already have the path of a new seed page: theirs stays, ours becomes a draft.
        let taken = item.path().is_some_and(|path| {
            let mut theirs = states.iter().filter(|state| seeds.iter().all(|seed| seed.item.id != state.id));
            theirs.any(|state| state.ready_rev.is_some() && state.path.as_deref() == Some(path))
        });
        let status = if taken { "draft".to_owned() } else { item.status.clone() };
        let ready_rev = if status == "ready" { Some(next) } else { state.and_then(|state| state.ready_rev) };
        let item = Item { rev: next, status, ..item.clone() };
        let state = State { item: &item, ready_rev, by: None, restored_from: None, took_down: false };
        db::content::author::store(conn, &state, now_ms).await?;
        db::content::put_seed_mark(conn, &name, &format!("{fingerprint}@{next}")).await?;
    }
    Ok(())
}

/// The mark of each seed: its file's fingerprint and the seeded revision, by [`mark_of`].
async fn marks(conn: &mut Conn) -> Result<HashMap<String, String>, DbError> {
    Ok(db::content::seed_marks(conn, MARK).await?.into_iter().collect())
}

/// The name of an item's mark.
fn mark_of(item: &Item) -> String {
    format!("{MARK}{}:{}", item.library_id, item.id)
}

/// The prefix of the names of marks.
const MARK: &str = "content-seed:";

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::content::library::Library;
    use crate::content::{types, validate};
    use crate::db::content::author::Head;

    #[test]
    fn every_seed_file_is_an_item_with_its_own_id_and_its_references_exist() {
        let items = items().unwrap();
        let ids: HashSet<_> = items.iter().map(|seed| seed.item.id.clone()).collect();
        assert_eq!(ids.len(), items.len());
        for seed in &items {
            assert_eq!(seed.item.library_id, LIBRARY, "{}", seed.item.id);
            assert!(matches!(seed.item.status.as_str(), "ready" | "draft"), "{}", seed.item.id);
        }
    }

    #[test]
    fn every_seed_item_is_what_its_type_says() {
        let items: Vec<Item> = items().unwrap().into_iter().map(|seed| seed.item).collect();
        let head = |item: &Item| Head {
            item: item.clone(),
            ready_rev: (item.status == "ready").then_some(item.rev),
            taken_down: false,
            deleted_at: None,
            saved_by: None,
        };
        let ready = items.iter().filter(|item| item.status == "ready").cloned();
        let library = Library::new(items.iter().map(head), ready, []);
        let types = types::all().unwrap();
        let mut wrong = Vec::new();
        for item in &items {
            let def = types.get(&item.type_id).unwrap_or_else(|| panic!("{} has no type", item.id));
            if item.kind != def.name {
                wrong.push(format!("{}: its type is called {}", item.id, def.name));
            }
            let found = validate::problems(item, def, &library);
            wrong.extend(
                found.into_iter().map(|p| format!("{}: {} {}: {}", item.id, p.element, p.problem, p.message)),
            );
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
