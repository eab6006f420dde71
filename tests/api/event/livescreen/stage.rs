//! The set-up of the reveal's tests: noon of a day in season 10, and finals on hold.

use serde_json::{Value, json};
use sixfold_domain::time::london_to_millis;
use sixfold_tests::{PastDay, Person, Reply, TestApp};

pub(crate) const REVEAL: &str = "/api/event/livescreen/reveal";
pub(crate) const DESK: &str = "/api/event/admin/reveal";
pub(crate) const BOARD: &str = "/api/user/leaderboard";

/// A Thursday of season 10 (2025-09-01 to 2025-12-31).
pub(crate) const TODAY: &str = "2025-11-20";
pub(crate) const YESTERDAY: &str = "2025-11-19";

pub(crate) fn moment(day: &str, time: &str) -> i64 {
    london_to_millis(day.parse().unwrap(), time.parse().unwrap()).unwrap()
}

/// Sets the clock to noon; returns an account of role 2.
pub(crate) async fn at_noon(app: &TestApp) -> Person {
    app.state.clock.set(moment(TODAY, "12:00"));
    app.person(2).await
}

/// An athlete with a visible final.
pub(crate) async fn visible(app: &TestApp, name: &str, gender: &str, at: (&str, &str), score: i32) -> Person {
    let person = app.person(1).await;
    let (first, last) = name.split_once(' ').unwrap();
    app.execute(format!(
        "UPDATE account SET first_name = '{first}', last_name = '{last}', gender = '{gender}' WHERE uaid = '{}'",
        person.uaid
    ))
    .await;
    scored(app, &person, at, score).await;
    person
}

/// A further final of an athlete.
pub(crate) async fn scored(app: &TestApp, person: &Person, (day, time): (&str, &str), score: i32) {
    app.past(&person.uaid, PastDay::scored(day, moment(day, time), score)).await;
}

/// An athlete with a final of this morning on hold.
pub(crate) async fn held(app: &TestApp, name: &str, gender: &str, time: &str, score: i32) -> Person {
    let person = visible(app, name, gender, (TODAY, time), score).await;
    app.execute(format!("UPDATE booking SET held = TRUE WHERE uaid = '{}'", person.uaid)).await;
    person
}

/// Adds season 11, the first half of 2026.
pub(crate) async fn add_season(app: &TestApp) {
    let season = json!({ "season": 11, "start": "2026-01-01", "end": "2026-06-30" });
    app.person(3).await.client().post("/api/event/admin/seasons", season).await.data();
}

/// Ada 75 has been on the board since yesterday; Bo 70, Cy 80, Di 80 after Cy, and Em 90 are on hold.
pub(crate) struct Hall {
    pub desk: Person,
    pub bo: Person,
    pub cy: Person,
    pub di: Person,
    pub em: Person,
}

impl Hall {
    pub(crate) async fn open(app: &TestApp) -> Self {
        let desk = at_noon(app).await;
        visible(app, "Ada Alder", "female", (YESTERDAY, "10:00"), 7_500).await;
        Self {
            desk,
            bo: held(app, "Bo Birch", "male", "09:00", 7_000).await,
            cy: held(app, "Cy Cedar", "male", "09:15", 8_000).await,
            di: held(app, "Di Damson", "female", "09:30", 8_000).await,
            em: held(app, "Em Elder", "other", "09:45", 9_000).await,
        }
    }

    /// As [`Hall::open`], with a ceremony of the four just started.
    pub(crate) async fn started(app: &TestApp) -> Self {
        let hall = Self::open(app).await;
        hall.act(json!({ "action": "start" })).await.data();
        hall
    }

    /// As [`Hall::open`], but on an evening of season 11, on whose board is Fay 95.
    pub(crate) async fn after_the_season(app: &TestApp) -> Self {
        let hall = Self::open(app).await;
        add_season(app).await;
        app.state.clock.set(moment("2026-01-03", "20:00"));
        visible(app, "Fay Fir", "female", ("2026-01-02", "10:00"), 9_500).await;
        // The sessions of November have ended.
        Self { desk: app.person(2).await, ..hall }
    }

    /// An action of the desk.
    pub(crate) async fn act(&self, body: Value) -> Reply {
        self.desk.client().post(REVEAL, body).await
    }

    /// An action of the desk without parameters.
    pub(crate) async fn go(&self, action: &str) -> Value {
        self.act(json!({ "action": action })).await.data()
    }

    /// The operators' view.
    pub(crate) async fn desk(&self) -> Value {
        self.desk.client().get(DESK).await.data()
    }
}

/// The public view of the reveal.
pub(crate) async fn shown(app: &TestApp) -> Value {
    app.client().get(REVEAL).await.data()
}

/// The first name in the public view.
pub(crate) async fn name(app: &TestApp) -> Option<String> {
    shown(app).await["firstName"].as_str().map(str::to_owned)
}

/// First names and positions on the public board.
pub(crate) async fn board(app: &TestApp) -> Vec<String> {
    places(&app.client().get(BOARD).await.data()["leaderboard"])
}

/// Name and position of each row, such as `Em 1`.
pub(crate) fn places(rows: &Value) -> Vec<String> {
    let rows = rows.as_array().unwrap_or_else(|| panic!("no rows in {rows}"));
    rows.iter().map(|row| format!("{} {}", row["firstName"].as_str().unwrap(), row["position"])).collect()
}

/// Season, names and positions of a board, such as `10: Ada 1, Bo 2`.
pub(crate) fn of_season(board: &Value) -> String {
    format!("{}: {}", board["season"], places(&board["leaderboard"]).join(", "))
}

/// The first names of athletes with finals on hold.
pub(crate) async fn holds(app: &TestApp) -> Vec<String> {
    let sql = "SELECT a.first_name FROM booking b JOIN account a ON a.uaid = b.uaid WHERE b.held \
        AND b.revealed_at IS NULL ORDER BY a.first_name";
    app.texts(sql).await.into_iter().flatten().collect()
}

/// The actions in the audit log: action, athlete's first name, details.
pub(crate) async fn audited(app: &TestApp) -> Vec<String> {
    let sql = "SELECT l.action || ' ' || COALESCE(a.first_name, '-') || ' ' || l.detail FROM audit_log l \
        LEFT JOIN account a ON a.uaid = l.subject_uaid WHERE l.action LIKE 'reveal.%' ORDER BY l.audit_id";
    app.texts(sql).await.into_iter().flatten().collect()
}

pub(crate) async fn leaves(app: &TestApp, person: &Person) {
    let now_ms = app.state.clock.now_ms();
    let (uaid, email) = (person.uaid.clone(), person.email.clone());
    app.write(async move |conn| {
        sixfold_server::db::people::erase::account(conn, &uaid, &email, now_ms).await
    })
    .await;
    app.state.boards.sync_after_write(&app.state.db).await;
}
