//! The user profile (RULES 4.12, 9.6), as its owner and as role 3 see it.

use std::mem;

use serde::Serialize;
use sixfold_domain::eligibility::{BookingMode, EligibilityRules, booking_mode, booking_refusals};
use sixfold_domain::identity::Uaid;
use sixfold_domain::profile::shown;
use sixfold_domain::role::{Capability, Grant, Role};
use sixfold_domain::time::Date;
use utoipa::ToSchema;

use crate::auth::CurrentUser;
use crate::db::Conn;
use crate::db::bookings::booking::{
    AccountWithBookings, EventEntry, EventGroup, find_with_bookings, read_events,
};
use crate::db::calendar::schedule::{self, Event};
use crate::db::people::account::AccountRow;
use crate::db::people::coach::Visibility;
use crate::db::people::eligibility::EligibilityFacts;
use crate::db::people::health_access::{DecryptedHealth, HealthAccess};
use crate::http::ApiError;
use crate::routes::coach::{Athlete, Coach, CoachView};
use crate::state::AppState;

/// The caller's own profile: exactly the fields of RULES 4.12.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Profile {
    /// The session's token.
    pub token: String,
    #[serde(flatten)]
    pub person: Person,
    /// Newest entry first.
    pub events: Vec<EventGroup>,
    /// Whether the caller may book for themselves, and what has to be settled first.
    pub booking_eligibility: BookingEligibility,
}

/// What the booking call would answer the caller, before a time is chosen.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BookingEligibility {
    /// `open`, `assistance` (ask for help only) or `blocked`.
    #[schema(value_type = String)]
    pub mode: BookingMode,
    /// Every obstacle, in the order in which to settle them.
    pub refusals: Vec<BookingRefusal>,
}

/// One obstacle to a booking.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BookingRefusal {
    /// The error code of the booking call.
    pub code: &'static str,
    /// Its message.
    pub message: String,
    /// The field it is about.
    pub field: &'static str,
}

/// Somebody else's profile, as role 3 sees it: like one's own, without a token.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::routes) struct OthersProfile {
    #[serde(flatten)]
    pub person: Person,
    /// Newest entry first.
    pub events: Vec<EventGroup>,
}

/// The fields of a profile.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::routes) struct Person {
    #[schema(value_type = String)]
    pub uaid: Uaid,
    #[schema(value_type = u8)]
    pub role: Role,
    pub user_role: &'static str,
    pub email_address: String,
    /// Whether its owner has confirmed it.
    pub email_confirmed: bool,
    /// The address that it changes to once that is confirmed.
    pub email_pending: Option<String>,
    /// When the code that was mailed to that address expires, ms.
    pub email_pending_until: Option<i64>,
    pub first_name: String,
    pub last_name: String,
    pub date_of_birth: Option<String>,
    pub t_shirt_size: String,
    pub gender: String,
    pub phone_number: String,
    pub postcode: String,
    pub assistance_required: bool,
    pub emergency_number: String,
    pub emergency_name: String,
    pub medical_issues: String,
    pub marketing_pref1: bool,
    pub marketing_pref2: bool,
    pub marketing_pref3: bool,
    pub sport_played: String,
    pub sport_level: String,
    pub improvement: String,
    pub is_competitor: bool,
    pub region: Option<String>,
    pub social_media_handles: Vec<Handle>,
    pub team_booking_id: Option<String>,
    /// The guardian of an athlete under 18. It and the next two are null for everybody but the athlete and role 3.
    pub guardian_email: Option<String>,
    /// When the guardian was last asked to confirm, ms; null once they have confirmed.
    pub guardian_asked_at: Option<i64>,
    /// When the guardian confirmed, ms.
    pub guardian_confirmed_at: Option<i64>,
}

/// One social account; both platforms are always listed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::routes) struct Handle {
    /// Instagram or TikTok.
    pub social_media_name: &'static str,
    /// Without its `@`; may be empty.
    pub handle: String,
}

