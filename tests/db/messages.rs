//! Statements that are sent together: deferred inserts, and a new booking's seat.

use sixfold_domain::booking::{BookingStatus, BookingType};
use sixfold_server::content::seed;
use sixfold_server::db::bookings::booking::{self, NewBooking, Seat};
use sixfold_server::db::calendar::schedule;
use sixfold_server::db::people::account::{self, NewAccount};
use sixfold_server::db::{Conn, DbError, params};
use sixfold_tests::{TestStore, on_both};

const INSERT: &str = "INSERT INTO topic_version (topic, version) VALUES ($1, $2)";
const COUNT: &str = "SELECT COUNT(*) FROM topic_version WHERE version >= 100";

async fn defer(conn: &mut Conn, topic: &str, version: i64) -> Result<(), DbError> {
    conn.defer(INSERT, params![topic, version]).await
}

on_both!(a_deferred_insert_is_run_before_the_next_statement, |engine| async move {
    let store = TestStore::open(engine).await;
    let seen: Result<Vec<i64>, DbError> = store
        .db
        .write(async move |conn| {
            let mut seen = Vec::new();
            // More than are kept waiting.
            for number in 0..7 {
                defer(conn, &format!("t{number}"), 100 + number).await?;
                if number % 3 == 0 {
                    seen.push(conn.scalar(COUNT, params![]).await?);
                }
            }
            seen.push(i64::try_from(conn.insert(INSERT, params!["last", 100_i64]).await?).unwrap());
            defer(conn, "at the end", 100).await?;
            Ok(seen)
        })
        .await;
    assert_eq!(seen.unwrap(), [1, 4, 7, 1]);
    let count: Result<i64, DbError> = store.db.read(async |conn| conn.scalar(COUNT, params![]).await).await;
    assert_eq!(count.unwrap(), 9, "what was deferred last is committed with the job");
});

on_both!(a_deferred_insert_that_fails_undoes_its_job, |engine| async move {
    let store = TestStore::open(engine).await;
    for ends_with_a_statement in [true, false] {
        let job: Result<(), DbError> = store
            .db
            .write(async move |conn| {
                defer(conn, "twice", 100).await?;
                defer(conn, "twice", 101).await?;
                if ends_with_a_statement {
                    conn.execute(INSERT, params!["after", 100_i64]).await?;
                }
                Ok(())
            })
            .await;
        assert!(matches!(job, Err(DbError::Conflict(_))), "{job:?}");
        let count: Result<i64, DbError> =
            store.db.read(async |conn| conn.scalar(COUNT, params![]).await).await;
        assert_eq!(count.unwrap(), 0);
    }
});

on_both!(a_new_booking_gets_the_lowest_seat_that_is_free, |engine| async move {
    let store = TestStore::open(engine).await;
    let seeds = seed::items().unwrap();
    let seats: Result<Vec<Vec<Option<i64>>>, DbError> = store
        .db
        .write(async move |conn| {
            seed::run(conn, &seeds, 1).await?;
            let mut seats = Vec::new();
            let mut number = 0;
            for (minute, taken) in
                [&[][..], &[1], &[1, 2, 3], &[2, 3], &[1, 3, 4], &[1, 2, 5]].iter().enumerate()
            {
                let mut of_slot = Vec::new();
                let wanted =
                    taken.iter().map(|seat| Seat::Numbered(*seat)).chain([Seat::Lowest, Seat::Lowest]);
                for seat in wanted {
                    number += 1;
                    of_slot.push(book(conn, number, minute, seat).await?);
                }
                seats.push(of_slot[taken.len()..].to_vec());
            }
            Ok(seats)
        })
        .await;
    let expected = [[1, 2], [2, 3], [4, 5], [1, 4], [2, 5], [3, 4]];
    assert_eq!(seats.unwrap(), expected.map(|pair| pair.map(Some).to_vec()));
});

async fn book(conn: &mut Conn, number: u32, quarter: usize, seat: Seat) -> Result<Option<i64>, DbError> {
    let new = NewAccount {
        email: format!("{number}@example.org"),
        password_hash: None,
        role: 1,
        date_of_birth: None,
        email_confirmed: true,
    };
    let uaid = account::create(conn, &new, 1).await?.ok_or(DbError::NotFound)?;
    let time = sixfold_domain::time::SlotTime::all().nth(quarter).unwrap();
    let booked = NewBooking {
        uaid: &uaid,
        event_id: schedule::ACADEMY,
        status: BookingStatus::Booked,
        booking_type: BookingType::Test,
        slot: Some(("2026-03-05".parse().unwrap(), time)),
        seat,
        team_booking_id: None,
        created_by: &uaid,
        bypass: false,
    };
    Ok(booking::insert(conn, &booked, 1).await?.ok_or(DbError::NotFound)?.seat)
}
