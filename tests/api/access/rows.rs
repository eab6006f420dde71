//! The table: each call of the document and what it requires of its caller. A call that does several things has a row for each.

use sixfold_domain::role::{Capability, Grant, Role, grant};

/// What a call requires of its caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Nothing: anybody may call.
    Open,
    Needs(Capability),
}

impl Rule {
    /// How far somebody may use the call.
    pub(crate) fn grant(self, role: Option<Role>) -> Grant {
        match self {
            Self::Open => Grant::Any,
            Self::Needs(capability) => grant(role, capability),
        }
    }
}

/// How a call identifies the owner of its object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Whose {
    /// Not at all: it is always about the caller, or about nobody.
    Nobodys,
    /// By number; somebody else's is 403.
    Named,
    /// By an id that others do not know; somebody else's is 404.
    Hidden,
}

/// One thing that a call does.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row {
    /// Method and path, as the document has them.
    pub call: &'static str,
    /// Which of the things that it does, if there are several.
    pub act: &'static str,
    pub rule: Rule,
    pub whose: Whose,
    /// The status of a call that is allowed and good.
    pub ok: u16,
    /// The status for the caller's own object, if a rule besides the capability applies.
    pub own: Option<u16>,
    /// Whether the body has to be read to know which capability is needed.
    pub told_by_body: bool,
}

const fn row(call: &'static str, rule: Rule, whose: Whose, ok: u16) -> Row {
    Row { call, act: "", rule, whose, ok, own: None, told_by_body: false }
}

const fn needs(call: &'static str, capability: Capability, whose: Whose, ok: u16) -> Row {
    row(call, Rule::Needs(capability), whose, ok)
}

impl Row {
    const fn own(self, status: u16) -> Self {
        Self { own: Some(status), ..self }
    }
}

const fn open(call: &'static str, ok: u16) -> Row {
    row(call, Rule::Open, Whose::Nobodys, ok)
}

const fn account(call: &'static str, ok: u16) -> Row {
    needs(call, Capability::UseAccount, Whose::Named, ok)
}

/// A call about one of the caller's crews: which they are in, others do not know.
const fn crew(call: &'static str, ok: u16) -> Row {
    needs(call, Capability::UseAccount, Whose::Hidden, ok)
}

const fn authoring(call: &'static str, ok: u16) -> Row {
    needs(call, Capability::WriteContent, Whose::Nobodys, ok)
}

const fn booking(act: &'static str, capability: Capability) -> Row {
    let row = needs("POST /api/user/event/booking", capability, Whose::Named, 200);
    // A coach books for themselves too.
    let own = match capability {
        Capability::Book | Capability::BypassBookingRule => Some(200),
        _ => None,
    };
    Row { act, told_by_body: true, own, ..row }
}

/// A call of the waiting list or of alerts, which athletes only have for themselves.
const fn in_line(call: &'static str, ok: u16) -> Row {
    needs(call, Capability::Book, Whose::Nobodys, ok).own(ok)
}

/// An authoring call, which has no owner.
const fn editor(call: &'static str) -> Row {
    needs(call, Capability::WriteContent, Whose::Nobodys, 200)
}

const fn schedule(call: &'static str) -> Row {
    needs(call, Capability::ManageSchedule, Whose::Nobodys, 200)
}

const fn desk(call: &'static str, whose: Whose) -> Row {
    needs(call, Capability::RunTests, whose, 200)
}

/// A call about one's own calendar, for all staff.
const fn calendar(call: &'static str) -> Row {
    needs(call, Capability::FindPeople, Whose::Nobodys, 200).own(200)
}

