//! The four roles, what each may do (RULES 9.3; the table is in `capability.rs`), and the roles that staff pages are for. The
//! server enforces it with each call; the page only hides what would be refused.

mod capability;

use core::fmt;
use core::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use capability::{Capability, Grant, MATRIX, Relation};

/// A number or word that is not a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("A role is a number from 1 to 4.")]
pub struct RoleError;

impl RoleError {
    /// The stable error code.
    pub const fn code(self) -> &'static str {
        "ROLE_INVALID"
    }
}

/// The role of an account (RULES 9.1); 1 to 4 on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(u8)]
#[cfg_attr(test, derive(strum::EnumCount))]
pub enum Role {
    /// Role 1, the default: books tests and sees their results.
    #[default]
    Athlete = 1,
    /// Role 2: onboards athletes and records their tests at the academy.
    InStore = 2,
    /// Role 3: programme delivery, also called product development (RULES 9.1).
    Delivery = 3,
    /// Role 4: books teams and looks after them.
    Coach = 4,
}

#[cfg(feature = "ts")]
#[wasm_bindgen::prelude::wasm_bindgen(typescript_custom_section)]
const ROLE_TS: &str = "/** 1 athlete, 2 in-store admin, 3 programme-delivery admin, 4 coach admin. */\nexport type Role = 1 | 2 | 3 | 4;";

impl Role {
    /// Every role, by number.
    pub const ALL: [Self; 4] = [Self::Athlete, Self::InStore, Self::Delivery, Self::Coach];

    /// The number on the wire.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The role of a number.
    pub const fn from_number(number: u8) -> Result<Self, RoleError> {
        match number {
            1 => Ok(Self::Athlete),
            2 => Ok(Self::InStore),
            3 => Ok(Self::Delivery),
            4 => Ok(Self::Coach),
            _ => Err(RoleError),
        }
    }

    /// The name, `userRole` in a profile.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Athlete => "athlete",
            Self::InStore => "in-store admin",
            Self::Delivery => "programme-delivery admin",
            Self::Coach => "coach admin",
        }
    }

    /// Whether it is one of the three staff roles, which alone may use `user/login/admin`.
    pub const fn is_staff(self) -> bool {
        match self {
            Self::Athlete => false,
            Self::InStore | Self::Delivery | Self::Coach => true,
        }
    }

    /// How far the role grants a capability.
    pub fn can(self, capability: Capability) -> Grant {
        grant(Some(self), capability)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Role {
    type Err = RoleError;

    /// Reads the number in the query field `roleid`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.as_bytes() {
            [digit @ b'1'..=b'4'] => Self::from_number(digit - b'0'),
            _ => Err(RoleError),
        }
    }
}

impl Serialize for Role {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.number())
    }
}

impl<'de> Deserialize<'de> for Role {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u8::deserialize(deserializer).and_then(|number| Self::from_number(number).map_err(D::Error::custom))
    }
}

/// How far somebody may use a capability; `None` is a visitor who is not signed in.
pub fn grant(role: Option<Role>, capability: Capability) -> Grant {
    let column = role.map_or(0, |role| usize::from(role.number()));
    MATRIX.iter().find(|(row, _)| *row == capability).map_or(Grant::Nothing, |(_, grants)| grants[column])
}

#[cfg(test)]
mod tests {
    use super::*;

    // RULES 9.1
    #[test]
    fn all_roles_but_the_athlete_are_of_staff_and_each_has_its_name() {
        let names = Role::ALL.map(|role| role.to_string());
        assert_eq!(names, ["athlete", "in-store admin", "programme-delivery admin", "coach admin"]);
        assert_eq!(Role::ALL.map(Role::is_staff), [false, true, true, true]);
    }

    // RULES 9.1
    #[test]
    fn numbers_on_the_wire() {
        for role in Role::ALL {
            let json = serde_json::to_string(&role).unwrap();
            assert_eq!(json, role.number().to_string());
            assert_eq!(serde_json::from_str::<Role>(&json).unwrap(), role);
            assert_eq!(json.parse::<Role>(), Ok(role));
        }
        for json in ["0", "5", "-1", "1.5", r#""1""#, "null", "256"] {
            assert!(serde_json::from_str::<Role>(json).is_err(), "{json}");
        }
        for text in ["", "0", "5", "01", " 1", "+1", "one"] {
            assert_eq!(text.parse::<Role>(), Err(RoleError), "{text:?}");
        }
        assert_eq!(Role::default(), Role::Athlete);
    }
}
