//! The page that everybody except staff gets during maintenance.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse as _, Response};
use maud::{DOCTYPE, PreEscaped, html};

use super::elements::Elements;
use crate::http::ApiError;

#[derive(Debug)]
pub(super) struct MaintenancePage {
    retry_after_s: u64,
    title: String,
    headline: String,
    text: String,
}

/// The expected duration if the settings do not say, in minutes.
const MINUTES: f64 = 10.0;

impl MaintenancePage {
    /// The words from the settings, if maintenance is switched on.
    pub(super) fn from_settings(settings: Elements<'_>) -> Option<Self> {
        if settings.toggle("maintenance") != Some(true) {
            return None;
        }
        let minutes =
            settings.number("maintenanceMinutes").filter(|minutes| *minutes > 0.0).unwrap_or(MINUTES);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a week")]
        let retry_after_s = (minutes.min(10_080.0) * 60.0).ceil() as u64;
        let or = |text: &str, otherwise: &str| {
            if text.is_empty() { otherwise.to_owned() } else { text.to_owned() }
        };
        let text = settings.html("maintenanceText");
        Some(Self {
            retry_after_s,
            title: or(settings.text("title"), "Sixfold"),
            headline: or(settings.text("maintenanceHeadline"), "Half-time."),
            text: or(
                &text,
                "<p>We are working on the site and will be back shortly. Your bookings are safe.</p>",
            ),
        })
    }

    pub(super) fn refusal(&self) -> Response {
        self.later(error().into_response())
    }

    /// A page that needs nothing else from this server.
    pub(super) fn page(&self) -> Response {
        let page = html! {
            (DOCTYPE)
            html lang="en-GB" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                    meta name="color-scheme" content="dark";
                    meta name="robots" content="noindex";
                    title { (self.headline) " | " (self.title) }
                    style { (PreEscaped(STYLE)) }
                    script src="/maintenance.js" defer {}
                    noscript { meta http-equiv="refresh" content="60"; }
                }
                body {
                    main {
                        (PreEscaped(MARK))
                        p.name { (self.title) }
                        h1 { (self.headline) }
                        div.text { (PreEscaped(&self.text)) }
                        p { a href="/en-gb/login" { "Staff sign-in" } }
                    }
                }
            }
        };
        let mut response = (StatusCode::SERVICE_UNAVAILABLE, Html(page.into_string())).into_response();
        response.extensions_mut().insert(error().counted_code());
        self.later(response)
    }

    fn later(&self, mut response: Response) -> Response {
        let headers = response.headers_mut();
        headers.insert(header::RETRY_AFTER, HeaderValue::from(self.retry_after_s));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }
}

fn error() -> ApiError {
    let sentence = "We are working on the site and will be back shortly. Your bookings are safe.";
    ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "MAINTENANCE", sentence)
}

/// The mark: six strokes around a core, one of them highlighted.
const MARK: &str = "<svg viewBox=\"0 0 32 32\" aria-hidden=\"true\"><path d=\"M16 2.5 27.7 9.25v13.5L16 29.5 4.3 22.75V9.25z\" \
    pathLength=\"60\" stroke-dasharray=\"8 2\" stroke-dashoffset=\"-1\"/><path class=\"lit\" pathLength=\"10\" \
    stroke-dasharray=\"8 2\" stroke-dashoffset=\"-1\" d=\"M16 2.5 27.7 9.25\"/>\
    <path class=\"core\" d=\"M16 10.2 21 13.1v5.8L16 21.8 11 18.9v-5.8z\"/></svg>";

/// The site's dark theme in a few lines; `web/src/components/tokens.css` has the same colours.
const STYLE: &str = "*{box-sizing:border-box;margin:0}html{background:#070a08;color:#f3f6f0;\
    font:420 1.0625rem/1.55 Archivo,Arial,sans-serif}body{min-block-size:100vh;display:grid;align-items:center;\
    background:radial-gradient(120% 90% at 75% 60%,#0d2416,transparent 60%)}\
    main{display:grid;gap:1.5rem;justify-items:start;inline-size:100%;max-inline-size:72rem;margin-inline:auto;\
    padding:3rem clamp(1rem,4vw,3rem)}svg{inline-size:clamp(5rem,14vw,9rem);fill:none;stroke:#3a483f;stroke-width:2.4}\
    .lit{stroke:#3dff7f}.core{fill:#3dff7f;stroke:none}.name{color:#b0bcb3;font-weight:650;letter-spacing:.08em;\
    text-transform:uppercase}h1{font-size:clamp(3.25rem,1.1rem + 11vw,10rem);font-weight:880;line-height:.9;\
    letter-spacing:-.025em;text-transform:uppercase;overflow-wrap:anywhere}.text{max-inline-size:34ch;color:#b0bcb3;\
    font-size:clamp(1.125rem,1.05rem + .5vw,1.375rem);display:grid;gap:.75rem}a{color:inherit;\
    text-decoration-color:#3dff7f;text-underline-offset:.2em;display:inline-block;padding-block:.6rem}\
    a:focus-visible{outline:3px solid #fff;outline-offset:3px}";
