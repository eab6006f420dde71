//! An OpenID Connect provider on loopback that can misbehave in every way that a test needs.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use axum::extract::{Form, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use openidconnect::core::{CoreEdDsaPrivateSigningKey, CoreJsonWebKeySet, CoreJwsSigningAlgorithm};
use openidconnect::{
    AccessToken, AccessTokenHash, JsonWebKeyId, PkceCodeChallenge, PkceCodeVerifier, PrivateSigningKey as _,
};
use serde_json::{Map, Value, json};
use sixfold_server::config::cli::Flags;
use sixfold_tests::Peer;
use sixfold_tests::app::START_MS;

pub(super) const CLIENT: &str = "sixfold";
pub(super) const SECRET: &str = "a secret of both";

#[derive(Debug, Clone)]
struct AuthorizeRequest {
    nonce: String,
    challenge: String,
    redirect: String,
}

/// The ID token to send with an access token.
pub(super) enum Given {
    /// The right one.
    Own,
    /// Another one.
    Other(String),
    /// None at all.
    Nothing,
}

/// The provider's behaviour, which a test can change between two calls.
pub(super) struct Script {
    /// Claims of the ID token, which override the protocol's own.
    pub(super) claims: Map<String, Value>,
    /// The answer of the userinfo endpoint.
    pub(super) user_info: Value,
    pub(super) key: (CoreEdDsaPrivateSigningKey, String),
    /// The published keys.
    pub(super) shown: Value,
    /// The ID token to send.
    pub(super) id_token: Given,
    /// Another answer of the token endpoint.
    pub(super) token_error: Option<(StatusCode, Value)>,
    /// Changes to its metadata.
    pub(super) metadata: Map<String, Value>,
    /// The last ID token sent.
    pub(super) last_id_token: String,
    pub(super) key_fetches: usize,
    issuer: String,
    codes: HashMap<String, AuthorizeRequest>,
}

/// A running provider, stopped when dropped.
pub(super) struct Idp {
    pub(super) issuer: String,
    pub(super) peer: Peer,
    script: Arc<Mutex<Script>>,
}

/// Closes the connection after each answer: a kept-alive one would outlive the provider.
async fn hang_up(mut response: Response) -> Response {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

pub(super) fn new_key(id: &str) -> (CoreEdDsaPrivateSigningKey, String) {
    let mut der =
        vec![0x30, 0x2e, 0x02, 0x01, 0, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];
    der.extend(sixfold_server::db::random_bytes::<32>());
    let kind = "PRIVATE KEY";
    let pem = format!("-----BEGIN {kind}-----\n{}\n-----END {kind}-----\n", STANDARD.encode(der));
    let key_id = JsonWebKeyId::new(id.to_owned());
    (CoreEdDsaPrivateSigningKey::from_ed25519_pem(&pem, Some(key_id)).unwrap(), id.to_owned())
}

/// A key set with one key.
pub(super) fn show(key: &CoreEdDsaPrivateSigningKey) -> Value {
    serde_json::to_value(CoreJsonWebKeySet::new(vec![key.as_verification_key()])).unwrap()
}

/// A JWT as `key` signs it.
pub(super) fn sign(header: &Value, claims: &Value, key: &CoreEdDsaPrivateSigningKey) -> String {
    let text = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let message = format!("{}.{}", text(header), text(claims));
    let signature = key.sign(&CoreJwsSigningAlgorithm::EdDsa, message.as_bytes()).unwrap();
    format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature))
}

impl Idp {
    /// Starts a provider that says: Robin Field, with a verified address.
    pub(super) async fn start() -> Self {
        let key = new_key("one");
        let claims = json!({
            "sub": "robin-at-acme", "email": "robin@acme.example", "email_verified": true,
            "given_name": "Robin", "family_name": "Field", "sid": "session-at-acme",
        });
        let script = Script {
            claims: claims.as_object().unwrap().clone(),
            user_info: json!({ "sub": "robin-at-acme" }),
            shown: show(&key.0),
            key,
            id_token: Given::Own,
            token_error: None,
            metadata: Map::new(),
            last_id_token: String::new(),
            key_fetches: 0,
            issuer: String::new(),
            codes: HashMap::new(),
        };
        let script = Arc::new(Mutex::new(script));
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(metadata))
            .route("/jwks", get(jwks))
            .route("/token", post(token))
            .route("/me", get(me))
            .layer(axum::middleware::map_response(hang_up))
            .with_state(Arc::clone(&script));
        let peer = Peer::serve(router).await;
        let issuer = peer.url();
        script.lock().unwrap().issuer.clone_from(&issuer);
        Self { issuer, peer, script }
    }

    /// The behaviour, to be changed.
    pub(super) fn script(&self) -> MutexGuard<'_, Script> {
        self.script.lock().unwrap()
    }

    /// Sets a claim, or removes it if null.
    pub(super) fn claim(&self, name: &str, value: Value) {
        let claims = &mut self.script().claims;
        if value.is_null() {
            claims.remove(name)
        } else {
            claims.insert(name.to_owned(), value)
        };
    }

    /// Configures a server to use it, under the id `acme`.
    pub(super) fn configure(&self, flags: &mut Flags) {
        self.configure_as(flags, "ACME");
    }

    /// Configures a server to use it under an id.
    pub(super) fn configure_as(&self, flags: &mut Flags, id: &str) {
        let name = format!("{} account", id.to_ascii_lowercase());
        for (part, value) in [
            ("NAME", name.as_str()),
            ("ISSUER", &self.issuer),
            ("CLIENT_ID", CLIENT),
            ("CLIENT_SECRET", SECRET),
        ] {
            flags.providers.push((format!("SIXFOLD_OIDC_{id}_{part}"), value.to_owned()));
        }
    }

    /// Follows the authorise URL and agrees; returns the URL to which the provider sends the browser back, as a path of ours
    /// with a query.
    pub(super) fn agree(&self, url: &str) -> String {
        let query = super::query_of(url);
        let field = |name: &str| query.get(name).cloned().unwrap_or_default();
        assert!(url.starts_with(&format!("{}/authorize?", self.issuer)), "{url}");
        assert_eq!((field("response_type").as_str(), field("client_id").as_str()), ("code", CLIENT));
        assert_eq!(field("code_challenge_method"), "S256");
        let code = format!("code-{}", self.script().codes.len());
        let asked = AuthorizeRequest {
            nonce: field("nonce"),
            challenge: field("code_challenge"),
            redirect: field("redirect_uri"),
        };
        let path = asked.redirect.strip_prefix(super::ORIGIN).unwrap().to_owned();
        self.script().codes.insert(code.clone(), asked);
        format!("{path}?code={code}&state={}", field("state"))
    }
}

