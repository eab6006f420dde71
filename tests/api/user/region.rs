//! RULES 9.9. `region` in a profile: from a service or a file, and never an obstacle to registering.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderValue, Request, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use clap::Parser as _;
use serde_json::{Value, json};
use sixfold_server::config::Config;
use sixfold_server::config::cli::{Cli, Flags};
use sixfold_server::db::Engine;
use sixfold_tests::{Peer, Person, TestApp, mmdb, on_both};
use tower::ServiceExt as _;

const PUBLIC: &str = "81.2.69.160";

/// The requests to a service, in order.
type Requests = Arc<Mutex<Vec<String>>>;

struct Service {
    peer: Peer,
    requests: Requests,
}

impl Service {
    async fn open() -> Self {
        let requests = Requests::default();
        let router = Router::new().route("/{manner}/{ip}", get(answer)).with_state(requests.clone());
        Self { peer: Peer::serve(router).await, requests }
    }

    fn url(&self, manner: &str) -> String {
        format!("{}/{manner}/{{ip}}", self.peer.url())
    }

    fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

async fn answer(State(requests): State<Requests>, Path((manner, ip)): Path<(String, String)>) -> Response {
    requests.lock().unwrap().push(format!("{manner} {ip}"));
    match manner.as_str() {
        "text" => "gb\n".into_response(),
        "json" => {
            json!({ "ip": ip, "country": "United Kingdom", "countryCode": "GB" }).to_string().into_response()
        }
        "underscored" => json!({ "country_code": "GB" }).to_string().into_response(),
        "lies" => "UK".into_response(),
        "script" => "<script>GB</script>".into_response(),
        "bytes" => vec![0xff, 0xfe, 0x00].into_response(),
        "huge" => format!("GB{}", " ".repeat(100_000)).into_response(),
        "endless" => {
            let drops = futures::stream::unfold((), |()| async {
                tokio::time::sleep(std::time::Duration::from_millis(200)).await;
                Some((Ok::<_, std::io::Error>(" "), ()))
            });
            Body::from_stream(drops).into_response()
        }
        "broken" => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        "elsewhere" => {
            let to = HeaderValue::from_str(&format!("/text/{ip}")).unwrap();
            (StatusCode::FOUND, [(header::LOCATION, to)], "GB").into_response()
        }
        "hangs" => std::future::pending().await,
        other => panic!("no such manner: {other}"),
    }
}

/// Sends JSON as if from an address.
async fn send_from(
    app: &TestApp,
    address: &str,
    method: &str,
    path: &str,
    person: &Person,
    body: &Value,
) -> StatusCode {
    let peer = SocketAddr::new(address.parse::<IpAddr>().unwrap(), 40_000);
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::AUTHORIZATION, format!("Bearer {}", person.token))
        .extension(ConnectInfo(peer))
        .body(Body::from(body.to_string()))
        .unwrap();
    app.router.clone().oneshot(request).await.unwrap().status()
}

/// A new account that registers from an address; returns the region in its profile.
async fn registered_from(app: &TestApp, address: &str) -> Value {
    let count = app.count("account").await;
    let person = app.sign_up(&format!("robin{count}@athletes.example")).await;
    let body = json!({ "firstName": "Robin", "lastName": "Field", "region": "FR" });
    assert_eq!(send_from(app, address, "POST", "/api/user/register", &person, &body).await, 200, "{address}");
    person.client().get("/api/user/profile").await.data()["region"].clone()
}

async fn with_url(engine: Engine, url: String) -> TestApp {
    TestApp::spawn_with(engine, |flags| flags.region_url = Some(url)).await
}

on_both!(a_service_is_asked_and_only_a_country_code_counts, |engine| async move {
    let service = Service::open().await;
    for (manner, region) in [
        ("text", json!("GB")),
        ("json", json!("GB")),
        ("underscored", json!("GB")),
        ("lies", Value::Null),
        ("script", Value::Null),
        ("bytes", Value::Null),
        ("huge", Value::Null),
        ("broken", Value::Null),
    ] {
        let app = with_url(engine, service.url(manner)).await;
        assert_eq!(registered_from(&app, PUBLIC).await, region, "{manner}");
        assert_eq!(service.requests().last(), Some(&format!("{manner} {PUBLIC}")));
    }
});

on_both!(a_service_that_hangs_drips_or_is_gone_fails_no_registration, |engine| async move {
    let service = Service::open().await;
    for manner in ["hangs", "endless"] {
        let app = with_url(engine, service.url(manner)).await;
        assert_eq!(registered_from(&app, PUBLIC).await, Value::Null, "{manner}");
    }
    let gone = service.url("text");
    drop(service);
    let app = with_url(engine, gone).await;
    assert_eq!(registered_from(&app, PUBLIC).await, Value::Null);
});

on_both!(a_redirect_is_not_followed, |engine| async move {
    let service = Service::open().await;
    let app = with_url(engine, service.url("elsewhere")).await;
    assert_eq!(registered_from(&app, PUBLIC).await, Value::Null);
    assert_eq!(service.requests(), [format!("elsewhere {PUBLIC}")], "the address is handed to nobody else");
});

