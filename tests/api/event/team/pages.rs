//! The lists of teams and of coaches, a hundred rows at a time (RULES 8.5).

use serde_json::{Value, json};
use sixfold_tests::{Client, TestApp, both};

use super::TEAM;
use crate::event::stage::{DAY, NEXT_DAY, go_to};

const COACHES: &str = "/api/event/admin/coaches";
/// Wednesday of the first week.
const DAY_BEFORE: &str = "2026-03-04";

/// Adds teams of a coach to a day, twenty at each time from 10:00 on, with three names between them. Returns their ids in
/// the order of their times, then names, then ids.
async fn add_teams(app: &TestApp, coach: &str, day: &str, count: usize) -> Vec<String> {
    app.execute(format!(
        "INSERT INTO team (team_booking_id, event_id, name, test_date, test_time, coach_uaid, created_at, created_by, \
         updated_at) WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {count} - 1) \
         SELECT '{day}-' || CAST(1000 + i AS TEXT), 'sixfold-academy', 'Team ' || CAST(i % 3 AS TEXT), '{day}', \
         CAST(10 + i / 20 AS TEXT) || ':00', '{coach}', 1, '{coach}', 1 FROM n"
    ))
    .await;
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|i| (i / 20, i % 3, *i));
    order.into_iter().map(|i| format!("{day}-{}", 1000 + i)).collect()
}

async fn add_team(app: &TestApp, coach: &str, id: &str, time: &str) {
    app.execute(format!(
        "INSERT INTO team (team_booking_id, event_id, name, test_date, test_time, coach_uaid, created_at, created_by, \
         updated_at) VALUES ('{id}', 'sixfold-academy', 'Added', '{DAY}', '{time}', '{coach}', 1, '{coach}', 1)"
    ))
    .await;
}

/// Adds coaches whose last names are in the reverse order of their numbers. Returns their numbers in the order of the list.
async fn add_coaches(app: &TestApp, count: usize) -> Vec<String> {
    app.execute(format!(
        "INSERT INTO account (uaid, email, email_lookup, role, created_at, updated_at, first_name, last_name) \
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) \
         SELECT CAST(20000000 + i AS TEXT), 'crowd' || CAST(i AS TEXT) || '@x.example', \
         'crowd' || CAST(i AS TEXT) || '@x.example', 4, 0, 0, 'Crowd', 'Runner ' || CAST(2000 - i AS TEXT) FROM n"
    ))
    .await;
    (1..=count).rev().map(|i| (20_000_000 + i).to_string()).collect()
}

async fn add_coach(app: &TestApp, uaid: &str, first: &str, last: &str) {
    app.execute(format!(
        "INSERT INTO account (uaid, email, email_lookup, role, created_at, updated_at, first_name, last_name) \
         VALUES ('{uaid}', 'c{uaid}@y.example', 'c{uaid}@y.example', 4, 0, 0, '{first}', '{last}')"
    ))
    .await;
}

/// The page behind one; `path` ends where a parameter can be added.
async fn next(client: &Client, path: &str, page: &Value) -> Value {
    client.get(&format!("{path}cursor={}", page["cursor"].as_str().unwrap())).await.data()
}

/// The ids of a page.
fn ids(page: &Value) -> Vec<String> {
    let (rows, id) = match &page["teams"] {
        Value::Null => (&page["coaches"], "uaid"),
        teams => (teams, "teamBookingId"),
    };
    rows.as_array().unwrap().iter().map(|row| row[id].as_str().unwrap().to_owned()).collect()
}

fn is_last(page: &Value) -> bool {
    assert_eq!(page["more"], json!(page["cursor"].is_string()), "{page}");
    page["cursor"].is_null()
}

