//! One provider: its metadata, the redirect to it, and the exchange of a code for claims.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use openidconnect::core::{
    CoreAuthenticationFlow, CoreClient, CoreClientAuthMethod, CoreErrorResponseType, CoreIdToken,
};
use openidconnect::{
    AuthType, AuthorizationCode, ClaimsVerificationError, CsrfToken, LogoutRequest, Nonce,
    OAuth2TokenResponse as _, PkceCodeChallenge, PkceCodeVerifier, PostLogoutRedirectUrl,
    ProviderMetadataWithLogout, RedirectUrl, RequestTokenError, Scope, SignatureVerificationError,
    StandardErrorResponse, TokenResponse as _, reqwest,
};

use tokio::sync::Mutex;
use tokio::time::Instant;

use super::ProviderError;
use super::checks::Checks;
use super::claims::{self, Claims, Client, algorithms};
use super::http::Http;
use crate::config::clock::Clock;
use crate::config::oidc::{OidcProvider, is_loopback};

/// The timeout of each request to a provider.
const LIMIT: Duration = Duration::from_secs(5);
/// How long metadata is used without fetching it again.
const FRESH_MS: i64 = 60 * 60_000;
/// How recently the metadata must have been fetched before a browser is redirected to the provider.
const REACHABLE_MS: i64 = 15_000;
/// The parameters that a page may add to the authorise URL (OpenID Connect Core 1.0, 3.1.2.1); all others are set here.
const EXTRAS: [&str; 8] = [
    "acr_values",
    "claims_locales",
    "display",
    "id_token_hint",
    "login_hint",
    "max_age",
    "prompt",
    "ui_locales",
];
/// The longest value of one of these.
const EXTRA_LIMIT: usize = 2_000;

/// Metadata, and when it was fetched.
#[derive(Debug, Clone)]
struct Metadata {
    metadata: Arc<ProviderMetadataWithLogout>,
    at_ms: i64,
}

/// A configured provider.
#[derive(Debug)]
pub struct Provider {
    pub settings: OidcProvider,
    /// The redirect URI.
    callback: String,
    /// The redirect URI after signing out.
    home: String,
    http: Http,
    known: RwLock<Option<Metadata>>,
    /// Serialises discovery, so that concurrent sign-ins fetch the document once; holds when and why it failed last.
    asking: Mutex<Option<(Instant, ProviderError)>>,
}

impl Provider {
    pub(super) fn new(settings: OidcProvider, public_url: &str) -> Result<Self, reqwest::Error> {
        // Following redirects would let a provider direct our requests at internal hosts.
        // No connection is used again: the provider may be closing it, and a code cannot be sent a second time.
        let mut http = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(LIMIT)
            // Nothing that an https provider names may take our secret, or bring its keys, over a connection in clear.
            .https_only(settings.issuer.url().scheme() == "https")
            .pool_max_idle_per_host(0);
        if is_loopback(settings.issuer.url()) {
            http = http.no_proxy();
        }
        Ok(Self {
            callback: format!("{public_url}/api/auth/callback/{}", settings.id),
            home: format!("{public_url}/"),
            http: Http(http.build()?),
            known: RwLock::new(None),
            asking: Mutex::default(),
            settings,
        })
    }

    /// Fetches the provider's metadata and keys.
    pub async fn discover(&self, clock: &Clock) -> Result<Arc<ProviderMetadataWithLogout>, ProviderError> {
        let metadata = ProviderMetadataWithLogout::discover_async(self.settings.issuer.clone(), &self.http)
            .await
            .map_err(|error| {
                ProviderError::because(
                    &format!("{} does not answer as a provider does", *self.settings.issuer),
                    &error,
                )
            })?;
        if metadata.token_endpoint().is_none() || algorithms(&metadata).is_empty() {
            let what = "names no token endpoint, or no signature that is checked with a public key";
            return Err(ProviderError(format!("{} {what}", *self.settings.issuer)));
        }
        let metadata = Arc::new(metadata);
        let known = Metadata { metadata: Arc::clone(&metadata), at_ms: clock.now_ms() };
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = Some(known);
        Ok(metadata)
    }

