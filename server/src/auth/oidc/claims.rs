//! A provider's claims: the verified ID token (OpenID Connect Core 1.0, 3.1.3.7), and what the userinfo endpoint adds
//! to it.

use std::time::{Duration, SystemTime};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use openidconnect::core::{
    CoreClient, CoreGenderClaim, CoreIdToken, CoreIdTokenClaims, CoreJwsSigningAlgorithm,
};
use openidconnect::{
    AccessToken, AccessTokenHash, AdditionalClaims, ClaimsVerificationError, EndpointMaybeSet,
    EndpointNotSet, EndpointSet, Nonce, ProviderMetadataWithLogout, SubjectIdentifier, UserInfoClaims,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sixfold_domain::profile::{contact, person};
use sixfold_domain::role::Role;

use super::ProviderError;
use super::http::Http;
use crate::config::clock::Clock;
use crate::config::oidc::{OidcProvider, RoleMap};

/// The clock skew allowed for a provider.
const SKEW_MS: i64 = 60_000;
/// The longest `sub` (OpenID Connect Core 1.0, 2).
const SUBJECT_LIMIT: usize = 255;

/// The client of a provider whose metadata has been discovered.
pub(super) type Client = CoreClient<
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// A person, as described by a provider.
#[derive(Clone)]
pub struct Claims {
    /// The provider's id in the configuration.
    pub provider_id: String,
    /// Compared exactly.
    pub issuer: String,
    /// The person's id at the provider, never reassigned.
    pub subject: SubjectIdentifier,
    /// The e-mail address in lower case, if a valid one was given.
    pub email: Option<String>,
    /// Whether the provider has verified the address.
    pub email_verified: bool,
    /// The first name, if it is valid.
    pub first_name: Option<String>,
    /// The last name, if it is valid.
    pub last_name: Option<String>,
    /// The role from the configured claim; `None` if no claim is configured.
    pub role: Option<Role>,
    /// The provider's session id, if it gives one.
    pub sid: Option<String>,
    /// Whether the provider used more than one factor (`amr`).
    pub several_factors: bool,
    pub id_token: String,
    role_found: bool,
}

impl std::fmt::Debug for Claims {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Claims").field("provider_id", &self.provider_id).finish_non_exhaustive()
    }
}

/// Verifies an ID token and returns its claims.
pub(super) fn verify<'a>(
    client: &Client,
    metadata: &ProviderMetadataWithLogout,
    clock: &Clock,
    token: &'a CoreIdToken,
    nonce: &Nonce,
    access_token: &AccessToken,
) -> Result<&'a CoreIdTokenClaims, ClaimsVerificationError> {
    let now = Duration::from_millis(u64::try_from(clock.now_ms() - SKEW_MS).unwrap_or(0));
    let newest =
        SystemTime::UNIX_EPOCH + Duration::from_millis(u64::try_from(clock.now_ms() + SKEW_MS).unwrap_or(0));
    let verifier = client
        .id_token_verifier()
        .set_allowed_algs(algorithms(metadata))
        .set_time_fn(move || (SystemTime::UNIX_EPOCH + now).into())
        .set_issue_time_verifier_fn(move |issued| {
            if SystemTime::from(issued) > newest {
                return Err("issued in the future".to_owned());
            }
            Ok(())
        });
    let claims = token.claims(&verifier, nonce)?;
    if claims.authorized_party().is_some_and(|party| party != client.client_id()) {
        return Err(ClaimsVerificationError::InvalidAudience("authorised for another party".to_owned()));
    }
    if let Some(expected) = claims.access_token_hash() {
        let hash = token
            .signing_alg()
            .and_then(|algorithm| Ok((algorithm, token.signing_key(&verifier)?)))
            .map_err(ClaimsVerificationError::SignatureVerification)
            .and_then(|(algorithm, key)| {
                AccessTokenHash::from_token(access_token, algorithm, key)
                    .map_err(|error| ClaimsVerificationError::Other(error.to_string()))
            })?;
        if hash != *expected {
            return Err(ClaimsVerificationError::Other("at_hash is of another access token".to_owned()));
        }
    }
    Ok(claims)
}

/// Claims beyond the standard ones.
#[derive(Debug, Serialize, Deserialize)]
struct OtherClaims(Map<String, Value>);

impl AdditionalClaims for OtherClaims {}

/// The userinfo endpoint's claims about the same subject.
pub(super) async fn user_info(
    client: &Client,
    http: &Http,
    access_token: &AccessToken,
    subject: &SubjectIdentifier,
) -> Result<Map<String, Value>, ProviderError> {
    // The crate panics on a token that is not a valid header value.
    if !access_token.secret().bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(ProviderError("the access token is no token".to_owned()));
    }
    let request = client
        .user_info(access_token.clone(), Some(subject.clone()))
        .map_err(|error| ProviderError::because("the userinfo endpoint", &error))?;
    // The error quotes the response, which is personal data, so it is not passed on.
    let claims: UserInfoClaims<OtherClaims, CoreGenderClaim> = request
        .request_async(http)
        .await
        .map_err(|_| ProviderError("the userinfo endpoint's answer does not fit".to_owned()))?;
    match serde_json::to_value(&claims) {
        Ok(Value::Object(all)) => Ok(all),
        _ => Err(ProviderError("the userinfo endpoint's answer does not read".to_owned())),
    }
}

