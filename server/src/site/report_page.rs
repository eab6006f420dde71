//! Reporting a shared card (RULES 13.20): the form on a page of its own, which needs neither an account nor a script, and what is
//! done with it.

use axum::extract::FromRequestParts as _;
use axum::http::request::Parts as Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse as _, Response};
use maud::{Markup, html};
use strum::IntoEnumIterator as _;

use super::card::CardRequest;
use super::event_config;
use super::head::{Head, ShareImage};
use super::share_page::address;
use super::shell::Shell;
use crate::auth::credentials::RequestBody;
use crate::auth::sign_in::{self, Origin};
use crate::db::sharing::share;
use crate::db::sharing::share::report::{self, Reason};
use crate::db::upkeep::throttle::Limit;
use crate::http::ApiError;
use crate::state::AppState;

/// Reports that one network address may send.
const REPORTS: Limit = Limit { scope: "share-report-address", attempts: 10, window_ms: 60 * 60_000 };
/// The longest note, in characters.
const NOTE_LIMIT: usize = 500;
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// Reports a public card; 404 if there is none.
pub async fn report_share(
    state: &AppState,
    origin: &Origin,
    share_id: &str,
    (reason, note): (Reason, Option<&str>),
) -> Result<(), ApiError> {
    // A form sends a line break as two characters, and a browser counts it as one. What is pasted from a table has tabs.
    let note = note.map(|note| note.replace("\r\n", "\n").replace('\t', " ").trim().to_owned());
    let note = note.filter(|note| !note.is_empty());
    if let Some(message) = note.as_deref().and_then(problem) {
        return Err(ApiError::invalid("note", message));
    }
    sign_in::throttle_address(state, REPORTS, origin, "share.report.throttled").await?;
    let no_card = || ApiError::not_found().message("That card is not public any more.");
    if !share::is_id(share_id) {
        return Err(no_card());
    }
    let (share_id, now_ms) = (share_id.to_owned(), state.clock.now_ms());
    let filed = state.db.write(async move |conn| {
        report::file(conn, &share_id, (reason, note.as_deref()), now_ms).await.map_err(ApiError::from)
    });
    if filed.await? { Ok(()) } else { Err(no_card()) }
}

/// Why a note cannot be stored.
fn problem(note: &str) -> Option<&'static str> {
    let is_odd = |letter: char| letter.is_control() && letter != '\n' && letter != '\r';
    if note.chars().count() > NOTE_LIMIT {
        Some("A note has at most 500 characters.")
    } else if note.chars().any(is_odd) {
        Some("There is a character in your note that we cannot store. Take it out.")
    } else {
        None
    }
}

/// What the form has in it.
struct Filled<'a> {
    reason: Reason,
    note: &'a str,
    /// Why it was refused like this, if it was.
    refused: Option<&'a str>,
}

/// The form, before anything is written into it.
pub(super) async fn form(state: &AppState, card: &str, order: &CardRequest) -> Result<Response, ApiError> {
    let filled = Filled { reason: Reason::Person, note: "", refused: None };
    filled_form(state, card, order, (&filled, StatusCode::OK)).await
}

async fn filled_form(
    state: &AppState,
    card: &str,
    order: &CardRequest,
    (filled, status): (&Filled<'_>, StatusCode),
) -> Result<Response, ApiError> {
    let name = &order.data.name;
    let body = html! {
        h1 { "Report this card" }
        @if let Some(sentence) = filled.refused {
            p.report-refused role="alert" { strong { "That did not work." } " " (sentence) }
        }
        p.report-lead { "Tell us what is wrong with " (name) "’s card. Our team looks at every report and takes down what should not be public. Nobody learns who reported it." }
        form.report-form method="post" action={ (card) "/report" } {
            fieldset.report-reasons {
                legend { "What is wrong?" }
                @for reason in Reason::iter() {
                    label.report-reason {
                        input type="radio" name="reason" value=(reason.into_str()) checked[reason == filled.reason] required;
                        span { (words(reason)) }
                    }
                }
            }
            label.report-note {
                span { "Anything else we should know? (optional)" }
                textarea name="note" rows="4" maxlength=(NOTE_LIMIT) { (filled.note) }
            }
            div.report-actions {
                button.Button_button.Button_primary.Button_large type="submit" { "Send the report" }
                a.Button_button.Button_quiet href=(card) { "Back to the card" }
            }
        }
    };
    page(state, "Report this card", &body, status).await
}

const fn words(reason: Reason) -> &'static str {
    match reason {
        Reason::Person => "It shows me or my child without our consent",
        Reason::Offensive => "It is offensive",
        Reason::Other => "Something else",
    }
}

