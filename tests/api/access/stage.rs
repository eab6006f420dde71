//! The people of the matrix.

use sixfold_domain::role::Role;
use sixfold_server::auth::sign_in::{self, Origin, Proof};
use sixfold_server::db::{DbError, Engine};
use sixfold_tests::{Client, Person, TestApp};

use crate::auth;
use crate::event::stage::{accepts, put_into_team, team_of, week};

pub(crate) const ATHLETE: &str = "athlete@stage.example";

/// Nobody, then the four roles.
pub(crate) const CALLERS: [Option<Role>; 5] =
    [None, Some(Role::Athlete), Some(Role::InStore), Some(Role::Delivery), Some(Role::Coach)];

/// The owner of the object that a call is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Object {
    /// The caller.
    Own,
    /// A member of the caller's team.
    Members,
    /// An athlete who has nothing to do with the caller.
    Others,
}

impl Object {
    pub(crate) const ALL: [Self; 3] = [Self::Own, Self::Members, Self::Others];
}

pub(crate) struct Stage {
    pub app: TestApp,
    /// The stored hash of [`PASSWORD`](sixfold_tests::people::PASSWORD), so that it is computed once.
    hash: String,
    /// The address of a member of staff.
    pub staff: String,
}

impl Stage {
    pub(crate) async fn set(engine: Engine) -> Self {
        let app = TestApp::spawn(engine).await;
        app.set_schedule(week(200)).await;
        app.sign_up(ATHLETE).await;
        let staff = app.staff(2).await;
        // An account that stays whatever the others do.
        app.person(3).await;
        let sql = format!("SELECT password_hash FROM account WHERE uaid = '{}'", staff.uaid);
        let hash = app.texts(sql).await.remove(0).unwrap();
        Self { app, hash, staff: staff.email }
    }

    /// A new account with a role and a password.
    pub(crate) async fn person(&self, role: Role) -> Person {
        let person = self.app.person(role.number()).await;
        let sql =
            format!("UPDATE account SET password_hash = '{}' WHERE uaid = '{}'", self.hash, person.uaid);
        self.app.execute(sql).await;
        person
    }

    /// The owner of a call's object, set up accordingly.
    pub(crate) async fn whose(&self, caller: Option<&Person>, object: Object) -> Person {
        let other = self.person(Role::Athlete).await;
        let Some(caller) = caller else { return other };
        match object {
            Object::Own => caller.again(),
            Object::Others => {
                team_of(&self.app, caller).await;
                other
            }
            Object::Members => {
                put_into_team(&self.app, &other, caller).await;
                accepts(&self.app, &other, caller).await;
                other
            }
        }
    }

    /// A browser with a session of a person, and its CSRF token.
    pub(crate) async fn browser(&self, person: &Person) -> (Client, String) {
        let (state, uaid) = (self.app.state.clone(), person.uaid.clone());
        let origin = Origin { address: "test".to_owned(), user_agent: None };
        let begun = sign_in::begin(&state, &uaid, &origin, Proof::default()).unwrap();
        let secret = begun.cookie_secret.clone();
        let stored: Result<(), DbError> =
            state.db.write(async move |conn| sign_in::store(conn, &begun).await).await;
        stored.unwrap();
        let client = self.app.client();
        client.set_cookie("next-auth.session-token", &secret);
        let csrf = auth::csrf(&client).await;
        (client, csrf)
    }

    pub(crate) async fn text(&self, sql: String) -> String {
        self.app.texts(sql).await.remove(0).unwrap()
    }
}
