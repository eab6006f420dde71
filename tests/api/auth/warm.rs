//! Sessions in the cache: whatever ends or changes a session reaches the cache before the caller is answered.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::json;
use sixfold_server::app::accounts;
use sixfold_server::db::sign_in::session::{self, SessionRow};
use sixfold_server::db::sign_in::session_cache::{SessionCache, SessionKey};
use sixfold_server::db::topic::topics::EVERY;
use sixfold_server::db::{Db, DbError, topic};
use sixfold_server::state::AppState;
use sixfold_tests::people::PASSWORD;
use sixfold_tests::{Client, Engine, Person, TestApp, both};
use tokio::sync::watch;

use super::sign_in;

const AUTHORIZATION: &str = "/api/user/authorization";

/// Loads a session into the cache, by both of its secrets.
async fn warm(clients: &[&Client]) {
    for client in clients {
        for _ in 0..3 {
            client.get(AUTHORIZATION).await.data();
        }
    }
}

async fn ended(clients: &[&Client]) {
    for client in clients {
        client.get(AUTHORIZATION).await.refused(401, "UNAUTHORISED");
    }
}

/// The state of an operator's command: another process on the same store.
async fn command(app: &TestApp) -> AppState {
    let (db, _) = app.state.config.database.open().await.unwrap();
    AppState::new((*app.state.config).clone(), db, app.state.clock.clone()).unwrap()
}

/// A person with a password, as a browser and with an API token of their own.
async fn twofold(app: &TestApp, role: u8) -> (Person, Client, String) {
    let person = app.staff(role).await;
    let browser = app.client();
    let csrf = sign_in(&browser, &person.email).await;
    (person, browser, csrf)
}

both! {
    async fn signing_out_ends_the_browsers_session(app) {
        let (person, browser, csrf) = twofold(&app, 1).await;
        let token = browser.get("/api/auth/session").await.value()["token"].as_str().unwrap().to_owned();
        let secret = browser.cookie("next-auth.session-token").unwrap();
        let (bearer, thief) = (app.client().bearer(&token), app.client());
        thief.set_cookie("next-auth.session-token", &secret);
        warm(&[&browser, &bearer, &thief, &person.client()]).await;
        browser.form("/api/auth/signout", &[("csrfToken", &csrf), ("json", "true")]).await;
        ended(&[&browser, &bearer, &thief]).await;
        person.client().get(AUTHORIZATION).await.data();
    }

    async fn a_new_password_ends_every_session(app) {
        let (person, browser, _) = twofold(&app, 1).await;
        warm(&[&browser, &person.client()]).await;
        let body = json!({ "currentPassword": PASSWORD, "newPassword": "over the finishing line" });
        person.client().post("/api/user/password", body).await.data();
        ended(&[&browser, &person.client()]).await;
    }

    async fn leaving_ends_every_session(app) {
        let (person, browser, _) = twofold(&app, 1).await;
        warm(&[&browser, &person.client()]).await;
        person.client().post("/api/user/delete", json!({ "password": PASSWORD })).await.data();
        ended(&[&browser, &person.client()]).await;
    }

    async fn ending_every_device_ends_them_at_once(app) {
        let (person, browser, _) = twofold(&app, 1).await;
        warm(&[&browser, &person.client()]).await;
        person.client().delete("/api/user/sessions", json!({ "all": true, "password": PASSWORD })).await.data();
        ended(&[&browser, &person.client()]).await;
    }

    async fn ending_one_device_spares_the_other(app) {
        let (person, browser, _) = twofold(&app, 1).await;
        warm(&[&browser, &person.client()]).await;
        let sessions = person.client().get("/api/user/sessions").await.data();
        let all = sessions["sessions"].as_array().unwrap();
        let other = all.iter().find(|session| session["current"] == false).unwrap()["id"].clone();
        person.client().delete("/api/user/sessions", json!({ "id": other, "password": PASSWORD })).await.data();
        ended(&[&browser]).await;
        person.client().get(AUTHORIZATION).await.data();
    }

    async fn another_role_ends_every_session(app) {
        let (person, browser, _) = twofold(&app, 1).await;
        let delivery = app.person(3).await;
        warm(&[&browser, &person.client(), &delivery.client()]).await;
        let path = format!("/api/event/admin/user/role?uaid={}&roleid=2", person.uaid);
        delivery.client().post(&path, json!({})).await.data();
        ended(&[&browser, &person.client()]).await;
    }

    async fn what_an_operator_ends_at_a_terminal_ends_in_a_running_server(app) {
        let following = tokio::spawn(app.state.topics.clone().follow(EVERY));
        let (mut raised, command) = (app.state.topics.watch(topic::SESSION), command(&app).await);
        let people = [app.staff(1).await, app.staff(1).await, app.staff(1).await];
        app.enrol(&people[2]).await;
        for (number, person) in people.iter().enumerate() {
            warm(&[&person.client()]).await;
            match number {
                0 => accounts::set_role(&command, &person.email, 2).await.unwrap(),
                1 => accounts::set_password(&command, &person.email, Some("a password of an operator".to_owned())).await.unwrap(),
                _ => accounts::reset_factor(&command, &person.email).await.unwrap(),
            };
            let version = app.scalar("SELECT version FROM topic_version WHERE topic = 'session'").await;
            raised.wait_for(|known| *known >= version).await.unwrap();
            ended(&[&person.client()]).await;
        }
        following.abort();
        command.db.close().await;
    }

    async fn a_role_or_a_name_that_changes_any_way_is_seen_at_once(app) {
        let (person, browser, _) = twofold(&app, 1).await;
        warm(&[&browser, &person.client()]).await;
        app.execute(format!("UPDATE account SET role = 4 WHERE uaid = '{}'", person.uaid)).await;
        assert_eq!(person.client().get(AUTHORIZATION).await.data()["role"], 4);
        person.client().put("/api/user/profile", json!({ "firstName": "Zoe", "lastName": "Quick" })).await.data();
        assert_eq!(browser.get("/api/auth/session").await.value()["user"]["name"], "Zoe Quick");
        app.execute(format!("UPDATE account SET email = 'new@athletes.example' WHERE uaid = '{}'", person.uaid)).await;
        assert_eq!(browser.get("/api/auth/session").await.value()["user"]["email"], "new@athletes.example");
        app.execute("DELETE FROM session").await;
        ended(&[&browser, &person.client()]).await;
    }

    async fn the_end_comes_by_the_clock_all_the_same(app) {
        let (person, browser, _) = twofold(&app, 1).await;
        warm(&[&browser, &person.client()]).await;
        app.pass_minutes(57);
        warm(&[&browser, &person.client()]).await;
        app.pass_minutes(1);
        ended(&[&browser, &person.client()]).await;
    }

    async fn a_job_that_is_undone_changes_nothing(app) {
        let person = app.athlete().await;
        warm(&[&person.client()]).await;
        let uaid = person.uaid.clone();
        let undone: Result<(), DbError> = app.state.db.write(async move |conn| {
            session::revoke_all(conn, &uaid, 1).await?;
            Err(DbError::NotFound)
        }).await;
        assert!(undone.is_err());
        person.client().get(AUTHORIZATION).await.data();
    }

    async fn readers_in_a_rush_never_see_a_session_after_its_end(app) {
        for _ in 0..8 {
            let person = app.athlete().await;
            let over = Arc::new(AtomicBool::new(false));
            let readers: Vec<_> = (0..6).map(|_| {
                let (client, over) = (person.client(), over.clone());
                tokio::spawn(async move {
                    loop {
                        // Requests that start after the end was confirmed must not be let in.
                        let after = over.load(Ordering::SeqCst);
                        let status = client.get(AUTHORIZATION).await.status.as_u16();
                        assert!(!after || status == 401, "a dead session was served: {status}");
                        if after {
                            return;
                        }
                    }
                })
            }).collect();
            tokio::task::yield_now().await;
            person.client().delete("/api/user/sessions", json!({ "all": true, "password": PASSWORD })).await.data();
            over.store(true, Ordering::SeqCst);
            for reader in readers {
                reader.await.unwrap();
            }
        }
    }
}

