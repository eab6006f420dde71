//! Teams are read by their indexes, for every caller.

use sixfold_server::db::Engine;
use sixfold_server::db::bookings::team::LOOKS_AFTER;
use sixfold_server::db::bookings::team::list::{BETWEEN, COACHES, MEMBERS, PAST_OF_COACH, UPCOMING_OF_COACH};
use sixfold_tests::{TestStore, on_both};

use crate::plan::plan;

on_both!(teams_are_read_by_their_indexes, |engine: Engine| async move {
    let store = TestStore::open(engine).await;
    let of_coach = ["'4'", "'2026-03-01'", "'10:00'", "'Harriers'", "'t'", "101"];
    let between = ["'2026-03-01'", "'10:00'", "'Harriers'", "'t'", "'2026-03-31'", "''", "101"];
    for (sql, values, indexes) in [
        (UPCOMING_OF_COACH, &of_coach[..], &["team_by_coach", "booking_team"][..]),
        (PAST_OF_COACH, &of_coach, &["team_by_coach", "booking_team"]),
        (BETWEEN, &between, &["team_by_day", "booking_team"]),
        (MEMBERS, &["'t'"], &["booking_team"]),
        (COACHES, &["'2026-03-01'"], &["account_role", "team_by_coach"]),
        (LOOKS_AFTER, &["'4'", "'1'"], &["booking_uaid"]),
    ] {
        let told = plan(&store, sql, values).await;
        // Of two suitable indexes PostgreSQL chooses by statistics of real rows.
        if engine == Engine::Postgres {
            assert!(!told.contains("Seq Scan"), "a table is walked:\n{told}\n{sql}");
            continue;
        }
        for index in indexes {
            assert!(told.contains(index), "{index} is not in the plan:\n{told}\n{sql}");
        }
    }
});
