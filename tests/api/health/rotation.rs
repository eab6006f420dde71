//! `keys rotate`: afterwards every value can be read with the new secret alone, and nobody notices while it runs.

use std::collections::BTreeSet;

use serde_json::json;
use sixfold_server::app::key_rotation::{self, Rotated};
use sixfold_server::app::router;
use sixfold_server::db::connection::conn::Link;
use sixfold_server::db::encryption::encrypted_columns::{self, COLUMNS, Reencryption, Value};
use sixfold_server::db::encryption::field_encryption::FieldCipher;
use sixfold_server::state::AppState;
use sixfold_tests::{Client, TestApp, both};

use super::canaries::{HEALTH, plant};
use super::secret::{NEW, OLD, with_secrets};
use crate::event::stage::DAY;
use crate::ops::old::pass_days;

const PROFILE: &str = "/api/user/profile";

fn of(done: &[Rotated], table: &str, column: &str) -> (usize, usize) {
    let rotated =
        done.iter().find(|rotated| (rotated.of.table, rotated.of.column) == (table, column)).unwrap();
    (rotated.renewed, rotated.shut)
}

fn renewed(done: &[Rotated]) -> usize {
    done.iter().map(|rotated| rotated.renewed).sum()
}

/// How many encrypted values begin with a text.
async fn beginning(app: &TestApp, prefix: &str) -> usize {
    let mut count = 0;
    for of in COLUMNS {
        let sql = format!("SELECT COUNT(*) FROM {} WHERE {} LIKE '{prefix}%'", of.table, of.column);
        count += usize::try_from(app.scalar(sql).await).unwrap();
    }
    count
}

/// The values of one column that were not encrypted with the cipher's newest key.
async fn old_values(app: &TestApp, column: &str, cipher: &FieldCipher) -> Vec<Value> {
    let (of, cipher) = (COLUMNS.iter().find(|of| of.column == column).unwrap(), cipher.clone());
    app.read(async |conn| encrypted_columns::list_old(conn, of, &cipher, ("", ""), 1000).await).await
}

async fn renew(state: &AppState, column: &str, value: Value) -> Reencryption {
    let (of, cipher) = (COLUMNS.iter().find(|of| of.column == column).unwrap(), state.cipher.clone());
    state
        .db
        .write(async move |conn| encrypted_columns::reencrypt(conn, of, &cipher, &value).await)
        .await
        .unwrap()
}

