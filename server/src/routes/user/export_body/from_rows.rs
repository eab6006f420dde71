//! An export from the rows of the store.

use sixfold_domain::notification::Topic;

use super::{
    CoachAnswer, DeviceOfExport, DeviceView, Export, LogView, NotificationsOfExport, PasskeyView, ShareView,
    SharingView,
};
use crate::config::clock::iso;
use crate::db::messages::notification::choice::Choice;
use crate::db::messages::notification::device::Device as NotifiedDevice;
use crate::db::people::coach::CoachOf;
use crate::db::people::export as rows;
use crate::db::people::health_access::HealthAccess;
use crate::db::sharing::share::Row as Share;
use crate::db::sign_in::device::StoredSession;
use crate::db::sign_in::passkey::ListedPasskey;
use crate::http::ApiError;
use crate::routes::user::view::OthersProfile;

fn time(at_ms: i64) -> Result<String, ApiError> {
    iso(at_ms).map_err(ApiError::internal)
}

fn maybe(at_ms: Option<i64>) -> Result<Option<String>, ApiError> {
    at_ms.map(time).transpose()
}

fn all<Row, View>(
    rows: Vec<Row>,
    view: impl Fn(Row) -> Result<View, ApiError>,
) -> Result<Vec<View>, ApiError> {
    rows.into_iter().map(view).collect()
}

impl Export {
    pub(in crate::routes::user) fn of(
        health: &HealthAccess<'_>,
        uaid: &str,
        now_ms: i64,
        profile: OthersProfile,
        stored: rows::ExportRows,
        sessions: Vec<StoredSession>,
        coaches: Vec<CoachOf>,
    ) -> Result<Self, ApiError> {
        // The log line of a correction contains points, which a held final must not show.
        let unrevealed: Vec<String> = profile
            .events
            .iter()
            .flat_map(|group| &group.event_list)
            .filter(|entry| entry.event_test_held)
            .filter_map(|entry| entry.event_booking_id.clone())
            .collect();
        let mut correction_requests = stored.corrections;
        for request in &mut correction_requests {
            request.hide_held(&unrevealed);
        }
        let mut eligibility = stored.eligibility;
        if let Some(row) = &mut eligibility {
            let parq = health.screening_answers(row.parq_sealed.as_deref())?;
            row.parq = parq.as_deref().map(serde_json::from_str).transpose().map_err(ApiError::internal)?;
            row.clearance_basis = health.clearance_basis(row.clearance_basis_sealed.as_deref())?;
        }
        Ok(Self {
            exported_at: time(now_ms)?,
            profile: profile.person,
            eligibility,
            events: profile.events,
            correction_requests,
            waiting_list: stored.waiting,
            alerts: stored.alerts,
            sessions: all(sessions, session)?,
            identities: stored.identities,
            second_factor: stored.second_factor,
            passkeys: all(stored.passkeys, passkey)?,
            letters: stored.letters,
            former_addresses: stored.former_addresses,
            sharing: SharingView {
                opt_in: stored.account.public_opt_in,
                last_name: stored.account.share_last_name,
                shares: all(stored.shares, share)?,
                photos: stored.photos,
            },
            crews: stored.crews,
            phones: stored.phones,
            notifications: notifications(stored.notifications, stored.notified)?,
            calendar_feed_made_at: maybe(stored.calendar_feed_made_at)?,
            coaches: all(coaches, coach)?,
            log: all(stored.audit, |row| line(row, uaid, &unrevealed))?,
            account: stored.account,
        })
    }
}

fn session(StoredSession { device: row, client_data }: StoredSession) -> Result<DeviceView, ApiError> {
    let data = client_data.as_deref().map(serde_json::from_str).transpose().map_err(ApiError::internal)?;
    Ok(DeviceView {
        data,
        id: row.session_id,
        method: row.auth_method,
        provider: row.provider_id,
        second_factor: row.second_factor,
        user_agent: row.user_agent,
        signed_in_at: time(row.created_at)?,
        expires_at: time(row.expires_at)?,
        ended_at: maybe(row.revoked_at)?,
    })
}

fn passkey(row: ListedPasskey) -> Result<PasskeyView, ApiError> {
    let (added_at, last_used_at) = (time(row.created_at)?, maybe(row.last_used_at)?);
    Ok(PasskeyView { name: row.name, backed_up: row.backed_up, added_at, last_used_at })
}

fn coach(coach: CoachOf) -> Result<CoachAnswer, ApiError> {
    let (asked_at, decided_at) = (time(coach.asked_at)?, maybe(coach.decided_at)?);
    Ok(CoachAnswer { name: coach.name, access: coach.access, asked_at, decided_at })
}

fn share(row: Share) -> Result<ShareView, ApiError> {
    let card = row.card;
    Ok(ShareView {
        share_id: row.share_id,
        template: card.template.into_str(),
        colour: card.colour.into_str(),
        format: card.format.into_str(),
        shows: card.shows.words(),
        photo_id: card.photo_id,
        booking_id: card.booking_id,
        made_at: time(row.created_at)?,
        taken_back_at: maybe(row.revoked_at)?,
        taken_down_at: maybe(row.taken_down_at)?,
    })
}

fn notifications(choice: Choice, devices: Vec<NotifiedDevice>) -> Result<NotificationsOfExport, ApiError> {
    let topics = Topic::ALL.into_iter().filter(|topic| choice.topics.include(*topic));
    Ok(NotificationsOfExport {
        topics: topics.map(Topic::as_str).collect(),
        quiet_hours: choice.quiet.map(|quiet| format!("{} to {}", quiet.from(), quiet.until())),
        text_reminders: choice.text_reminders,
        devices: all(devices, notified_device)?,
    })
}

fn notified_device(device: NotifiedDevice) -> Result<DeviceOfExport, ApiError> {
    Ok(DeviceOfExport {
        name: device.name,
        added_at: time(device.created_at)?,
        last_sent_at: maybe(device.last_sent_at)?,
    })
}

fn line(row: rows::AuditLine, uaid: &str, unrevealed: &[String]) -> Result<LogView, ApiError> {
    let closed = row.object_id.as_ref().is_some_and(|id| unrevealed.contains(id));
    let detail = if closed { "{}" } else { row.detail.as_str() };
    Ok(LogView {
        detail: serde_json::from_str(detail).map_err(ApiError::internal)?,
        at: time(row.at)?,
        by: match row.actor_uaid.as_deref() {
            None => "system",
            Some(actor) if actor == uaid => "you",
            Some(_) if row.action.starts_with("crew.") => "owner",
            Some(_) => "team",
        },
        action: row.action,
        role: row.actor_role,
        object: row.object_id,
    })
}
