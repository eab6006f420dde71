//! Reminders by text message, through a gateway of our own: at most once each (RULES 16.6).

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use serde_json::{Value, json};
use sixfold_server::app::jobs::{remind, send_texts, tidy};
use sixfold_server::notification::TextService;
use sixfold_tests::{Engine, Peer, Person, TestApp, both};

use super::{NOTIFICATIONS, topics};
use crate::event::stage::{DAY, NEXT_DAY, TIME, booked, go_to, shift, week};

/// What the gateway got: key, `Idempotency-Key`, body.
type Got = Arc<Mutex<Vec<(String, String, Value)>>>;
type Answers = Arc<Mutex<Vec<StatusCode>>>;

struct Stage {
    app: TestApp,
    #[expect(dead_code, reason = "its drop ends the gateway")]
    gateway: Peer,
    got: Got,
    answers: Answers,
    client: TextService,
}

async fn take(State((got, answers)): State<(Got, Answers)>, headers: HeaderMap, body: String) -> Response {
    let header = |name: &str| headers.get(name).map_or("", |value| value.to_str().unwrap()).to_owned();
    let body = serde_json::from_str(&body).unwrap();
    got.lock().unwrap().push((header("authorization"), header("idempotency-key"), body));
    let mut answers = answers.lock().unwrap();
    let status = if answers.is_empty() { StatusCode::ACCEPTED } else { answers.remove(0) };
    (status, [("retry-after", "120")]).into_response()
}

