//! Contact details: e-mail address, telephone number, UK postcode.

use super::ProfileError;

/// The most characters of an e-mail address (RFC 5321's path without its brackets).
pub const EMAIL_MAX: usize = 254;

/// Checks the form of an e-mail address and returns it in lower case, since accounts are looked up by it. Quoted local parts,
/// address literals and unencoded international domains are refused: nobody uses them, and mail systems break on them.
pub fn email(text: &str) -> Result<String, ProfileError> {
    let address = text.trim().to_ascii_lowercase();
    let sound = address.len() <= EMAIL_MAX
        && address.rsplit_once('@').is_some_and(|(local, domain)| is_local_part(local) && is_domain(domain));
    if sound { Ok(address) } else { Err(ProfileError::Email) }
}

fn is_local_part(local: &str) -> bool {
    local.len() <= 64
        && local.split('.').all(|atom| {
            !atom.is_empty()
                && atom
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(&byte))
        })
}

fn is_domain(domain: &str) -> bool {
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    domain
        .rsplit_once('.')
        .is_some_and(|(_, top)| top.len() >= 2 && !top.bytes().all(|byte| byte.is_ascii_digit()))
        && domain.split('.').all(label)
}

/// A telephone number as people write it, stored as `+` and 8 to 15 digits: spaces, dashes, brackets, full stops and slashes
/// are dropped, 00 becomes `+`, and a leading 0 becomes +44, with or without `(0)` after it (RULES 9.10). A UK number must have
/// 9 or 10 digits after its 0, a mobile 10.
pub fn phone(text: &str) -> Result<String, ProfileError> {
    let written: String = text.chars().filter(|c| !is_separator(*c)).collect();
    let number = match written.strip_prefix('+') {
        Some(number) => number,
        None => match written.strip_prefix("00") {
            Some(number) => number,
            None => return national(written.strip_prefix('0').ok_or(ProfileError::Phone)?),
        },
    };
    if let Some(after) = number.strip_prefix("440") {
        return national(after);
    }
    let sound = (8..=15).contains(&number.len())
        && number.bytes().all(|byte| byte.is_ascii_digit())
        && !number.starts_with('0');
    if sound { Ok(format!("+{number}")) } else { Err(ProfileError::Phone) }
}

/// Whether a character may separate digits.
fn is_separator(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '(' | ')' | '[' | ']' | '.' | '/')
}

/// A UK number without its leading 0.
fn national(digits: &str) -> Result<String, ProfileError> {
    let length = if digits.starts_with('7') { 10..=10 } else { 9..=10 };
    let sound = length.contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && !digits.starts_with('0');
    if sound { Ok(format!("+44{digits}")) } else { Err(ProfileError::Phone) }
}

/// Whether a stored number can get text messages (RULES 16.6). Of UK numbers only mobile ones can, which neither personal numbers
/// (070) nor pagers (076, but for the Isle of Man's mobiles) are; of another country's nobody can tell.
pub fn is_mobile(number: &str) -> bool {
    match number.strip_prefix("+44") {
        Some(national) => {
            let other =
                national.starts_with("70") || (national.starts_with("76") && !national.starts_with("7624"));
            national.starts_with('7') && !other
        }
        None => number.starts_with('+'),
    }
}

/// A UK postcode in capitals with one space, by the published format (BS 7666, and GIR 0AA).
pub fn postcode(text: &str) -> Result<String, ProfileError> {
    let code: String = text.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_uppercase()).collect();
    if !code.is_ascii() || !(5..=7).contains(&code.len()) {
        return Err(ProfileError::Postcode);
    }
    let (outward, inward) = code.split_at_checked(code.len() - 3).ok_or(ProfileError::Postcode)?;
    let sound = (outward == "GIR" && inward == "0AA")
        || (is_outward(outward.as_bytes()) && is_inward(inward.as_bytes()));
    if sound { Ok(format!("{outward} {inward}")) } else { Err(ProfileError::Postcode) }
}

/// A9, A99, A9A, AA9, AA99 or AA9A, without the letters that are never used at each place.
fn is_outward(code: &[u8]) -> bool {
    let first = |byte: u8| byte.is_ascii_uppercase() && !b"QVX".contains(&byte);
    let second = |byte: u8| byte.is_ascii_uppercase() && !b"IJZ".contains(&byte);
    let digit = |byte: u8| byte.is_ascii_digit();
    match *code {
        [a, n] => first(a) && digit(n),
        [a, n, last] if digit(n) => first(a) && (digit(last) || b"ABCDEFGHJKPSTUW".contains(&last)),
        [a, b, n] => first(a) && second(b) && digit(n),
        [a, b, n, last] => {
            first(a) && second(b) && digit(n) && (digit(last) || b"ABEHMNPRVWXY".contains(&last))
        }
        _ => false,
    }
}

fn is_inward(code: &[u8]) -> bool {
    let unit = |byte: u8| byte.is_ascii_uppercase() && !b"CIKMOV".contains(&byte);
    matches!(*code, [n, a, b] if n.is_ascii_digit() && unit(a) && unit(b))
}
