//! The public settings that every page starts from: the answer of `event/config`, and part of the first HTML.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;
use sixfold_domain::protocol::Protocols;
use sixfold_domain::season::Season;
use sixfold_domain::slot::BookingSessionConfig;
use utoipa::ToSchema;

use super::public_settings::PublicSettings;
use super::settings::Settings;
use crate::booking::event::found;
use crate::booking::event_snapshot::EventSnapshot;
use crate::booking::protocol_body::ProtocolSet;
use crate::content::image::as_logo;
use crate::content::seed::SETTINGS;
use crate::db::content::LIBRARY;
use crate::db::content::item::Item;
use crate::http::etag;
use crate::http::timed_text::TimedText;
use crate::http::{ApiError, Envelope};
use crate::state::AppState;

/// The public settings of the site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventConfig {
    /// The academy's event.
    event: EventInfo,
    /// Every season, in order: `season`, `start`, `end` (ISO timestamps).
    #[schema(value_type = Vec<Object>)]
    seasons: Vec<Season>,
    /// The booking session config, without what is over.
    #[schema(value_type = Object)]
    booking_session_config: BookingSessionConfig,
    /// How the six tests are scored.
    #[schema(value_type = ProtocolSet)]
    protocols: Protocols,
    /// The server's clock, ISO with `Z`.
    now: String,
    /// The content hub's library.
    library_entry: LibraryEntry,
    /// Links of the footer.
    links: Links,
    /// The site's name and look.
    site: Site,
    /// How people sign in: `credentials`, `sso` or `both`.
    auth_mode: String,
    /// The wallets that a ticket can be put into.
    wallets: WalletChoice,
    /// The public key with which a browser subscribes to notifications, base64url; null where none are sent.
    push: Option<String>,
    /// Whether reminders can be sent by text message.
    texts: bool,
    /// The id of each page of the content hub by its path below the locale's prefix: `/` is `home`.
    pages: BTreeMap<String, String>,
}

/// Whether each wallet is configured.
#[derive(Debug, Serialize, ToSchema)]
struct WalletChoice {
    apple: bool,
    google: bool,
}

/// The academy's event.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EventInfo {
    event_id: String,
    event_name: String,
    event_location_name: String,
    event_location_address: String,
    event_location_post_code: String,
    event_location_contact_number: String,
    event_location_contact_email: String,
    map_url: String,
}

/// A library of the content hub (RULES 13.4).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LibraryEntry {
    id: String,
    active: bool,
    code: String,
    homepage_id: String,
    language: String,
    library_id: String,
    path: String,
    web_config_id: String,
}

/// The links of the footer; null for those that are not set.
#[derive(Debug, Serialize, ToSchema)]
struct Links {
    privacy: Option<String>,
    consent: Option<String>,
    instagram: Option<String>,
    tiktok: Option<String>,
}

/// The site's own settings (RULES 13.4).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Site {
    title: String,
    logo: String,
    theme_colour: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    campaign_logo: Option<Value>,
    maintenance: bool,
}

/// The settings as this process knows them: those in memory while neither the event nor the content has changed, and the
/// certificate for Apple Wallet has not expired. What a remote hub says is asked for each time.
pub async fn current(state: &AppState) -> Result<Arc<PublicSettings>, ApiError> {
    let snapshot = found(state.events.known(&state.db).await?)?;
    let generation = state.hub.generation().await.ok().flatten();
    let apple = state.config.wallets.apple_at(state.clock.now_ms()).is_some();
    if let Some(known) = state.site.settings().filter(|known| known.is_of(&snapshot, generation, apple)) {
        return Ok(known);
    }
    let config = load(state, &snapshot, apple).await;
    let mut value = serde_json::to_value(&config).map_err(ApiError::internal)?;
    if let Some(config) = value.as_object_mut() {
        config.remove("now");
    }
    let body = Envelope(&config).to_json().map_err(ApiError::internal)?;
    let public_url = &state.config.public_url;
    // An unavailable hub was already logged.
    let settings =
        Settings::load(&state.hub, public_url).await.unwrap_or_else(|_| Settings::unread(public_url));
    let tag = etag::weak(&body).map_err(ApiError::internal)?;
    let body = TimedText::new(body, "now").ok_or_else(|| ApiError::internal("settings without a time"))?;
    let fresh = Arc::new(PublicSettings { snapshot, generation, apple, config: value, settings, body, tag });
    state.site.keep_settings(fresh.clone());
    Ok(fresh)
}

