//! The secret belongs to its database: a wrong one prevents the start, a new one signs everybody out.

use sixfold_server::app::key_rotation;
use sixfold_server::config::Config;
use sixfold_server::db::engines::store_metadata;
use sixfold_server::state::AppState;
use sixfold_tests::{TestApp, both};

pub(crate) const OLD: &str = "a secret that only tests know, 32+";
pub(crate) const NEW: &str = "another secret that only tests know";
const OTHER: &str = "a third secret that belongs elsewhere";

/// Another node, or the next start, of the same server with other secrets.
pub(crate) fn with_secrets(app: &TestApp, secret: &str, previous: &[&str]) -> AppState {
    let config = Config {
        secret: secret.as_bytes().to_vec(),
        previous_secrets: previous.iter().map(|secret| secret.as_bytes().to_vec()).collect(),
        ..(*app.state.config).clone()
    };
    AppState::new(config, app.state.db.clone(), app.state.clock.clone()).unwrap()
}

/// The error with which a start with these secrets ends.
async fn refused(app: &TestApp, secret: &str, previous: &[&str]) -> String {
    key_rotation::check(&with_secrets(app, secret, previous)).await.unwrap_err().to_string()
}

async fn canary(app: &TestApp) -> Vec<Option<String>> {
    app.texts(format!("SELECT value FROM store_fact WHERE name = '{}'", store_metadata::CANARY)).await
}

both! {
    async fn the_first_start_binds_the_database_to_its_secret(app) {
        assert_eq!(canary(&app).await, []);
        key_rotation::check(&app.state).await.unwrap();
        let kept = canary(&app).await;
        assert_eq!(kept.len(), 1);
        key_rotation::check(&app.state).await.unwrap();
        assert_eq!(canary(&app).await, kept);
    }

    async fn another_secret_stops_the_start_with_one_line(app) {
        key_rotation::check(&app.state).await.unwrap();
        let kept = canary(&app).await;
        for (secret, previous) in [(OTHER, vec![]), (OTHER, vec![NEW])] {
            let line = refused(&app, secret, &previous).await;
            assert!(line.starts_with("--secret: ") && !line.contains('\n'), "{line}");
            assert!(!line.contains(OTHER) && !line.contains(OLD), "{line}");
        }
        assert_eq!(canary(&app).await, kept);
        // The control: configured as an earlier secret, it is accepted.
        key_rotation::check(&with_secrets(&app, NEW, &[OLD])).await.unwrap();
    }

    async fn a_database_that_was_filled_before_it_had_a_canary_is_not_taken_over(app) {
        app.athlete().await;
        assert!(refused(&app, OTHER, &[]).await.starts_with("--secret: "));
        assert_eq!(canary(&app).await, []);
        key_rotation::check(&with_secrets(&app, NEW, &[OLD])).await.unwrap();
    }

    async fn two_nodes_that_start_together_agree(app) {
        let (one, two) = (with_secrets(&app, OLD, &[]), with_secrets(&app, OTHER, &[]));
        let (one, two) = futures::join!(key_rotation::check(&one), key_rotation::check(&two));
        assert_eq!([one.is_ok(), two.is_ok()].iter().filter(|started| **started).count(), 1);
    }

    async fn a_new_secret_signs_everybody_out(app) {
        let athlete = app.athlete().await;
        assert!(!key_rotation::follow(&app.state).await.unwrap(), "the first start has nobody to sign out");
        athlete.client().get("/api/user/profile").await.data();
        assert!(!key_rotation::follow(&app.state).await.unwrap(), "the same secret signs nobody out");
        athlete.client().get("/api/user/profile").await.data();
        assert!(key_rotation::follow(&with_secrets(&app, NEW, &[OLD])).await.unwrap());
        athlete.client().get("/api/user/profile").await.refused(401, "UNAUTHORISED");
        assert!(!key_rotation::follow(&with_secrets(&app, NEW, &[])).await.unwrap());
    }
}