both! {
    async fn teams_of_some_days_come_each_once_while_others_are_added(app) {
        let (coach, delivery) = (app.person(4).await, app.person(3).await.client());
        let teams = add_teams(&app, &coach.uaid, DAY, 150).await;
        let path = format!("{TEAM}?from={DAY}&to={NEXT_DAY}&");
        let first = delivery.get(&path).await.data();
        add_team(&app, &coach.uaid, "before", "10:15").await;
        add_team(&app, &coach.uaid, "behind", "17:45").await;
        let second = next(&delivery, &path, &first).await;
        assert_eq!((ids(&first).len(), is_last(&first), is_last(&second)), (100, false, true));
        assert_eq!([ids(&first), ids(&second)].concat(), [teams.clone(), vec!["behind".to_owned()]].concat());
        // With as many rows as a page has there is no second one.
        let hundred = teams.iter().skip(100).map(|id| format!("'{id}'")).collect::<Vec<_>>().join(", ");
        app.execute(format!("DELETE FROM team WHERE team_booking_id IN ({hundred}, 'before', 'behind')")).await;
        let whole = delivery.get(&path).await.data();
        assert_eq!((ids(&whole), is_last(&whole)), (teams[..100].to_vec(), true));
        let one = delivery.get(&format!("{TEAM}?teamBookingId={}", teams[0])).await.data();
        assert_eq!((ids(&one), is_last(&one)), (teams[..1].to_vec(), true));
    }

    async fn a_coachs_own_teams_go_on_where_they_ended_also_after_midnight(app) {
        let coach = app.person(4).await;
        let upcoming = add_teams(&app, &coach.uaid, DAY, 120).await;
        let past = add_teams(&app, &coach.uaid, DAY_BEFORE, 130).await;
        let expected = [upcoming, past.into_iter().rev().collect()].concat();
        go_to(&app, DAY, "23:45").await;
        let path = format!("{TEAM}?");
        let first = coach.client().get(&path).await.data();
        go_to(&app, NEXT_DAY, "00:15").await;
        let second = next(&coach.client(), &path, &first).await;
        let third = next(&coach.client(), &path, &second).await;
        let pages = [ids(&first), ids(&second), ids(&third)];
        assert_eq!((pages.each_ref().map(Vec::len), is_last(&third)), ([100, 100, 50], true));
        assert_eq!(pages.concat(), expected);
    }

    async fn coaches_come_by_name_each_once_while_others_come_and_go(app) {
        let delivery = app.person(3).await.client();
        let coaches = add_coaches(&app, 130).await;
        let path = format!("{COACHES}?");
        let first = delivery.get(&path).await.data();
        add_coach(&app, "30000001", "Ada", "Able").await;
        add_coach(&app, "30000002", "Zoë", "Åkesson").await;
        add_coach(&app, "30000003", "Zoë", "Zander").await;
        // The one at whom the page ended is no coach any more.
        app.execute(format!("UPDATE account SET role = 1 WHERE uaid = '{}'", coaches[99])).await;
        let second = next(&delivery, &path, &first).await;
        assert_eq!((ids(&first).len(), is_last(&first), is_last(&second)), (100, false, true));
        assert_eq!([ids(&first), ids(&second)].concat(), [coaches, vec!["30000003".to_owned()]].concat());
    }

    async fn coaches_are_searched_as_people_are(app) {
        let delivery = app.person(3).await.client();
        let coaches = add_coaches(&app, 130).await;
        add_coach(&app, "30000001", "Zoë", "Łukasz-Stone").await;
        let found = async |search: &str| delivery.get(&format!("{COACHES}?search={search}")).await.data();
        for (search, uaids) in [
            ("zoe%20lukasz", vec!["30000001"]), ("STONE", vec!["30000001"]), ("c30000001@y", vec!["30000001"]),
            ("runner%201985", vec!["20000015"]), ("0020000015", vec!["20000015"]), ("2000013", vec!["20000130"]),
            ("crowd%20zoe", Vec::new()), ("nobody", Vec::new()), ("%25", Vec::new()),
        ] {
            assert_eq!(ids(&found(search).await), uaids, "{search}");
        }
        let first = found("crowd").await;
        let second = next(&delivery, &format!("{COACHES}?search=crowd&"), &first).await;
        assert_eq!([ids(&first), ids(&second)].concat(), coaches);
        assert_eq!(ids(&found("%20").await).len(), 100, "spaces alone are no search");
        let long = format!("{COACHES}?search={}", "x".repeat(101));
        delivery.get(&long).await.refused_field(400, "FIELD_INVALID", "search");
    }

    async fn a_cursor_of_no_list_or_of_another_is_refused(app) {
        let delivery = app.person(3).await.client();
        add_coaches(&app, 101).await;
        let of_coaches = delivery.get(COACHES).await.data()["cursor"].as_str().unwrap().to_owned();
        for cursor in ["x", "%25", "_w", "YQ", of_coaches.as_str()] {
            let teams = delivery.get(&format!("{TEAM}?cursor={cursor}")).await;
            teams.refused_field(400, "CURSOR_INVALID", "cursor");
        }
        for cursor in ["x", "%25", "_w", "YQ"] {
            let coaches = delivery.get(&format!("{COACHES}?cursor={cursor}")).await;
            coaches.refused_field(400, "CURSOR_INVALID", "cursor");
        }
        // An empty one is none.
        assert_eq!(ids(&delivery.get(&format!("{COACHES}?cursor=")).await.data()).len(), 100);
    }
}
