//! The board on the wire. A row of somebody else shows a first name and an initial, unless it is for staff.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use sixfold_domain::identity::Uaid;
use sixfold_domain::leaderboard::{self, Board, Final, ROWS_MAX, Standing};
use sixfold_domain::profile::Gender;
use sixfold_domain::score::Score;
use utoipa::ToSchema;

use super::query::{Asked, Window, write_cursor};
use crate::db::leaderboard::Entry;
use crate::error::{ApiError, Envelope};

/// What an answer depends on beside its address.
const VARY: HeaderValue = HeaderValue::from_static("cookie, authorization");

/// One row (spec §3, "Leaderboard row").
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::routes) struct LeaderboardRow {
    /// Null to the public but for one's own row.
    #[schema(value_type = Option<String>)]
    pub(super) uaid: Option<Uaid>,
    /// First name.
    pub(super) first_name: String,
    /// To the public its initial.
    pub(super) last_name: String,
    /// The best final score of the window, 0.00 to 100.00.
    #[schema(value_type = f64)]
    pub(super) score: Score,
    /// Within the board returned; equal scores share it.
    pub(super) position: usize,
    /// At the last London midnight; null if not ranked then, and on custom windows.
    pub(super) prev_position: Option<usize>,
    /// Whether it is the caller's own.
    pub(super) is_user: bool,
    /// `male` or `female`; null to the public where it is neither.
    pub(super) gender: Option<&'static str>,
}

/// The board.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "the names of the wire")]
pub(in crate::routes) struct Leaderboard {
    /// The rows asked for, best first.
    leaderboard: Vec<LeaderboardRow>,
    /// With `groupBy=gender`: the men's board.
    #[serde(skip_serializing_if = "Option::is_none")]
    males: Option<Vec<LeaderboardRow>>,
    /// With `groupBy=gender`: the women's board.
    #[serde(skip_serializing_if = "Option::is_none")]
    females: Option<Vec<LeaderboardRow>>,
    /// The caller's own row on the board asked for, wherever it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    me: Option<LeaderboardRow>,
    /// With `around`: the rows each side of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    around: Option<Vec<LeaderboardRow>>,
    /// How many stand on the board asked for.
    total: usize,
    /// What to ask with for the next page; null at the end.
    cursor: Option<String>,
    /// The season shown; null for a window of one's own.
    season: Option<u32>,
    /// First test date that counts.
    from: String,
    /// Last test date that counts.
    to: String,
    /// The latest season before this one that has finals.
    previous_season: Option<u32>,
    /// The server's clock, ISO with `Z`.
    timestamp: String,
}

/// Everything that a board is made of.
pub(super) struct Stand<'a> {
    pub entries: Vec<Entry>,
    pub window: Window,
    pub previous_season: Option<u32>,
    /// Who asks.
    pub caller: Option<&'a Uaid>,
    /// For staff: numbers and whole names.
    pub full: bool,
    /// When the last day in London began, ms; positions are compared with those of then.
    pub midnight_ms: i64,
    pub timestamp: String,
}

