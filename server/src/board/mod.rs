//! The boards in memory: the database is authoritative, this is what makes answers fast.
//!
//! [`Index`] has the three boards of an event and a season, [`People`] the names. [`Boards`] builds all of them from
//! the store before the server is ready, and follows the topic `leaderboard`: each of its versions names the athletes
//! whose rank may have changed (`board_change`), who are then read again. A process sees its own writes as soon as the
//! handler has called [`Boards::sync_after_write`], and another node's writes when the store notifies it. At midnight in London
//! the present ranks become those that positions are compared with. Windows that are not a season are ranked from SQL,
//! once per version.

mod answer;
mod boards;
mod counts;
pub mod crew;
mod encoded;
mod field;
mod index;
pub mod live;
mod marks;
mod people;
mod ranking;
mod read;
mod season;
mod state;
mod window;

pub use answer::{
    Caller, FullName, FullNamesOf, Leaderboard, LeaderboardRow, RankedRow, RowMeasurement, RowQuery, Source,
    Window, every_row,
};
pub use boards::{BoardLookup, BoardSelector, Boards, DateSpan};
pub use encoded::Encoded;
pub use field::{EncodedFinals, SeasonFinals};
pub use index::{Best, Index, Rank};
pub use people::{Id, People, Person};
pub use ranking::Row;
pub use season::SeasonBoards;
pub use state::Ranked;
pub use window::Ranking;