on_both!(an_address_of_no_country_is_not_asked_about, |engine| async move {
    let service = Service::open().await;
    let app = with_url(engine, service.url("text")).await;
    for address in
        ["127.0.0.1", "10.0.0.7", "192.168.1.1", "169.254.169.254", "::1", "fe80::1", "::ffff:10.0.0.7"]
    {
        assert_eq!(registered_from(&app, address).await, Value::Null, "{address}");
    }
    assert!(service.requests().is_empty(), "{:?}", service.requests());
    assert_eq!(registered_from(&app, &format!("::ffff:{PUBLIC}")).await, "GB", "as an IPv4 address");
    assert_eq!(service.requests(), [format!("text {PUBLIC}")]);
});

on_both!(the_country_is_noted_once_when_the_profile_is_filled_in, |engine| async move {
    let service = Service::open().await;
    let app = with_url(engine, service.url("text")).await;
    let person = app.sign_up("robin@athletes.example").await;
    let body = json!({ "firstName": "Robin", "lastName": "Field" });
    // An invalid registration asks no service.
    assert_eq!(send_from(&app, PUBLIC, "POST", "/api/user/register", &person, &json!({})).await, 400);
    assert!(service.requests().is_empty());
    assert_eq!(send_from(&app, PUBLIC, "PUT", "/api/user/accountmanagement", &person, &body).await, 200);
    assert_eq!(send_from(&app, "8.8.8.8", "POST", "/api/user/register", &person, &body).await, 200);
    assert_eq!(service.requests(), [format!("text {PUBLIC}")]);
    assert_eq!(person.client().get("/api/user/profile").await.data()["region"], "GB");
});

fn networks() -> Vec<u8> {
    mmdb::file(&[
        (Ipv4Addr::new(81, 2, 69, 0), 24, mmdb::Value::country("GB")),
        (
            Ipv4Addr::new(8, 8, 8, 0),
            24,
            mmdb::Value::Map(vec![("country_code", mmdb::Value::Text("us".to_owned()))]),
        ),
        (Ipv4Addr::new(9, 0, 0, 0), 8, mmdb::Value::country("XX")),
        (Ipv4Addr::new(10, 0, 0, 0), 8, mmdb::Value::country("FR")),
        (Ipv4Addr::new(11, 0, 0, 0), 8, mmdb::Value::Map(vec![("country", mmdb::Value::Long(826))])),
    ])
}

on_both!(a_file_is_looked_up, |engine| async move {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("countries.mmdb");
    std::fs::write(&file, networks()).unwrap();
    let app = TestApp::spawn_with(engine, |flags| flags.region_file = Some(file.clone())).await;
    for (address, region) in [
        (PUBLIC, json!("GB")),
        ("::ffff:81.2.69.1", json!("GB")),
        ("8.8.8.8", json!("US")),
        ("9.1.2.3", Value::Null),
        ("10.1.2.3", Value::Null),
        ("11.1.2.3", Value::Null),
        ("81.2.70.1", Value::Null),
        ("2a00:1450::1", Value::Null),
    ] {
        assert_eq!(registered_from(&app, address).await, region, "{address}");
    }
});

on_both!(without_a_look_up_the_region_is_unknown, |engine| async move {
    let app = TestApp::spawn(engine).await;
    assert_eq!(registered_from(&app, PUBLIC).await, Value::Null);
});

/// The error that prevents the start.
fn refused(change: impl FnOnce(&mut Flags)) -> String {
    let directory = tempfile::tempdir().unwrap();
    let mut flags = Cli::parse_from(["sixfold", "serve"]).flags;
    directory.path().clone_into(&mut flags.data_dir);
    change(&mut flags);
    Config::from_flags(&flags).unwrap_err().to_string()
}

#[test]
fn a_wrong_setting_stops_the_start_with_a_line_that_names_it() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str, bytes: &[u8]| -> PathBuf {
        let path = directory.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    };
    let whole = networks();
    let good = at("good.mmdb", &whole);
    for url in
        ["geo.example/{ip}", "https://geo.example/", "https://{ip}.geo.example/", "ftp://geo.example/{ip}"]
    {
        let line = refused(|flags| flags.region_url = Some(url.to_owned()));
        assert!(line.starts_with("--region-url: wanted an http(s) URL") && !line.contains('\n'), "{line}");
    }
    let missing = refused(|flags| flags.region_file = Some(directory.path().join("missing.mmdb")));
    assert!(missing.starts_with("--region-file: ") && missing.contains("missing.mmdb"), "{missing}");
    for bad in [at("text.mmdb", b"GB"), at("empty.mmdb", b""), at("cut.mmdb", &whole[..whole.len() - 40])] {
        let line = refused(|flags| flags.region_file = Some(bad.clone()));
        assert!(
            line.starts_with("--region-file: ")
                && line.contains("not a file in MMDB format")
                && !line.contains('\n'),
            "{line}"
        );
    }
    let both = refused(|flags| {
        flags.region_url = Some("https://geo.example/{ip}".to_owned());
        flags.region_file = Some(good.clone());
    });
    assert!(both.starts_with("--region-url: "), "{both}");
}