    fn known(&self) -> Option<Metadata> {
        self.known.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The metadata, fetched again if it is older than `fresh_ms`.
    async fn metadata(
        &self,
        clock: &Clock,
        fresh_ms: i64,
    ) -> Result<Arc<ProviderMetadataWithLogout>, ProviderError> {
        let fresh = || self.known().filter(|known| clock.now_ms() - known.at_ms < fresh_ms);
        if let Some(known) = fresh() {
            return Ok(known.metadata);
        }
        let since = Instant::now();
        let mut asking = self.asking.lock().await;
        if let Some(known) = fresh() {
            return Ok(known.metadata);
        }
        // Those who waited for an attempt that failed do not wait for one of their own.
        if let Some((_, error)) = asking.as_ref().filter(|(failed_at, _)| *failed_at > since) {
            return Err(error.clone());
        }
        let discovered = self.discover(clock).await;
        *asking = discovered.as_ref().err().map(|error| (Instant::now(), error.clone()));
        discovered
    }

    fn client(&self, metadata: &ProviderMetadataWithLogout) -> Result<Client, ProviderError> {
        let (id, secret) = (self.settings.client_id.clone(), self.settings.client_secret.clone());
        let callback = RedirectUrl::new(self.callback.clone())
            .map_err(|error| ProviderError::because("the callback URL", &error))?;
        let client = CoreClient::from_provider_metadata(metadata.clone(), id, Some(secret));
        // The default is Basic (OpenID Connect Discovery 1.0, 3).
        let posts = metadata.token_endpoint_auth_methods_supported().is_some_and(|methods| {
            methods.contains(&CoreClientAuthMethod::ClientSecretPost)
                && !methods.contains(&CoreClientAuthMethod::ClientSecretBasic)
        });
        let how = if posts { AuthType::RequestBody } else { AuthType::BasicAuth };
        Ok(client.set_redirect_uri(callback).set_auth_type(how))
    }

    /// The authorise URL and the checks that the browser has to bring back. Fetches old metadata again, so that nobody
    /// is sent to a provider that is gone. Of `extras`, the fields of the call, only the allowed ones are passed on.
    pub async fn start<'a>(
        &self,
        clock: &Clock,
        extras: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> Result<(String, Checks), ProviderError> {
        let client = self.client(&*self.metadata(clock, REACHABLE_MS).await?)?;
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let checks = Checks::new(verifier.into_secret());
        let (state, nonce) = (checks.state.clone(), checks.nonce.clone());
        let mut request = client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                move || CsrfToken::new(state),
                move || Nonce::new(nonce),
            )
            .set_pkce_challenge(challenge)
            .add_scopes(self.settings.scopes.iter().cloned().map(Scope::new));
        for (name, value) in extras {
            if EXTRAS.contains(&name) && !value.is_empty() && value.len() <= EXTRA_LIMIT {
                request = request.add_extra_param(name.to_owned(), value.to_owned());
            }
        }
        let (url, _, _) = request.url();
        Ok((url.to_string(), checks))
    }

    /// Exchanges a code for verified claims. Checks PKCE, signature, issuer, audience, authorised party, time, nonce,
    /// and the access token's hash if there is one.
    pub async fn finish(&self, clock: &Clock, code: String, checks: Checks) -> Result<Claims, ProviderError> {
        let mut metadata = self.metadata(clock, FRESH_MS).await?;
        let mut client = self.client(&metadata)?;
        let response = client
            .exchange_code(AuthorizationCode::new(code))
            .map_err(|error| ProviderError::because("the token endpoint", &error))?
            .set_pkce_verifier(PkceCodeVerifier::new(checks.verifier))
            .request_async(&self.http)
            .await
            .map_err(refused)?;
        let id_token = response.id_token().ok_or_else(|| ProviderError("no ID token came".to_owned()))?;
        let nonce = Nonce::new(checks.nonce);
        let first = claims::verify(&client, &metadata, clock, id_token, &nonce, response.access_token());
        let verified = match first {
            Err(ClaimsVerificationError::SignatureVerification(
                SignatureVerificationError::NoMatchingKey,
            )) => {
                // The key may be newer than our metadata.
                metadata = self.discover(clock).await?;
                client = self.client(&metadata)?;
                claims::verify(&client, &metadata, clock, id_token, &nonce, response.access_token())
            }
            other => other,
        };
        let verified = verified.map_err(|error| ProviderError::because("the ID token", &error))?;
        let mut claims = Claims::of_token(id_token, verified, &self.settings)?;
        if claims.want_more(self.settings.roles.as_ref()) && metadata.userinfo_endpoint().is_some() {
            let more =
                claims::user_info(&client, &self.http, response.access_token(), &claims.subject).await?;
            claims.complete(more, self.settings.roles.as_ref());
        }
        Ok(claims)
    }

