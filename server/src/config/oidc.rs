//! OpenID Connect providers and how people may sign in: `SIXFOLD_OIDC_<ID>_{NAME,ISSUER,CLIENT_ID,CLIENT_SECRET,
//! CLIENT_SECRET_FILE,SCOPES,ROLE_CLAIM,ROLE_MAP}` and `--auth-mode` (docs/SINGLE_SIGN_ON.md). Makes no request to a provider.

use std::collections::BTreeMap;
use std::path::Path;

use openidconnect::{ClientId, ClientSecret, IssuerUrl, url};
use sixfold_domain::role::Role;

use super::error::ConfigError;
use super::secrets;
use crate::config::cli::{AuthMode, PROVIDER_PREFIX as PREFIX};

/// The provider id of our own accounts, which no other provider may have.
pub const CREDENTIALS: &str = "credentials";
const MODE: &str = "--auth-mode";
const PARTS: [&str; 8] = [
    "CLIENT_ID",
    "CLIENT_SECRET",
    "CLIENT_SECRET_FILE",
    "NAME",
    "ISSUER",
    "SCOPES",
    "ROLE_CLAIM",
    "ROLE_MAP",
];
const SCOPES: &str = "openid email profile";
/// The longest id of a provider.
const ID_LIMIT: usize = 32;

#[derive(Clone)]
pub struct OidcProvider {
    /// Its id in addresses, in lower case.
    pub id: String,
    pub name: String,
    /// Compared exactly.
    pub issuer: IssuerUrl,
    /// Our id at the provider.
    pub client_id: ClientId,
    /// Our secret at the provider.
    pub client_secret: ClientSecret,
    /// Requested in addition to `openid`.
    pub scopes: Vec<String>,
    /// Which of its claims gives a role.
    pub roles: Option<RoleMap>,
}

impl std::fmt::Debug for OidcProvider {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OidcProvider")
            .field("id", &self.id)
            .field("issuer", &self.issuer)
            .finish_non_exhaustive()
    }
}

/// A claim, and the roles of its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleMap {
    /// The claim; dots lead inside, as in `realm_access.roles`, if no claim has the whole name.
    pub claim: String,
    /// Values and their roles; the first value in the claim counts.
    pub roles: Vec<(String, Role)>,
}

/// Reads the providers, ordered by id. An empty value counts as absent, so that a template may list every variable.
pub fn read(settings: &[(String, String)], https: bool) -> Result<Vec<OidcProvider>, ConfigError> {
    let mut found: BTreeMap<&str, BTreeMap<&str, &str>> = BTreeMap::new();
    for (name, value) in settings.iter().filter(|(_, value)| !value.trim().is_empty()) {
        let rest = name.strip_prefix(PREFIX).unwrap_or_default();
        let part =
            PARTS.into_iter().find_map(|part| Some((rest.strip_suffix(part)?.strip_suffix('_')?, part)));
        let Some((id, part)) = part else {
            return Err(ConfigError::new(
                name.clone(),
                format!("not a setting; a provider has {}", PARTS.join(", ")),
            ));
        };
        let plain = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        if id.is_empty() || id.len() > ID_LIMIT || !id.chars().all(plain) {
            let expected = "wanted an id of 1 to 32 capital letters, digits and underscores in the name";
            return Err(ConfigError::new(name.clone(), expected));
        }
        if id.eq_ignore_ascii_case(CREDENTIALS) {
            return Err(ConfigError::new(name.clone(), "this id means our own accounts; choose another one"));
        }
        found.entry(id).or_default().insert(part, value.trim());
    }
    found.into_iter().map(|(id, parts)| provider(id, &parts, https)).collect()
}

