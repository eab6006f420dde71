//! Handles on the two social media platforms of the programme (RULES 9.6).

use serde::{Deserialize, Serialize};

use super::ProfileError;

/// A platform, as in `socialMediaName`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the platforms' names")]
pub enum SocialMedia {
    Instagram,
    TikTok,
}

impl SocialMedia {
    /// Both, in the order in which they are always listed.
    pub const ALL: [Self; 2] = [Self::Instagram, Self::TikTok];

    /// The word on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Instagram => "Instagram",
            Self::TikTok => "TikTok",
        }
    }

    /// The most characters of a handle on this platform.
    pub const fn handle_max(self) -> usize {
        match self {
            Self::Instagram => 30,
            Self::TikTok => 24,
        }
    }

    const fn error(self) -> ProfileError {
        match self {
            Self::Instagram => ProfileError::Instagram,
            Self::TikTok => ProfileError::TikTok,
        }
    }
}

/// A handle as it arrives.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SocialHandleInput {
    /// `Instagram` or `TikTok`, in any case.
    pub social_media_name: String,
    /// The handle, with or without its `@`; null is empty.
    #[serde(default)]
    #[cfg_attr(feature = "ts", tsify(optional, type = "string | null"))]
    pub handle: Option<String>,
}

/// A handle as it is stored, without its `@`; empty if there is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the fields of RULES 4.12, word for word")]
pub struct SocialHandle {
    pub social_media_name: SocialMedia,
    pub handle: String,
}

/// Checks one handle: letters, digits, `.` and `_` up to the platform's length. A leading `@` is removed, empty is allowed.
pub fn handle(platform: SocialMedia, text: &str) -> Result<String, ProfileError> {
    let text = text.trim();
    let name = text.strip_prefix('@').unwrap_or(text);
    let sound = name.len() <= platform.handle_max()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_'));
    if sound { Ok(name.to_owned()) } else { Err(platform.error()) }
}

/// Checks a whole list, which replaces the stored one: both platforms are always present, empty if none was given.
pub fn handles(list: &[SocialHandleInput]) -> Result<Vec<SocialHandle>, ProfileError> {
    let mut given: [Option<String>; 2] = [None, None];
    for item in list {
        let name = item.social_media_name.trim();
        let place = SocialMedia::ALL.iter().position(|platform| platform.as_str().eq_ignore_ascii_case(name));
        let place = place.filter(|place| given[*place].is_none()).ok_or(ProfileError::SocialMedia)?;
        given[place] = Some(handle(SocialMedia::ALL[place], item.handle.as_deref().unwrap_or_default())?);
    }
    let both = SocialMedia::ALL.into_iter().zip(given);
    Ok(both
        .map(|(social_media_name, handle)| SocialHandle {
            social_media_name,
            handle: handle.unwrap_or_default(),
        })
        .collect())
}

/// Both platforms with empty handles, the default of a profile.
pub fn no_handles() -> Vec<SocialHandle> {
    SocialMedia::ALL.map(|social_media_name| SocialHandle { social_media_name, handle: String::new() }).into()
}
