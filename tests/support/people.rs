//! Athletes and staff, signed in.

use axum::Router;
use serde_json::{Value, json};
use sixfold_domain::eligibility::EligibilityAnswers;
use sixfold_domain::profile::ProfileUpdate;
use sixfold_server::auth::sign_in::{self, Origin, Proof};
use sixfold_server::db::people::account::{self, EncryptedHealth, NewAccount};
use sixfold_server::db::people::eligibility;
use sixfold_server::db::{Conn, DbError};

use crate::app::TestApp;
use crate::client::Client;

pub const PASSWORD: &str = "under the floodlights";

/// The hash of [`PASSWORD`] at the least cost that argon2id knows: a person who is only needed costs no time.
const PASSWORD_HASH: &str =
    "$argon2id$v=19$m=8,t=1,p=1$7sv2nZX/2Uj9H2+n59Y2fA$m3ZgKHu4b9PvKxfT1BnP8TETB0BqaSjismbELD3TwSg";

/// A user with a session.
pub struct Person {
    pub uaid: String,
    /// The session's API token.
    pub token: String,
    pub email: String,
    router: Router,
}

impl Person {
    /// A client with the user's bearer token.
    pub fn client(&self) -> Client {
        Client::new(self.router.clone()).bearer(&self.token)
    }

    /// The same user and session.
    pub fn again(&self) -> Self {
        Self {
            uaid: self.uaid.clone(),
            token: self.token.clone(),
            email: self.email.clone(),
            router: self.router.clone(),
        }
    }
}

/// The answers of an adult who agrees to everything and has nothing to report: they may book.
pub fn may_book() -> EligibilityAnswers {
    EligibilityAnswers {
        age_range: true,
        consent: true,
        health_consent: true,
        consent_version: None,
        guardian_email: None,
        parq: [false; 7],
    }
}

/// Gives an account the name Robin Field.
pub async fn name_robin(conn: &mut Conn, uaid: &str, now_ms: i64) -> Result<(), DbError> {
    let update = ProfileUpdate {
        first_name: Some("Robin".to_owned()),
        last_name: Some("Field".to_owned()),
        ..ProfileUpdate::default()
    };
    account::update_profile(conn, uaid, &update, &EncryptedHealth::default(), now_ms).await
}

/// A valid sign-up for an address.
pub fn signup_body(email: &str) -> Value {
    json!({
        "emailAddress": email,
        "password": PASSWORD,
        "dateOfBirth": "2000-05-17",
        "eligibility": {
            "ageRange": true, "consent": true, "healthConsent": true,
            "PARQ": [false, false, false, false, false, false, false]
        }
    })
}

impl TestApp {
    /// Signs a user up through the API.
    pub async fn sign_up(&self, email: &str) -> Person {
        let data = self.client().post("/api/user/signup", signup_body(email)).await.data();
        Person {
            uaid: data["uaid"].as_str().unwrap().to_owned(),
            token: data["token"].as_str().unwrap().to_owned(),
            email: email.to_owned(),
            router: self.router.clone(),
        }
    }

    /// An athlete who may book.
    pub async fn athlete(&self) -> Person {
        self.person(1).await
    }

    /// As [`TestApp::person`], with [`PASSWORD`] as password.
    pub async fn staff(&self, role: u8) -> Person {
        self.person_with(role, Some(PASSWORD_HASH.to_owned())).await
    }

    /// A user of a role (1 to 4), registered, screened, aged 25, with a session but no password. Inserted into the
    /// store directly, so that tests can have hundreds.
    pub async fn person(&self, role: u8) -> Person {
        self.person_with(role, None).await
    }

    /// Adds a session of a user; returns its API token.
    pub async fn session_of(&self, person: &Person) -> String {
        let origin = Origin { address: "test".to_owned(), user_agent: None };
        let begun = sign_in::begin(&self.state, &person.uaid, &origin, Proof::default()).unwrap();
        let token = begun.token.clone();
        self.write(async move |conn| sign_in::store(conn, &begun).await).await;
        token
    }

    async fn person_with(&self, role: u8, password_hash: Option<String>) -> Person {
        let state = self.state.clone();
        let random: [u8; 6] = sixfold_server::db::random_bytes();
        let email = format!("{}@athletes.example", random.map(|byte| format!("{byte:02x}")).concat());
        let new = NewAccount {
            email: email.clone(),
            password_hash,
            role,
            date_of_birth: Some("2000-05-17".to_owned()),
            email_confirmed: true,
        };
        let (uaid, token) = self
            .write(async move |conn| {
                let now_ms = state.clock.now_ms();
                let uaid = account::create(conn, &new, now_ms).await?.unwrap();
                name_robin(conn, &uaid, now_ms).await?;
                account::mark_registered(conn, &uaid, now_ms).await?;
                let consent = state.hub.consent_version();
                eligibility::put(conn, &state.cipher, &uaid, &may_book(), &consent, now_ms).await?;
                let origin = Origin { address: "test".to_owned(), user_agent: None };
                let begun = sign_in::begin(&state, &uaid, &origin, Proof::default()).unwrap();
                sign_in::store(conn, &begun).await?;
                Ok((uaid, begun.token))
            })
            .await;
        Person { uaid, token, email, router: self.router.clone() }
    }
}