fn provider(id: &str, parts: &BTreeMap<&str, &str>, https: bool) -> Result<OidcProvider, ConfigError> {
    let variable = |part: &str| format!("{PREFIX}{id}_{part}");
    let needed = |part: &str| {
        let value = parts.get(part).copied();
        value.ok_or_else(|| ConfigError::new(variable(part), format!("needed for the provider {id}")))
    };
    let issuer = read_issuer(needed("ISSUER")?, https)
        .map_err(|reason| ConfigError::new(variable("ISSUER"), reason))?;
    let scopes = parts.get("SCOPES").copied().unwrap_or(SCOPES);
    let scopes: Vec<String> = scopes
        .split([' ', ','])
        .filter(|scope| !scope.is_empty() && *scope != "openid")
        .map(str::to_owned)
        .collect();
    let visible = |scope: &String| scope.bytes().all(|b| b.is_ascii_graphic() && b != b'"' && b != b'\\');
    if !scopes.iter().all(visible) {
        return Err(ConfigError::new(variable("SCOPES"), "wanted scopes such as openid email profile"));
    }
    let roles = match (parts.get("ROLE_CLAIM"), parts.get("ROLE_MAP")) {
        (None, None) => None,
        (Some(_), None) => {
            return Err(ConfigError::new(variable("ROLE_MAP"), "required together with ROLE_CLAIM"));
        }
        (None, Some(_)) => {
            return Err(ConfigError::new(variable("ROLE_CLAIM"), "required together with ROLE_MAP"));
        }
        (Some(claim), Some(map)) => {
            let roles = read_roles(map).map_err(|reason| ConfigError::new(variable("ROLE_MAP"), reason))?;
            Some(RoleMap { claim: (*claim).to_owned(), roles })
        }
    };
    let client_secret = match (parts.get("CLIENT_SECRET"), parts.get("CLIENT_SECRET_FILE")) {
        (Some(_), Some(_)) => {
            let reason = format!("give either this or {}, not both", variable("CLIENT_SECRET"));
            return Err(ConfigError::new(variable("CLIENT_SECRET_FILE"), reason));
        }
        (None, Some(file)) => secrets::one_line(variable("CLIENT_SECRET_FILE"), Path::new(file))?,
        (_, None) => needed("CLIENT_SECRET")?.to_owned(),
    };
    Ok(OidcProvider {
        id: id.to_ascii_lowercase(),
        name: parts.get("NAME").copied().unwrap_or(id).to_owned(),
        issuer,
        client_id: ClientId::new(needed("CLIENT_ID")?.to_owned()),
        client_secret: ClientSecret::new(client_secret),
        scopes,
        roles,
    })
}

fn read_issuer(text: &str, https: bool) -> Result<IssuerUrl, String> {
    let expected = "wanted the issuer's https URL without query or fragment, such as https://id.example.org";
    let url = url::Url::parse(text).map_err(|_| expected.to_owned())?;
    let plain = url.query().is_none() && url.fragment().is_none() && url.username().is_empty();
    if !matches!(url.scheme(), "https" | "http") || !url.has_host() || !plain || url.password().is_some() {
        return Err(expected.to_owned());
    }
    if url.scheme() == "http" && https && !is_loopback(&url) {
        return Err(
            "wanted https: the --public-url is https, and this issuer is on another machine".to_owned()
        );
    }
    IssuerUrl::new(text.to_owned()).map_err(|_| expected.to_owned())
}

