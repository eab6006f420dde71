//! Teams: who may write which, all seats or none, and the outcome for each athlete.

mod access;
mod acts;
mod answers;
mod letter;
mod pages;
mod race;
mod reach;
mod refusals;
mod search;
mod spread;

use serde_json::{Value, json};
use sixfold_tests::{Person, Reply, TestApp};

use super::stage::{DAY, TIME};

const TEAM: &str = "/api/event/booking/team";
const COACHES: &str = "/api/user/coaches";
const USERS: &str = "/api/event/admin/users";
const VOUCH: &str = "/api/event/admin/coach-access";

async fn athletes(app: &TestApp, count: usize) -> Vec<Person> {
    futures::future::join_all((0..count).map(|_| app.athlete())).await
}

fn uaids(people: &[&Person]) -> Vec<String> {
    people.iter().map(|person| person.uaid.clone()).collect()
}

/// The body of a new team in the usual slot.
fn body(people: &[&Person]) -> Value {
    json!({ "teamName": "Hackney Harriers", "testDate": DAY, "testTime": TIME, "uaids": uaids(people) })
}

async fn save(caller: &Person, body: Value) -> Reply {
    caller.client().post(TEAM, body).await
}

/// Makes a team; its id.
async fn made(caller: &Person, people: &[&Person]) -> String {
    save(caller, body(people)).await.data()["teamBookingId"].as_str().unwrap().to_owned()
}

/// The members of a team, as its coach reads them.
async fn members(caller: &Person, id: &str) -> Vec<Value> {
    let data = caller.client().get(&format!("{TEAM}/users?teamBookingId={id}")).await.data();
    data["users"].as_array().unwrap().clone()
}