    /// The URL that ends the provider's session too, if the provider has one.
    pub fn sign_out_url(&self, id_token: Option<&str>) -> Option<String> {
        let known = self.known()?;
        let endpoint = known.metadata.additional_metadata().end_session_endpoint.clone()?;
        let mut request = LogoutRequest::from(endpoint)
            .set_client_id(self.settings.client_id.clone())
            .set_post_logout_redirect_uri(PostLogoutRedirectUrl::new(self.home.clone()).ok()?);
        let hint: Option<CoreIdToken> = id_token.and_then(|text| text.parse().ok());
        if let Some(hint) = &hint {
            request = request.set_id_token_hint(hint);
        }
        Some(request.http_get_url().to_string())
    }
}

/// The token endpoint's error, without the parts that may quote a secret.
fn refused<E: std::error::Error + 'static>(
    error: RequestTokenError<E, StandardErrorResponse<CoreErrorResponseType>>,
) -> ProviderError {
    match error {
        RequestTokenError::ServerResponse(response) => {
            ProviderError(format!("the code was refused: {}", super::word(response.error().as_ref())))
        }
        RequestTokenError::Request(error) => ProviderError::because("the token endpoint", &error),
        RequestTokenError::Parse(..) | RequestTokenError::Other(_) => {
            ProviderError("the token endpoint's answer does not read".to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::Json;
    use axum::extract::Request;
    use axum::http::StatusCode;
    use axum::middleware::{Next, from_fn};
    use axum::response::Response;
    use axum::routing::{get, post};
    use serde_json::json;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    fn provider(issuer: &str) -> Provider {
        let settings = [("ISSUER", issuer), ("CLIENT_ID", "sixfold"), ("CLIENT_SECRET", "s3cret")]
            .map(|(part, value)| (format!("SIXFOLD_OIDC_ACME_{part}"), value.to_owned()));
        let mut read = crate::config::oidc::read(&settings, false).unwrap();
        Provider::new(read.remove(0), "http://localhost:8080").unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn many_who_ask_a_silent_provider_wait_once() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let provider = provider(&format!("http://{}", listener.local_addr().unwrap()));
        let clock = Clock::system();
        let begun = Instant::now();
        let asked = futures::future::join_all((0..5).map(|_| provider.metadata(&clock, REACHABLE_MS))).await;
        assert!(asked.iter().all(Result::is_err));
        assert_eq!(begun.elapsed().as_secs(), LIMIT.as_secs());
        // The next caller tries again.
        provider.metadata(&clock, REACHABLE_MS).await.unwrap_err();
        assert_eq!(begun.elapsed().as_secs(), 2 * LIMIT.as_secs());
        drop(listener);
    }

    /// Moves the clock of the timers on, so that nothing really waits.
    async fn three_seconds_late(request: Request, next: Next) -> Response {
        tokio::time::pause();
        tokio::time::advance(Duration::from_secs(3)).await;
        tokio::time::resume();
        next.run(request).await
    }

    #[tokio::test]
    async fn each_answer_of_a_provider_may_take_its_time() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let metadata = json!({
            "issuer": issuer, "authorization_endpoint": format!("{issuer}/authorize"),
            "token_endpoint": format!("{issuer}/token"), "jwks_uri": format!("{issuer}/jwks"),
            "response_types_supported": ["code"], "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["EdDSA"],
        });
        let refusal = (StatusCode::BAD_REQUEST, Json(json!({ "error": "invalid_grant" })));
        let router = axum::Router::new()
            .route("/.well-known/openid-configuration", get(Json(metadata)))
            .route("/jwks", get(Json(json!({ "keys": [] }))))
            .route("/token", post(refusal))
            .layer(from_fn(three_seconds_late));
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        let checks = Checks::new("v".repeat(43));
        let error = provider(&issuer).finish(&Clock::system(), "code".to_owned(), checks).await.unwrap_err();
        assert_eq!(error.to_string(), "the code was refused: invalid_grant", "the last of three answers");
    }

    #[tokio::test]
    async fn an_https_provider_is_never_called_in_clear() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let _ = stream.read(&mut [0; 1_024]).await.unwrap();
                stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}").await.unwrap();
            }
        });
        for (issuer, answered) in
            [(format!("http://{address}"), true), ("https://id.acme.example".to_owned(), false)]
        {
            let request =
                axum::http::Request::get(format!("http://{address}/keys")).body(Vec::new()).unwrap();
            let sent = provider(&issuer).http.send(request).await;
            assert_eq!(sent.is_ok_and(|answer| answer.body() == b"{}"), answered, "{issuer}");
        }
    }
}