/// Whether a URL leads to this machine.
pub fn is_loopback(url: &url::Url) -> bool {
    match url.host() {
        Some(url::Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// `VALUE=ROLE` comma-separated.
fn read_roles(map: &str) -> Result<Vec<(String, Role)>, String> {
    map.split(',')
        .map(|pair| {
            let (value, role) = pair.rsplit_once('=')?;
            let value = value.trim();
            (!value.is_empty()).then_some((value.to_owned(), role.trim().parse().ok()?))
        })
        .collect::<Option<Vec<_>>>()
        .ok_or_else(|| "wanted VALUE=ROLE pairs with roles 1 to 4, such as desk=2,delivery=3".to_owned())
}

/// How people may sign in. By default both ways if a provider is configured, else with our own accounts.
pub fn read_mode(given: Option<AuthMode>, any_provider: bool) -> Result<AuthMode, ConfigError> {
    match (given, any_provider) {
        (None, true) => Ok(AuthMode::Both),
        (None, false) => Ok(AuthMode::Credentials),
        (Some(AuthMode::Sso | AuthMode::Both), false) => Err(ConfigError::new(
            MODE,
            "sso and both need a provider: set SIXFOLD_OIDC_<ID>_ISSUER, _CLIENT_ID and _CLIENT_SECRET",
        )),
        (Some(mode), _) => Ok(mode),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: [(&str, &str); 3] = [
        ("SIXFOLD_OIDC_ACME_ISSUER", "https://id.acme.example"),
        ("SIXFOLD_OIDC_ACME_CLIENT_ID", "sixfold"),
        ("SIXFOLD_OIDC_ACME_CLIENT_SECRET", "s3cret"),
    ];

    fn read_with(change: &[(&str, &str)], https: bool) -> Result<Vec<OidcProvider>, ConfigError> {
        let mut settings: BTreeMap<&str, &str> = GOOD.into_iter().collect();
        settings.extend(change.iter().copied());
        let settings: Vec<_> = settings.into_iter().map(|(a, b)| (a.to_owned(), b.to_owned())).collect();
        read(&settings, https)
    }

    #[test]
    fn a_provider_needs_three_settings_and_takes_four_more() {
        let least = read_with(&[], true).unwrap();
        assert_eq!((least[0].id.as_str(), least[0].name.as_str()), ("acme", "ACME"));
        assert_eq!(least[0].scopes, ["email", "profile"]);
        assert_eq!(least[0].roles, None);
        let most = read_with(
            &[
                ("SIXFOLD_OIDC_ACME_NAME", "Acme & Sons"),
                ("SIXFOLD_OIDC_ACME_SCOPES", "openid,email groups"),
                ("SIXFOLD_OIDC_ACME_ROLE_CLAIM", "groups"),
                ("SIXFOLD_OIDC_ACME_ROLE_MAP", "front desk=2, cn=boss=3"),
                ("SIXFOLD_OIDC_MY_CLUB_2_ISSUER", "http://127.0.0.1:4000"),
                ("SIXFOLD_OIDC_MY_CLUB_2_CLIENT_ID", "x"),
                ("SIXFOLD_OIDC_MY_CLUB_2_CLIENT_SECRET", "y"),
                ("SIXFOLD_OIDC_UNUSED_NAME", "  "),
            ],
            true,
        )
        .unwrap();
        assert_eq!(most.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(), ["acme", "my_club_2"]);
        assert_eq!(most[0].scopes, ["email", "groups"]);
        let roles = most[0].roles.clone().unwrap().roles;
        assert_eq!(roles, [("front desk".to_owned(), Role::InStore), ("cn=boss".to_owned(), Role::Delivery)]);
        assert!(!format!("{most:?}").contains("s3cret"));
    }

    #[test]
    fn the_secret_may_be_in_a_file() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "from a file\n").unwrap();
        let name = "SIXFOLD_OIDC_ACME_CLIENT_SECRET_FILE";
        let path = file.path().to_str().unwrap();
        let read = read_with(&[("SIXFOLD_OIDC_ACME_CLIENT_SECRET", ""), (name, path)], true).unwrap();
        assert_eq!(read[0].client_secret.secret(), "from a file");
        assert_eq!(read_with(&[(name, path)], true).unwrap_err().setting, name, "both are given");
        let missing = [("SIXFOLD_OIDC_ACME_CLIENT_SECRET", ""), (name, "/nowhere")];
        assert_eq!(read_with(&missing, true).unwrap_err().setting, name);
    }

    #[test]
    fn each_wrong_setting_is_named() {
        for (name, value) in [
            ("SIXFOLD_OIDC_ACME_ISSUER", ""),
            ("SIXFOLD_OIDC_ACME_CLIENT_ID", " "),
            ("SIXFOLD_OIDC_ACME_CLIENT_SECRET", ""),
            ("SIXFOLD_OIDC_ACME_ISSUER", "id.acme.example"),
            ("SIXFOLD_OIDC_ACME_ISSUER", "ftp://id.acme.example"),
            ("SIXFOLD_OIDC_ACME_ISSUER", "http://id.acme.example"),
            ("SIXFOLD_OIDC_ACME_ISSUER", "https://id.acme.example?a=b"),
            ("SIXFOLD_OIDC_ACME_ISSUER", "https://user:password@id.acme.example"),
            ("SIXFOLD_OIDC_ACME_SCOPES", "email pro\"file"),
            ("SIXFOLD_OIDC_ACME_SECRET", "x"),
            ("SIXFOLD_OIDC_Acme_NAME", "x"),
            ("SIXFOLD_OIDC_NAME", "x"),
            ("SIXFOLD_OIDC_CREDENTIALS_NAME", "x"),
        ] {
            let error = read_with(&[(name, value)], true).unwrap_err();
            assert_eq!(error.setting, name, "{value}");
            assert!(!error.to_string().contains('\n') && !error.to_string().contains("s3cret"));
        }
        for map in ["", "desk", "desk=5", "=2", "desk=2,,x=3", "desk=delivery"] {
            let change = [("SIXFOLD_OIDC_ACME_ROLE_CLAIM", "groups"), ("SIXFOLD_OIDC_ACME_ROLE_MAP", map)];
            assert_eq!(read_with(&change, true).unwrap_err().setting, "SIXFOLD_OIDC_ACME_ROLE_MAP", "{map}");
        }
        let error = read_with(&[("SIXFOLD_OIDC_ACME_ROLE_MAP", "desk=2")], true).unwrap_err();
        assert_eq!(error.setting, "SIXFOLD_OIDC_ACME_ROLE_CLAIM");
        read_with(&[("SIXFOLD_OIDC_ACME_ISSUER", "http://id.acme.example")], false).unwrap();
    }

    #[test]
    fn the_mode_follows_the_providers_unless_it_is_said() {
        assert_eq!(read_mode(None, true).unwrap(), AuthMode::Both);
        assert_eq!(read_mode(None, false).unwrap(), AuthMode::Credentials);
        assert_eq!(read_mode(Some(AuthMode::Credentials), true).unwrap(), AuthMode::Credentials);
        assert_eq!(read_mode(Some(AuthMode::Sso), true).unwrap(), AuthMode::Sso);
        for mode in [AuthMode::Sso, AuthMode::Both] {
            assert_eq!(read_mode(Some(mode), false).unwrap_err().setting, "--auth-mode");
        }
    }
}