async fn row(db: &Db, key: &SessionKey) -> Arc<SessionRow> {
    db.session(key.clone()).await.unwrap().unwrap()
}

/// A reader loads the row, the revocation is committed and answered, then the reader caches what it loaded: forced, step by
/// step.
#[tokio::test]
async fn a_row_that_was_read_too_early_is_never_served() {
    let app = TestApp::spawn(Engine::Sqlite).await;
    let Db::Sqlite { sessions, .. } = &app.state.db else { unreachable!("it is SQLite") };
    let person = app.athlete().await;
    let key = SessionKey::Token(sixfold_server::auth::keys::stored_hash(&person.token));

    let generation = sessions.generation();
    let loaded = row(&app.state.db, &key).await;
    person.client().delete("/api/user/sessions", json!({ "all": true, "password": PASSWORD })).await.data();
    sessions.keep(key.clone(), generation, loaded.clone());
    assert!(sessions.get(&key).is_none());
    person.client().get(AUTHORIZATION).await.refused(401, "UNAUTHORISED");

    // The control: a cache that stores whatever it is given serves the ended session.
    let naive: Mutex<Option<Arc<SessionRow>>> = Mutex::new(None);
    *naive.lock().unwrap() = Some(loaded.clone());
    assert!(naive.lock().unwrap().as_ref().unwrap().revoked_at.is_none());
    let unaware = SessionCache::new(watch::channel(0).1);
    unaware.keep(key.clone(), unaware.generation(), loaded);
    assert!(unaware.get(&key).unwrap().revoked_at.is_none(), "nobody told this one of the change");
}

#[tokio::test]
async fn what_touches_nobodys_session_leaves_the_memory_alone() {
    let app = TestApp::spawn(Engine::Sqlite).await;
    let Db::Sqlite { sessions, .. } = &app.state.db else { unreachable!("it is SQLite") };
    let person = app.athlete().await;
    warm(&[&person.client()]).await;
    let before = sessions.generation();
    app.execute("UPDATE account SET updated_at = 7").await;
    app.athlete().await;
    assert_ne!(sessions.generation(), before, "a new name is a change");
    let before = sessions.generation();
    app.execute("UPDATE account SET updated_at = 8, team_booking_id = NULL").await;
    assert_eq!(sessions.generation(), before);
    let key = SessionKey::Token(sixfold_server::auth::keys::stored_hash(&person.token));
    assert!(sessions.get(&key).is_some());
}
