//! Who may read somebody's health data, and that each reading by somebody else is logged.

use sixfold_domain::role::Role;
use sixfold_server::db::account::{self, DecryptedHealth};
use sixfold_server::db::health::{self, Reader};
use sixfold_server::http::error::ApiError;
use sixfold_tests::{TestApp, both};

use super::canaries::{HEALTH, plant};

const READINGS: &str = "SELECT actor_uaid || '/' || CAST(actor_role AS TEXT) || '/' || subject_uaid || detail FROM audit_log \
     WHERE action = 'health.read' ORDER BY actor_role";

async fn read(app: &TestApp, reader: &str, role: Role, uaid: &str) -> Option<DecryptedHealth> {
    let (cipher, reader, uaid) = (app.state.cipher.clone(), reader.to_owned(), uaid.to_owned());
    let opened: Result<Option<DecryptedHealth>, ApiError> = app
        .state
        .db
        .write(move |conn| {
            Box::pin(async move {
                let row = account::find(conn, &uaid).await?.unwrap();
                Ok(health::decrypt_for(conn, &cipher, Reader { uaid: &reader, role }, &row, 5).await?)
            })
        })
        .await;
    opened.unwrap()
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
}
