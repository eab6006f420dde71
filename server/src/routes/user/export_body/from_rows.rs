//! An export from the rows of the store.

use sixfold_domain::notification::Topic;
use sixfold_domain::slot::Weekdays;

use super::{
    AccountView, AlertOfExport, CoachAnswer, CrewOfExport, DeviceOfExport, DeviceView, EligibilityView,
    Export, IdentityView, LetterView, LogView, NotificationsOfExport, PasskeyView, PhoneOfExport, PhotoView,
    SecondFactorView, ShareView, SharingView, WaitingView,
};
use crate::config::clock::iso;
use crate::db::messages::notification::choice::Choice;
use crate::db::messages::notification::device::Device as NotifiedDevice;
use crate::db::people::coach::CoachOf;
use crate::db::people::export as rows;
use crate::db::people::health_access::HealthAccess;
use crate::db::sharing::share::Row as Share;
use crate::db::sharing::share::photo::PhotoRow;
use crate::db::sign_in::device::Device;
use crate::db::sign_in::passkey::ListedPasskey;
use crate::http::error::ApiError;
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
        devices: Vec<Device>,
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
        let eligibility = stored.eligibility.map(|row| EligibilityView::of(health, row)).transpose()?;
        Ok(Self {
            exported_at: time(now_ms)?,
            account: AccountView {
                uaid: uaid.to_owned(),
                email_address: stored.account.email,
                role: stored.account.role,
                created_at: time(stored.account.created_at)?,
                updated_at: time(stored.account.updated_at)?,
                registered_at: maybe(stored.account.registered_at)?,
            },
            profile: profile.person,
            eligibility,
            events: profile.events,
            waiting_list: all(stored.waiting, waiting)?,
            alerts: all(stored.alerts, alert)?,
            sessions: all(devices, device)?,
            identities: all(stored.identities, identity)?,
            second_factor: stored
                .second_factor
                .map(|row| {
                    let since = time(row.confirmed_at)?;
                    Ok::<_, ApiError>(SecondFactorView {
                        since,
                        recovery_codes_left: row.recovery_codes_left,
                    })
                })
                .transpose()?,
            passkeys: all(stored.passkeys, passkey)?,
            letters: all(stored.letters, letter)?,
            sharing: SharingView {
                opt_in: stored.account.public_opt_in,
                last_name: stored.account.share_last_name,
                shares: all(stored.shares, share)?,
                photos: all(stored.photos, photo)?,
            },
            crews: all(stored.crews, |row| crew(row, uaid))?,
            phones: all(stored.phones, phone)?,
            notifications: notifications(stored.notifications, stored.notified)?,
            coaches: all(coaches, coach)?,
            log: all(stored.audit, |row| line(row, uaid, &unrevealed))?,
        })
    }
}

impl EligibilityView {
    fn of(health: &HealthAccess<'_>, row: rows::Eligibility) -> Result<Self, ApiError> {
        let parq = health.screening_answers(row.parq_sealed.as_deref())?;
        let parq = parq.map(|text| serde_json::from_str(&text).map_err(ApiError::internal)).transpose()?;
        Ok(Self {
            age_range: row.age_range,
            consent: row.consent,
            consent_version: row.consent_version,
            consent_at: time(row.consent_at)?,
            health_consent: row.health_consent,
            health_consent_version: row.health_consent_version,
            health_consent_at: maybe(row.health_consent_at)?,
            health_consent_withdrawn_at: maybe(row.health_consent_withdrawn_at)?,
            guardian_email: row.guardian_email,
            guardian_confirmed_at: maybe(row.guardian_confirmed_at)?,
            parq,
            cleared: row.parq_cleared,
            screened_at: time(row.screened_at)?,
            clearance_basis: health.clearance_basis(row.clearance_basis_sealed.as_deref())?,
            clearance_at: maybe(row.clearance_at)?,
            clearance_expires_at: maybe(row.clearance_expires_at)?,
        })
    }
}

fn waiting(row: rows::Waiting) -> Result<WaitingView, ApiError> {
    Ok(WaitingView {
        event_id: row.event_id,
        event_test_date: row.test_date,
        event_test_time: row.test_time,
        status: row.status,
        joined_at: time(row.created_at)?,
        offered_at: maybe(row.offered_at)?,
        offer_expires_at: maybe(row.offer_expires_at)?,
    })
}

fn alert(row: rows::TimeAlert) -> Result<AlertOfExport, ApiError> {
    let days = u8::try_from(row.weekdays).ok().and_then(Weekdays::from_bits);
    Ok(AlertOfExport {
        days: days.map(Weekdays::words).unwrap_or_default(),
        part: row.part,
        until: row.until_date,
        created_at: time(row.created_at)?,
        sent_at: maybe(row.sent_at)?,
        event_test_date: row.test_date,
        event_test_time: row.test_time,
    })
}

fn device(row: Device) -> Result<DeviceView, ApiError> {
    Ok(DeviceView {
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

fn identity(row: rows::Identity) -> Result<IdentityView, ApiError> {
    Ok(IdentityView {
        provider: row.provider_id,
        issuer: row.issuer,
        subject: row.subject,
        email: row.email,
        linked_at: time(row.linked_at)?,
        last_used_at: time(row.last_used_at)?,
    })
}

fn passkey(row: ListedPasskey) -> Result<PasskeyView, ApiError> {
    let (added_at, last_used_at) = (time(row.created_at)?, maybe(row.last_used_at)?);
    Ok(PasskeyView { name: row.name, backed_up: row.backed_up, added_at, last_used_at })
}

fn letter(row: rows::Letter) -> Result<LetterView, ApiError> {
    let (written_at, sent_at) = (time(row.created_at)?, maybe(row.sent_at)?);
    Ok(LetterView { kind: row.kind, subject: row.subject, written_at, sent_at })
}

fn coach(coach: CoachOf) -> Result<CoachAnswer, ApiError> {
    let (asked_at, decided_at) = (time(coach.asked_at)?, maybe(coach.decided_at)?);
    Ok(CoachAnswer { name: coach.name, access: coach.access, asked_at, decided_at })
}

fn share(row: Share) -> Result<ShareView, ApiError> {
    Ok(ShareView {
        share_id: row.share_id,
        template: row.template,
        colour: row.colour,
        format: row.format,
        shows: row.shows.split(',').filter(|word| !word.is_empty()).map(str::to_owned).collect(),
        photo_id: row.photo_id,
        booking_id: row.booking_id,
        made_at: time(row.created_at)?,
        taken_back_at: maybe(row.revoked_at)?,
        taken_down_at: maybe(row.taken_down_at)?,
    })
}

fn photo(row: PhotoRow) -> Result<PhotoView, ApiError> {
    Ok(PhotoView {
        photo_id: row.photo_id,
        width: row.width,
        height: row.height,
        bytes: row.bytes,
        sent_at: time(row.created_at)?,
    })
}

fn crew(row: rows::CrewOf, uaid: &str) -> Result<CrewOfExport, ApiError> {
    Ok(CrewOfExport {
        crew_id: row.crew_id,
        name: row.name,
        is_owner: row.owner_uaid == uaid,
        joined_at: time(row.joined_at)?,
        share_final: row.share_final,
        share_corners: row.share_corners,
    })
}

fn phone(row: rows::Phone) -> Result<PhoneOfExport, ApiError> {
    Ok(PhoneOfExport { event_booking_id: row.booking_id, added_at: time(row.created_at)? })
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
