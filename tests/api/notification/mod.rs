//! Notifications: the calls, what is sent to a push service of our own that decrypts it, text messages, and the settings.

mod browser;
mod calls;
mod configuration;
mod devices;
mod outside;
mod sending;
mod service;
mod texts;
mod useless;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sixfold_server::app::jobs::send_pushes;
use sixfold_server::config::cli::Flags;
use sixfold_server::config::notifications::make_key;
use sixfold_server::notification::PushService;
use sixfold_tests::wallet_keys::wallet_keys;
use sixfold_tests::{Engine, Person, TestApp};

use self::browser::Browser;
use self::service::Service;
use crate::event::stage::{DAY, TIME, booked, week};

pub(crate) const NOTIFICATIONS: &str = "/api/user/notifications";
pub(crate) const DEVICES: &str = "/api/user/notifications/devices";
const CONTACT: &str = "mailto:push@sixfold.example";

/// Configures notifications, with a key in a folder, at one more host.
fn configure(flags: &mut Flags, folder: &Path, host: &str) -> PathBuf {
    let file = folder.join("push.pem");
    make_key(&file).unwrap();
    flags.notifications.push_key_file = Some(file.clone());
    flags.notifications.push_contact = Some(CONTACT.to_owned());
    flags.notifications.push_hosts = vec![host.to_owned()];
    file
}

/// A server that notifies, and a push service.
pub(crate) struct Stage {
    pub(crate) app: TestApp,
    service: Service,
    client: PushService,
    _folder: tempfile::TempDir,
}

impl Stage {
    /// None without `openssl`, which makes the service's certificate.
    async fn set(engine: Engine) -> Option<Self> {
        let keys = wallet_keys()?;
        let service = Service::start(keys).await;
        let folder = tempfile::tempdir().unwrap();
        let app = TestApp::spawn_with(engine, |flags| {
            configure(flags, folder.path(), &service.host);
        })
        .await;
        app.set_schedule(week(6)).await;
        let settings = app.state.config.notifications.push.clone().unwrap();
        let client = PushService::new(settings, Some(&keys.read("apple-ca.pem"))).unwrap();
        Some(Self { app, service, client, _folder: folder })
    }

    /// Sends what is due; returns how many were sent.
    async fn send(&self) -> usize {
        send_pushes(&self.app.state, &self.client).await.unwrap()
    }

    /// Sends what is due; returns what a browser shows of it.
    async fn shown(&self, browser: &Browser) -> Vec<Value> {
        self.send().await;
        self.service
            .got()
            .iter()
            .filter(|got| got.is_to(browser))
            .map(|got| browser.read(&got.body))
            .collect()
    }

    /// A browser in which a person has asked to be notified.
    async fn browser(&self, person: &Person, name: &str) -> Browser {
        let browser = Browser::new(&format!("https://{}/{name}", self.service.host));
        add(person, &browser, name).await;
        browser
    }

    /// An athlete, staff who may change their booking, the athlete's phone, and the booking.
    async fn with_a_booking(&self) -> (Person, Person, Browser, String) {
        let (athlete, staff) = (self.app.athlete().await, self.app.person(3).await);
        let phone = self.browser(&athlete, "phone").await;
        let id = booked(&athlete, DAY, TIME).await;
        (athlete, staff, phone, id)
    }
}

/// Adds a browser; returns the device's id.
async fn add(person: &Person, browser: &Browser, name: &str) -> String {
    let reply = person.client().post(DEVICES, browser.subscription(name)).await;
    reply.data()["id"].as_str().unwrap().to_owned()
}

/// Saves somebody's settings: everything on, with these quiet hours.
async fn quiet(person: &Person, hours: Option<(&str, &str)>) {
    let hours = hours.map(|(from, until)| json!({ "from": from, "until": until }));
    person.client().put(NOTIFICATIONS, json!({ "topics": topics(&[]), "quietHours": hours })).await.data();
}

/// Every topic on but these.
fn topics(off: &[&str]) -> Value {
    let names = ["offers", "bookings", "results", "reminders", "alerts"];
    names
        .iter()
        .map(|name| ((*name).to_owned(), json!(!off.contains(name))))
        .collect::<serde_json::Map<_, _>>()
        .into()
}