/// The settings, with an empty time.
async fn load(state: &AppState, snapshot: &EventSnapshot, apple: bool) -> EventConfig {
    let EventSnapshot { event, config, seasons, protocols, .. } = snapshot;
    let settings = settings(state).await;
    let settings = settings.as_ref();
    EventConfig {
        event: EventInfo {
            event_id: event.event_id.clone(),
            event_name: event.name.clone(),
            event_location_name: event.location_name.clone(),
            event_location_address: event.location_address.clone(),
            event_location_post_code: event.location_post_code.clone(),
            event_location_contact_number: event.location_contact_number.clone(),
            event_location_contact_email: event.location_contact_email.clone(),
            map_url: event.map_url.clone(),
        },
        seasons: seasons.clone(),
        booking_session_config: config.clone(),
        protocols: protocols.clone(),
        now: String::new(),
        library_entry: LibraryEntry {
            id: LIBRARY.into(),
            active: true,
            code: "en-gb".into(),
            homepage_id: "home".into(),
            language: "gb".into(),
            library_id: LIBRARY.into(),
            path: "/en-gb".into(),
            web_config_id: SETTINGS.into(),
        },
        links: Links {
            privacy: text(settings, "privacy", "linkURL"),
            consent: text(settings, "consent", "linkURL"),
            instagram: text(settings, "instagram", "linkURL"),
            tiktok: text(settings, "tiktok", "linkURL"),
        },
        site: Site {
            title: text(settings, "title", "value").unwrap_or_else(|| "Sixfold".into()),
            logo: text(settings, "logo", "value").unwrap_or_default(),
            theme_colour: text(settings, "themeColour", "value").unwrap_or_else(|| "green".into()),
            campaign_logo: campaign_logo(state).await,
            maintenance: settings
                .and_then(|item| item.elements.get("maintenance")?.get("value")?.as_bool())
                .unwrap_or(false),
        },
        auth_mode: state.config.auth_mode.to_string(),
        wallets: WalletChoice { apple, google: state.config.wallets.google.is_some() },
        push: state.config.notifications.push.as_ref().map(|push| push.key.public.clone()),
        texts: state.config.notifications.texts.is_some(),
        pages: pages(state).await,
    }
}

/// The site settings. While the hub is unavailable the site uses its defaults.
async fn settings(state: &AppState) -> Option<Item> {
    state.hub.settings().await.unwrap_or_else(|error| {
        tracing::warn!(%error, "settings are served without the content hub's site settings");
        None
    })
}

/// The campaign logo with its address, as logos are served. An unavailable hub was already logged for the settings.
async fn campaign_logo(state: &AppState) -> Option<Value> {
    let settings = state.hub.rendered(LIBRARY, SETTINGS).await.ok().flatten()?;
    settings["elements"].get("campaignLogo").map(as_logo)
}

/// The pages by path. While the hub is unavailable the site has only the pages of the application.
async fn pages(state: &AppState) -> BTreeMap<String, String> {
    match state.hub.pages().await {
        Ok(pages) => pages
            .into_iter()
            .filter_map(|page| page.path().map(str::to_owned).map(|path| (path, page.id)))
            .collect(),
        Err(error) => {
            tracing::warn!(%error, "settings are served without the content hub's pages");
            BTreeMap::new()
        }
    }
}

/// A text of a settings element; none if it is empty.
fn text(settings: Option<&Item>, element: &str, key: &str) -> Option<String> {
    let value = settings?.elements.get(element)?.get(key)?.as_str()?;
    (!value.is_empty()).then(|| value.to_owned())
}

/// The site's name, which signs cards.
pub async fn title(state: &AppState) -> String {
    Settings::title(&state.hub).await.unwrap_or_else(|| state.config.site_title.clone())
}
