//! The position of one final on its season's board, for the cards its athlete shares (RULES 13.16).

use sixfold_domain::identity::Uaid;
use sixfold_domain::leaderboard::Board;
use sixfold_domain::score::Score;

use super::{BoardSelector, Boards, DateSpan};
use crate::board::state::Ranked;
use crate::db::{Db, DbError};

/// A final's position; both are none for an event or a season without boards.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SeasonPosition {
    /// The position on the overall board and how many are on it; none if the board does not show the athlete with this final.
    pub position: Option<(usize, usize)>,
    /// The percentage of the season's field that is lower, rounded down; none with fewer than ten people (RULES 7.7, 7.10).
    pub better_than: Option<u8>,
}

impl Boards {
    /// The position of a person's final. Held finals are on no board, so nothing of them is in it (RULES 8.7).
    pub async fn season_position(
        &self,
        db: &Db,
        (event_id, season): (&str, u32),
        uaid: &Uaid,
        score: Score,
    ) -> Result<SeasonPosition, DbError> {
        let at = BoardSelector {
            event_id: Some(event_id.to_owned()),
            span: DateSpan::Season(season),
            ranked: Ranked::Final,
            ages: None,
        };
        let found = self.with_boards(db, &at, |boards| {
            let rank = boards.rank(Board::Overall, uaid).filter(|rank| rank.row.score == score);
            let standing = boards.field_standing(Board::Overall, uaid, score);
            SeasonPosition {
                position: rank.map(|rank| (rank.position, boards.index.len(Board::Overall))),
                better_than: standing.map(|standing| standing.better_than),
            }
        });
        Ok(found.await?.season().unwrap_or_default())
    }
}
