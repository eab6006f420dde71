//! An item from its first draft to being restored from its history.

use serde_json::{Value, json};
use sixfold_tests::both;

use super::{AUTHORING, HUB, at, create, editor, page, publish, rich, seen, text, with_status};

both! {
    async fn an_item_lives_through_drafts_history_and_its_return(app) {
        let client = editor(&app).await;
        let draft = create(&client, "news", "flexi-page", page("/news", "Spring is for sprinters.")).await;
        assert_eq!((&draft["rev"], &draft["status"], &draft["type"]), (&json!(1), &json!("draft"), &json!("Flexi")));
        assert_eq!(seen(&app, "news").await, None, "a draft is nobody's to read");
        app.client().get(&format!("{HUB}/rendering/context/news")).await.refused(404, "NOT_FOUND");

        let ready = publish(&client, &draft).await;
        assert_eq!((&ready["rev"], &ready["status"]), (&json!(2), &json!("ready")));
        assert_eq!(seen(&app, "news").await.unwrap()["elements"]["headline"]["value"], "Spring is for sprinters.");
        let found = app.client().get(&format!("{HUB}/search?q=path:%22/news%22")).await.data();
        assert_eq!(found["documents"][0]["id"], "news", "at once, by its path");

        let mut next = with_status(&ready, "draft");
        next["elements"]["headline"] = text("Summer is for stayers.");
        let next = client.put(&at("news"), next).await.data();
        let public = seen(&app, "news").await.unwrap();
        assert_eq!((&public["rev"], &public["elements"]["headline"]["value"]), (&json!(2), &json!("Spring is for sprinters.")));
        let editing = client.get(&at("news")).await.data();
        assert_eq!(editing["item"]["elements"]["headline"]["value"], "Summer is for stayers.");
        assert_eq!(editing["ready"]["elements"]["headline"]["value"], "Spring is for sprinters.");
        assert_eq!((&editing["savedBy"], &editing["problems"], &editing["usedBy"]), (&json!("Robin Field"), &json!([]), &json!([])));

        let last = publish(&client, &next).await;
        assert_eq!(seen(&app, "news").await.unwrap()["elements"]["headline"]["value"], "Summer is for stayers.");

        let history = client.get(&format!("{}/revisions", at("news"))).await.data();
        let told: Vec<_> = history["revisions"].as_array().unwrap().iter()
            .map(|revision| (revision["rev"].as_i64().unwrap(), revision["status"].as_str().unwrap(), revision["savedBy"].as_str().unwrap()))
            .collect();
        let by = "Robin Field";
        assert_eq!(told, [(4, "ready", by), (3, "draft", by), (2, "ready", by), (1, "draft", by)]);
        let first = client.get(&format!("{}/revisions/2", at("news"))).await.data();
        assert_eq!(first["elements"]["headline"]["value"], "Spring is for sprinters.");
        client.get(&format!("{}/revisions/5", at("news"))).await.refused(404, "NOT_FOUND");

        let restored = client.post(&format!("{}/restore", at("news")), json!({ "revision": 2, "rev": last["rev"] })).await.data();
        assert_eq!((&restored["rev"], &restored["status"]), (&json!(5), &json!("draft")));
        assert_eq!(restored["elements"]["headline"]["value"], "Spring is for sprinters.");
        assert_eq!(seen(&app, "news").await.unwrap()["rev"], 4, "visitors go on seeing what they saw");
        let history = client.get(&format!("{}/revisions", at("news"))).await.data();
        assert_eq!(history["revisions"][0]["restoredFrom"], 2);

        client.delete(&at("news"), json!({ "rev": 5 })).await.data();
        assert_eq!(seen(&app, "news").await, None);
        client.get(&at("news")).await.refused(404, "NOT_FOUND");
        client.put(&at("news"), with_status(&restored, "ready")).await.refused(404, "NOT_FOUND");
        client.delete(&at("news"), json!({ "rev": 5 })).await.refused(404, "NOT_FOUND");
        let gone = client.get(&format!("{AUTHORING}/content?status=deleted")).await.data();
        assert_eq!((&gone["items"][0]["id"], &gone["items"][0]["status"]), (&json!("news"), &json!("deleted")));
        let again = json!({ "id": "news", "name": "News", "typeId": "flexi-page" });
        let error = client.post(&format!("{AUTHORING}/content"), again).await.refused(409, "CONTENT_EXISTS");
        assert_eq!(error["deleted"], true);

        let back = client.post(&format!("{}/restore", at("news")), json!({ "revision": 4, "rev": 5 })).await.data();
        assert_eq!((&back["rev"], &back["status"]), (&json!(6), &json!("draft")));
        assert_eq!(seen(&app, "news").await, None, "it comes back as a draft");
        publish(&client, &back).await;
        assert_eq!(seen(&app, "news").await.unwrap()["rev"], 7);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM content_revision WHERE id = 'news'").await, 7);
    }

    async fn every_write_is_written_down_without_what_it_says(app) {
        let person = app.person(3).await;
        let client = person.client();
        let before = app.scalar("SELECT COALESCE(MAX(version), 0) FROM topic_version WHERE topic = 'content'").await;
        let secret = "A headline that is nobody's business";
        let draft = create(&client, "quiet", "text-block", json!({ "headline": text(secret), "text": rich("Words.") })).await;
        let ready = publish(&client, &draft).await;
        let restored = client.post(&format!("{}/restore", at("quiet")), json!({ "revision": 1, "rev": ready["rev"] })).await.data();
        client.put(&at("quiet"), restored).await.data();
        client.delete(&at("quiet"), json!({ "rev": 4 })).await.data();
        let told = |column: &str| format!("SELECT {column} FROM audit_log WHERE object_id = 'quiet' ORDER BY audit_id");
        let actions: Vec<_> = app.texts(told("action")).await.into_iter().flatten().collect();
        assert_eq!(actions.len(), 5, "{actions:?}");
        for action in ["content.created", "content.published", "content.restored", "content.saved", "content.removed"] {
            assert!(actions.contains(&action.to_owned()), "{action}: {actions:?}");
        }
        for actor in app.texts(told("actor_uaid")).await {
            assert_eq!(actor.as_deref(), Some(person.uaid.as_str()));
        }
        for detail in app.texts(told("detail")).await.into_iter().flatten() {
            assert!(!detail.contains(secret) && detail.contains("rev"), "{detail}");
        }
        let after = app.scalar("SELECT MAX(version) FROM topic_version WHERE topic = 'content'").await;
        assert!(after >= before + 5, "each write tells the other nodes: {before} {after}");
    }

    async fn the_list_filters_and_pages_through(app) {
        let client = editor(&app).await;
        let list = async |query: &str| client.get(&format!("{AUTHORING}/content?{query}")).await.data();
        let all = list("").await;
        let names: Vec<String> = all["items"].as_array().unwrap().iter()
            .map(|item| item["name"].as_str().unwrap().to_lowercase()).collect();
        assert!(names.len() > 30 && names.is_sorted(), "{names:?}");
        let ids = |data: &Value| -> Vec<String> {
            data["items"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap().to_owned()).collect()
        };
        assert!(ids(&list("kind=settings").await) == ["site-settings"]);
        assert!(ids(&list("kind=page").await).contains(&"home".to_owned()));
        assert!(ids(&list("typeId=faq-group&search=medical").await) == ["faq-account"], "by its texts");
        assert!(ids(&list("status=draft").await).is_empty() && ids(&list("status=deleted").await).is_empty());
        let draft = create(&client, "unfinished", "flexi-page", json!({ "headline": text("Soon.") })).await;
        let row = &list("status=draft").await["items"][0];
        assert_eq!((&row["id"], &row["kind"], &row["readyRev"]), (&draft["id"], &json!("page"), &Value::Null));
        assert_eq!(row["problems"], 3, "path, title and description: {row}");
        assert_eq!(row["savedBy"], "Robin Field");
        let seeded = &list("search=site-settings").await["items"][0];
        assert!(seeded.get("savedBy").is_none() && seeded["readyRev"] == seeded["rev"], "{seeded}");
        for number in 0..130 {
            let body = json!({ "name": format!("Plenteous {number:03}"), "typeId": "text-block" });
            client.post(&format!("{AUTHORING}/content"), body).await.data();
        }
        let first = list("search=plenteous").await;
        let second = list(&format!("search=plenteous&cursor={}", first["cursor"].as_str().unwrap())).await;
        assert_eq!((ids(&first).len(), ids(&second).len()), (100, 30));
        assert_eq!((&second["items"][29]["name"], second.get("cursor")), (&json!("Plenteous 129"), None));
        for query in ["status=gone", "kind=none", "cursor=%25"] {
            let reply = client.get(&format!("{AUTHORING}/content?{query}")).await;
            assert_eq!(reply.status.as_u16(), 400, "{query}: {}", reply.text());
        }
    }

    async fn an_id_is_made_from_the_name_and_stands_once(app) {
        let client = editor(&app).await;
        let make = async |name: &str| {
            let body = json!({ "name": name, "typeId": "statement" });
            client.post(&format!("{AUTHORING}/content"), body).await.data()["id"].clone()
        };
        assert_eq!(make("Spring: news & views!").await, "spring-news-views");
        assert_eq!(make("Spring news, views").await, "spring-news-views-2");
        assert_eq!(make("Crème brûlée & what’s on").await, "creme-brulee-whats-on");
        assert_eq!(make("春").await, "item");
        let page = json!({ "name": "A page", "typeId": "dashboard-page" });
        let page = client.post(&format!("{AUTHORING}/content"), page).await.data();
        assert_eq!(page["elements"]["template"]["categories"], json!(["Dashboard"]), "there is no choice about it");
    }

    async fn the_types_tell_an_editor_what_there_is(app) {
        let client = editor(&app).await;
        let data = client.get(&format!("{AUTHORING}/types")).await.data();
        let types = data["types"].as_array().unwrap();
        let flexi = types.iter().find(|def| def["typeId"] == "flexi-page").unwrap();
        assert_eq!((&flexi["type"], &flexi["kind"]), (&json!("Flexi"), &json!("page")));
        let element = |key: &str| flexi["elements"].as_array().unwrap().iter().find(|element| element["key"] == key).unwrap();
        assert_eq!((&element("path")["format"], &element("path")["required"]), (&json!("path"), &json!(true)));
        let allowed = element("components")["allow"].as_array().unwrap();
        assert!(allowed.contains(&json!("hero")) && !allowed.contains(&json!("flexi-page")), "{allowed:?}");
        for def in types {
            for element in def["elements"].as_array().unwrap() {
                assert!(element["label"].is_string() && element["list"].is_boolean(), "{def}");
            }
        }
        let used: std::collections::BTreeSet<_> = client.get(&format!("{AUTHORING}/content")).await.data()["items"]
            .as_array().unwrap().iter().map(|item| item["typeId"].as_str().unwrap().to_owned()).collect();
        for type_id in used {
            assert!(types.iter().any(|def| def["typeId"] == json!(type_id)), "{type_id}");
        }
    }
}
