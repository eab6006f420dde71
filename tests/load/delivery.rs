//! Staff's calls after five years of an academy, through HTTP on loopback: lists, charts and searches, with values that
//! match much, little and nothing, over a day, a month and all the years.

use std::time::Instant;

use serde_json::{Value, json};
use sixfold_server::db::Engine;
use sixfold_tests::postgres;

use crate::academy::Academy;
use crate::http::{Answer, Connection};
use crate::served::Served;

const BOOKINGS: &str = "/api/event/admin/bookings";
const USERS: &str = "/api/event/admin/users";
const TEAMS: &str = "/api/event/booking/team";
/// How often each call is made, after a warm-up for each of its values.
const TIMES: usize = 40;

/// Today, this month, and all the years with the coming month.
const TODAY: &str = "2026-11-23";
const MONTH: (&str, &str) = ("2026-11-01", "2026-11-30");
const YEARS: (&str, &str) = ("2022-01-03", "2026-12-24");

/// Search terms: names, and parts of names, addresses, codes and numbers, matching much, little and nothing.
const SOUGHT: [&str; 22] = [
    "smith",
    "oliver smith",
    "Yılmaz",
    "smi",
    "a",
    "jo",
    "zuz kow",
    "o'neill",
    "example.org",
    "@",
    "oliver.smith1",
    "zuzanna.kowalski",
    "A12",
    "K9",
    "C00077",
    "20000",
    "20002375700",
    "zzzz",
    "--",
    "小龙",
    "%_%",
    "lee green hall ann",
];

/// A list, chart or search, and the requests by which it is measured.
struct Call {
    name: &'static str,
    search: bool,
    coach: bool,
    requests: Vec<Request>,
}

enum Request {
    Get(String),
    Post(&'static str, Value),
}

/// Measures all of them, in milliseconds.
pub(crate) async fn measure() -> Value {
    let mut engines = vec![Engine::Sqlite];
    if postgres::is_installed() {
        engines.push(Engine::Postgres);
    }
    let mut answers = Vec::new();
    for engine in engines {
        answers.push(of(engine).await);
    }
    json!(answers)
}

async fn of(engine: Engine) -> Value {
    let academy = Academy::found(engine).await;
    let [coach, operator] = academy.sign_in().await;
    academy.state.db.close().await;
    let served = Served::start_on(&academy.store, academy.directory.path()).await;
    let mut connection = Connection::open(served.host).await.expect("a connection");
    let mut lists = Vec::new();
    let team = some_team(&mut connection, &operator).await;
    for call in lists_and_charts(&team).into_iter().chain(searches()) {
        let token = if call.coach { &coach } else { &operator };
        lists.push(timed(&mut connection, token, &call).await);
    }
    json!({ "engine": if engine == Engine::Sqlite { "SQLite" } else { "PostgreSQL" }, "lists": lists })
}

/// A team of this month.
async fn some_team(connection: &mut Connection, token: &str) -> String {
    let request = Request::Get(format!("{TEAMS}?from={}&to={}", MONTH.0, MONTH.1));
    let answer = request.send(connection, &format!("authorization: Bearer {token}\r\n")).await;
    let answered: Value = serde_json::from_slice(&answer.body).expect("JSON");
    let team =
        answered.pointer("/data/0/teamBookingId").or_else(|| answered.pointer("/data/teams/0/teamBookingId"));
    team.and_then(Value::as_str).expect("a team of the month").to_owned()
}

async fn timed(connection: &mut Connection, token: &str, call: &Call) -> Value {
    let headers = format!("authorization: Bearer {token}\r\n");
    let mut slowest = (0.0, String::new());
    let mut times = Vec::with_capacity(TIMES);
    for number in 0..call.requests.len() + TIMES {
        let request = &call.requests[number % call.requests.len()];
        let begun = Instant::now();
        let answer = request.send(connection, &headers).await;
        let took = begun.elapsed().as_secs_f64() * 1_000.0;
        let description = request.description();
        assert!(
            answer.status == 200,
            "{}: {description}: {} {}",
            call.name,
            answer.status,
            String::from_utf8_lossy(&answer.body)
        );
        // The first of each fills the caches.
        if number >= call.requests.len() {
            times.push(took);
            if took > slowest.0 {
                slowest = (took, description);
            }
        }
    }
    times.sort_by(f64::total_cmp);
    eprintln!("{}: {:.1} ms, {:.1} for {}", call.name, times[TIMES * 95 / 100 - 1], slowest.0, slowest.1);
    json!({
        "name": call.name,
        "search": call.search,
        "p50": times[TIMES / 2],
        "p95": times[TIMES * 95 / 100 - 1],
        "slowest": slowest.0,
        "slowestOf": slowest.1,
    })
}

impl Request {
    async fn send(&self, connection: &mut Connection, headers: &str) -> Answer {
        let answer = match self {
            Self::Get(path) => connection.get(path, headers).await,
            Self::Post(path, body) => connection.post(path, headers, &body.to_string()).await,
        };
        answer.expect("an answer")
    }

