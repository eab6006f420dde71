//! `GET /api/event/admin/audit`.

use serde_json::{Value, json};
use sixfold_tests::both;

const PATH: &str = "/api/event/admin/audit";

both! {
    async fn the_log_is_read_newest_first_by_day_action_and_person(app) {
        let (staff, person) = (app.person(3).await, app.athlete().await);
        let path = format!("/api/event/admin/profile?uaid={}", person.uaid);
        staff.client().get(&path).await.data();
        person.client().get(PATH).await.refused(403, "FORBIDDEN");
        let role = format!("/api/event/admin/user/role?uaid={}&roleid=2", person.uaid);
        app.pass_minutes(1);
        staff.client().post(&role, json!({})).await.data();
        let read = async |query: &str| staff.client().get(&format!("{PATH}?{query}")).await.data()["entries"].clone();
        let actions = |entries: &Value| -> Vec<String> {
            entries.as_array().unwrap().iter().map(|entry| entry["action"].as_str().unwrap().to_owned()).collect()
        };
        let all = read("").await;
        assert_eq!(actions(&all)[0], "role.changed");
        assert_eq!((&all[0]["actorUaid"], &all[0]["actorName"], &all[0]["actorRole"]), (&json!(staff.uaid), &json!("Robin Field"), &json!(3)));
        assert_eq!((&all[0]["subjectUaid"], &all[0]["detail"]), (&json!(person.uaid), &json!({ "from": 1, "to": 2 })));
        assert_eq!(all[0]["at"], "2026-03-02T09:01:00.000Z");
        assert_eq!(actions(&read("action=health.read").await), ["health.read"]);
        assert_eq!(actions(&read(&format!("uaid={}", person.uaid)).await).len(), 3, "done and suffered");
        assert_eq!(actions(&read(&format!("uaid={}&action=access.refused", person.uaid)).await), ["access.refused"]);
        assert_eq!(actions(&read("from=2026-03-02&to=2026-03-02").await).len(), 3);
        assert!(actions(&read("from=2026-03-03").await).is_empty() && actions(&read("to=2026-03-01").await).is_empty());
        assert_eq!(actions(&read("from=0001-01-01&to=9999-12-31").await).len(), actions(&all).len());
        assert!(actions(&read("to=0001-01-01").await).is_empty());
        for (query, code, field) in [
            ("from=2026-03-02&to=2026-03-01", "DATE_OUT_OF_RANGE", "from"), ("cursor=x", "CURSOR_INVALID", "cursor"),
        ] {
            staff.client().get(&format!("{PATH}?{query}")).await.refused_field(400, code, field);
        }
    }

    async fn pages_follow_each_other_without_a_gap(app) {
        let staff = app.person(3).await;
        // Several entries of one instant, across the end of a page.
        app.execute(
            "INSERT INTO audit_log (audit_id, at, action, subject_uaid) \
             WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250) \
             SELECT 'line-' || CAST(1000 + i AS TEXT), i / 7, 'a.b', '5' FROM n",
        ).await;
        for filter in ["action=a.b", "uaid=5", ""] {
            let (mut seen, mut cursor) = (Vec::new(), String::new());
            loop {
                let page = staff.client().get(&format!("{PATH}?{filter}&cursor={cursor}")).await.data();
                let entries = page["entries"].as_array().unwrap();
                assert!(entries.len() <= 100);
                seen.extend(entries.iter().map(|entry| entry["auditId"].as_str().unwrap().to_owned()));
                let Some(next) = page["cursor"].as_str() else { break };
                next.clone_into(&mut cursor);
            }
            let expected: Vec<String> = (1..=250).rev().map(|i| format!("line-{}", 1000 + i)).collect();
            assert_eq!(seen, expected, "{filter}");
        }
    }
}
