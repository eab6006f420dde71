//! Tickets for the wallets of phones, as Apple's and Google's formats have them (RULES 4.14). Knows nothing of requests and of
//! the store.

pub mod apple;
pub mod google;

use sixfold_domain::booking::{BookingStatus, BookingType};
use sixfold_domain::time::{Date, london_timestamp, london_to_millis};

use crate::db::messages::wallet::WalletTicket;

/// The colours of a ticket: those of the site's tokens.
const GROUND: &str = "#070a08";
const TEXT: &str = "#f3f6f0";
const ACCENT: &str = "#3dff7f";

/// A ticket with what it says of the site.
#[derive(Debug, Clone, Copy)]
pub struct TicketFacts<'a> {
    pub ticket: &'a WalletTicket,
    /// The site's name.
    pub site: &'a str,
    /// Without a trailing slash.
    pub public_url: &'a str,
}

impl TicketFacts<'_> {
    /// When the test starts, ISO with London's offset; none without a slot.
    fn start(&self) -> Option<String> {
        let (date, time) = self.ticket.slot?;
        let at_ms = london_to_millis(date, time.time_of_day()).ok()?;
        london_timestamp(at_ms).ok().map(|at| at.replace(".000", ""))
    }

    /// `Test` or `Retest`.
    fn label(&self) -> &'static str {
        match self.ticket.booking_type {
            BookingType::Test => "Test",
            BookingType::Retest => "Retest",
        }
    }

    fn date(&self) -> Option<Date> {
        self.ticket.slot.map(|(date, _)| date)
    }

    /// The athlete's name; may be empty.
    fn holder(&self) -> String {
        format!("{} {}", self.ticket.first_name, self.ticket.last_name).trim().to_owned()
    }

    /// Street, town and postcode.
    fn address(&self) -> String {
        let parts = [self.ticket.location_address.as_str(), self.ticket.location_post_code.as_str()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }

    /// The page with the ticket.
    fn page(&self) -> String {
        format!("{}/en-gb/my-account-my-booking", self.public_url)
    }
}

/// Whether a booking goes into a wallet: it is confirmed, and its day has not passed.
pub fn may_be_kept(ticket: &WalletTicket, today: Date) -> bool {
    ticket.status == BookingStatus::Booked && ticket.slot.is_some_and(|(date, _)| date >= today)
}