pub(crate) const ROWS: &[Row] = &[
    open("GET /healthz", 200),
    open("GET /readyz", 200),
    open("GET /robots.txt", 200),
    open("GET /sitemap.xml", 200),
    open("GET /api/auth/csrf", 200),
    open("GET /api/auth/providers", 200),
    open("GET /api/auth/session", 200),
    open("POST /api/auth/session", 400),
    open("GET /api/auth/signin", 302),
    open("GET /api/auth/signin/{provider}", 302),
    open("POST /api/auth/signin/{provider}", 302),
    open("GET /api/auth/callback/{provider}", 400),
    open("POST /api/auth/callback/{provider}", 302),
    open("GET /api/auth/signout", 302),
    open("POST /api/auth/signout", 302),
    open("GET /api/auth/error", 302),
    open("POST /api/auth/_log", 200),
    open("POST /api/auth/passkeys/options", 200),
    // The good calls here have no browser and so no CSRF token.
    open("POST /api/auth/passkeys/sign-in", 403),
    open("POST /api/auth/sign-in-link", 200),
    open("POST /api/auth/sign-in-link/use", 403),
    open("GET /api/content/{libraryId}/delivery/v1/content/{id}", 200),
    open("GET /api/content/{libraryId}/delivery/v1/rendering/context/{id}", 200),
    open("GET /api/content/{libraryId}/delivery/v1/search", 200),
    open("GET /api/content/{libraryId}/delivery/v1/images/{id}/{width}", 404),
    authoring("GET /api/content/{libraryId}/authoring/v1/hub", 200),
    authoring("GET /api/content/{libraryId}/authoring/v1/images", 200),
    // The good body here is JSON, which is no picture.
    authoring("POST /api/content/{libraryId}/authoring/v1/images", 415),
    authoring("PUT /api/content/{libraryId}/authoring/v1/images/{id}", 404),
    authoring("DELETE /api/content/{libraryId}/authoring/v1/images/{id}", 404),
    editor("GET /api/content/{libraryId}/authoring/v1/types"),
    editor("GET /api/content/{libraryId}/authoring/v1/content"),
    editor("POST /api/content/{libraryId}/authoring/v1/content"),
    editor("GET /api/content/{libraryId}/authoring/v1/content/{id}"),
    editor("PUT /api/content/{libraryId}/authoring/v1/content/{id}"),
    editor("DELETE /api/content/{libraryId}/authoring/v1/content/{id}"),
    editor("GET /api/content/{libraryId}/authoring/v1/content/{id}/revisions"),
    editor("GET /api/content/{libraryId}/authoring/v1/content/{id}/revisions/{revision}"),
    editor("POST /api/content/{libraryId}/authoring/v1/content/{id}/restore"),
    editor("POST /api/content/{libraryId}/authoring/v1/content/{id}/take-down"),
    editor("GET /api/content/{libraryId}/authoring/v1/rendering/context/{id}"),
    editor("POST /api/content/{libraryId}/authoring/v1/rendering/context/{id}"),
    open("GET /api/event/availability", 200),
    open("GET /api/event/config", 200),
    open("GET /api/waiting-room", 200),
    open("GET /api/user/leaderboard", 200),
    // Numbers and full names: everybody's for role 3, for a coach those of athletes who have accepted them.
    Row {
        act: "whole rows",
        own: Some(200),
        ..needs("GET /api/user/leaderboard", Capability::ReadWholeBoards, Whose::Nobodys, 200)
    },
    account("GET /api/user/leaderboard/field", 200),
    open("GET /api/event/livescreen/reveal", 200),
    // A stream never ends, so the good call here asks for that of an unknown event.
    open("GET /api/event/livescreen/stream", 404),
    // There is no final on hold to reveal.
    needs("POST /api/event/livescreen/reveal", Capability::Reveal, Whose::Nobodys, 422),
    needs("GET /api/event/admin/reveal", Capability::Reveal, Whose::Nobodys, 200),
    open("POST /api/user/login", 200),
    open("POST /api/user/login/admin", 200),
    open("POST /api/user/signup", 200),
    open("POST /api/user/forgot", 200),
    // Authenticated by the token of a mailed link.
    open("POST /api/user/guardian", 422),
    open("POST /api/user/guardian/request", 422),
    // Nobody on the stage is under 18.
    account("POST /api/user/guardian/send", 422),
    open("POST /api/user/email/link", 422),
    open("POST /api/user/email/undo", 422),
    account("GET /api/user/authorization", 200),
    account("GET /api/user/profile", 200),
    account("PUT /api/user/profile", 200),
    account("PUT /api/user/accountmanagement", 200),
    account("POST /api/user/register", 200),
    account("PUT /api/user/marketing", 200),
    account("POST /api/user/password", 200),
    account("GET /api/user/email", 200),
    account("POST /api/user/email", 200),
    account("DELETE /api/user/email", 200),
    account("POST /api/user/email/send", 200),
    account("POST /api/user/email/confirm", 200),
    account("POST /api/user/delete", 200),
    account("GET /api/user/export", 200),
    account("GET /api/user/coaches", 200),
    // No coach on the stage has booked the caller.
    account("POST /api/user/coaches", 404),
    open("POST /api/user/coaches/answer", 422),
    account("GET /api/user/consent", 200),
    account("POST /api/user/consent", 200),
    account("GET /api/user/identities", 200),
    account("DELETE /api/user/identities", 404),
    account("GET /api/user/sessions", 200),
    account("DELETE /api/user/sessions", 200),
    Row { act: "by its id", whose: Whose::Hidden, ..account("DELETE /api/user/sessions", 200) },
    // Nobody on the stage has a result to draw or to share.
    account("GET /api/user/card", 422),
    account("GET /api/user/card/facts", 422),
    account("GET /api/user/certificate", 422),
    // The body is no photograph.
    account("POST /api/user/card/photo", 415),
    account("GET /api/user/share", 200),
    account("PUT /api/user/share", 200),
    account("POST /api/user/share", 422),
    account("DELETE /api/user/share/{shareId}", 404),
    open("POST /api/user/share/{shareId}/report", 404),
    needs("GET /api/user/admin/share-report", Capability::UpdatePeople, Whose::Nobodys, 200),
    needs("POST /api/user/admin/share-report/{shareId}", Capability::UpdatePeople, Whose::Nobodys, 404),
    Row { act: "by its id", whose: Whose::Hidden, ..account("DELETE /api/user/share/{shareId}", 200) },
    account("GET /api/user/progress", 200),
    account("GET /api/user/notifications", 200),
    account("PUT /api/user/notifications", 200),
    // The stage sends no notifications.
    account("POST /api/user/notifications/devices", 422),
    account("DELETE /api/user/notifications/devices/{id}", 404),
    Row {
        act: "by its id",
        whose: Whose::Hidden,
        ..account("DELETE /api/user/notifications/devices/{id}", 200)
    },
    account("GET /api/user/crew", 200),
    account("POST /api/user/crew", 200),
    crew("GET /api/user/crew/{crewId}", 200),
    crew("PUT /api/user/crew/{crewId}", 200),
    crew("DELETE /api/user/crew/{crewId}", 200),
    crew("GET /api/user/crew/{crewId}/board", 200),
    crew("POST /api/user/crew/{crewId}/link", 200),
    crew("PUT /api/user/crew/{crewId}/membership", 200),
    crew("DELETE /api/user/crew/{crewId}/membership", 200),
    // The good call here names nobody.
    crew("DELETE /api/user/crew/{crewId}/member/{memberId}", 404),
    // A stream never ends, so the good call here asks for that of an unknown crew.
    account("GET /api/user/crew/{crewId}/stream", 404),
    // A link that never was.
    account("POST /api/user/crew/link", 404),
    account("POST /api/user/crew/join", 404),
    account("GET /api/user/second-factor", 200),
    account("POST /api/user/second-factor", 200),
    // No set-up has been started.
    account("POST /api/user/second-factor/confirm", 409),
    account("DELETE /api/user/second-factor", 404),
    account("GET /api/user/passkeys", 200),
    account("POST /api/user/passkeys/options", 200),
    // No authenticator answers here.
    account("POST /api/user/passkeys", 422),
    account("PUT /api/user/passkeys/{passkeyId}", 404),
    account("DELETE /api/user/passkeys/{passkeyId}", 404),
    Row { act: "by its id", whose: Whose::Hidden, ..account("PUT /api/user/passkeys/{passkeyId}", 200) },
    Row { act: "by its id", whose: Whose::Hidden, ..account("DELETE /api/user/passkeys/{passkeyId}", 200) },
    needs("GET /api/user/results", Capability::ReadResults, Whose::Named, 200).own(200),
    needs("PUT /api/user/profile/admin", Capability::UpdatePeople, Whose::Named, 200),
    needs("POST /api/event/admin/bookings/lite", Capability::FindPeople, Whose::Nobodys, 200).own(200),
    needs("POST /api/event/admin/bookings", Capability::ReadAllBookings, Whose::Nobodys, 200),
    // Role 2 sees today's bookings and their own; there are none today.
    needs("GET /api/event/admin/booking", Capability::ReadBookingDetails, Whose::Hidden, 200).own(200),
    needs("GET /api/event/admin/bookable", Capability::BookAtDesk, Whose::Named, 200),
    needs("GET /api/event/admin/assistance", Capability::HandleAssistance, Whose::Nobodys, 200),
    needs("GET /api/event/admin/seasons", Capability::ManageSeasons, Whose::Nobodys, 200),
    needs("POST /api/event/admin/seasons", Capability::ManageSeasons, Whose::Nobodys, 200),
    needs("PUT /api/event/admin/seasons", Capability::ManageSeasons, Whose::Nobodys, 200),
    needs("DELETE /api/event/admin/seasons", Capability::ManageSeasons, Whose::Nobodys, 200),
    needs("GET /api/event/admin/settings", Capability::ManageSchedule, Whose::Nobodys, 200),
    needs("POST /api/event/admin/setup", Capability::ManageSchedule, Whose::Nobodys, 200),
    needs("PUT /api/event/admin/event", Capability::ManageSchedule, Whose::Nobodys, 200),
    needs("PUT /api/event/admin/settings", Capability::ManageSchedule, Whose::Nobodys, 200),
    needs("GET /api/event/admin/export", Capability::Export, Whose::Nobodys, 200),
    needs("POST /api/event/admin/results/import", Capability::ManageResults, Whose::Nobodys, 200),
    // There is no such booking, which only those who may correct and remove learn.
    needs("POST /api/event/admin/results/correct", Capability::ManageResults, Whose::Nobodys, 404),
    needs("POST /api/event/admin/results/remove", Capability::ManageResults, Whose::Nobodys, 404),
    desk("POST /api/event/admin/results/request", Whose::Named),
    needs("GET /api/event/admin/results/request", Capability::ManageResults, Whose::Nobodys, 200),
    // There is no such request.
    needs("DELETE /api/event/admin/results/request", Capability::ManageResults, Whose::Nobodys, 404),
    needs("GET /api/event/admin/protocols", Capability::ManageResults, Whose::Nobodys, 200),
    needs("PUT /api/event/admin/protocols", Capability::ManageResults, Whose::Nobodys, 200),
    schedule("GET /api/event/admin/schedule"),
    schedule("POST /api/event/admin/schedule/impact"),
    schedule("GET /api/acoustic/content/manageContentItem"),
    schedule("PUT /api/acoustic/content/manageContentItem"),
    schedule("POST /api/acoustic/content/manageContentItem"),
    schedule("DELETE /api/acoustic/content/manageContentItem"),
    // The caller's own is not somebody else's.
    needs("GET /api/event/admin/profile", Capability::FindPeople, Whose::Named, 200).own(200),
    desk("POST /api/event/admin/onboard", Whose::Nobodys),
    desk("POST /api/event/admin/test", Whose::Named),
    desk("POST /api/event/admin/final", Whose::Named),
    desk("POST /api/event/admin/sync", Whose::Nobodys),
    desk("GET /api/event/admin/day", Whose::Nobodys),
    desk("POST /api/event/admin/arrival", Whose::Nobodys),
    desk("GET /api/event/admin/kiosk", Whose::Nobodys),
    desk("POST /api/event/admin/kiosk", Whose::Nobodys),
    // There is no such kiosk.
    needs("DELETE /api/event/admin/kiosk", Capability::RunTests, Whose::Nobodys, 404),
    // Authenticated by the kiosk's secret, or by that of a link.
    open("GET /api/event/arrival", 401),
    open("POST /api/event/arrival", 401),
    open("GET /api/event/calendar/{feed}", 404),
    // No wallet is configured on the stage.
    account("GET /api/event/ticket/apple", 404),
    account("GET /api/event/ticket/google", 404),
    open("POST /api/wallet/apple/v1/devices/{device}/registrations/{passType}/{serial}", 404),
    open("DELETE /api/wallet/apple/v1/devices/{device}/registrations/{passType}/{serial}", 404),
    open("GET /api/wallet/apple/v1/devices/{device}/registrations/{passType}", 404),
    open("GET /api/wallet/apple/v1/passes/{passType}/{serial}", 404),
    open("POST /api/wallet/apple/v1/log", 404),
    calendar("GET /api/user/calendar-feed"),
    calendar("POST /api/user/calendar-feed"),
    calendar("DELETE /api/user/calendar-feed"),
    needs("POST /api/event/admin/letters/again", Capability::UpdatePeople, Whose::Nobodys, 200),
    needs("POST /api/event/admin/clock", Capability::ManageSchedule, Whose::Nobodys, 200),
    needs("GET /api/event/admin/today", Capability::ReadAllBookings, Whose::Nobodys, 200),
    needs("GET /api/event/admin/numbers", Capability::ReadAllBookings, Whose::Nobodys, 200),
    needs("POST /api/event/admin/users", Capability::FindPeople, Whose::Nobodys, 200).own(200),
    needs("POST /api/event/admin/coach-access", Capability::UpdatePeople, Whose::Named, 200),
    needs("POST /api/event/admin/user/create", Capability::UpdatePeople, Whose::Nobodys, 200),
    needs("POST /api/event/admin/user/update", Capability::UpdatePeople, Whose::Named, 200),
    // Nobody here has a yes to be cleared, and nobody clears themselves.
    needs("POST /api/event/admin/clearance", Capability::RecordClearance, Whose::Named, 422).own(403),
    needs("DELETE /api/event/admin/clearance", Capability::RecordClearance, Whose::Named, 404).own(403),
    needs("GET /api/event/admin/audit", Capability::ReadAudit, Whose::Nobodys, 200),
    // Nobody can change their own role.
    needs("POST /api/event/admin/user/role", Capability::ChangeRoles, Whose::Named, 200).own(403),
    // Nobody can reset their own sign-in here; the others have no second factor to reset.
    needs("DELETE /api/event/admin/user/second-factor", Capability::ChangeRoles, Whose::Named, 404).own(403),
    needs("DELETE /api/event/admin/user/sessions", Capability::ChangeRoles, Whose::Named, 200).own(403),
    needs("POST /api/event/admin/user/delete", Capability::ChangeRoles, Whose::Named, 200).own(403),
    booking("book", Capability::Book),
    booking("bypass", Capability::BypassBookingRule),
    booking("decline", Capability::SetBookingStatus),
    needs("DELETE /api/user/event/cancel", Capability::CancelBooking, Whose::Named, 200).own(200),
    needs("GET /api/event/booking/team", Capability::ReadTeams, Whose::Named, 200),
    needs("GET /api/event/booking/team/users", Capability::ReadTeams, Whose::Named, 200),
    needs("POST /api/event/booking/team", Capability::WriteTeams, Whose::Named, 200),
    needs("DELETE /api/event/booking/team", Capability::WriteTeams, Whose::Named, 200),
    needs("GET /api/event/admin/coaches", Capability::ReadCoaches, Whose::Nobodys, 200),
    in_line("GET /api/event/booking/waitlist", 200),
    in_line("POST /api/event/booking/waitlist", 422),
    in_line("DELETE /api/event/booking/waitlist", 404),
    in_line("POST /api/event/booking/waitlist/accept", 200),
    in_line("GET /api/event/alerts", 200),
    in_line("POST /api/event/alerts", 200),
    in_line("DELETE /api/event/alerts/{alertId}", 200),
];
