//! The body of an export: the store's rows under their names on the wire, with times in ISO form and health answers decrypted.

mod from_rows;

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::view::Person;
use crate::db::bookings::booking::EventGroup;
use crate::db::people::coach::Access;

/// Everything that we hold about one person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Export {
    /// When this was made, ISO.
    exported_at: String,
    account: AccountView,
    profile: Person,
    /// Screening and consents; null when never asked.
    eligibility: Option<EligibilityView>,
    /// Bookings with their results, newest first.
    events: Vec<EventGroup>,
    waiting_list: Vec<WaitingView>,
    /// The person's alerts.
    alerts: Vec<AlertOfExport>,
    /// Where the person signed in, for as long as we keep that.
    sessions: Vec<DeviceView>,
    /// Providers that may sign the person in.
    identities: Vec<IdentityView>,
    /// Null when none is in use.
    second_factor: Option<SecondFactorView>,
    passkeys: Vec<PasskeyView>,
    /// Recent letters, without their text.
    letters: Vec<LetterView>,
    sharing: SharingView,
    crews: Vec<CrewOfExport>,
    /// Phones that have a ticket in their wallet.
    phones: Vec<PhoneOfExport>,
    notifications: NotificationsOfExport,
    /// Coaches who have booked the person, and the answers they got.
    coaches: Vec<CoachAnswer>,
    /// What was done to the person's account, and by the person.
    log: Vec<LogView>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AccountView {
    uaid: String,
    email_address: String,
    /// 1 to 4.
    role: i64,
    created_at: String,
    updated_at: String,
    /// When the profile was first filled in.
    registered_at: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct EligibilityView {
    age_range: bool,
    consent: bool,
    consent_version: String,
    consent_at: String,
    health_consent: bool,
    health_consent_version: String,
    health_consent_at: Option<String>,
    health_consent_withdrawn_at: Option<String>,
    guardian_email: Option<String>,
    guardian_confirmed_at: Option<String>,
    /// The seven answers; null once erased.
    #[serde(rename = "PARQ")]
    #[schema(value_type = Option<Vec<bool>>)]
    parq: Option<Value>,
    /// Whether every answer was a no.
    cleared: bool,
    screened_at: String,
    clearance_basis: Option<String>,
    clearance_at: Option<String>,
    clearance_expires_at: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WaitingView {
    event_id: String,
    event_test_date: String,
    event_test_time: String,
    /// waiting, offered, accepted, expired or left.
    status: String,
    joined_at: String,
    offered_at: Option<String>,
    offer_expires_at: Option<String>,
}

/// An alert about times that open.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AlertOfExport {
    /// `MONDAY` to `SUNDAY`.
    days: Vec<&'static str>,
    part: String,
    until: String,
    created_at: String,
    /// When the alert was sent, and for which day; null until then.
    sent_at: Option<String>,
    event_test_date: Option<String>,
    event_test_time: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DeviceView {
    id: String,
    /// `credentials`, `link` (by e-mail), `passkey` or `sso`.
    method: String,
    provider: Option<String>,
    second_factor: bool,
    user_agent: Option<String>,
    signed_in_at: String,
    expires_at: String,
    ended_at: Option<String>,
}

/// A linked provider.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct IdentityView {
    provider: String,
    issuer: String,
    /// The person's id at the provider.
    subject: String,
    email: String,
    linked_at: String,
    last_used_at: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SecondFactorView {
    since: String,
    recovery_codes_left: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PasskeyOfExport)]
pub(super) struct PasskeyView {
    name: String,
    /// Whether it is synchronised between devices or backed up.
    backed_up: bool,
    added_at: String,
    last_used_at: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LetterView {
    kind: String,
    subject: String,
    written_at: String,
    sent_at: Option<String>,
}

/// An answer to a coach.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CoachAnswer {
    name: String,
    access: Access,
    asked_at: String,
    decided_at: Option<String>,
}

/// Whether somebody may be seen by others, and the cards that they made public.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SharingView {
    /// Whether somebody under 18 has agreed to be seen by others.
    opt_in: bool,
    /// Whether the last name is printed on cards.
    last_name: bool,
    /// Cards that are or were public, newest first.
    shares: Vec<ShareView>,
    /// The stored photographs: each is to be seen on the page of its card, and has no address of its own.
    photos: Vec<PhotoView>,
}

/// A card that is or was public.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ShareView {
    share_id: String,
    template: String,
    colour: String,
    format: String,
    shows: Vec<String>,
    /// Its photograph, one of `photos`.
    photo_id: Option<String>,
    booking_id: String,
    made_at: String,
    taken_back_at: Option<String>,
    /// When staff took it down.
    taken_down_at: Option<String>,
}

/// A photograph that was sent for cards.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PhotoView {
    photo_id: String,
    /// In pixels.
    width: i64,
    /// In pixels.
    height: i64,
    bytes: i64,
    sent_at: String,
}

/// A crew that the person is in, and what they share with it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CrewOfExport {
    crew_id: String,
    name: String,
    is_owner: bool,
    joined_at: String,
    share_final: bool,
    share_corners: bool,
}

/// A phone that has a ticket in Apple Wallet.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PhoneOfExport {
    event_booking_id: String,
    added_at: String,
}

/// What the person is notified of, and where.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NotificationsOfExport {
    /// The topics that are on.
    topics: Vec<&'static str>,
    /// `HH:MM` to `HH:MM` in London; null without quiet hours.
    quiet_hours: Option<String>,
    text_reminders: bool,
    devices: Vec<DeviceOfExport>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DeviceOfExport {
    name: String,
    added_at: String,
    last_sent_at: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LogView {
    at: String,
    action: String,
    /// `you`, `team`, `system`, or `owner` for the owner of a crew; which member of staff it was is not disclosed.
    by: &'static str,
    /// The role in which it was done.
    role: Option<i64>,
    /// What it was done to, such as a booking's id.
    object: Option<String>,
    #[schema(value_type = Object)]
    detail: Value,
}
