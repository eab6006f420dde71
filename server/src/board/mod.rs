//! The boards, held in memory: SQL is the truth, this is how it is answered fast.
//!
//! [`Index`] holds the three boards of an event and a season, [`People`] the names. [`Boards`] builds them all from the store
//! before the server says that it is ready, and follows the topic `leaderboard`: each version of it names the athletes whose
//! standing may have changed (`board_change`), who are then read anew. So a process sees what it wrote itself as soon as its
//! handler has called [`Boards::keep_up`], and what another node wrote when the store tells of it. At midnight in London what
//! stands becomes what positions are compared with. Windows that are no season's are ranked from SQL,
//! once for each version.

mod answer;
mod boards;
mod counts;
mod encoded;
mod index;
pub mod live;
mod people;
mod ranking;
mod read;
mod season;
mod state;
mod window;

pub use answer::{
    Ask, Caller, Leaderboard, LeaderboardRow, Named, Source, Standing, Whole, Window, every_row,
};
pub use boards::{Address, BoardLookup, Boards, Span};
pub use encoded::Encoded;
pub use index::{Best, Index, Rank};
pub use people::{Id, People, Person};
pub use ranking::Row;
pub use season::SeasonBoards;
pub use state::Ranked;
pub use window::Ranking;