impl Stand<'_> {
    fn rank(&self, finals: &[Final], board: Board) -> Vec<Standing> {
        match self.window.season {
            Some(_) => leaderboard::rank_with_previous(finals, board, self.midnight_ms),
            None => leaderboard::rank(finals, board),
        }
    }

    /// Every row of a board.
    pub(super) fn rows(&self, board: Board) -> Vec<LeaderboardRow> {
        let finals = self.finals();
        self.rank(&finals, board).iter().map(|standing| self.row(standing)).collect()
    }

    fn finals(&self) -> Vec<Final> {
        self.entries.iter().map(|entry| entry.ranked.clone()).collect()
    }

    /// What was asked for.
    pub(super) fn answer(&self, asked: &Asked) -> Leaderboard {
        let finals = self.finals();
        let standings = self.rank(&finals, asked.board);
        let place = self.caller.and_then(|uaid| leaderboard::place_of(&finals, &standings, uaid));
        let draw = |rows: &[Standing]| -> Vec<LeaderboardRow> {
            rows.iter().map(|standing| self.row(standing)).collect()
        };
        let around = asked
            .around
            .map(|each| place.map_or(&[][..], |place| leaderboard::around(&standings, place, each)));
        let neighbourhood = around.filter(|rows| !rows.is_empty() && asked.top.is_none());
        let (rows, next) = match neighbourhood {
            Some(rows) => (rows, None),
            None => leaderboard::page(&finals, &standings, asked.cursor, asked.top.unwrap_or(ROWS_MAX)),
        };
        let group = |board: Board| {
            let shown = asked.grouped && (asked.board == Board::Overall || asked.board == board);
            let standings = if shown { self.rank(&finals, board) } else { Vec::new() };
            let (rows, _) = leaderboard::page(&finals, &standings, None, asked.top.unwrap_or(ROWS_MAX));
            asked.grouped.then(|| draw(rows))
        };
        Leaderboard {
            leaderboard: draw(rows),
            males: group(Board::Male),
            females: group(Board::Female),
            me: place.map(|place| self.row(&standings[place])),
            around: around.map(draw),
            total: standings.len(),
            cursor: next.filter(|_| asked.top.is_none()).map(write_cursor),
            season: self.window.season.map(|season| season.season),
            from: self.window.from.to_string(),
            to: self.window.to.to_string(),
            previous_season: self.previous_season,
            timestamp: self.timestamp.clone(),
        }
    }

    fn row(&self, standing: &Standing) -> LeaderboardRow {
        let entry = &self.entries[standing.index];
        let is_user = self.caller == Some(&entry.ranked.uaid);
        let whole = self.full || is_user;
        let stated = Some(entry.ranked.gender.as_str());
        LeaderboardRow {
            uaid: whole.then(|| entry.ranked.uaid.clone()),
            first_name: entry.first_name.clone(),
            last_name: if whole { entry.last_name.clone() } else { initial(&entry.last_name) },
            score: entry.ranked.score,
            position: standing.position,
            prev_position: standing.previous,
            is_user,
            gender: stated.filter(|_| whole || matches!(entry.ranked.gender, Gender::Male | Gender::Female)),
        }
    }
}

/// The first letter of a name with the marks that belong to it.
fn initial(name: &str) -> String {
    let mut letters = name.trim().chars();
    let Some(first) = letters.next() else { return String::new() };
    // Combining marks: U+0300 to U+036F.
    let marks = letters.take_while(|letter| ('\u{300}'..='\u{36f}').contains(letter));
    first.to_uppercase().chain(marks).collect()
}

/// What somebody may have who is signed in: theirs alone, kept nowhere.
pub(super) fn private(answer: Leaderboard) -> Response {
    let mut response = Envelope(answer).into_response();
    response.headers_mut().insert(header::VARY, VARY);
    response
}

/// What everybody may have and a browser may ask about again. The tag is weak: the clock's time is not part of it.
pub(super) fn public(request: &HeaderMap, mut answer: Leaderboard) -> Result<Response, ApiError> {
    let timestamp = std::mem::take(&mut answer.timestamp);
    let timeless = serde_json::to_string(&answer).map_err(ApiError::internal)?;
    answer.timestamp = timestamp;
    let tag = format!("W/\"{}\"", hex::encode(&Sha256::digest(timeless.as_bytes())[..16]));
    let headers = [
        (header::ETAG, HeaderValue::from_str(&tag).map_err(ApiError::internal)?),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache")),
        // Who signs in asks anew: nothing that was kept for everybody is theirs.
        (header::VARY, VARY),
    ];
    let held = request.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    if held.flat_map(|value| value.split(',')).any(|held| matches(held.trim(), &tag)) {
        return Ok((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    let body = Envelope(answer).to_json().map_err(ApiError::internal)?;
    Ok((headers, [(header::CONTENT_TYPE, "application/json")], body).into_response())
}

/// Whether a tag of `If-None-Match` names ours; weak and strong ones count alike for a read (RFC 9110, 13.1.2).
fn matches(held: &str, tag: &str) -> bool {
    held == "*" || held.strip_prefix("W/").unwrap_or(held) == tag.strip_prefix("W/").unwrap_or(tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_initial_is_one_letter_with_its_marks() {
        for (name, expected) in [
            ("Okafor", "O"),
            ("o'Neil", "O"),
            (" de Souza", "D"),
            ("E\u{301}clair", "E\u{301}"),
            ("", ""),
            ("李", "李"),
        ] {
            assert_eq!(initial(name), expected, "{name}");
        }
    }

    #[test]
    fn tags_are_compared_weakly() {
        assert!(matches("W/\"a\"", "W/\"a\"") && matches("\"a\"", "W/\"a\"") && matches("*", "W/\"a\""));
        assert!(!matches("\"b\"", "W/\"a\""));
    }
}