/// Loads the caller's own profile with one statement: what it shows of `events`, the academy first.
pub(super) async fn own(
    conn: &mut Conn,
    state: &AppState,
    user: &CurrentUser,
    events: &[Event],
) -> Result<Profile, ApiError> {
    let health = HealthAccess::own(&state.cipher, user.reads());
    let AccountWithBookings { account, eligibility, bookings } =
        find_with_bookings(conn, user.uaid.as_str()).await?.ok_or_else(ApiError::not_found)?;
    let events = read_events(events, &bookings, Some(&health))?;
    let OthersProfile { person, events } = view(user, account, events, Some(&health))?;
    let eligibility = eligibility.read(&state.hub.consent_version())?;
    let booking_eligibility = booking_eligibility(state, eligibility)?;
    Ok(Profile { token: user.token.clone(), person, events, booking_eligibility })
}

fn booking_eligibility(state: &AppState, facts: EligibilityFacts) -> Result<BookingEligibility, ApiError> {
    let EligibilityFacts { born, record, .. } = facts;
    let today = state.today()?;
    let refusals = booking_refusals(&record, born, &EligibilityRules::default(), today);
    Ok(BookingEligibility {
        mode: booking_mode(&refusals),
        refusals: refusals
            .into_iter()
            .map(|refusal| BookingRefusal {
                code: refusal.code(),
                message: refusal.to_string(),
                field: refusal.field(),
            })
            .collect(),
    })
}

/// Loads anybody's profile, with the health fields that `health` lets the reader see.
pub(in crate::routes) async fn load(
    conn: &mut Conn,
    reader: &CurrentUser,
    uaid: &str,
    health: Option<&HealthAccess<'_>>,
) -> Result<OthersProfile, ApiError> {
    let (row, events) = account_with_events(conn, uaid, health).await?;
    view(reader, row, events, health)
}

/// Loads the caller's own profile for their export, with what only the desk's pages show of visits.
pub(super) async fn load_for_export(
    conn: &mut Conn,
    uaid: &str,
    health: &HealthAccess<'_>,
) -> Result<OthersProfile, ApiError> {
    let (row, mut events) = account_with_events(conn, uaid, Some(health)).await?;
    events.iter_mut().flat_map(|group| &mut group.event_list).for_each(EventEntry::hide_held);
    let fields = health.profile(&row)?;
    Ok(OthersProfile { person: Person::of(row, &fields)?, events })
}

async fn account_with_events(
    conn: &mut Conn,
    uaid: &str,
    health: Option<&HealthAccess<'_>>,
) -> Result<(AccountRow, Vec<EventGroup>), ApiError> {
    let AccountWithBookings { account, bookings, .. } =
        find_with_bookings(conn, uaid).await?.ok_or_else(ApiError::not_found)?;
    let events = schedule::list_events(conn).await?;
    Ok((account, read_events(&events, &bookings, health)?))
}

/// One's own final that is held has no score and no notes (RULES 8.7).
fn view(
    reader: &CurrentUser,
    mut row: AccountRow,
    mut events: Vec<EventGroup>,
    health: Option<&HealthAccess<'_>>,
) -> Result<OthersProfile, ApiError> {
    let fields = health.map(|health| health.profile(&row)).transpose()?;
    if reader.uaid.as_str() == row.uaid {
        for entry in events.iter_mut().flat_map(|group| &mut group.event_list) {
            entry.hide_held();
            entry.hide_desk();
        }
    } else if reader.role.can(Capability::UpdatePeople) != Grant::Any {
        // RULES 6.8
        row.hide_guardian();
    }
    Ok(OthersProfile { person: Person::of(row, &fields.unwrap_or_default())?, events })
}

/// Loads somebody's profile for a coach: a name, and once they have accepted, what RULES 12.2 lists.
pub(in crate::routes) async fn load_for_coach(
    conn: &mut Conn,
    coach: &CurrentUser,
    (uaid, visibility): (&str, Visibility),
    today: Date,
) -> Result<(OthersProfile, CoachView), ApiError> {
    let (row, mut events) = account_with_events(conn, uaid, None).await?;
    let own = Coach::read(conn, coach.uaid.as_str(), today).await?;
    let athlete = Athlete {
        first_name: &row.first_name,
        last_name: &row.last_name,
        date_of_birth: row.date_of_birth.as_deref(),
        t_shirt_size: &row.t_shirt_size,
    };
    let view = CoachView::of(visibility, athlete, today);
    for group in &mut events {
        group.event_list.retain(|entry| own.sees_booking(&view, entry.team_booking_id.as_deref()));
        group.event_list.iter_mut().for_each(|entry| for_coach(entry, &view));
    }
    events.retain(|group| !group.event_list.is_empty());
    let person = Person::for_coach(&row, &view, &own)?;
    Ok((OthersProfile { person, events }, view))
}

