//! `pass.json`: what the pass says.

use serde_json::{Value, json};
use sixfold_domain::booking::BookingStatus;
use sixfold_domain::time::{london_day_end, london_timestamp};

use crate::config::wallets::AppleWallet;
use crate::wallet::{ACCENT, GROUND, TEXT, TicketFacts};

/// Where the device asks for changes: the start of its calls' addresses (RULES 4.15).
const SERVICE: &str = "/api/wallet/apple";

/// The description; `token` is what the device shows with its calls.
pub(super) fn describe(wallet: &AppleWallet, facts: &TicketFacts<'_>, token: &str) -> Value {
    let ticket = facts.ticket;
    let barcode = json!({
        "format": "PKBarcodeFormatQR", "message": ticket.code, "messageEncoding": "iso-8859-1", "altText": ticket.code,
    });
    let mut pass = json!({
        "formatVersion": 1,
        "passTypeIdentifier": wallet.pass_type,
        "teamIdentifier": wallet.team,
        "serialNumber": ticket.booking_id,
        "organizationName": facts.site,
        "description": format!("{} ticket", facts.site),
        "logoText": facts.site,
        "backgroundColor": rgb(GROUND),
        "foregroundColor": rgb(TEXT),
        "labelColor": rgb(ACCENT),
        "sharingProhibited": true,
        "voided": is_void(facts),
        "webServiceURL": format!("{}{SERVICE}", facts.public_url),
        "authenticationToken": token,
        "barcodes": [barcode],
        // For systems before iOS 9.
        "barcode": barcode,
        "eventTicket": fields(facts),
    });
    if let Some(start) = facts.start() {
        pass["relevantDate"] = json!(start);
    }
    let end = facts.date().and_then(|date| london_timestamp(london_day_end(date).ok()?).ok());
    if let Some(end) = end {
        pass["expirationDate"] = json!(end.replace(".999", ""));
    }
    pass
}

/// Called off, or without a time.
fn is_void(facts: &TicketFacts<'_>) -> bool {
    match facts.ticket.status {
        BookingStatus::Cancelled | BookingStatus::Declined => true,
        BookingStatus::Booked | BookingStatus::Completed | BookingStatus::Dnt => false,
        BookingStatus::Assistance => facts.ticket.slot.is_none(),
    }
}

fn state(status: BookingStatus) -> &'static str {
    match status {
        BookingStatus::Booked => "Confirmed",
        BookingStatus::Assistance => "We call you about assistance",
        BookingStatus::Completed => "Tested",
        // Missed, not finished, or its score was removed: the ticket does not say which.
        BookingStatus::Dnt => "No result",
        BookingStatus::Cancelled => "Cancelled",
        BookingStatus::Declined => "Declined by our team",
    }
}

fn fields(facts: &TicketFacts<'_>) -> Value {
    let ticket = facts.ticket;
    // The device shows London's time wherever it is, and announces a change on its lock screen.
    let when = facts.start().map(|start| {
        json!({
            "key": "when", "label": "When", "value": start, "dateStyle": "PKDateStyleMedium",
            "timeStyle": "PKDateStyleShort", "ignoresTimeZone": true, "changeMessage": "Your test is now on %@.",
        })
    });
    let field = |key: &str, label: &str, value: &str| {
        (!value.is_empty()).then(|| json!({ "key": key, "label": label, "value": value }))
    };
    let list = |fields: Vec<Option<Value>>| Value::Array(fields.into_iter().flatten().collect());
    let contact = [ticket.location_contact_number.as_str(), ticket.location_contact_email.as_str()];
    let contact = contact.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n");
    let state = json!({
        "key": "state", "label": "Booking", "value": state(ticket.status), "changeMessage": "Your booking: %@.",
    });
    json!({
        "headerFields": list(vec![field("code", "Code", &ticket.code)]),
        "primaryFields": list(vec![field("event", facts.label(), &ticket.event_name)]),
        "secondaryFields": list(vec![when]),
        "auxiliaryFields": list(vec![
            field("where", "Where", &ticket.location_name),
            field("athlete", "Athlete", &facts.holder()),
        ]),
        "backFields": list(vec![
            Some(state),
            field("arrive", "Be there", "Ten minutes early. Show the code at the desk."),
            field("address", "Address", &facts.address()),
            field("questions", "Questions", &contact),
            field("ticket", "Move or cancel it", &facts.page()),
        ]),
    })
}

/// `#070a08` as the format has colours: `rgb(7, 10, 8)`.
fn rgb(colour: &str) -> String {
    let part =
        |at: usize| u8::from_str_radix(colour.get(at..at + 2).unwrap_or_default(), 16).unwrap_or_default();
    format!("rgb({}, {}, {})", part(1), part(3), part(5))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_written_as_the_format_has_them() {
        assert_eq!(rgb(GROUND), "rgb(7, 10, 8)");
        assert_eq!(rgb(ACCENT), "rgb(61, 255, 127)");
    }
}