both! {
    async fn every_sealed_column_of_the_schema_is_in_the_list(app) {
        const SQLITE: &str = "SELECT m.name || '.' || c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c \
             WHERE m.type = 'table' AND c.name LIKE '%sealed%'";
        const POSTGRES: &str = "SELECT table_name || '.' || column_name FROM information_schema.columns \
             WHERE table_schema = 'public' AND column_name LIKE '%sealed%'";
        let found: Vec<String> = app.read(async |conn| {
            Ok(match &mut conn.link {
                Link::Sqlite(c) => sqlx::query_scalar(SQLITE).fetch_all(&mut *c).await?,
                Link::Postgres(c) => sqlx::query_scalar(POSTGRES).fetch_all(&mut **c).await?,
            })
        }).await;
        assert!(found.len() > 7, "{found:?}");
        // The stored answers are encrypted although the column's name does not say so.
        let schema: BTreeSet<String> = found.into_iter().chain(["idempotency_key.answer".to_owned()]).collect();
        let list: BTreeSet<String> = COLUMNS.iter().map(|of| format!("{}.{}", of.table, of.column)).collect();
        assert_eq!(list, schema);
    }

    async fn afterwards_the_old_secret_is_not_needed(app) {
        let canary = plant(&app).await;
        key_rotation::check(&app.state).await.unwrap();
        let both = with_secrets(&app, NEW, &[OLD]);
        let done = key_rotation::rotate(&both).await.unwrap();
        for of in COLUMNS {
            assert!(done.iter().any(|rotated| rotated.of.column == of.column && rotated.renewed > 0), "{of:?}: nothing was planted");
        }
        assert!(done.iter().all(|rotated| rotated.shut == 0), "{done:?}");
        assert_eq!(of(&done, "account", "medical_issues_sealed"), (1, 0));
        assert_eq!((beginning(&app, &both.cipher.prefix()).await, beginning(&app, "v").await), (renewed(&done), renewed(&done)));
        assert_eq!(app.scalar("SELECT COUNT(*) FROM audit_log WHERE action = 'keys.rotated'").await, 1);

        let alone = with_secrets(&app, NEW, &[]);
        key_rotation::check(&alone).await.unwrap();
        let line = key_rotation::check(&app.state).await.unwrap_err().to_string();
        assert!(line.starts_with("--secret: "), "{line}");
        // The sessions' tokens are stored as hashes, so this one still finds its session; `follow` is what ends it.
        let token = app.texts("SELECT token_hash FROM session").await;
        assert_eq!(token.len(), 1);
        let text = canary.client.through(router::router(alone)).get(PROFILE).await.text();
        for secret in &HEALTH[..4] {
            assert!(text.contains(secret), "{secret}: {text}");
        }
        // The control: the old secret opens nothing of it any more.
        let reply = canary.client.through(router::router(app.state.clone())).get(PROFILE).await;
        assert!(HEALTH.iter().all(|secret| !reply.text().contains(secret)), "{}", reply.text());
    }

    async fn the_old_secret_is_needed_until_the_last_visit_with_a_ticket_on_a_phone(app) {
        plant(&app).await;
        key_rotation::check(&app.state).await.unwrap();
        let both = with_secrets(&app, NEW, &[OLD]);
        key_rotation::rotate(&both).await.unwrap();
        pass_days(&app, 3).await;
        let told = key_rotation::earlier_secrets(&both).await.unwrap();
        assert!(told.contains(&format!("to the end of {DAY}")) && told.contains("visits to come: 1"), "{told}");
        pass_days(&app, 1).await;
        let told = key_rotation::earlier_secrets(&both).await.unwrap();
        assert!(told.contains("not needed any more"), "{told}");
    }

    async fn one_that_was_cut_off_goes_on_where_it_was(app) {
        let many: Vec<String> = (0..450).map(|number| {
            let uaid = number.to_string();
            let encrypted = app.state.cipher.encrypt("account", &uaid, "medical_issues_sealed", "Notes").unwrap();
            format!("('{uaid}', 'x', 'x{number}', 1, 1, '{encrypted}')")
        }).collect();
        app.execute(format!(
            "INSERT INTO account (uaid, email, email_lookup, created_at, updated_at, medical_issues_sealed) VALUES {}",
            many.join(", ")
        )).await;
        key_rotation::check(&app.state).await.unwrap();
        let both = with_secrets(&app, NEW, &[OLD]);
        for value in old_values(&app, "medical_issues_sealed", &both.cipher).await.into_iter().take(120) {
            assert_eq!(renew(&both, "medical_issues_sealed", value).await, Reencryption::Done);
        }
        let done = key_rotation::rotate(&both).await.unwrap();
        assert_eq!(of(&done, "account", "medical_issues_sealed"), (330, 0));
        assert_eq!(renewed(&key_rotation::rotate(&both).await.unwrap()), 0);
    }

    async fn a_value_that_is_written_meanwhile_is_left_alone(app) {
        let canary = plant(&app).await;
        let both = with_secrets(&app, NEW, &[OLD]);
        let stale = old_values(&app, "medical_issues_sealed", &both.cipher).await.remove(0);
        let server: Client = canary.client.through(router::router(both.clone()));
        server.put(PROFILE, json!({ "medicalIssues": "News since" })).await.data();
        assert_eq!(renew(&both, "medical_issues_sealed", stale).await, Reencryption::Changed);
        assert_eq!(server.get(PROFILE).await.data()["medicalIssues"], "News since");
        // The control: an unchanged value is re-encrypted.
        let quiet = old_values(&app, "emergency_name_sealed", &both.cipher).await.remove(0);
        assert_eq!(renew(&both, "emergency_name_sealed", quiet).await, Reencryption::Done);
        assert_eq!(server.get(PROFILE).await.data()["emergencyName"], HEALTH[1]);
    }

    async fn servers_that_know_both_secrets_go_on_meanwhile(app) {
        let canary = plant(&app).await;
        key_rotation::check(&app.state).await.unwrap();
        let both = with_secrets(&app, NEW, &[OLD]);
        let server: Client = canary.client.through(router::router(both.clone()));
        let writing = async {
            for number in 0..20 {
                let notes = format!("Notes {number}");
                let told = server.put(PROFILE, json!({ "medicalIssues": notes })).await.data();
                assert_eq!(told["medicalIssues"], notes);
            }
        };
        let (done, ()) = futures::join!(key_rotation::rotate(&both), writing);
        done.unwrap();
        let alone = canary.client.through(router::router(with_secrets(&app, NEW, &[])));
        assert_eq!(alone.get(PROFILE).await.data()["medicalIssues"], "Notes 19");
    }

    async fn a_value_that_nothing_opens_is_counted_and_the_old_secret_stays_needed(app) {
        let canary = plant(&app).await;
        key_rotation::check(&app.state).await.unwrap();
        let strange = FieldCipher::new(&[9; 32], []);
        let encrypted = strange.encrypt("account", &canary.uaid, "medical_issues_sealed", "Whose?").unwrap();
        app.execute(format!("UPDATE account SET medical_issues_sealed = '{encrypted}'")).await;
        let done = key_rotation::rotate(&with_secrets(&app, NEW, &[OLD])).await.unwrap();
        assert_eq!(of(&done, "account", "medical_issues_sealed"), (0, 1));
        assert_eq!(app.texts("SELECT medical_issues_sealed FROM account").await, [Some(encrypted)]);
        assert!(key_rotation::check(&with_secrets(&app, NEW, &[])).await.is_err());
        key_rotation::check(&app.state).await.unwrap();
    }
}
