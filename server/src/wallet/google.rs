//! Google Wallet's tickets: a link with a signed token (JWT, RS256) that holds the whole ticket.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{GROUND, TicketFacts};
use crate::config::wallets::{GoogleWallet, SignError};

const SAVE: &str = "https://pay.google.com/gp/v/save/";
/// The longest link that Google takes.
const LONGEST: usize = 1_800;
/// How long each text may be, in bytes: the first at which the link is short enough.
const TEXTS: [usize; 6] = [120, 80, 60, 40, 24, 12];
/// The longest id, without the issuer.
const LONGEST_ID: usize = 60;
/// How many hexadecimal digits of its content's digest an id has.
const DIGEST: usize = 12;

#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    #[error("a ticket for Google Wallet cannot be written: {0}")]
    Json(#[from] serde_json::Error),
    #[error("a ticket for Google Wallet cannot be signed: {0}")]
    Sign(#[from] SignError),
    #[error("a ticket for Google Wallet is too long")]
    TooLong,
}

/// The address at which Google offers to save the ticket. It holds the name, the booking and the place, nothing else.
pub fn save_link(wallet: &GoogleWallet, facts: &TicketFacts<'_>, now_ms: i64) -> Result<String, LinkError> {
    for longest in TEXTS {
        let claims = serde_json::to_vec(&claims(wallet, facts, longest, now_ms / 1_000))?;
        let header = serde_json::to_vec(&json!({ "alg": "RS256", "typ": "JWT" }))?;
        let signed = format!("{}.{}", URL_SAFE_NO_PAD.encode(header), URL_SAFE_NO_PAD.encode(claims));
        let signature = URL_SAFE_NO_PAD.encode(wallet.key.sign(signed.as_bytes())?);
        let link = format!("{SAVE}{signed}.{signature}");
        if link.len() <= LONGEST {
            return Ok(link);
        }
    }
    Err(LinkError::TooLong)
}

fn claims(wallet: &GoogleWallet, facts: &TicketFacts<'_>, longest: usize, now_s: i64) -> Value {
    let ticket = facts.ticket;
    let text =
        |value: &str| json!({ "defaultValue": { "language": "en-GB", "value": shortened(value, longest) } });
    // Google ignores what a later link says about an id that it already knows: another time, address or name needs a new id.
    let mut class = json!({
        "issuerName": shortened(facts.site, longest.min(20)),
        "reviewStatus": "UNDER_REVIEW",
        "eventName": text(&ticket.event_name),
        "venue": { "name": text(&ticket.location_name), "address": text(&facts.address()) },
    });
    if let Some(start) = facts.start() {
        class["dateTime"] = json!({ "start": start });
    }
    let class_id = identifier(wallet, &ticket.event_id, &class);
    class["id"] = json!(class_id);
    let mut object = json!({
        "classId": class_id,
        "state": "ACTIVE",
        "hexBackgroundColor": GROUND,
        "ticketHolderName": shortened(&facts.holder(), longest),
        "barcode": { "type": "QR_CODE", "value": ticket.code, "alternateText": ticket.code },
    });
    object["id"] = json!(identifier(wallet, &ticket.booking_id, &object));
    json!({
        "iss": wallet.account,
        "aud": "google",
        "typ": "savetowallet",
        "iat": now_s,
        "origins": [facts.public_url],
        "payload": { "eventTicketClasses": [class], "eventTicketObjects": [object] },
    })
}

/// The id of a class or an object: the issuer, our own id, and a digest of what it says.
fn identifier(wallet: &GoogleWallet, id: &str, content: &Value) -> String {
    let digest = hex::encode(Sha256::digest(content.to_string().as_bytes()));
    format!("{}.{}-{}", wallet.issuer, plain(id), &digest[..DIGEST])
}

/// Google's ids have letters, digits, dots, hyphens and underscores. There is room for a hyphen and the digest.
fn plain(id: &str) -> String {
    id.chars()
        .map(|c| if c.is_ascii_alphanumeric() || ".-_".contains(c) { c } else { '_' })
        .take(LONGEST_ID - DIGEST - 1)
        .collect()
}

/// Cut to `longest` bytes as JSON, with an ellipsis where something was cut off.
fn shortened(text: &str, longest: usize) -> String {
    let text = text.replace(['"', '\\'], "’").replace(char::is_control, " ");
    if text.len() <= longest {
        return text;
    }
    let end = text.floor_char_boundary(longest.saturating_sub('…'.len_utf8()));
    format!("{}…", text[..end].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_shortened_text_is_never_longer_than_asked_for(text in "\\PC{0,200}", longest in 3_usize..200) {
            let short = shortened(&text, longest);
            prop_assert!(short.len() <= longest);
            prop_assert!(serde_json::to_string(&short).unwrap().len() <= short.len() + 2);
        }

        #[test]
        fn an_identifier_has_only_what_ids_may_have(text in "\\PC{0,80}") {
            let allowed = |c: char| c.is_ascii_alphanumeric() || ".-_".contains(c);
            prop_assert!(plain(&text).chars().all(allowed));
            prop_assert!(plain(&text).len() < LONGEST_ID - DIGEST);
        }
    }

    #[test]
    fn a_text_is_cut_between_letters() {
        assert_eq!(shortened("Zoë Quartermaine", 12), "Zoë Quar…");
        assert_eq!(shortened("Robin", 12), "Robin");
    }
}
