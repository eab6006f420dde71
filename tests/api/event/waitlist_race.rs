//! Held seats under load: offers are accepted, left and lapse at the same moment, through two jobs at once, while others try to
//! book the same slots. Without the guard the same rush oversells.

use std::sync::Arc;

use futures::future::join_all;
use serde_json::json;
use sixfold_server::app::jobs::pass_on_lapsed;
use sixfold_tests::{Engine, Person, TestApp, both};
use tokio::sync::Barrier;

use super::stage::{ACCEPT, BOOKING, DAY, TIME, WAITLIST, body, booked, cancel, seats, taken, wait, week};

const CAPACITY: u16 = 4;
const PLACES: usize = CAPACITY as usize;
const IN_LINE: usize = 12;
const STRANGERS: usize = 24;

/// Every seat is held by an offer about to lapse, more people are on the waiting list, and everybody acts at once.
async fn rush(app: &TestApp) {
    app.set_schedule(week(CAPACITY)).await;
    let mut owners = Vec::new();
    for _ in 0..PLACES {
        let owner = app.athlete().await;
        owners.push((booked(&owner, DAY, TIME).await, owner));
    }
    let mut line = Vec::new();
    for _ in 0..IN_LINE {
        let person = app.athlete().await;
        wait(&person, DAY, TIME).await.data();
        line.push(person);
    }
    for (id, owner) in &owners {
        cancel(owner, id).await.data();
    }
    // Half of the offers have lapsed when the rush begins.
    app.pass_minutes(29);
    let now_ms = app.state.clock.now_ms();
    app.execute(format!(
        "UPDATE waitlist SET offer_expires_at = {now_ms} WHERE offer_id IN (\
         SELECT offer_id FROM waitlist WHERE status = 'offered' ORDER BY offer_id LIMIT 2)"
    ))
    .await;
    let strangers: Vec<Person> = join_all((0..STRANGERS).map(|_| app.athlete())).await;
    let start = Arc::new(Barrier::new(line.len() + strangers.len() + 2));
    let mut acts = Vec::new();
    for (index, person) in line.into_iter().enumerate() {
        let start = start.clone();
        let sql = format!("SELECT offer_id FROM waitlist WHERE uaid = '{}'", person.uaid);
        let offer = app.texts(sql).await.remove(0);
        acts.push(tokio::spawn(async move {
            start.wait().await;
            let reply = match offer {
                Some(offer) => person.client().post(ACCEPT, json!({ "offerId": offer })).await,
                None if index % 3 == 0 => person.client().delete(WAITLIST, body(DAY, TIME)).await,
                None => person.client().post(BOOKING, body(DAY, TIME)).await,
            };
            reply.status.as_u16()
        }));
    }
    for person in strangers {
        let start = start.clone();
        acts.push(tokio::spawn(async move {
            start.wait().await;
            person.client().post(BOOKING, body(DAY, TIME)).await.status.as_u16()
        }));
    }
    for _ in 0..2 {
        let (state, start) = (app.state.clone(), start.clone());
        acts.push(tokio::spawn(async move {
            start.wait().await;
            pass_on_lapsed(&state).await.unwrap();
            200
        }));
    }
    let statuses = join_all(acts).await;
    assert!(statuses.iter().all(|status| matches!(status, Ok(200 | 409))), "{statuses:?}");
}

/// Seats that are taken or held.
async fn spoken_for(app: &TestApp) -> usize {
    let offers = app.scalar("SELECT COUNT(*) FROM waitlist WHERE status = 'offered'").await;
    seats(app, DAY, TIME).await.len() + usize::try_from(offers).unwrap()
}

both! {
    async fn held_places_are_never_sold_twice(app) {
        rush(&app).await;
        let held = spoken_for(&app).await;
        assert_eq!(taken(&app, DAY, TIME).await, i64::try_from(held).unwrap(), "each place gone is somebody's");
        assert!(held <= PLACES, "{held}");
        // Offers that lapse later are passed on until there are none; no seat is lost on the way.
        for _ in 0..IN_LINE {
            app.pass_minutes(30);
            pass_on_lapsed(&app.state).await.unwrap();
        }
        assert_eq!(app.scalar("SELECT COUNT(*) FROM waitlist WHERE status = 'offered'").await, 0);
        let seated = seats(&app, DAY, TIME).await.len();
        assert_eq!(taken(&app, DAY, TIME).await, i64::try_from(seated).unwrap());
        // Others may have booked every seat in time; only then does anybody still wait.
        let waiting = app.scalar("SELECT COUNT(*) FROM waitlist WHERE status = 'waiting'").await;
        assert!(waiting == 0 || seated == PLACES, "{waiting} wait for {} free places", PLACES - seated);
    }

    async fn the_same_rush_with_the_guard_off_oversells(app) {
        let guard_off: &[&str] = match app.state.db.engine() {
            Engine::Sqlite => &[
                "CREATE TRIGGER guard_off AFTER UPDATE OF taken ON slot WHEN NEW.taken > 0 BEGIN \
                 UPDATE slot SET taken = 0 WHERE event_id = NEW.event_id AND test_date = NEW.test_date \
                 AND test_time = NEW.test_time; END",
            ],
            Engine::Postgres => &[
                "CREATE FUNCTION guard_off() RETURNS trigger LANGUAGE plpgsql AS \
                 $$ BEGIN NEW.taken := 0; RETURN NEW; END $$",
                "CREATE TRIGGER guard_off BEFORE UPDATE ON slot FOR EACH ROW EXECUTE FUNCTION guard_off()",
            ],
        };
        app.set_schedule(week(CAPACITY)).await;
        let mut offered = Vec::new();
        for _ in 0..PLACES {
            let (owner, waiting) = (app.athlete().await, app.athlete().await);
            offered.push((booked(&owner, DAY, TIME).await, owner, waiting));
        }
        for (_, _, waiting) in &offered {
            wait(waiting, DAY, TIME).await.data();
        }
        for (id, owner, _) in &offered {
            cancel(owner, id).await.data();
        }
        for sql in guard_off {
            app.execute(*sql).await;
        }
        // Holds are dropped as soon as anybody takes a seat.
        app.execute("UPDATE slot SET taken = 0").await;
        let strangers: Vec<Person> = join_all((0..STRANGERS).map(|_| app.athlete())).await;
        join_all(strangers.iter().map(|person| {
            let client = person.client();
            async move { client.post(BOOKING, body(DAY, TIME)).await }
        }))
        .await;
        let held = spoken_for(&app).await;
        assert!(held > PLACES, "the guard was off and nothing was oversold: {held}");
    }
}
