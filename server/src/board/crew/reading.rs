//! One reading of a crew's board: what every member is shown, encoded, and who may be shown it.

use std::collections::HashMap;

use axum::body::Bytes;
use axum::http::HeaderValue;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use sixfold_domain::crew::{self, Member, Visit};
use sixfold_domain::score::Score;
use sixfold_domain::time::Date;
use utoipa::ToSchema;

use crate::board::FullName;
use crate::db::Conn;
use crate::db::sharing::crew::board::{self as store, Corners, MemberRow, Window};
use crate::http::timed_text::TimedText;
use crate::http::{ApiError, Envelope};

/// A crew's board: the same for every member.
#[derive(Debug, Serialize, ToSchema)]
pub struct CrewBoard {
    name: String,
    /// The number of the season.
    season: u32,
    /// Its first day.
    #[schema(value_type = String)]
    from: Date,
    /// Its last day.
    #[schema(value_type = String)]
    to: Date,
    /// First those with a shared final, as on every board, then the others by name.
    members: Vec<CrewRow>,
    /// Changes with the board and with the crew link; compared for equality only.
    version: String,
}

/// A member, as the others see them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CrewRow {
    /// Names the member when the owner removes them.
    member_id: String,
    first_name: String,
    /// The initial only.
    last_name: String,
    is_owner: bool,
    /// From 1; equal scores share a position; null without a shared final.
    position: Option<usize>,
    /// The best final of the season, if it is shared and not held.
    #[schema(value_type = Option<f64>)]
    score: Option<Score>,
    /// The scores of the six tests of the same visit, if they are shared with the final: Cognitive, Strength, Power, Speed, Agility,
    /// Endurance. Null where an old result has none.
    #[schema(value_type = Option<Vec<Option<f64>>>)]
    corners: Option<Corners>,
}

/// A member's place on a crew's board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CrewPlace)]
pub struct Position {
    /// From 1.
    pub position: usize,
    /// Whether somebody else has the same.
    pub joint: bool,
    /// How many members have a position.
    pub ranked: usize,
}

/// The season that a board is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CrewSeason {
    pub number: u32,
    /// The event, and the season's days.
    pub window: Window,
}

#[derive(Debug)]
pub struct CrewReading {
    /// The board in its envelope.
    pub body: Bytes,
    /// A strong tag: the board's version.
    pub tag: HeaderValue,
    pub(super) version: String,
    /// The crew's revision in the store.
    pub(super) rev: i64,
    /// Every member by number, and whether they may take part.
    pub(super) members: HashMap<String, bool>,
    /// The position of each member who has one, by number.
    positions: HashMap<String, usize>,
    pub(super) today: Date,
}

impl CrewReading {
    /// Reads a crew; none if there is no such crew any more.
    pub(super) async fn read(
        conn: &mut Conn,
        crew_id: &str,
        season: &CrewSeason,
        today: Date,
    ) -> Result<Option<Self>, ApiError> {
        // The revision is read first: what is read afterwards may be newer than it, never older.
        let Some(head) = store::head(conn, crew_id).await? else { return Ok(None) };
        let members = store::members(conn, crew_id).await?;
        let (booking_ids, visits): (Vec<String>, Vec<Visit>) =
            store::visits(conn, crew_id, &season.window).await?.into_iter().unzip();
        let rows = crew::board(&seen(&members, today), &visits);
        let with_corners: Vec<String> = rows
            .iter()
            .filter(|row| row.corners)
            .filter_map(|row| Some(booking_ids[row.shown?.visit].clone()))
            .collect();
        let ranked: Vec<(usize, usize)> =
            rows.iter().filter_map(|row| Some((row.member, row.shown?.position))).collect();
        let mut corners = store::corners(conn, &with_corners).await?;
        let rows = rows.into_iter().map(|row| {
            let member = &members[row.member];
            let (first_name, last_name) = name(member).shown(false);
            let of_visit = row.shown.filter(|_| row.corners).map(|shown| &booking_ids[shown.visit]);
            CrewRow {
                member_id: member.member_id.clone(),
                first_name,
                last_name,
                is_owner: member.uaid == head.owner,
                position: row.shown.map(|shown| shown.position),
                score: row.shown.map(|shown| visits[shown.visit].final_score.score),
                corners: of_visit.map(|booking_id| corners.remove(booking_id).unwrap_or_default()),
            }
        });
        let board = CrewBoard {
            name: head.name,
            season: season.number,
            from: season.window.from,
            to: season.window.to,
            members: rows.collect(),
            version: String::new(),
        };
        let (body, version) = encode(board, &head.link_hash)?;
        let positions =
            ranked.iter().map(|(member, position)| (members[*member].uaid.to_string(), *position));
        Ok(Some(Self {
            body,
            tag: HeaderValue::from_str(&format!("\"{version}\"")).map_err(ApiError::internal)?,
            version,
            rev: head.rev,
            members: members
                .iter()
                .map(|member| (member.uaid.to_string(), member.facts.takes_part(today).is_ok()))
                .collect(),
            positions: positions.collect(),
            today,
        }))
    }

    /// A member's position; none without a final that is shared.
    pub fn position(&self, uaid: &str) -> Option<Position> {
        let position = *self.positions.get(uaid)?;
        let joint = self.positions.values().filter(|other| **other == position).count() > 1;
        Some(Position { position, joint, ranked: self.positions.len() })
    }

    /// Whether somebody is a member who may take part.
    pub fn admits(&self, uaid: &str) -> bool {
        self.members.get(uaid) == Some(&true)
    }
}

/// The board in its envelope, and its version: a hash of what is shown and of the link. Nothing that is not shown can change it, such
/// as a held final (RULES 15.4).
fn encode(board: CrewBoard, link_hash: &str) -> Result<(Bytes, String), ApiError> {
    let text = Envelope(board).to_json().map_err(ApiError::internal)?;
    let hash = Sha256::new().chain_update(&text).chain_update(link_hash).finalize();
    let version = hex::encode(&hash[..16]);
    let text = TimedText::new(text, "version");
    let body = text.ok_or_else(|| ApiError::internal("a board without a version"))?.at(&version);
    Ok((body, version))
}

fn name(member: &MemberRow) -> FullName<'_> {
    FullName { first: &member.first_name, last: &member.last_name }
}

/// The members as the board knows them.
fn seen(members: &[MemberRow], today: Date) -> Vec<Member<'_>> {
    members
        .iter()
        .map(|member| Member {
            uaid: &member.uaid,
            name: name(member).shown(false),
            takes_part: member.facts.takes_part(today).is_ok(),
            sharing: member.sharing(),
        })
        .collect()
}
