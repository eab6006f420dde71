//! The body of an export: rows that the store has for it as they are, and those of other calls under their names on the wire.

mod from_rows;

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::view::Person;
use crate::db::bookings::booking::EventGroup;
use crate::db::people::coach::Access;
use crate::db::people::export::{
    Account, CorrectionRequest, CrewOf, Eligibility, FormerAddress, Identity, Letter, Phone, Photo,
    SecondFactor, TimeAlert, Waiting,
};

/// Everything that we hold about one person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Export {
    /// When this was made, ISO.
    exported_at: String,
    account: Account,
    profile: Person,
    /// Screening and consents; null when never asked.
    eligibility: Option<Eligibility>,
    /// Bookings with their results, newest first.
    events: Vec<EventGroup>,
    /// Results of the person that the server refused from a tablet, oldest first.
    correction_requests: Vec<CorrectionRequest>,
    waiting_list: Vec<Waiting>,
    /// The person's alerts.
    alerts: Vec<TimeAlert>,
    /// Where the person signed in, for as long as we keep that.
    sessions: Vec<DeviceView>,
    /// Providers that may sign the person in.
    identities: Vec<Identity>,
    /// Null when none is in use.
    second_factor: Option<SecondFactor>,
    passkeys: Vec<PasskeyView>,
    /// Recent letters, without their text.
    letters: Vec<Letter>,
    /// Addresses that were changed and can be restored, oldest first.
    former_addresses: Vec<FormerAddress>,
    sharing: SharingView,
    crews: Vec<CrewOf>,
    /// Phones that have a ticket in their wallet.
    phones: Vec<Phone>,
    notifications: NotificationsOfExport,
    /// When the calendar feed was made that only staff can have; null without one. Its address is not stored.
    calendar_feed_made_at: Option<String>,
    /// Coaches who have booked the person, former ones too, and the answers they got.
    coaches: Vec<CoachAnswer>,
    /// What was done to the person's account, and by the person.
    log: Vec<LogView>,
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
    /// What the browser stored with the session.
    #[schema(value_type = Option<Object>)]
    data: Option<Value>,
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
    photos: Vec<Photo>,
}

/// A card that is or was public.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ShareView {
    share_id: String,
    template: &'static str,
    colour: &'static str,
    format: &'static str,
    shows: Vec<&'static str>,
    /// Its photograph, one of `photos`.
    photo_id: Option<String>,
    booking_id: String,
    made_at: String,
    taken_back_at: Option<String>,
    /// When staff took it down.
    taken_down_at: Option<String>,
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
