//! What a block needs besides its item.

use serde_json::Value;
use sixfold_domain::season::Season;
use sixfold_domain::time::london_date_time;

use crate::site::template::Template;

#[derive(Clone, Copy)]
pub(in crate::site) struct Surroundings<'a> {
    pub(in crate::site) template: &'a Template,
    pub(in crate::site) phase: &'a Phase,
    /// The academy's event, as in the settings.
    pub(in crate::site) event: &'a Value,
    /// How the six tests are scored, as in the settings.
    pub(in crate::site) protocols: &'a Value,
}

/// Where the present is among the seasons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::site) enum Phase {
    /// In a season, by its label.
    Running(String),
    /// Before a season, by its label.
    Before(String),
    /// After the last season.
    After,
}

impl Phase {
    /// The phase at a moment; the seasons are in order.
    pub(in crate::site) fn of(seasons: &[Season], now_ms: i64) -> Self {
        let Ok(today) = london_date_time(now_ms).map(|now| now.date) else { return Self::After };
        // Keeps a season's name on one line.
        let label = |season: &Season| season.label(today).replace(' ', "\u{a0}");
        match seasons.iter().find(|season| today <= season.end) {
            Some(season) if season.contains(today) => Self::Running(label(season)),
            Some(season) => Self::Before(label(season)),
            None => Self::After,
        }
    }
}
