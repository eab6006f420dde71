//! Traces: a receiver gets spans named by templates, with what they waited for, and nothing about a person.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::routing::post;
use opentelemetry_proto::tonic::collector::trace::v1::{
    ExportTraceServiceRequest, ExportTraceServiceResponse,
};
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::{ResourceSpans, Span};
use prost::Message as _;
use serde_json::json;
use sixfold_tests::Peer;
use sixfold_tests::child_process::free_address;
use sixfold_tests::people::signup_body;

use super::binary::{Served, run};

const EMAIL: &str = "canary-of-the-traces@athletes.example";

/// The bodies that arrived.
type Batches = Arc<Mutex<Vec<Bytes>>>;

/// Listens as a receiver of traces does.
async fn receiver() -> (Peer, Batches) {
    async fn take(State(batches): State<Batches>, body: Bytes) -> Vec<u8> {
        batches.lock().unwrap().push(body);
        ExportTraceServiceResponse::default().encode_to_vec()
    }
    let batches = Batches::default();
    let app = Router::new().route("/v1/traces", post(take)).with_state(batches.clone());
    (Peer::serve(app).await, batches)
}

fn decoded(batches: &Batches) -> Vec<ResourceSpans> {
    let batches = batches.lock().unwrap();
    let each = batches.iter().map(|body| ExportTraceServiceRequest::decode(body.as_ref()).unwrap());
    each.flat_map(|request| request.resource_spans).collect()
}

fn spans(of: &[ResourceSpans]) -> Vec<&Span> {
    of.iter().flat_map(|of| &of.scope_spans).flat_map(|of| &of.spans).collect()
}

fn attributes(span: &Span) -> BTreeMap<&str, String> {
    let text = |value: &Value| match value {
        Value::StringValue(text) => text.clone(),
        Value::IntValue(number) => number.to_string(),
        other => format!("{other:?}"),
    };
    let of = |value: &opentelemetry_proto::tonic::common::v1::AnyValue| value.value.as_ref().map(text);
    let each = span.attributes.iter();
    each.map(|pair| (pair.key.as_str(), pair.value.as_ref().and_then(of).unwrap_or_default())).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_receiver_gets_spans_by_template_and_nothing_about_a_person() {
    let (receiver, batches) = receiver().await;
    let url = receiver.url();
    let directory = tempfile::tempdir().unwrap();
    let mut served = Served::start(":", &directory.path().join("data"), &["--otlp-endpoint", &url]);
    let client = served.client();
    let data = client.post("/api/user/signup", signup_body(EMAIL)).await.data();
    let (uaid, token) = (data["uaid"].as_str().unwrap(), data["token"].as_str().unwrap());
    client.get(&format!("/api/user/profile?token={token}")).await.data();
    client.get("/api/event/calendar/canary-of-a-calendar.ics").await;
    client.post("/api/user/login", json!({ "emailAddress": EMAIL, "password": "not the password" })).await;
    client.get("/en-gb/canary-of-a-page").await;
    served.terminate();
    let (status, _) = served.ended().await;
    assert!(status.success(), "{}", served.log());

    let received = decoded(&batches);
    let all = spans(&received);
    let named = |name: &str| {
        let found = all.iter().find(|span| span.name == name);
        *found.unwrap_or_else(|| {
            panic!("{name} in {:?}", all.iter().map(|span| &span.name).collect::<Vec<_>>())
        })
    };
    let profile = named("GET /api/user/profile");
    let told = attributes(profile);
    assert_eq!(
        (told["http.route"].as_str(), told["http.request.method"].as_str()),
        ("/api/user/profile", "GET")
    );
    assert_eq!(told["http.response.status_code"], "200");
    let below = all.iter().filter(|span| span.parent_span_id == profile.span_id);
    assert!(below.filter(|span| span.name == "store.read").count() > 0, "what it waited for");
    let login = attributes(named("POST /api/user/login"));
    assert_eq!(
        (login["http.response.status_code"].as_str(), login["error.type"].as_str()),
        ("401", "CREDENTIALS_WRONG")
    );
    assert!(all.iter().any(|span| span.name == "store.write"));
    named("GET /api/event/calendar/{feed}");
    named("GET other");
    let resource = received[0].resource.as_ref().unwrap();
    let service = resource.attributes.iter().find(|pair| pair.key == "service.name").unwrap();
    assert!(format!("{service:?}").contains("sixfold"), "{service:?}");
    let everything = format!("{received:?}");
    for word in [EMAIL, uaid, token, "canary", "not the password", "127.0.0.1"] {
        assert!(!everything.contains(word), "{word} was sent");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_standard_variable_turns_them_on_and_a_receiver_that_is_away_stops_nothing() {
    let (receiver, batches) = receiver().await;
    let url = receiver.url();
    let directory = tempfile::tempdir().unwrap();
    let variables = [("OTEL_EXPORTER_OTLP_ENDPOINT", url.as_str()), ("OTEL_SERVICE_NAME", "academy")];
    let mut served = Served::start_in(&variables, &directory.path().join("data"), &[]);
    served.client().get("/api/event/config").await.data();
    served.terminate();
    assert!(served.ended().await.0.success());
    let received = decoded(&batches);
    assert!(spans(&received).iter().any(|span| span.name == "GET /api/event/config"));
    assert!(format!("{:?}", received[0].resource).contains("academy"));

    let away = format!("http://{}", free_address());
    let mut served = Served::start(":", &directory.path().join("other"), &["--otlp-endpoint", &away]);
    served.client().get("/api/event/config").await.data();
    served.terminate();
    let (status, after) = served.ended().await;
    assert!(status.success() && after.as_secs() < 20, "{after:?}");
    assert_eq!(served.log().matches("traces cannot be sent").count(), 1, "{}", served.log());

    let wrong = run(":", &directory.path().join("third"), &["serve", "--otlp-endpoint", "nowhere"], "");
    assert!(!wrong.good && wrong.told.contains("--otlp-endpoint"), "{}", wrong.told);
}
