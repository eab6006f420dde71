//! An authenticator app.

use serde_json::{Value, json};
use totp_rs::Totp;

use crate::app::TestApp;
use crate::people::{PASSWORD, Person};

/// An authenticator app, with the recovery codes.
pub struct Authenticator {
    totp: Totp,
    pub recovery: Vec<String>,
}

impl Authenticator {
    /// An app that has scanned the URL of a QR code.
    pub fn scan(url: &str) -> Self {
        Self { totp: Totp::from_url(url).unwrap(), recovery: Vec::new() }
    }

    pub fn code_at(&self, at_ms: i64) -> String {
        self.totp.generate(u64::try_from(at_ms / 1_000).unwrap()).to_string()
    }

    /// The code now, by the server's clock.
    pub fn code(&self, app: &TestApp) -> String {
        self.code_at(app.state.clock.now_ms())
    }

    pub fn wrong(&self, app: &TestApp) -> String {
        let now_ms = app.state.clock.now_ms();
        let near: Vec<String> = (-1..=1).map(|step| self.code_at(now_ms + step * 30_000)).collect();
        (0..4).map(|number| format!("{number:06}")).find(|code| !near.contains(code)).unwrap()
    }
}

impl TestApp {
    /// Enrols a user who has [`PASSWORD`], and moves on to the next code, since the first has been used.
    pub async fn enrol(&self, person: &Person) -> Authenticator {
        let begun = begin(self, person).await;
        let mut authenticator = Authenticator::scan(begun["otpauthUrl"].as_str().unwrap());
        let body = json!({ "code": authenticator.code(self) });
        let confirmed = person.client().post("/api/user/second-factor/confirm", body).await.data();
        let codes = confirmed["recoveryCodes"].as_array().unwrap();
        authenticator.recovery = codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect();
        self.state.clock.advance(30_000);
        authenticator
    }
}

/// Begins the enrolment of a user who has [`PASSWORD`]; staff are mailed a code first.
pub async fn begin(app: &TestApp, person: &Person) -> Value {
    let path = "/api/user/second-factor";
    // The mail of this call has to be the newest one.
    app.state.clock.advance(1);
    let reply = person.client().post(path, json!({ "password": PASSWORD })).await;
    if reply.status != 422 {
        return reply.data();
    }
    let code = mailed_code(app, &person.email).await;
    person.client().post(path, json!({ "password": PASSWORD, "mailedCode": code })).await.data()
}

/// The code last mailed to an address for setting up a first factor.
pub async fn mailed_code(app: &TestApp, email: &str) -> String {
    let text = app.letters_to("second-factor-code", email).await.pop().expect("a mail with a code");
    let six = |word: &&str| word.len() == 6 && word.bytes().all(|byte| byte.is_ascii_digit());
    text.split_whitespace().find(six).unwrap_or_else(|| panic!("no code in {text}")).to_owned()
}

/// The body of a sign-in with a code.
pub fn login(email: &str, code: &str) -> Value {
    json!({ "emailAddress": email, "password": PASSWORD, "oneTimeCode": code })
}
