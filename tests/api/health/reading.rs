//! Who may read a person's health data, and that each reading by somebody else is logged.

use sixfold_domain::role::Role;
use sixfold_server::db::people::account;
use sixfold_server::db::people::health_access::{DecryptedHealth, HealthAccess, List, Reader};
use sixfold_server::http::ApiError;
use sixfold_tests::{TestApp, both};

use super::canaries::{HEALTH, plant};

const READINGS: &str = "SELECT actor_uaid || '/' || CAST(actor_role AS TEXT) || '/' || subject_uaid || detail FROM audit_log \
     WHERE action = 'health.read' ORDER BY actor_role";

async fn read(app: &TestApp, reader: &str, role: Role, uaid: &str) -> Option<DecryptedHealth> {
    let (cipher, reader, uaid) = (app.state.cipher.clone(), reader.to_owned(), uaid.to_owned());
    let opened: Result<Option<DecryptedHealth>, ApiError> = app
        .state
        .db
        .write(async move |conn| {
            let row = account::find(conn, &uaid).await?.unwrap();
            let access = HealthAccess::open(conn, &cipher, Reader { uaid: &reader, role }, &uaid, 5).await?;
            Ok(access.map(|access| access.profile(&row)).transpose()?)
        })
        .await;
    opened.unwrap()
}

/// Whether a reader has access to somebody on a list, on the first day of the epoch.
async fn listed(app: &TestApp, reader: &str, role: Role, uaid: &str, list: List) -> bool {
    let (cipher, reader, uaid) = (app.state.cipher.clone(), reader.to_owned(), uaid.to_owned());
    let access: Result<bool, ApiError> = app
        .state
        .db
        .write(async move |conn| {
            let reader = Reader { uaid: &reader, role };
            Ok(HealthAccess::of_listed(conn, &cipher, reader, &uaid, list, 5).await?.is_some())
        })
        .await;
    access.unwrap()
}

both! {
    async fn the_owner_reads_without_a_line_in_the_log(app) {
        let canary = plant(&app).await;
        for role in Role::ALL {
            let opened = read(&app, &canary.uaid, role, &canary.uaid).await.unwrap();
            assert_eq!(opened.medical_issues.as_deref(), Some(HEALTH[0]));
        }
        assert_eq!(app.texts(READINGS).await, []);
    }

    // RULES 9.4
    async fn each_reading_by_staff_is_written_down(app) {
        let canary = plant(&app).await;
        // Role 2 may read that of anybody with a booking today: here the time is the first day of the epoch.
        assert!(read(&app, "77", Role::InStore, &canary.uaid).await.is_none());
        app.execute(format!(
            "INSERT INTO booking (booking_id, uaid, event_id, status, booking_type, test_date, test_time, code, created_at, \
             created_by, updated_at) VALUES ('today', '{uaid}', 'sixfold-academy', 'dnt', 'test', '1970-01-01', '10:00', \
             'T0DAY0', 1, '{uaid}', 1)",
            uaid = canary.uaid
        ))
        .await;
        for role in [Role::InStore, Role::Delivery] {
            let opened = read(&app, "77", role, &canary.uaid).await.unwrap();
            assert_eq!(opened.emergency_name.as_deref(), Some(HEALTH[1]));
        }
        let lines = [2, 3].map(|role| Some(format!("77/{role}/{}{{}}", canary.uaid)));
        assert_eq!(app.texts(READINGS).await, lines);
    }

    // RULES 9.4
    async fn a_coach_and_another_athlete_read_nothing(app) {
        let canary = plant(&app).await;
        for role in [Role::Coach, Role::Athlete] {
            assert!(read(&app, "77", role, &canary.uaid).await.is_none(), "{role}");
        }
        assert_eq!(app.texts(READINGS).await, []);
    }

    // RULES 9.4
    async fn a_list_shows_role_2_only_the_people_of_today(app) {
        let canary = plant(&app).await;
        let [today, tomorrow] = ["1970-01-01", "1970-01-02"].map(|date| List::Desk(date.parse().unwrap()));
        for list in [today, tomorrow, List::Assistance] {
            assert!(listed(&app, &canary.uaid, Role::Athlete, &canary.uaid, list).await, "one's own");
            assert!(!listed(&app, "77", Role::Athlete, &canary.uaid, list).await);
            assert!(!listed(&app, "77", Role::Coach, &canary.uaid, list).await);
        }
        assert!(listed(&app, "77", Role::InStore, &canary.uaid, today).await);
        assert!(!listed(&app, "77", Role::InStore, &canary.uaid, tomorrow).await);
        assert!(!listed(&app, "77", Role::InStore, &canary.uaid, List::Assistance).await);
        for list in [today, tomorrow, List::Assistance] {
            assert!(listed(&app, "78", Role::Delivery, &canary.uaid, list).await);
        }
        let lines = "SELECT actor_uaid || ' ' || object_id FROM audit_log WHERE action = 'health.listed' ORDER BY 1";
        let expected = ["77 desk 1970-01-01", "78 assistance 1970-01-01", "78 desk 1970-01-01"];
        assert_eq!(app.texts(lines).await, expected.map(|line| Some(line.to_owned())));
    }
}
