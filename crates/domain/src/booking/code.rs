//! The booking code that an athlete shows at the desk.

use core::fmt;
use core::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The alphabet of booking codes: Crockford's base 32, without I, L, O and U (RULES 4.6).
const CODE_ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// `eventTestCode`: six characters that an athlete shows at the desk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BookingCode([u8; 6]);

/// Text that is not a booking code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("A booking code has six letters and digits, like 7K3QXM.")]
pub struct BookingCodeError;

impl BookingCodeError {
    /// The stable error code.
    pub const fn code(self) -> &'static str {
        "CODE_INVALID"
    }
}

impl BookingCode {
    /// A code from six random bytes. Five bits of each are used, so every code is equally likely.
    pub fn from_random_bytes(bytes: [u8; 6]) -> Self {
        Self(bytes.map(|byte| CODE_ALPHABET[usize::from(byte & 31)]))
    }

    /// The code as text.
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl fmt::Display for BookingCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for BookingCode {
    type Err = BookingCodeError;

    /// Reads what a person typed: in any case, I and L as 1, O as 0, without spaces and hyphens.
    fn from_str(text: &str) -> Result<Self, BookingCodeError> {
        let mut code = [0; 6];
        let mut length = 0;
        for typed in text.bytes().filter(|byte| !matches!(byte, b' ' | b'-')) {
            let byte = typed_byte(typed).filter(|_| length < code.len()).ok_or(BookingCodeError)?;
            code[length] = byte;
            length += 1;
        }
        if length == code.len() { Ok(Self(code)) } else { Err(BookingCodeError) }
    }
}

/// The character of a code that a person meant by what they typed; `None` if there is none.
fn typed_byte(typed: u8) -> Option<u8> {
    let byte = match typed.to_ascii_uppercase() {
        b'I' | b'L' => b'1',
        b'O' => b'0',
        other => other,
    };
    CODE_ALPHABET.contains(&byte).then_some(byte)
}

/// A search text as a part of a booking code, one to six characters, read like a whole code; `None` if no code can contain it.
pub fn code_part(text: &str) -> Option<String> {
    let typed = text.bytes().filter(|byte| !matches!(byte, b' ' | b'-'));
    let part: Option<String> = typed.map(|byte| typed_byte(byte).map(char::from)).collect();
    part.filter(|part| (1..=6).contains(&part.len()))
}

impl Serialize for BookingCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for BookingCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    // RULES 4.6
    #[test]
    fn a_code_is_read_as_people_write_it() {
        let code = |text: &str| text.parse::<BookingCode>().map(|code| code.to_string());
        assert_eq!(code("7k3-qxm"), Ok("7K3QXM".to_owned()));
        assert_eq!(code(" oIl0aB "), Ok("0110AB".to_owned()));
        for wrong in ["", "7K3QX", "7K3QXMM", "7K3QXU", "7K3QX?", "7K3QXÉ"] {
            assert_eq!(code(wrong), Err(BookingCodeError), "{wrong}");
        }
    }

    #[test]
    fn a_part_of_a_code_is_read_as_a_whole_one_is() {
        assert_eq!(code_part("k3-ql").as_deref(), Some("K3Q1"));
        for wrong in ["", " - ", "7K3QXMM", "u", "é", "K?"] {
            assert_eq!(code_part(wrong), None, "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn every_code_reads_back(bytes: [u8; 6]) {
            let code = BookingCode::from_random_bytes(bytes);
            prop_assert_eq!(code.as_str().len(), 6);
            prop_assert_eq!(code.as_str().to_lowercase().parse::<BookingCode>(), Ok(code));
        }
    }
}