/// The answer to the form of a card; none if it is not public any more.
pub(super) async fn sent(
    state: &AppState,
    request: &Request,
    id: &str,
    order: &CardRequest,
) -> Result<Option<Response>, ApiError> {
    if !is_ours(&request.headers, &state.config.public_url) {
        return Err(ApiError::forbidden());
    }
    let body = RequestBody::from_parts(request)?;
    let field = |name: &str| {
        let mut fields = form_urlencoded::parse(&body.bytes);
        fields.find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
    };
    let Some(reason) = field("reason").as_deref().and_then(|word| word.parse::<Reason>().ok()) else {
        return Err(ApiError::missing("reason"));
    };
    let Ok(origin) = Origin::from_request_parts(&mut request.clone(), state).await;
    let note = field("note");
    let card = address(&state.config.public_url, id);
    match report_share(state, &origin, id, (reason, note.as_deref())).await {
        Ok(()) => {
            let body = html! {
                h1 { "Thank you" }
                p.report-lead { "We have your report and will look at the card. You need not do anything else." }
                div.report-actions { a.Button_button.Button_quiet href="/en-gb/" { "To the homepage" } }
            };
            page(state, "Thank you", &body, StatusCode::OK).await.map(Some)
        }
        Err(error) if error.status() == StatusCode::NOT_FOUND => Ok(None),
        Err(error) if error.status().is_client_error() => {
            let note = note.as_deref().unwrap_or_default();
            let filled = Filled { reason, note, refused: Some(error.sentence()) };
            let mut response = filled_form(state, &card, order, (&filled, error.status())).await?;
            if let Some(seconds) = error.retry_after_s() {
                response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
            }
            Ok(Some(response))
        }
        Err(error) => Err(error),
    }
}

/// Whether a form was sent from a page of ours. Its `Origin` is `null`, because our pages name no referrer; what browsers say of the
/// sender's site tells it apart from somebody else's form.
fn is_ours(headers: &HeaderMap, public_url: &str) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    match text("sec-fetch-site") {
        Some(site) => site == "same-origin" || site == "none",
        None => {
            text("origin").is_none_or(|origin| origin == "null" || origin == public_url.trim_end_matches('/'))
        }
    }
}

async fn page(
    state: &AppState,
    title: &str,
    body: &Markup,
    status: StatusCode,
) -> Result<Response, ApiError> {
    let Some(template) = state.site.template() else { return Err(ApiError::unavailable(60)) };
    let settings = event_config::current(state).await?;
    let shell = Shell { template: &template, config: &settings.config };
    let head = Head {
        title,
        site: shell.title(),
        description: "",
        address: None,
        indexable: false,
        share: ShareImage::from_settings(None, &state.config.public_url),
        structured: &[],
    };
    let content = html! { article.report { (body) } };
    let text =
        template.still_page(&head.markup().0, STYLE, &["components/Button.tsx"], &shell.around(&content).0);
    Ok((status, [(header::CACHE_CONTROL, NO_STORE)], Html(text)).into_response())
}

/// The page's own styles; the custom properties in them are the site's.
const STYLE: &str = "\
.report{display:grid;gap:var(--space-5);align-content:start;max-inline-size:44rem;\
padding:var(--space-7) max(var(--space-page),(100% - var(--measure-page))/2) var(--space-8);box-sizing:content-box}\
.report h1{font-size:var(--text-h1);overflow-wrap:anywhere}\
.report-lead{max-inline-size:48ch;color:var(--color-text-quiet);font-size:var(--text-lead)}\
.report-refused{padding:var(--space-4) var(--space-5);border-inline-start:var(--space-1) solid var(--color-signal);\
background:var(--color-signal-wash)}\
.report-form,.report-reasons,.report-note{display:grid;gap:var(--space-4)}\
.report-reasons{margin:0;padding:0;border:0}\
.report-reasons legend,.report-note span{padding:0 0 var(--space-3);font-weight:var(--weight-strong)}\
.report-reason{display:flex;gap:var(--space-3);align-items:center;min-block-size:var(--touch);cursor:pointer}\
.report-reason input{flex:none;inline-size:1.375rem;block-size:1.375rem;margin:0;accent-color:var(--color-accent)}\
.report-note{gap:0}\
.report-note textarea{box-sizing:border-box;inline-size:100%;padding:var(--space-3);border:1px solid var(--color-line-strong);\
background:var(--color-surface);color:var(--color-text);font:inherit;resize:vertical}\
.report-actions{display:flex;flex-wrap:wrap;gap:var(--space-3) var(--space-5);align-items:center}\
.report-actions .Button_quiet{padding-inline:0}";

#[cfg(test)]
mod tests {
    use super::*;

    // RULES 13.20
    #[test]
    fn a_form_of_another_site_is_not_ours() {
        let ours = |pairs: &[(&'static str, &'static str)]| {
            let mut headers = HeaderMap::new();
            for (name, value) in pairs {
                headers.insert(*name, HeaderValue::from_static(value));
            }
            is_ours(&headers, "https://sixfold.example")
        };
        assert!(ours(&[]) && ours(&[("origin", "https://sixfold.example")]));
        assert!(ours(&[("origin", "null"), ("sec-fetch-site", "same-origin")]));
        assert!(!ours(&[("origin", "null"), ("sec-fetch-site", "cross-site")]));
        assert!(!ours(&[("origin", "https://elsewhere.example")]));
    }
}
