//! The boards of crews: read from the store, shared by everybody who asks at the same time, and followed by live pages. What is shown is
//! decided at each reading (RULES 15.2 to 15.5).

mod answer;
mod channels;
mod listener;
mod publish;
mod reading;

pub use answer::{season, season_today};
pub use channels::Crews;
pub use listener::{Listener, SignedIn};
pub use publish::follow;
pub use reading::{CrewBoard, CrewReading, CrewSeason, Position};
