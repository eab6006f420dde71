//! Searching for people: statements are read by their indexes, and a search folds letters as the store does.

use sixfold_server::db::people;
use sixfold_server::db::people::search::statements as sql;
use sixfold_server::db::people::search::{Search, SearchTerms};
use sixfold_server::db::{DbError, Engine, params};
use sixfold_tests::{TestStore, on_both};

use crate::plan::plan;

/// The values of `$1`, `$2` … in the statements for a search with few matches, and in those that walk an index; the
/// word comes last.
const FEW: [&str; 8] = ["'%AB%'", "'7K3QXM'", "'12'", "3", "''", "''", "101", "'%smith%'"];
const OF_COACH: [&str; 9] = ["'%AB%'", "'7K3QXM'", "'12'", "0", "''", "''", "101", "'4'", "'%smith%'"];
const OPEN_DAYS: [&str; 4] = ["''", "0", "101", "'%com%'"];
const WITHOUT_DAY: [&str; 3] = ["0", "101", "'%com%'"];
const DAYS: [&str; 7] = ["''", "0", "101", "'e'", "'2026-03-01'", "'2026-03-31'", "'%com%'"];
const ATHLETE: [&str; 2] = ["'12'", "'a@example.org'"];

on_both!(every_search_reads_by_its_indexes, |engine| async move {
    let store = TestStore::open(engine).await;
    let sqlite = engine == Engine::Sqlite;
    let grams = if sqlite { "VIRTUAL TABLE INDEX" } else { "account_search_gram" };
    let (count, few) =
        if sqlite { (sql::COUNT_SQLITE, sql::FEW_SQLITE) } else { (sql::COUNT_POSTGRES, sql::FEW_POSTGRES) };
    let words = SearchTerms::read("smith");
    let counted: &[&str] = if sqlite { &["9", "'smith'"] } else { &["9", "'%smith%'"] };
    let told = plan(&store, sql::ATHLETE, &ATHLETE).await;
    // PostgreSQL chooses by statistics of real rows, and there are none.
    assert!(!sqlite || !told.contains("account_role"), "every athlete is asked whether they fit:\n{told}");
    for (statement, values, indexes) in [
        (count.about(&words), counted, &[grams][..]),
        (few.about(&words), &FEW, &[grams, "booking_code"]),
        (sql::OF_ROLE.about(&words), &FEW, &["account_role"]),
        // Without any teams PostgreSQL may start with any table.
        (sql::OF_COACH.about(&words), &OF_COACH, if sqlite { &["team_by_coach"] } else { &[] }),
        (sql::OPEN_DAYS.about(&words), &OPEN_DAYS, &["booking_open_by_day"]),
        // Without rows PostgreSQL may choose any index of open bookings; the walk itself uses its own.
        (
            sql::WITHOUT_DAY.about(&words),
            &WITHOUT_DAY,
            if sqlite { &["booking_one_open"] } else { &["account_search_pkey"] },
        ),
        (sql::DAYS.about(&words), &DAYS, &["booking_day"]),
        (
            sql::ATHLETE.to_owned(),
            &ATHLETE,
            if sqlite { &["sqlite_autoindex_account"] } else { &["account_pkey"] },
        ),
    ] {
        let told = plan(&store, &statement, values).await;
        for index in indexes {
            assert!(told.contains(index), "{index} is not in the plan of {statement}:\n{told}");
        }
    }
});

on_both!(names_that_were_there_before_they_were_folded_are_found_after_a_start, |engine| async move {
    let store = TestStore::open(engine).await;
    let found = store
        .db
        .write(async move |conn| {
            const INSERT: &str = "INSERT INTO account (uaid, email, email_lookup, created_at, updated_at, first_name) \
                 VALUES ('1', 'a@b.example', 'a@b.example', 0, 0, 'Nguyễn')";
            conn.execute(INSERT, params![]).await?;
            let search = Search { words: SearchTerms::read("nguyen"), limit: 5, ..Search::default() };
            let before = people::search::find(conn, &search).await?.len();
            let folded = [people::fold::keep_all(conn, 10).await?, people::fold::keep_all(conn, 10).await?];
            Ok::<_, DbError>((before, folded, people::search::find(conn, &search).await?.len()))
        })
        .await
        .unwrap();
    assert_eq!(found, (0, [1, 0], 1));
});