type Shared = State<Arc<Mutex<Script>>>;

async fn metadata(State(script): Shared) -> Json<Value> {
    let script = script.lock().unwrap();
    let at = |path: &str| format!("{}{path}", script.issuer);
    let mut told = json!({
        "issuer": script.issuer, "authorization_endpoint": at("/authorize"), "token_endpoint": at("/token"),
        "userinfo_endpoint": at("/me"), "jwks_uri": at("/jwks"), "end_session_endpoint": at("/end"),
        "response_types_supported": ["code"], "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["EdDSA", "HS256"],
    });
    told.as_object_mut().unwrap().extend(script.metadata.clone());
    Json(told)
}

async fn jwks(State(script): Shared) -> Json<Value> {
    let mut script = script.lock().unwrap();
    script.key_fetches += 1;
    Json(script.shown.clone())
}

async fn token(
    State(script): Shared,
    headers: HeaderMap,
    Form(fields): Form<HashMap<String, String>>,
) -> Response {
    let mut script = script.lock().unwrap();
    if let Some((status, body)) = &script.token_error {
        return (*status, Json(body.clone())).into_response();
    }
    let refuse = |error: &str| (StatusCode::BAD_REQUEST, Json(json!({ "error": error }))).into_response();
    let basic = headers[header::AUTHORIZATION].to_str().unwrap().strip_prefix("Basic ").unwrap();
    let basic = String::from_utf8(STANDARD.decode(basic).unwrap()).unwrap();
    if basic != format!("{CLIENT}:{}", SECRET.replace(' ', "+")) {
        return refuse("invalid_client");
    }
    let field = |name: &str| fields.get(name).cloned().unwrap_or_default();
    // Each code works once.
    let Some(asked) = script.codes.remove(&field("code")) else { return refuse("invalid_grant") };
    let verifier = PkceCodeVerifier::new(field("code_verifier"));
    let challenge = PkceCodeChallenge::from_code_verifier_sha256(&verifier);
    if challenge.as_str() != asked.challenge || field("redirect_uri") != asked.redirect {
        return refuse("invalid_grant");
    }
    let access_token = AccessToken::new("access-to-acme".to_owned());
    let (key, key_id) = &script.key;
    let hash = AccessTokenHash::from_token(
        &access_token,
        &CoreJwsSigningAlgorithm::EdDsa,
        &key.as_verification_key(),
    )
    .unwrap();
    let now = START_MS / 1_000;
    let mut claims = json!({
        "iss": script.issuer, "aud": CLIENT, "iat": now, "exp": now + 3_600, "nonce": asked.nonce,
        "at_hash": hash.as_str(),
    });
    claims.as_object_mut().unwrap().extend(script.claims.clone());
    let signed = sign(&json!({ "alg": "EdDSA", "kid": key_id, "typ": "JWT" }), &claims, key);
    let given = match &script.id_token {
        Given::Own => Some(signed),
        Given::Other(text) => Some(text.clone()),
        Given::Nothing => None,
    };
    script.last_id_token = given.clone().unwrap_or_default();
    let mut answer =
        json!({ "access_token": access_token.secret(), "token_type": "Bearer", "expires_in": 3_600 });
    if let Some(id_token) = given {
        answer["id_token"] = json!(id_token);
    }
    Json(answer).into_response()
}

async fn me(State(script): Shared, headers: HeaderMap) -> Response {
    if headers[header::AUTHORIZATION] != "Bearer access-to-acme" {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    Json(script.lock().unwrap().user_info.clone()).into_response()
}
