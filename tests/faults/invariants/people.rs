//! Sessions and health data.

use sixfold_tests::http::Connection;

use crate::world::{About, World};

pub async fn no_session_is_stored_for_longer_than_58_minutes(world: &World<'_>) -> Vec<String> {
    let sql = "SELECT uaid || ' has a session of ' || (expires_at - created_at) || ' ms' FROM session \
         WHERE expires_at - created_at > 3480000";
    world.store.texts(sql).await
}

/// Asks a node, at least 58 minutes after everybody signed in.
pub async fn no_session_lasts_longer_than_58_minutes(world: &World<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    let host = world.hosts()[0];
    let later = world.sessions();
    for person in world.people().athletes.iter().chain([&world.people().staff]).chain(&later) {
        let headers = format!("authorization: Bearer {}\r\n", person.token);
        let mut connection = Connection::open(host).await.expect("a node that is ready");
        let answer = connection.get("/api/user/profile", &headers).await.expect("an answer");
        if answer.status != 401 {
            wrong.push(format!("{} is answered {}", person.uaid, answer.status));
        }
    }
    wrong
}

/// With the provider, whatever it does, and without it; the pages for that open meanwhile.
pub async fn signing_in_ends_in_time(world: &World<'_>) -> Vec<String> {
    world.complaints(About::SigningIn)
}

/// What the node has a copy of stays readable, and the rest is refused in time until the hub is well again.
pub async fn content_is_there_without_its_hub(world: &World<'_>) -> Vec<String> {
    world.complaints(About::Content)
}

const KEPT: &str = "SELECT uaid FROM account WHERE medical_issues_sealed IS NOT NULL";

pub async fn no_health_data_goes_before_it_is_due(world: &World<'_>) -> Vec<String> {
    let kept = world.store.texts(KEPT).await;
    let early = world.people().consents[1..].iter().filter(|person| !kept.contains(&person.uaid));
    early.map(|person| format!("health data of {} is gone", person.uaid)).collect()
}

/// Checked a day later: what was due then has been erased, and the rest is kept.
pub async fn health_data_goes_when_due(world: &World<'_>) -> Vec<String> {
    let kept = world.store.texts(KEPT).await;
    let consents = &world.people().consents;
    let mut wrong = Vec::new();
    for (person, stays) in consents.iter().zip([false, false, true]) {
        if kept.contains(&person.uaid) != stays {
            wrong.push(format!(
                "health data of {} should {}",
                person.uaid,
                if stays { "stay" } else { "be gone" }
            ));
        }
    }
    wrong
}