impl Stage {
    async fn set(engine: Engine) -> Self {
        let (got, answers): (Got, Answers) = Default::default();
        let gateway = Router::new().route("/messages", post(take)).with_state((got.clone(), answers.clone()));
        let gateway = Peer::serve(gateway).await;
        let url = format!("{}/messages", gateway.url());
        let app = TestApp::spawn_with(engine, |flags| {
            flags.notifications.text_url = Some(url);
            flags.notifications.text_key = Some("k3y".to_owned());
            flags.notifications.text_body = Some(r#"{"recipients":["{to}"],"body":"{text}"}"#.to_owned());
        })
        .await;
        app.set_schedule(week(6)).await;
        let client = TextService::new(app.state.config.notifications.texts.clone().unwrap()).unwrap();
        Self { app, gateway, got, answers, client }
    }

    /// An athlete with this number who wants text messages, booked on `DAY`.
    async fn athlete(&self, number: &str) -> (Person, String) {
        let athlete = self.app.athlete().await;
        let wants = json!({ "topics": topics(&[]), "quietHours": null, "textReminders": true });
        athlete.client().put(NOTIFICATIONS, wants).await.data();
        athlete.client().put("/api/user/profile", json!({ "phoneNumber": number })).await.data();
        let id = booked(&athlete, DAY, TIME).await;
        (athlete, id)
    }

    async fn send(&self) -> usize {
        send_texts(&self.app.state, &self.client).await.unwrap()
    }

    fn got(&self) -> Vec<(String, String, Value)> {
        std::mem::take(&mut *self.got.lock().unwrap())
    }
}

both! {
    from Stage::set;

    // RULES 16.6
    async fn who_has_asked_is_reminded_by_text_once(stage) {
        let (_, id) = stage.athlete("07700 900123").await;
        go_to(&stage.app, "2026-03-04", "09:00").await;
        remind(&stage.app.state).await.unwrap();
        let stored = crate::health::dump::dump(&stage.app).await;
        assert!(!stored.lines().any(|line| line.starts_with("text_message") && line.contains("900123")));
        let (one, two) = tokio::join!(stage.send(), stage.send());
        assert_eq!(one + two, 1, "two nodes, one text");
        let (key, repeat, body) = stage.got().remove(0);
        assert_eq!((&*key, repeat.len()), ("Bearer k3y", 36));
        assert_eq!(body["recipients"], json!(["+447700900123"]));
        let text = body["body"].as_str().unwrap();
        for part in ["your test is on Thu 5 Mar 2026, 10:00", "http://localhost:8080/en-gb/my-account-my-booking"]
        {
            assert!(text.contains(part), "{text}");
        }
        assert!(!text.contains("Robin") && !text.contains(&id), "{text}");
        remind(&stage.app.state).await.unwrap();
        assert_eq!((stage.send().await, stage.app.count("text_message").await), (0, 0));
    }

    // RULES 16.6
    async fn who_has_not_asked_or_has_no_mobile_number_gets_none(stage) {
        let silent = stage.app.athlete().await;
        silent.client().put("/api/user/profile", json!({ "phoneNumber": "07700 900456" })).await.data();
        booked(&silent, DAY, TIME).await;
        stage.athlete("020 7946 0000").await;
        go_to(&stage.app, "2026-03-04", "09:00").await;
        assert_eq!(remind(&stage.app.state).await.unwrap(), 2, "the letters go either way");
        assert_eq!((stage.app.count("text_message").await, stage.send().await), (0, 0));
    }

    // RULES 16.6
    async fn what_was_certainly_not_sent_is_repeated_and_nothing_else(stage) {
        stage.athlete("07700 900123").await;
        go_to(&stage.app, "2026-03-04", "09:00").await;
        remind(&stage.app.state).await.unwrap();
        stage.answers.lock().unwrap().push(StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(stage.send().await, 0);
        stage.app.pass_minutes(1);
        assert_eq!(stage.send().await, 0, "the gateway asked for two minutes");
        stage.app.pass_minutes(1);
        stage.answers.lock().unwrap().push(StatusCode::BAD_GATEWAY);
        assert_eq!(stage.send().await, 0);
        stage.app.pass_minutes(120);
        assert_eq!(stage.send().await, 0, "nobody knows whether it was sent");
        let got = stage.got();
        assert_eq!((got.len(), stage.app.count("text_message").await), (2, 0));
        assert_eq!(got[0].1, got[1].1, "a gateway can tell that it is the same");
    }

    // RULES 16.6
    async fn one_that_a_node_began_and_never_ended_is_not_sent_again(stage) {
        stage.athlete("07700 900123").await;
        go_to(&stage.app, "2026-03-04", "09:00").await;
        remind(&stage.app.state).await.unwrap();
        stage.app.execute("UPDATE text_message SET begun_at = 1").await;
        stage.app.pass_minutes(60);
        assert_eq!((stage.send().await, stage.got().len()), (0, 0));
        go_to(&stage.app, "2026-03-05", "10:01").await;
        tidy(&stage.app.state).await.unwrap();
        assert_eq!(stage.app.count("text_message").await, 0);
    }

    // RULES 16.4 and 16.6
    async fn a_booking_that_moved_meanwhile_is_not_reminded_of(stage) {
        let (athlete, id) = stage.athlete("07700 900123").await;
        go_to(&stage.app, "2026-03-04", "09:00").await;
        remind(&stage.app.state).await.unwrap();
        shift(&athlete, &id, NEXT_DAY, TIME).await.data();
        assert_eq!((stage.send().await, stage.app.count("text_message").await), (0, 0));
    }

    // RULES 16.3 and 16.6
    async fn what_somebody_has_chosen_since_decides_which_number_is_texted_and_when(stage) {
        let (athlete, _) = stage.athlete("07700 900123").await;
        let (other, _) = stage.athlete("07700 900124").await;
        go_to(&stage.app, "2026-03-04", "09:00").await;
        remind(&stage.app.state).await.unwrap();
        assert_eq!(stage.app.count("text_message").await, 2);
        let off = json!({ "topics": topics(&[]), "quietHours": null, "textReminders": false });
        other.client().put(NOTIFICATIONS, off).await.data();
        athlete.client().put("/api/user/profile", json!({ "phoneNumber": "07700 900125" })).await.data();
        let later = json!({ "topics": topics(&[]), "quietHours": { "from": "08:00", "until": "10:00" }, "textReminders": true });
        athlete.client().put(NOTIFICATIONS, later).await.data();
        assert_eq!((stage.send().await, stage.app.count("text_message").await), (0, 1));
        go_to(&stage.app, "2026-03-04", "10:00").await;
        assert_eq!((stage.send().await, stage.app.count("text_message").await), (1, 0));
        let to: Vec<Value> = stage.got().into_iter().map(|(_, _, body)| body["recipients"].clone()).collect();
        assert_eq!(to, [json!(["+447700900125"])]);
    }

    // RULES 16.3 and 16.6
    async fn who_gives_up_their_quiet_hours_is_texted_at_once(stage) {
        let (athlete, _) = stage.athlete("07700 900123").await;
        let wants = |hours: Value| json!({ "topics": topics(&[]), "quietHours": hours, "textReminders": true });
        let morning = json!({ "from": "08:00", "until": "12:00" });
        athlete.client().put(NOTIFICATIONS, wants(morning)).await.data();
        go_to(&stage.app, "2026-03-04", "09:00").await;
        remind(&stage.app.state).await.unwrap();
        assert_eq!((stage.send().await, stage.app.count("text_message").await), (0, 1));
        athlete.client().put(NOTIFICATIONS, wants(Value::Null)).await.data();
        assert_eq!((stage.send().await, stage.app.count("text_message").await), (1, 0));
    }
}
