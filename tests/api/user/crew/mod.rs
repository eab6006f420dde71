//! `/api/user/crew`: who joins, leaves and manages (RULES 15.1, 15.2, 15.6 to 15.8).

mod shown;
mod stream;

use serde_json::{Value, json};
use sixfold_tests::{Person, TestApp, both};

pub(super) const CREW: &str = "/api/user/crew";
const JOIN: &str = "/api/user/crew/join";
const LOOK: &str = "/api/user/crew/link";
/// Of the form of a token, and no crew's.
const NO_TOKEN: &str = "AAECAwQFBgcICQoLDA0ODw";

/// Makes a crew whose owner shares everything.
async fn made(owner: &Person) -> Value {
    let body = json!({ "name": "Tuesday squad", "shareFinal": true, "shareCorners": true });
    owner.client().post(CREW, body).await.data()
}

fn id(crew: &Value) -> &str {
    crew["crewId"].as_str().unwrap()
}

fn token(crew: &Value) -> String {
    crew["link"].as_str().unwrap().split_once('#').unwrap().1.to_owned()
}

fn one(crew: &Value) -> String {
    format!("{CREW}/{}", id(crew))
}

/// Joins a crew and shares everything.
async fn joined(person: &Person, crew: &Value) -> Value {
    let body = json!({ "crewToken": token(crew), "shareFinal": true, "shareCorners": true });
    person.client().post(JOIN, body).await.data()
}

async fn board(person: &Person, crew: &Value) -> Value {
    person.client().get(&format!("{}/board", one(crew))).await.data()
}

async fn set(app: &TestApp, person: &Person, set: &str) {
    app.execute(format!("UPDATE account SET {set} WHERE uaid = '{}'", person.uaid)).await;
}

/// Whether the guardian of somebody has confirmed.
async fn guardian(app: &TestApp, person: &Person, confirmed: bool) {
    let at = if confirmed { "1" } else { "NULL" };
    app.execute(format!(
        "UPDATE eligibility SET guardian_confirmed_at = {at} WHERE uaid = '{}'",
        person.uaid
    ))
    .await;
}

/// The value of a field of each row.
fn each(board: &Value, field: &str) -> Vec<Value> {
    board["members"].as_array().unwrap().iter().map(|row| row[field].clone()).collect()
}

