//! What a block needs besides its item.

use jiff::Timestamp;
use serde_json::Value;
use sixfold_domain::season;
use sixfold_domain::time::london_date_time;

use crate::site::template::Template;

#[derive(Clone, Copy)]
pub(in crate::site) struct Surroundings<'a> {
    pub(in crate::site) template: &'a Template,
    pub(in crate::site) phase: &'a Phase,
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
    /// Reads the seasons of the settings (`season`, `start`, `end`).
    pub(in crate::site) fn from_seasons(seasons: &Value, now_ms: i64) -> Self {
        let instant = |season: &Value, key: &str| {
            season.get(key)?.as_str()?.parse::<Timestamp>().ok().map(Timestamp::as_millisecond)
        };
        let label = |season: &Value| {
            let number =
                season.get("season").and_then(Value::as_u64).and_then(|number| u32::try_from(number).ok());
            let now = london_date_time(now_ms).ok();
            // Keeps a season's name on one line.
            let label = number.zip(now).map(|(number, now)| season::label(number, now));
            label.unwrap_or_default().replace(' ', "\u{a0}")
        };
        let seasons = seasons.as_array().map(Vec::as_slice).unwrap_or_default();
        let running = seasons.iter().find(|season| {
            instant(season, "start").is_some_and(|start| start <= now_ms)
                && instant(season, "end").is_some_and(|end| now_ms <= end)
        });
        let next =
            || seasons.iter().find(|season| instant(season, "start").is_some_and(|start| start > now_ms));
        match (running, next) {
            (Some(season), _) => Self::Running(label(season)),
            (None, next) => next().map_or(Self::After, |season| Self::Before(label(season))),
        }
    }
}