/// Removes from a booking what a coach may not see.
fn for_coach(entry: &mut EventEntry, view: &CoachView) {
    entry.hide_desk();
    entry.event_test_notes = None;
    entry.event_test_assistance_required = false;
    entry.event_test_assistance_type = None;
    entry.event_test_sequence = None;
    let removed = mem::take(&mut entry.event_test_score_removed);
    if removed || entry.event_test_held || !view.is_open() {
        entry.event_test_score = None;
        entry.results.clear();
    }
    if !view.is_open() {
        entry.event_test_held = false;
        entry.event_test_type = None;
        entry.event_test_code = None;
    }
}

impl Person {
    /// The profile of a [`CoachView`]; every other field is empty.
    fn for_coach(row: &AccountRow, view: &CoachView, own: &Coach) -> Result<Self, ApiError> {
        let nothing = String::new;
        Ok(Self {
            uaid: row.uaid.parse().map_err(|_| ApiError::internal("a stored uaid does not read"))?,
            role: row.role,
            user_role: row.role.name(),
            email_address: nothing(),
            email_confirmed: false,
            email_pending: None,
            email_pending_until: None,
            first_name: view.first_name.clone(),
            last_name: view.last_name.clone(),
            date_of_birth: None,
            t_shirt_size: view.t_shirt_size.clone(),
            gender: nothing(),
            phone_number: nothing(),
            postcode: nothing(),
            assistance_required: false,
            emergency_number: shown(None).to_owned(),
            emergency_name: shown(None).to_owned(),
            medical_issues: shown(None).to_owned(),
            marketing_pref1: false,
            marketing_pref2: false,
            marketing_pref3: false,
            sport_played: nothing(),
            sport_level: nothing(),
            improvement: nothing(),
            is_competitor: false,
            region: None,
            social_media_handles: vec![
                Handle { social_media_name: "Instagram", handle: nothing() },
                Handle { social_media_name: "TikTok", handle: nothing() },
            ],
            team_booking_id: row.team_booking_id.clone().filter(|team| own.is_own(Some(team))),
            guardian_email: None,
            guardian_asked_at: None,
            guardian_confirmed_at: None,
        })
    }

    /// The profile of a row; 'N/A' where a health field is not stored or must not be read.
    fn of(row: AccountRow, health: &DecryptedHealth) -> Result<Self, ApiError> {
        Ok(Self {
            uaid: row.uaid.parse().map_err(|_| ApiError::internal("a stored uaid does not read"))?,
            role: row.role,
            user_role: row.role.name(),
            email_address: row.email,
            email_confirmed: row.email_confirmed_at.is_some(),
            email_pending: row.email_pending,
            email_pending_until: row.email_pending_until,
            first_name: row.first_name,
            last_name: row.last_name,
            date_of_birth: row.date_of_birth,
            t_shirt_size: row.t_shirt_size,
            gender: row.gender.unwrap_or_default(),
            phone_number: row.phone_number,
            postcode: row.postcode,
            assistance_required: row.assistance_required,
            emergency_number: shown(health.emergency_number.as_deref()).to_owned(),
            emergency_name: shown(health.emergency_name.as_deref()).to_owned(),
            medical_issues: shown(health.medical_issues.as_deref()).to_owned(),
            marketing_pref1: row.marketing_pref_1,
            marketing_pref2: row.marketing_pref_2,
            marketing_pref3: row.marketing_pref_3,
            sport_played: row.sport_played,
            sport_level: row.sport_level,
            improvement: row.improvement,
            is_competitor: row.is_competitor,
            region: row.region,
            social_media_handles: vec![
                Handle { social_media_name: "Instagram", handle: row.instagram },
                Handle { social_media_name: "TikTok", handle: row.tiktok },
            ],
            team_booking_id: row.team_booking_id,
            guardian_email: row.guardian_email,
            guardian_asked_at: row.guardian_asked_at,
            guardian_confirmed_at: row.guardian_confirmed_at,
        })
    }
}
