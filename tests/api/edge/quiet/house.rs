//! The staff's and the operator's part of the walk: a second factor, secret addresses, wrong settings, a broken store.

use clap::Parser as _;
use serde_json::json;
use sixfold_server::config::Config;
use sixfold_server::config::cli::{Cli, Flags};
use sixfold_tests::people::PASSWORD;
use sixfold_tests::second_factor::mailed_code;
use sixfold_tests::{Reply, TestApp};

use super::{EMAIL, Walk};
use crate::event::stage::BOOKING;

const FACTOR: &str = "/api/user/second-factor";

/// A member of staff sets up a second factor.
pub(super) async fn enrol(app: &TestApp, walk: &mut Walk) {
    let person = app.staff(2).await;
    walk.seen(person.client().post(FACTOR, json!({ "password": PASSWORD })).await);
    let body = json!({ "password": PASSWORD, "mailedCode": mailed_code(app, &person.email).await });
    let begun = walk.seen(person.client().post(FACTOR, body).await).data();
    let secret = walk.plant(begun["secret"].as_str().unwrap());
    walk.plant(begun["otpauthUrl"].as_str().unwrap());
    for (path, body) in [
        ("/api/user/second-factor/confirm", json!({ "code": walk.plant("canary code") })),
        ("/api/user/second-factor/confirm", json!({ "code": secret })),
        ("/api/user/second-factor", json!({ "password": walk.plant("canary wrong password of staff") })),
        (
            "/api/user/login",
            json!({ "emailAddress": person.email, "password": walk.plant("canary of staff"), "oneTimeCode": secret }),
        ),
    ] {
        let reply = person.client().post(path, body).await;
        assert!((400..500).contains(&reply.status.as_u16()), "{path}: {}", reply.text());
        walk.seen(reply);
    }
    let exported = person.client().get("/api/user/export").await;
    assert_eq!(exported.status, 200);
}

/// Secret addresses: of a calendar, and of a kiosk.
pub(super) async fn hand_out_links(app: &TestApp, walk: &mut Walk) {
    let staff = app.person(2).await;
    let told = |reply: Reply| reply.data()["url"].as_str().unwrap().to_owned();
    let calendar = told(staff.client().post("/api/user/calendar-feed", json!({})).await);
    let secret = calendar.rsplit_once('/').unwrap().1.strip_suffix(".ics").unwrap();
    for secret in [walk.plant(secret), walk.plant("canary-of-no-calendar")] {
        let reply = app.client().get(&format!("/api/event/calendar/{secret}.ics")).await;
        walk.seen(reply);
    }
    let screen = told(staff.client().post("/api/event/admin/kiosk", json!({ "name": "Door" })).await);
    let secret = walk.plant(screen.split_once('#').unwrap().1);
    let door = app.client().header("authorization", &format!("Kiosk {secret}"));
    for reply in [
        door.get("/api/event/arrival").await,
        door.post("/api/event/arrival", json!({ "code": "7K3QX0" })).await,
    ] {
        walk.seen(reply);
    }
}

/// Calls to a server whose store is broken.
pub(super) async fn fail(app: &TestApp, walk: &mut Walk, token: &str, password: &str) {
    app.state.db.close().await;
    let client = app.client().bearer(token);
    for reply in [
        app.client().post("/api/user/login", json!({ "emailAddress": EMAIL, "password": password })).await,
        app.client().get(&format!("/api/user/profile?token={token}")).await,
        client.put("/api/user/profile", json!({ "medicalIssues": walk.plant("canary while closed") })).await,
        client.post(BOOKING, json!({ "medicalIssues": walk.plant("canary booked while closed") })).await,
        app.client().post("/api/user/forgot", json!({ "email": EMAIL })).await,
    ] {
        assert!(reply.status.is_server_error(), "{}", reply.text());
        walk.seen(reply);
    }
}

type Change = Box<dyn Fn(&mut Flags)>;

/// Settings with secrets in them, each invalid in some other way; returns what the start prints.
pub(super) fn configure(walk: &mut Walk) -> Vec<String> {
    let secret = walk.plant("canary secret of the server, 32 long");
    let key = walk.plant("ca9a".repeat(15));
    let relay = format!("ftp://robin:{}@mail.example", walk.plant("canary-relay-password"));
    let store = format!("mysql://robin:{}@db.example/x", walk.plant("canary-store-password"));
    let client = walk.plant("canary secret of the client");
    let directory = tempfile::tempdir().unwrap();
    let changes: Vec<Change> = vec![
        Box::new(move |flags| flags.secret = Some(secret[..20].to_owned())),
        Box::new(move |flags| flags.signing_keys = vec![format!("till:{key}")]),
        Box::new(move |flags| flags.smtp_url = Some(relay.clone())),
        Box::new(move |flags| flags.database_url = Some(store.clone())),
        Box::new(move |flags| {
            flags.providers =
                [("CLIENT_SECRET", client.as_str()), ("CLIENT_ID", "us"), ("ISSUER", "not an issuer")]
                    .map(|(part, value)| (format!("SIXFOLD_OIDC_ID_{part}"), value.to_owned()))
                    .to_vec();
        }),
    ];
    walk.plant("canary secret of the");
    let told = changes.iter().map(|change| {
        let mut flags = Cli::parse_from(["sixfold", "serve"]).flags;
        directory.path().clone_into(&mut flags.data_dir);
        change(&mut flags);
        Config::from_flags(&flags).map(|_| ()).unwrap_err().to_string()
    });
    told.collect()
}