impl Claims {
    /// The claims of a verified ID token.
    pub(super) fn of_token(
        token: &CoreIdToken,
        checked: &CoreIdTokenClaims,
        settings: &OidcProvider,
    ) -> Result<Self, ProviderError> {
        let id_token = token.to_string();
        let payload = id_token.split('.').nth(1).unwrap_or_default();
        let all: Option<Map<String, Value>> =
            URL_SAFE_NO_PAD.decode(payload).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let all = all.ok_or_else(|| ProviderError("the ID token does not read".to_owned()))?;
        let subject = checked.subject().clone();
        if subject.is_empty() || subject.len() > SUBJECT_LIMIT || subject.contains('\0') {
            return Err(ProviderError("the ID token names no subject that can be kept".to_owned()));
        }
        let methods = all.get("amr").map(texts).unwrap_or_default();
        let mut claims = Self {
            provider_id: settings.id.clone(),
            issuer: settings.issuer.to_string(),
            subject,
            email: None,
            email_verified: false,
            first_name: None,
            last_name: None,
            role: settings.roles.as_ref().map(|_| Role::Athlete),
            sid: all.get("sid").and_then(Value::as_str).map(|sid| sid.chars().take(SUBJECT_LIMIT).collect()),
            several_factors: methods.iter().any(|method| method == "mfa"),
            id_token,
            role_found: false,
        };
        claims.complete(all, settings.roles.as_ref());
        Ok(claims)
    }

    /// Whether claims are missing that the userinfo endpoint may have.
    pub(super) fn want_more(&self, roles: Option<&RoleMap>) -> bool {
        self.email.is_none() || self.first_name.is_none() || (roles.is_some() && !self.role_found)
    }

    /// Fills in missing claims.
    pub(super) fn complete(&mut self, more: Map<String, Value>, roles: Option<&RoleMap>) {
        let text = |name: &str| more.get(name).and_then(Value::as_str);
        if self.email.is_none() {
            // The address and `email_verified` have to come from the same source.
            self.email = text("email").and_then(|email| contact::email(email).ok());
            // Some providers write it as text.
            self.email_verified =
                more.get("email_verified").is_some_and(|yes| *yes == true || *yes == "true");
        }
        let name = |name: &str| text(name).and_then(|name| person::name(name).ok());
        self.first_name = self.first_name.take().or_else(|| name("given_name"));
        self.last_name = self.last_name.take().or_else(|| name("family_name"));
        let Some(map) = roles.filter(|_| !self.role_found) else { return };
        let Some(value) = find(&more, &map.claim) else { return };
        let values = texts(value);
        self.role_found = true;
        let found = map.roles.iter().find(|(value, _)| values.contains(value));
        self.role = Some(found.map_or(Role::Athlete, |(_, role)| *role));
    }
}

/// A claim by its name, or by a dotted path into nested objects.
fn find<'a>(all: &'a Map<String, Value>, claim: &str) -> Option<&'a Value> {
    all.get(claim).or_else(|| {
        let (first, rest) = claim.split_once('.')?;
        find(all.get(first)?.as_object()?, rest)
    })
}

/// The strings of a claim that is a string or a list.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::Array(list) => list.iter().flat_map(texts).collect(),
        Value::String(text) => vec![text.clone()],
        Value::Number(number) => vec![number.to_string()],
        Value::Bool(yes) => vec![yes.to_string()],
        Value::Null | Value::Object(_) => Vec::new(),
    }
}

/// The signature algorithms accepted from a provider: those that it lists and that use a public key.
pub(super) fn algorithms(metadata: &ProviderMetadataWithLogout) -> Vec<CoreJwsSigningAlgorithm> {
    use CoreJwsSigningAlgorithm as A;
    let public = |one: &&A| !matches!(one, A::HmacSha256 | A::HmacSha384 | A::HmacSha512 | A::None);
    metadata.id_token_signing_alg_values_supported().iter().filter(public).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_role_claim_is_a_text_or_a_list_at_its_name_or_path() {
        let all = serde_json::json!({
            "https://acme.example/roles": ["a", "b"], "realm_access": { "roles": "c d" }, "level": 3
        });
        let all = all.as_object().unwrap();
        let texts_of = |claim: &str| find(all, claim).map(texts);
        assert_eq!(texts_of("https://acme.example/roles").unwrap(), ["a", "b"]);
        assert_eq!(texts_of("realm_access.roles").unwrap(), ["c d"]);
        assert_eq!(texts_of("level").unwrap(), ["3"]);
        assert_eq!(texts_of("realm_access").unwrap(), [""; 0]);
        assert_eq!(texts_of("realm_access.roles.x"), None);
        assert_eq!(texts_of("nothing"), None);
    }
}
