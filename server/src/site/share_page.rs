//! The page of a shared card: the card, its athlete, and a link for getting one's own. Drawn by the server; no script
//! runs.

use maud::{Markup, html};

use super::pages::PREFIX;
use crate::db::sharing::share::{Format, Template};
use crate::site::card::CardRequest;

/// Of a card's page, without the locale's prefix.
pub(super) const PATH: &str = "/share/";

/// The full address of a card's page.
pub(super) fn address(origin: &str, id: &str) -> String {
    format!("{origin}{PREFIX}{PATH}{id}")
}

pub(super) struct ShareText {
    /// `Robin H.: 71.50`
    pub(super) title: String,
    /// A sentence for previews.
    pub(super) description: String,
    name: String,
    what: String,
    score: String,
    /// The address and the words of the button.
    button: (&'static str, &'static str),
}

impl ShareText {
    pub(super) fn new(order: &CardRequest) -> Self {
        let data = &order.data;
        let (what, score) = data.headline(order.template);
        let season = data.headline_season(order.template);
        let (name, score) = (data.name.clone(), score.to_string());
        let place = season.map(|season| format!(" in {season}")).unwrap_or_default();
        let whose = format!("{name}{place}");
        // An initial ends with a full stop of its own.
        let whose = whose.trim_end_matches('.');
        Self {
            title: match order.template {
                Template::Challenge => format!("{name}: beat my {score}"),
                Template::SeasonCard
                | Template::ResultDetails
                | Template::ResultOverview
                | Template::ScoreCard
                | Template::RecapResult
                | Template::RecapProgress
                | Template::RecapTests => format!("{name}: {score}"),
            },
            description: format!("Six tests. One score: {score} for {whose}. Can you beat it?"),
            what: season
                .map_or_else(|| what.to_owned(), |season| format!("{season}, {}", what.to_lowercase())),
            button: button(order.template),
            name,
            score,
        }
    }
}

/// Where the page leads: a challenge to booking, from where somebody without an account is led to signing up.
const fn button(template: Template) -> (&'static str, &'static str) {
    match template {
        Template::Challenge => ("/en-gb/my-account-book-test", "Book your test"),
        Template::SeasonCard
        | Template::ResultDetails
        | Template::ResultOverview
        | Template::ScoreCard
        | Template::RecapResult
        | Template::RecapProgress
        | Template::RecapTests => ("/en-gb/register", "Take your shot"),
    }
}

pub(super) fn content(said: &ShareText, address: &str, (words, format): (&str, Format)) -> Markup {
    let (width, height) = format.size();
    html! {
        article class={ "shared shared-" (format.into_str()) } {
            div.shared-frame {
                div.shared-edge {
                    img.shared-card src={ (address) ".svg" } alt=(words) width=(width) height=(height);
                }
            }
            div.shared-words {
                p.shared-what { (said.what) }
                h1 {
                    span.shared-name { (said.name) " " }
                    span.shared-score { (said.score) }
                }
                p.shared-lead { "Six tests. One score. Every athlete gets one, and this is theirs. What is yours?" }
                div.shared-actions {
                    a.Button_button.Button_primary.Button_large href=(said.button.0) { (said.button.1) }
                    a.Button_button.Button_quiet href="/en-gb/my-account-my-leaderboard" { "See the leaderboard" }
                }
                p.shared-report { a href={ (address) "/report" } rel="nofollow" { "Report this card" } }
            }
        }
    }
}

/// The page's own styles; the custom properties in them are the site's.
pub(super) const STYLE: &str = "\
.shared{position:relative;isolation:isolate;display:grid;gap:var(--space-6);align-items:center;justify-items:center;\
padding:var(--space-6) max(var(--space-page),(100% - var(--measure-page))/2) var(--space-8);overflow:clip}\
.shared::before{position:absolute;z-index:-1;inset-block:-10%;inset-inline-start:38%;inline-size:48%;\
background:repeating-linear-gradient(90deg,var(--color-surface) 0 calc(100%/6 - 100%/18),transparent calc(100%/6 - 100%/18) calc(100%/6));\
transform:skewX(-30deg);content:''}\
.shared-frame{filter:drop-shadow(0 0 1px var(--color-line-strong));inline-size:min(100%,22rem)}\
.shared-edge{padding:var(--space-2);clip-path:var(--shape-card);background:var(--color-surface)}\
.shared-card{display:block;inline-size:100%;block-size:auto;clip-path:var(--shape-card)}\
.shared-square .shared-frame{inline-size:min(100%,30rem)}\
.shared-landscape .shared-frame{inline-size:min(100%,60rem)}\
.shared-words{display:grid;gap:var(--space-4);justify-items:start;inline-size:100%;min-inline-size:0}\
.shared-what{color:var(--color-text-quiet);font-stretch:var(--width-wide);font-weight:var(--weight-strong)}\
.shared h1{display:grid;gap:var(--space-3);font-size:var(--text-h1);overflow-wrap:anywhere}\
.shared-score{color:var(--color-accent);font-size:var(--text-display);font-variant-numeric:tabular-nums;line-height:.9}\
.shared-lead{max-inline-size:34ch;color:var(--color-text-quiet);font-size:var(--text-lead)}\
.shared-actions .Button_quiet{padding-inline:0}\
.shared-actions{display:flex;flex-wrap:wrap;gap:var(--space-3) var(--space-5);align-items:center;padding-block-start:var(--space-3)}\
.shared-report{padding-block-start:var(--space-2);font-size:var(--text-small)}\
.shared-report a{color:var(--color-text-quiet)}\
@media (width >= 768px){.shared{min-block-size:calc(100svh - var(--height-nav))}\
.shared-story,.shared-square{grid-template-columns:auto minmax(0,1fr)}\
.shared-story .shared-frame{inline-size:min(45vi,45svh,24rem)}.shared-square .shared-frame{inline-size:min(46vi,72svh,34rem)}}\
@media (width >= 1024px){.shared{gap:var(--space-8)}}";

#[cfg(test)]
mod tests {
    use super::*;

    // RULES 13.7
    #[test]
    fn a_challenge_leads_to_booking() {
        assert_eq!(button(Template::Challenge).0, "/en-gb/my-account-book-test");
        assert_eq!(button(Template::SeasonCard).0, "/en-gb/register");
    }
}
