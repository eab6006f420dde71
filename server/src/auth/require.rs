//! The extractor that requires a capability. It comes before query and body in a handler's arguments, so that a wrong
//! role is a 403 and an entry in the audit log whatever else is wrong with the call.

use std::marker::PhantomData;

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use sixfold_domain::role::Capability;

use super::{CurrentUser, audit};
use crate::http::ApiError;
use crate::state::AppState;

/// A capability as a type.
pub trait Required: Send + Sync {
    const CAPABILITY: Capability;
}

macro_rules! capabilities {
    ($($(#[$calls:meta])+ $name:ident)+) => {$(
        $(#[$calls])+
        #[derive(Debug, Clone, Copy)]
        pub struct $name;

        impl Required for $name {
            const CAPABILITY: Capability = Capability::$name;
        }
    )+};
}

capabilities! {
    /// `user/profile/admin`, `event/admin/user/update`.
    UpdatePeople
    /// `event/admin/bookings/lite` and its siblings.
    FindPeople
    /// `event/admin/bookable`.
    BookAtDesk
    /// `event/admin/onboard`, `test`, `final` and what goes with them.
    RunTests
    /// `event/booking/team` and its users, read.
    ReadTeams
    /// `event/booking/team`, written.
    WriteTeams
    /// `event/admin/coaches`.
    ReadCoaches
    /// `event/admin/clearance`.
    RecordClearance
    /// `event/admin/audit`.
    ReadAudit
    /// `event/admin/user/role`.
    ChangeRoles
    /// `event/livescreen/reveal`, written, and `event/admin/reveal`.
    Reveal
    /// `user/results`.
    ReadResults
    /// `event/admin/results/*` and `event/admin/protocols`.
    ManageResults
    /// The content hub's authoring calls.
    WriteContent
    /// `acoustic/content/manageContentItem`, `event/admin/schedule`, `event/admin/settings` and `event/admin/clock`.
    ManageSchedule
    /// `event/admin/bookings`.
    ReadAllBookings
    /// `event/admin/booking`.
    ReadBookingDetails
    /// `event/admin/assistance`.
    HandleAssistance
    /// `event/admin/seasons`.
    ManageSeasons
    /// `event/admin/export`.
    Export
}

/// A caller whose role has the capability.
#[derive(Debug, Clone)]
pub struct Require<C> {
    pub user: CurrentUser,
    capability: PhantomData<C>,
}

impl<C: Required> FromRequestParts<AppState> for Require<C> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let user = CurrentUser::from_request_parts(parts, state).await?;
        match user.require(C::CAPABILITY) {
            Ok(_) => Ok(Self { user, capability: PhantomData }),
            Err(refused) => {
                if refused.status() == StatusCode::FORBIDDEN {
                    audit::refused(state, parts, &user, "access.refused").await?;
                }
                Err(refused)
            }
        }
    }
}
