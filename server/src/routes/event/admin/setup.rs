//! `event/admin/setup`: what an academy needs before its first day, as role 3's Today page lists it.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sixfold_domain::season::SeasonTable;
use sixfold_domain::time::{DAY_MS, Date, london_date_time};
use strum::{EnumIter, IntoEnumIterator as _, IntoStaticStr};
use utoipa::ToSchema;

use crate::auth::require::{ManageSchedule, Require};
use crate::booking::event::find_event;
use crate::config::Config;
use crate::db::Conn;
use crate::db::calendar::schedule::{self, Event};
use crate::db::calendar::settings;
use crate::db::content::{LIBRARY, author};
use crate::db::engines::store_metadata;
use crate::db::people::audit;
use crate::http::{Answer, ApiError, ApiJson, Idempotency, once};
use crate::routes::event::Succeeded;
use crate::routes::refusals::{DeliveryOnly, KeyReused};
use crate::state::AppState;

/// The content items with the terms and the privacy policy.
const TERMS_ITEMS: [&str; 2] = ["terms-text", "privacy-text"];
/// The content item with the way to the academy.
const WAY_ITEM: &str = "getting-there";
/// How old the newest backup may be, in days.
const BACKUP_DAYS: i64 = 7;

/// Something that an academy needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, IntoStaticStr)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
// The key of its confirmation in the store metadata.
#[strum(const_into_str, prefix = "setup-", serialize_all = "kebab-case")]
pub(super) enum Check {
    /// A season contains today; without one no board shows a final.
    Season,
    /// The weekly lists are no longer the sample ones.
    WeeklyTimes,
    /// Nothing is left of the sample place, address and contact details.
    Event,
    /// Staff have published the way to the academy.
    GettingThere,
    /// Staff have published both the terms and the privacy text.
    Terms,
    /// A mail relay is configured.
    MailRelay,
    /// The public URL is https.
    PublicUrl,
    /// Staff need a second factor to sign in.
    SecondFactor,
    /// There is a recent backup.
    Backup,
}

impl Check {
    /// Whether staff may confirm it: the delivered setting may be right as it is, and backups may be made by other means.
    const fn can_be_confirmed(self) -> bool {
        matches!(self, Self::WeeklyTimes | Self::Event | Self::GettingThere | Self::Terms | Self::Backup)
    }
}

/// The state of one check.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SetupCheck {
    /// `SEASON`, `WEEKLY_TIMES`, `EVENT`, `GETTING_THERE`, `TERMS`, `MAIL_RELAY`, `PUBLIC_URL`, `SECOND_FACTOR` or `BACKUP`.
    check: Check,
    done: bool,
    /// Whether staff may confirm it.
    confirmable: bool,
}

/// A confirmation.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct SetupBody {
    /// `WEEKLY_TIMES`, `EVENT`, `GETTING_THERE`, `TERMS` or `BACKUP`; the others are determined by the server.
    #[schema(value_type = String, example = "WEEKLY_TIMES")]
    check: Check,
    /// `false` withdraws it.
    confirmed: bool,
}

/// The list after the confirmation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct SetupAnswer {
    setup: Vec<SetupCheck>,
}

/// Confirms that a delivered setting suits the academy as it is, or that backups are made by other means. Logged in the audit
/// log.
#[utoipa::path(
    post, path = "/api/event/admin/setup", tag = "people", operation_id = "confirmSetup",
    request_body = SetupBody,
    responses(
        (status = 200, description = "The list as it is now", body = Succeeded<SetupAnswer>),
        DeliveryOnly, KeyReused,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Require { user, .. }: Require<ManageSchedule>,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<SetupBody>,
) -> Result<Answer, ApiError> {
    let SetupBody { check, confirmed } = body;
    if !check.can_be_confirmed() {
        return Err(ApiError::invalid("check", "That is measured: it is done when it is there."));
    }
    let (job, now_ms) = (state.clone(), state.clock.now_ms());
    once(&state, &idempotency, async move |conn| {
        let value = if confirmed { now_ms.to_string() } else { String::new() };
        store_metadata::replace(conn, check.into_str(), &value).await?;
        audit::by(conn, user.actor(), "setup.confirmed", None, Some(check.into_str()), now_ms).await?;
        Ok::<_, ApiError>(SetupAnswer { setup: list(conn, &job.config, now_ms).await? })
    })
    .await
}

/// Every check; none in a demo, which has no academy to set up.
pub(super) async fn list(conn: &mut Conn, config: &Config, now_ms: i64) -> Result<Vec<SetupCheck>, ApiError> {
    if store_metadata::find(conn, store_metadata::DEMO).await?.is_some() {
        return Ok(Vec::new());
    }
    let today = london_date_time(now_ms).map_err(ApiError::internal)?.date;
    let mut all = Vec::new();
    for check in Check::iter() {
        let confirmable = check.can_be_confirmed();
        let done = confirmable && is_confirmed(conn, check).await?
            || is_done(conn, config, check, (now_ms, today)).await?;
        all.push(SetupCheck { check, done, confirmable });
    }
    Ok(all)
}

async fn is_confirmed(conn: &mut Conn, check: Check) -> Result<bool, ApiError> {
    Ok(store_metadata::find(conn, check.into_str()).await?.is_some_and(|value| !value.is_empty()))
}

async fn is_done(
    conn: &mut Conn,
    config: &Config,
    check: Check,
    (now_ms, today): (i64, Date),
) -> Result<bool, ApiError> {
    Ok(match check {
        Check::Season => {
            let table = SeasonTable::new(schedule::seasons(conn).await?).map_err(ApiError::internal)?;
            table.on(today).is_some()
        }
        Check::WeeklyTimes => {
            let event = find_event(conn, None).await?;
            let (stored, _) = settings::find(conn, &event.event_id).await?;
            let sample = schedule::working_week();
            (stored.test_slots, stored.retest_slots) != (sample.test_slots, sample.retest_slots)
        }
        Check::Event => without_sample_details(&find_event(conn, None).await?),
        Check::GettingThere => are_published(conn, config, &[WAY_ITEM]).await?,
        Check::Terms => are_published(conn, config, &TERMS_ITEMS).await?,
        Check::MailRelay => config.smtp_url.is_some(),
        Check::PublicUrl => config.https(),
        Check::SecondFactor => config.require_second_factor,
        Check::Backup => {
            let last: Option<i64> =
                store_metadata::find(conn, store_metadata::BACKED_UP).await?.and_then(|at| at.parse().ok());
            last.is_some_and(|at| now_ms - at < BACKUP_DAYS * DAY_MS)
        }
    })
}

/// Whether no detail is left by which a new database says where the academy is and how to reach it; its name may stay.
fn without_sample_details(event: &Event) -> bool {
    let sample = schedule::academy();
    [
        (&event.location_name, &sample.location_name),
        (&event.location_address, &sample.location_address),
        (&event.location_post_code, &sample.location_post_code),
        (&event.location_contact_number, &sample.location_contact_number),
        (&event.location_contact_email, &sample.location_contact_email),
        (&event.map_url, &sample.map_url),
    ]
    .iter()
    .all(|(own, sample)| own != sample)
}

/// Whether each of these items has been published by somebody. In a remote hub, all texts are the academy's own.
async fn are_published(conn: &mut Conn, config: &Config, items: &[&str]) -> Result<bool, ApiError> {
    if config.content.is_some() {
        return Ok(true);
    }
    for id in items {
        if !author::saved_by_somebody(conn, LIBRARY, id).await? {
            return Ok(false);
        }
    }
    Ok(true)
}