    fn description(&self) -> String {
        match self {
            Self::Get(path) => path.clone(),
            Self::Post(_, body) => body.to_string(),
        }
    }
}

fn gets(name: &'static str, paths: impl IntoIterator<Item = String>) -> Call {
    Call { name, search: false, coach: false, requests: paths.into_iter().map(Request::Get).collect() }
}

fn posts(name: &'static str, path: &'static str, bodies: impl IntoIterator<Item = Value>) -> Call {
    let requests = bodies.into_iter().map(|body| Request::Post(path, body)).collect();
    Call { name, search: false, coach: false, requests }
}

/// The body with each of the date ranges added.
fn in_ranges(body: &Value) -> Vec<Value> {
    [(TODAY, TODAY), MONTH, YEARS]
        .into_iter()
        .map(|(from, to)| {
            let mut body = body.clone();
            body["from"] = json!(from);
            body["to"] = json!(to);
            body
        })
        .collect()
}

fn lists_and_charts(team: &str) -> Vec<Call> {
    let filters = [
        json!({ "assistance": true }),
        json!({ "assistance": false }),
        json!({ "team": true }),
        json!({ "team": false }),
        json!({ "status": "assistance" }),
        json!({ "status": "completed" }),
        json!({ "status": "declined" }),
        json!({ "team": true, "assistance": true }),
        json!({ "team": true, "assistance": true, "status": "dnt" }),
        json!({ "team": false, "assistance": true, "status": "declined" }),
        json!({ "uaid": Academy::uaid(77_777) }),
        json!({ "teamBookingId": team }),
        json!({ "top15": true }),
    ];
    let days = [(TODAY, TODAY), MONTH, YEARS];
    let ranged = |path: &str| days.map(|(from, to)| format!("{path}from={from}&to={to}"));
    let numbers = |what: &str| {
        let path = format!("/api/event/admin/numbers?what={what}&");
        ranged(&path).into_iter().chain([format!("{path}from={}&to={}&format=csv", YEARS.0, YEARS.1)])
    };
    let audit = "/api/event/admin/audit?";
    let mut own = gets("a coach's teams", [TEAMS.to_owned()]);
    own.coach = true;
    vec![
        posts("bookings", BOOKINGS, in_ranges(&json!({})).into_iter().chain([json!({})])),
        posts(
            "bookings, a page far on",
            BOOKINGS,
            [json!({
                "from": YEARS.0, "to": YEARS.1, "cursor": "2024-03-01.12:00.a0000000-0000-7000-8000-100000000000"
            })],
        ),
        posts("bookings by filters", BOOKINGS, filters.iter().flat_map(in_ranges)),
        posts("bookings/lite", "/api/event/admin/bookings/lite", in_ranges(&json!({}))),
        gets("assistance queue", ["/api/event/admin/assistance".to_owned()]),
        gets("desk, a day", [format!("/api/event/admin/day?date={TODAY}")]),
        gets("today", ["/api/event/admin/today".to_owned()]),
        posts("users", USERS, in_ranges(&json!({})).into_iter().chain([json!({})])),
        posts("users of a role", USERS, [1, 2, 3, 4].map(|role| json!({ "role": role }))),
        gets("profile", [format!("/api/event/admin/profile?uaid={}", Academy::uaid(77_777))]),
        gets("coaches", ["/api/event/admin/coaches".to_owned()]),
        gets("teams", ranged(&format!("{TEAMS}?"))),
        own,
        gets("team's users", [format!("{TEAMS}/users?teamBookingId={team}")]),
        gets("audit log", ranged(audit)),
        gets("audit log of an action", ranged(&format!("{audit}action=booking.cancel&"))),
        gets(
            "audit log of a person",
            [300, 77_777].map(|place| format!("{audit}uaid={}", Academy::uaid(place))),
        ),
        gets("schedule, a month", [format!("/api/event/admin/schedule?from={}&to={}", MONTH.0, MONTH.1)]),
        gets("seasons", ["/api/event/admin/seasons".to_owned()]),
        gets("chart: use", numbers("use")),
        gets("chart: bookings", numbers("bookings")),
        gets("chart: finals", numbers("finals")),
        gets("chart: retests", numbers("retests")),
        gets("chart: waiting list", numbers("waiting")),
        gets("chart: distribution", numbers("distribution")),
    ]
}

fn searches() -> Vec<Call> {
    let bodies = |more: Value| {
        SOUGHT.into_iter().map(move |sought| {
            let mut body = more.clone();
            body["search"] = json!(sought);
            body
        })
    };
    let years = json!({ "from": YEARS.0, "to": YEARS.1 });
    let call = |name, path, bodies: Vec<Value>, coach| {
        let requests = bodies.into_iter().map(|body| Request::Post(path, body)).collect();
        Call { name, search: true, coach, requests }
    };
    let mut with_status = years.clone();
    with_status["status"] = json!("declined");
    vec![
        call("users", USERS, bodies(json!({})).collect(), false),
        call("users with a booking in the years", USERS, bodies(years.clone()).collect(), false),
        call("users of a role", USERS, bodies(json!({ "role": 4 })).collect(), false),
        call("users, athletes", USERS, bodies(json!({ "role": 1 })).collect(), false),
        call("bookings of the years", BOOKINGS, bodies(years.clone()).collect(), false),
        call("bookings of a status", BOOKINGS, bodies(with_status).collect(), false),
        call("bookings/lite of the years", "/api/event/admin/bookings/lite", bodies(years).collect(), false),
        call("a coach's athletes", USERS, bodies(json!({})).collect(), true),
        call("athletes for a team", USERS, bodies(json!({ "forTeam": true })).collect(), true),
    ]
}