both! {
    // RULES 15.1 and 15.7
    async fn a_crew_is_made_looked_at_joined_and_left(app) {
        let (ada, ben) = (app.athlete().await, app.athlete().await);
        assert_eq!(ada.client().get(CREW).await.data(), json!({ "crews": [], "most": 20 }));
        let crew = made(&ada).await;
        assert_eq!((&crew["name"], &crew["isOwner"], &crew["members"]), (&json!("Tuesday squad"), &json!(true), &json!(1)));
        let link = crew["link"].as_str().unwrap();
        assert!(link.starts_with("http://localhost:8080/en-gb/crew#") && token(&crew).len() == 22, "{link}");
        assert_eq!(crew["me"]["lastName"], "Field");

        let look = json!({ "crewToken": token(&crew) });
        let seen = ben.client().post(LOOK, look.clone()).await.data();
        assert_eq!(seen, json!({ "name": "Tuesday squad", "members": 1, "crewId": null }));
        let bens = joined(&ben, &crew).await;
        assert_eq!((id(&bens), &bens["isOwner"], &bens["members"]), (id(&crew), &json!(false), &json!(2)));
        assert_eq!(bens["link"], crew["link"], "every member sees the link");
        assert_eq!(ben.client().post(LOOK, look.clone()).await.data()["crewId"], crew["crewId"]);
        ben.client().post(JOIN, look).await.refused(409, "ALREADY_MEMBER");
        let listed = ben.client().get(CREW).await.data();
        assert_eq!(listed["crews"], json!([{ "crewId": crew["crewId"], "name": "Tuesday squad", "isOwner": false,
            "members": 2, "joinedAt": bens["joinedAt"], "shareFinal": true, "place": null }]));
        assert_eq!(ben.client().get(&one(&crew)).await.data(), bens);

        let membership = format!("{}/membership", one(&crew));
        assert_eq!(ben.client().delete(&membership, json!({})).await.data(), json!({ "crewId": crew["crewId"] }));
        for path in [one(&crew), format!("{}/board", one(&crew)), format!("{}/stream", one(&crew))] {
            ben.client().get(&path).await.refused(404, "CREW_NOT_FOUND");
        }
        ben.client().delete(&membership, json!({})).await.refused(404, "CREW_NOT_FOUND");
        assert_eq!(ben.client().get(CREW).await.data()["crews"], json!([]));
        assert_eq!(each(&board(&ada, &crew).await, "isOwner"), [true]);
    }

    async fn names_are_checked_and_changed_by_the_owner_alone(app) {
        let (ada, ben) = (app.athlete().await, app.athlete().await);
        for wrong in ["", "  ", "a\nb", "=1", &"x".repeat(41)] {
            let reply = ada.client().post(CREW, json!({ "name": wrong })).await;
            assert_eq!(reply.refused(422, "CREW_NAME_INVALID")["field"], "name", "{wrong:?}");
        }
        let crew = made(&ada).await;
        joined(&ben, &crew).await;
        let name = json!({ "name": "  Thursday   squad " });
        ben.client().put(&one(&crew), name.clone()).await.refused(403, "CREW_OWNER_ONLY");
        assert_eq!(ada.client().put(&one(&crew), name).await.data()["name"], "Thursday squad");
        assert_eq!(board(&ben, &crew).await["name"], "Thursday squad");
        // A stranger learns nothing, whatever they try.
        let eve = app.athlete().await;
        for (method, path, body) in [
            ("PUT", one(&crew), json!({ "name": "Mine" })), ("DELETE", one(&crew), json!({})),
            ("POST", format!("{}/link", one(&crew)), json!({})),
            ("DELETE", format!("{}/member/{}", one(&crew), crew["me"]["memberId"].as_str().unwrap()), json!({})),
            ("PUT", format!("{}/membership", one(&crew)), json!({ "shareFinal": true })),
        ] {
            let reply = eve.client().json(method.parse().unwrap(), &path, &body, &[]).await;
            reply.refused(404, "CREW_NOT_FOUND");
        }
        for odd in ["x", "%00", "0123456789abcdefghjkmnpqrs"] {
            eve.client().get(&format!("{CREW}/{odd}")).await.refused(404, "CREW_NOT_FOUND");
        }
    }

    // RULES 15.7
    async fn a_renewed_link_opens_nothing_and_is_answered_like_one_that_never_was(app) {
        let (ada, ben) = (app.athlete().await, app.athlete().await);
        let crew = made(&ada).await;
        let old = json!({ "crewToken": token(&crew) });
        let renewed = ada.client().post(&format!("{}/link", one(&crew)), json!({})).await.data();
        assert_ne!(token(&renewed), token(&crew));
        let mut answers = Vec::new();
        for wrong in [old, json!({ "crewToken": NO_TOKEN }), json!({ "crewToken": "" }), json!({ "crewToken": "%\u{0}" })] {
            for call in [LOOK, JOIN] {
                answers.push(ben.client().post(call, wrong.clone()).await.refused(404, "CREW_LINK_INVALID"));
            }
        }
        assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{answers:?}");
        assert_eq!(joined(&ben, &renewed).await["members"], 2);
        assert_eq!(app.client().post(LOOK, json!({ "crewToken": token(&renewed) })).await.status, 401);
        // The store knows the secret only encrypted.
        let stored = app.texts("SELECT link_sealed || link_hash FROM crew").await;
        assert!(stored.iter().all(|text| !text.as_ref().unwrap().contains(&token(&renewed))));
    }

    // RULES 15.6
    async fn somebody_removed_comes_back_only_by_a_new_link(app) {
        let (ada, ben) = (app.athlete().await, app.athlete().await);
        let crew = made(&ada).await;
        let bens = joined(&ben, &crew).await;
        let of = |crew: &Value| format!("{}/member/{}", one(crew), crew["me"]["memberId"].as_str().unwrap());
        ben.client().delete(&of(&bens), json!({})).await.refused(403, "CREW_OWNER_ONLY");
        ada.client().delete(&of(&crew), json!({})).await.refused(422, "CREW_REMOVE_SELF");
        let after = ada.client().delete(&of(&bens), json!({})).await.data();
        assert_eq!(after["members"], 1);
        ben.client().get(&one(&crew)).await.refused(404, "CREW_NOT_FOUND");
        ben.client().post(JOIN, json!({ "crewToken": token(&crew) })).await.refused(404, "CREW_LINK_INVALID");
        ada.client().delete(&of(&bens), json!({})).await.refused(404, "MEMBER_NOT_FOUND");
        assert_eq!(joined(&ben, &after).await["members"], 2);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM audit_log WHERE action LIKE 'crew.%'").await, 4);
        // Ben's own data says who did it.
        let log = ben.client().get("/api/user/export").await.data()["log"].clone();
        let removed = log.as_array().unwrap().iter().find(|line| line["action"] == "crew.removed").unwrap();
        assert_eq!(removed["by"], "owner");
    }

    // RULES 15.6
    async fn the_crew_of_an_owner_who_leaves_goes_on_and_without_members_ends(app) {
        let (ada, ben, cat) = (app.athlete().await, app.athlete().await, app.athlete().await);
        let crew = made(&ada).await;
        for person in [&ben, &cat] {
            app.pass_minutes(1);
            joined(person, &crew).await;
        }
        let membership = format!("{}/membership", one(&crew));
        ada.client().delete(&membership, json!({})).await.data();
        assert_eq!(ben.client().get(&one(&crew)).await.data()["isOwner"], true);
        assert_eq!(cat.client().get(&one(&crew)).await.data()["isOwner"], false);
        cat.client().delete(&one(&crew), json!({})).await.refused(403, "CREW_OWNER_ONLY");
        ben.client().delete(&membership, json!({})).await.data();
        cat.client().delete(&membership, json!({})).await.data();
        assert_eq!((app.count("crew").await, app.count("crew_member").await), (0, 0));
        ada.client().post(JOIN, json!({ "crewToken": token(&crew) })).await.refused(404, "CREW_LINK_INVALID");
        let other = made(&ada).await;
        joined(&ben, &other).await;
        ada.client().delete(&one(&other), json!({})).await.data();
        ben.client().get(&one(&other)).await.refused(404, "CREW_NOT_FOUND");
    }

    // RULES 15.1
    async fn nobody_is_in_more_than_twenty_and_a_full_crew_takes_nobody(app) {
        let (ada, ben) = (app.athlete().await, app.athlete().await);
        let mut last = Value::Null;
        for _ in 0..20 {
            last = made(&ada).await;
        }
        ada.client().post(CREW, json!({ "name": "One more" })).await.refused(422, "CREW_LIMIT");
        let other = made(&ben).await;
        ada.client().post(JOIN, json!({ "crewToken": token(&other) })).await.refused(422, "CREW_LIMIT");
        // Filled up with the memberships of accounts that have no session here.
        let hash = "'x'";
        for from in (0..498).step_by(100) {
            let numbers: Vec<String> = (from..(from + 100).min(498)).map(|number| (7_000_000 + number).to_string()).collect();
            let accounts: Vec<String> = numbers.iter().map(|uaid| format!(
                "('{uaid}', '{uaid}@fill.example', '{uaid}@fill.example', {hash}, 1, 1, 1)")).collect();
            app.execute(format!("INSERT INTO account (uaid, email, email_lookup, password_hash, role, created_at, updated_at) \
                VALUES {}", accounts.join(", "))).await;
            let members: Vec<String> =
                numbers.iter().map(|uaid| format!("('m{uaid}', '{}', '{uaid}', FALSE, FALSE, 1)", id(&last))).collect();
            app.execute(format!("INSERT INTO crew_member (member_id, crew_id, uaid, share_final, share_corners, joined_at) \
                VALUES {}", members.join(", "))).await;
        }
        // One place is left, for one of three who come at once.
        let others = [app.athlete().await, app.athlete().await, app.athlete().await];
        let join = json!({ "crewToken": token(&last) });
        let came = futures::future::join_all(others.iter().map(async |other| other.client().post(JOIN, join.clone()).await)).await;
        let (joined, refused): (Vec<_>, Vec<_>) = came.iter().partition(|reply| reply.status == 200);
        assert_eq!(joined.len(), 1);
        for reply in refused {
            reply.refused(409, "CREW_FULL");
        }
        // The others have no date of birth: none of them is shown.
        assert_eq!(board(&ada, &last).await["members"].as_array().unwrap().len(), 2);
    }

    // RULES 15.2
    async fn under_eighteen_one_takes_part_only_with_the_guardian(app) {
        let (ada, kid) = (app.athlete().await, app.athlete().await);
        let crew = made(&ada).await;
        let look = json!({ "crewToken": token(&crew) });
        set(&app, &kid, "date_of_birth = NULL").await;
        kid.client().post(JOIN, look.clone()).await.refused(422, "DATE_OF_BIRTH_REQUIRED");
        set(&app, &kid, "date_of_birth = '2009-09-09', first_name = 'Kid'").await;
        kid.client().post(JOIN, look).await.refused(422, "GUARDIAN_REQUIRED");
        kid.client().post(CREW, json!({ "name": "Ours" })).await.refused(422, "GUARDIAN_REQUIRED");
        guardian(&app, &kid, true).await;
        // Nobody under 18 has to be on public boards for it.
        assert_eq!(joined(&kid, &crew).await["members"], 2);
        assert_eq!(each(&board(&ada, &crew).await, "firstName"), ["Kid", "Robin"]);

        guardian(&app, &kid, false).await;
        assert_eq!(each(&board(&ada, &crew).await, "firstName"), ["Robin"]);
        assert_eq!(ada.client().get(&one(&crew)).await.data()["members"], 1);
        assert_eq!(ada.client().get(CREW).await.data()["crews"][0]["members"], 1);
        for path in [one(&crew), format!("{}/board", one(&crew)), format!("{}/stream", one(&crew))] {
            kid.client().get(&path).await.refused(422, "GUARDIAN_REQUIRED");
        }
        // They can still see where they are, and go.
        let listed = kid.client().get(CREW).await.data();
        assert_eq!((&listed["crews"][0]["name"], &listed["crews"][0]["members"]), (&json!("Tuesday squad"), &json!(1)));
        kid.client().delete(&format!("{}/membership", one(&crew)), json!({})).await.data();
        assert_eq!(app.count("crew_member").await, 1);
    }

    // RULES 11.4
    async fn every_write_happens_once(app) {
        let (ada, ben) = (app.athlete().await, app.athlete().await);
        let once = |client: sixfold_tests::Client, key: &str| client.header("idempotency-key", key);
        let body = json!({ "name": "Tuesday squad" });
        let crew = once(ada.client(), "make").post(CREW, body.clone()).await.data();
        assert_eq!(once(ada.client(), "make").post(CREW, body).await.data(), crew);
        let join = json!({ "crewToken": token(&crew) });
        let first = once(ben.client(), "join").post(JOIN, join.clone()).await.data();
        let again = once(ben.client(), "join").post(JOIN, join).await;
        assert_eq!(again.header("idempotency-replayed"), "true");
        assert_eq!(again.data(), first);
        let path = format!("{}/link", one(&crew));
        let renewed = once(ada.client(), "renew").post(&path, json!({})).await.data();
        assert_eq!(once(ada.client(), "renew").post(&path, json!({})).await.data(), renewed);
        assert_eq!(ada.client().get(&one(&crew)).await.data()["link"], renewed["link"]);
        let member = format!("{}/member/{}", one(&crew), first["me"]["memberId"].as_str().unwrap());
        let removed = once(ada.client(), "remove").delete(&member, json!({})).await.data();
        assert_eq!(once(ada.client(), "remove").delete(&member, json!({})).await.data(), removed);
        assert_eq!((app.count("crew").await, app.count("crew_member").await), (1, 1));
    }
}

/// Looks at links are counted by account, right or wrong ones.
#[tokio::test]
async fn links_are_throttled_by_account() {
    let app = TestApp::spawn_with(sixfold_tests::Engine::Sqlite, |flags| {
        flags.rate_limit = sixfold_server::config::cli::Switch::On;
    })
    .await;
    let (ada, ben) = (app.athlete().await, app.athlete().await);
    let crew = made(&ada).await;
    for _ in 0..60 {
        ben.client().post(LOOK, json!({ "crewToken": NO_TOKEN })).await.refused(404, "CREW_LINK_INVALID");
    }
    ben.client().post(JOIN, json!({ "crewToken": token(&crew) })).await.refused(429, "TOO_MANY_REQUESTS");
    let cat = app.athlete().await;
    assert_eq!(joined(&cat, &crew).await["members"], 2);
}
