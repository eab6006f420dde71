//! The extractor that asks for a capability. It comes before query and body in a handler's arguments, so that a call with
//! the wrong role is a 403, and a line of the audit log, whatever else is wrong with it.

use std::marker::PhantomData;

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use sixfold_domain::role::Capability;

use super::{CurrentUser, line};
use crate::http::error::ApiError;
use crate::state::AppState;

/// Names a capability as a type.
pub trait Need: Send + Sync {
    const CAPABILITY: Capability;
}

/// `user/profile/admin`, `event/admin/user/update`.
#[derive(Debug, Clone, Copy)]
pub struct UpdatePeople;

impl Need for UpdatePeople {
    const CAPABILITY: Capability = Capability::UpdatePeople;
}

/// `event/admin/bookings/lite` and its siblings.
#[derive(Debug, Clone, Copy)]
pub struct FindPeople;

impl Need for FindPeople {
    const CAPABILITY: Capability = Capability::FindPeople;
}

/// `event/admin/bookable`.
#[derive(Debug, Clone, Copy)]
pub struct BookAtDesk;

impl Need for BookAtDesk {
    const CAPABILITY: Capability = Capability::BookAtDesk;
}

/// `event/admin/onboard`, `test`, `final` and what goes with them.
#[derive(Debug, Clone, Copy)]
pub struct RunTests;

impl Need for RunTests {
    const CAPABILITY: Capability = Capability::RunTests;
}

/// `event/booking/team` and its users, read.
#[derive(Debug, Clone, Copy)]
pub struct ReadTeams;

impl Need for ReadTeams {
    const CAPABILITY: Capability = Capability::ReadTeams;
}

/// `event/booking/team`, written.
#[derive(Debug, Clone, Copy)]
pub struct WriteTeams;

impl Need for WriteTeams {
    const CAPABILITY: Capability = Capability::WriteTeams;
}

/// `event/admin/coaches`.
#[derive(Debug, Clone, Copy)]
pub struct ReadCoaches;

impl Need for ReadCoaches {
    const CAPABILITY: Capability = Capability::ReadCoaches;
}

/// `event/admin/clearance`.
#[derive(Debug, Clone, Copy)]
pub struct RecordClearance;

impl Need for RecordClearance {
    const CAPABILITY: Capability = Capability::RecordClearance;
}

/// `event/admin/audit`.
#[derive(Debug, Clone, Copy)]
pub struct ReadAudit;

impl Need for ReadAudit {
    const CAPABILITY: Capability = Capability::ReadAudit;
}

/// `event/admin/user/role`.
#[derive(Debug, Clone, Copy)]
pub struct ChangeRoles;

impl Need for ChangeRoles {
    const CAPABILITY: Capability = Capability::ChangeRoles;
}

/// `event/livescreen/reveal`, written, and `event/admin/reveal`.
#[derive(Debug, Clone, Copy)]
pub struct Reveal;

impl Need for Reveal {
    const CAPABILITY: Capability = Capability::Reveal;
}

/// `user/results`.
#[derive(Debug, Clone, Copy)]
pub struct ReadResults;

impl Need for ReadResults {
    const CAPABILITY: Capability = Capability::ReadResults;
}

/// `event/admin/results/*` and `event/admin/protocols`.
#[derive(Debug, Clone, Copy)]
pub struct ManageResults;

impl Need for ManageResults {
    const CAPABILITY: Capability = Capability::ManageResults;
}

/// The content hub's authoring calls.
#[derive(Debug, Clone, Copy)]
pub struct WriteContent;

impl Need for WriteContent {
    const CAPABILITY: Capability = Capability::WriteContent;
}

/// `acoustic/content/manageContentItem`, `event/admin/schedule`, `event/admin/settings` and `event/admin/clock`.
#[derive(Debug, Clone, Copy)]
pub struct ManageSchedule;

impl Need for ManageSchedule {
    const CAPABILITY: Capability = Capability::ManageSchedule;
}

/// `event/admin/bookings`.
#[derive(Debug, Clone, Copy)]
pub struct ReadAllBookings;

impl Need for ReadAllBookings {
    const CAPABILITY: Capability = Capability::ReadAllBookings;
}

/// `event/admin/booking`.
#[derive(Debug, Clone, Copy)]
pub struct ReadBookingDetails;

impl Need for ReadBookingDetails {
    const CAPABILITY: Capability = Capability::ReadBookingDetails;
}

/// `event/admin/assistance`.
#[derive(Debug, Clone, Copy)]
pub struct HandleAssistance;

impl Need for HandleAssistance {
    const CAPABILITY: Capability = Capability::HandleAssistance;
}

/// `event/admin/seasons`.
#[derive(Debug, Clone, Copy)]
pub struct ManageSeasons;

impl Need for ManageSeasons {
    const CAPABILITY: Capability = Capability::ManageSeasons;
}

/// `event/admin/export`.
#[derive(Debug, Clone, Copy)]
pub struct Export;

impl Need for Export {
    const CAPABILITY: Capability = Capability::Export;
}

/// A caller whose role may use the capability.
#[derive(Debug)]
pub struct May<N> {
    /// The caller.
    pub user: CurrentUser,
    need: PhantomData<N>,
}

impl<N: Need> FromRequestParts<AppState> for May<N> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let user = CurrentUser::from_request_parts(parts, state).await?;
        match user.require(N::CAPABILITY) {
            Ok(_) => Ok(Self { user, need: PhantomData }),
            Err(refused) => {
                if refused.status() == StatusCode::FORBIDDEN {
                    line::refused(state, parts, &user, "access.refused").await?;
                }
                Err(refused)
            }
        }
    }
}
