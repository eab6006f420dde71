//! The reminder on the day before a test: once for each athlete, and never for what was booked just before. The letter a week
//! before the 18th birthday.

use sixfold_server::app::jobs::{remind, write_birthday_letters};
use sixfold_tests::{Person, TestApp, both};

use crate::event::stage::{DAY, NEXT_DAY, TIME, booked, cancel, go_to, one_booked, shift, week};

/// The recipients of reminders, sorted.
async fn reminded(app: &TestApp) -> Vec<String> {
    let sql = "SELECT to_address FROM mail_outbox WHERE kind = 'booking-reminder' ORDER BY to_address";
    app.texts(sql).await.into_iter().flatten().collect()
}

fn addresses(people: &[&Person]) -> Vec<String> {
    let mut addresses: Vec<_> = people.iter().map(|person| person.email.clone()).collect();
    addresses.sort();
    addresses
}

both! {
    async fn everybody_is_reminded_once_on_the_day_before(app) {
        app.set_schedule(week(6)).await;
        let (early, late, off, other) =
            (app.athlete().await, app.athlete().await, app.athlete().await, app.athlete().await);
        booked(&early, DAY, TIME).await;
        let called_off = booked(&off, DAY, TIME).await;
        booked(&other, NEXT_DAY, TIME).await;
        go_to(&app, "2026-03-04", "08:59").await;
        assert_eq!(remind(&app.state).await.unwrap(), 0, "nobody is woken");
        booked(&late, DAY, TIME).await;
        cancel(&off, &called_off).await.data();
        app.pass_minutes(1);
        let (one, two) = tokio::join!(remind(&app.state), remind(&app.state));
        assert_eq!(one.unwrap() + two.unwrap(), 1, "two nodes, one letter");
        assert_eq!(reminded(&app).await, addresses(&[&early]));
        go_to(&app, "2026-03-04", "20:58").await;
        assert_eq!(remind(&app.state).await.unwrap(), 0, "booked within twelve hours");
        go_to(&app, "2026-03-04", "20:59").await;
        assert_eq!(remind(&app.state).await.unwrap(), 1);
        assert_eq!(reminded(&app).await, addresses(&[&early, &late]));
        let text = app.letters("booking-reminder").await.remove(0);
        for part in ["Tomorrow's the day, Robin.", "Thu 5 Mar 2026, 10:00", "Your code: ", "SW11 8DD", "my-account-my-booking"] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    async fn who_moves_is_reminded_of_the_new_day(app) {
        let (person, id) = one_booked(&app, 6).await;
        go_to(&app, "2026-03-04", "10:00").await;
        assert_eq!(remind(&app.state).await.unwrap(), 1);
        shift(&person, &id, DAY, "11:00").await.data();
        go_to(&app, "2026-03-04", "23:30").await;
        assert_eq!(remind(&app.state).await.unwrap(), 0, "another hour of the same day");
        shift(&person, &id, NEXT_DAY, TIME).await.data();
        go_to(&app, DAY, "11:31").await;
        assert_eq!(remind(&app.state).await.unwrap(), 1);
        assert_eq!(reminded(&app).await.len(), 2);
    }

    // RULES 8.12
    async fn who_turns_18_hears_a_week_before_what_becomes_public(app) {
        app.set_schedule(week(6)).await;
        let set = async |change: &str| -> Person {
            let person = app.athlete().await;
            app.execute(format!("UPDATE account SET {change} WHERE uaid = '{}'", person.uaid)).await;
            person
        };
        let in_a_week = set("date_of_birth = '2008-03-11'").await;
        let tomorrow = set("date_of_birth = '2008-03-05'").await;
        let later = set("date_of_birth = '2008-03-12'").await;
        set("date_of_birth = '2008-03-04'").await;
        set("date_of_birth = '2008-03-10', public_opt_in = TRUE").await;
        set("date_of_birth = '2008-03-10', is_competitor = FALSE").await;
        set("date_of_birth = NULL").await;
        let told = async || -> Vec<String> {
            let sql = "SELECT to_address FROM mail_outbox WHERE kind = 'coming-of-age' ORDER BY to_address";
            app.texts(sql).await.into_iter().flatten().collect()
        };
        go_to(&app, "2026-03-04", "08:59").await;
        assert_eq!(write_birthday_letters(&app.state).await.unwrap(), 0, "nobody is woken");
        app.pass_minutes(1);
        let (one, two) = tokio::join!(write_birthday_letters(&app.state), write_birthday_letters(&app.state));
        assert_eq!(one.unwrap() + two.unwrap(), 2, "two nodes, one letter each");
        assert_eq!(told().await, addresses(&[&in_a_week, &tomorrow]));
        let letter = app.letters_to("coming-of-age", &in_a_week.email).await.remove(0);
        for part in ["Nearly 18, Robin.", "From 11 Mar 2026 our public boards show your first name", "“How you train”", "/en-gb/my-account-my-profile"] {
            assert!(letter.contains(part), "{part}: {letter}");
        }
        go_to(&app, "2026-03-10", "23:59").await;
        assert_eq!(write_birthday_letters(&app.state).await.unwrap(), 1);
        assert_eq!(told().await, addresses(&[&in_a_week, &tomorrow, &later]));
        // Somebody whose date of birth was wrong hears again before the right birthday.
        app.execute(format!("UPDATE account SET date_of_birth = '2008-03-25' WHERE uaid = '{}'", tomorrow.uaid)).await;
        go_to(&app, "2026-03-18", "09:00").await;
        assert_eq!(write_birthday_letters(&app.state).await.unwrap(), 1);
        assert_eq!(write_birthday_letters(&app.state).await.unwrap(), 0);
    }
}
