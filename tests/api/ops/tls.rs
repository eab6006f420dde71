//! A server that does TLS itself.

use std::time::Duration;

use openidconnect::reqwest;
use sixfold_tests::wallet_keys::wallet_keys;
use tokio::net::TcpStream;

use super::binary::{Served, run};

const SECRET: &str = "0f3b8a51c9d7e24466b1f0a8d35c97e2";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_with_a_certificate_needs_no_proxy() {
    let Some(keys) = wallet_keys() else { return };
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| keys.path(name).display().to_string();
    let flags = ["--public-url", "https://localhost", "--secret", SECRET];
    let files = ["--tls-cert", &path("push.pem"), "--tls-key", &path("push.key")];
    let served = Served::start(":", &place.path().join("data"), &[flags, files].concat());
    let authority = reqwest::Certificate::from_pem(&keys.read("apple-ca.pem")).unwrap();
    let client = reqwest::Client::builder().add_root_certificate(authority).build().unwrap();
    // Somebody who connects and says nothing keeps nobody else waiting.
    let _silent = TcpStream::connect(served.host).await.unwrap();
    let port = served.host.port();
    let answer = client.get(format!("https://localhost:{port}/api/auth/csrf")).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let cookies = answer.headers().get_all("set-cookie");
    assert!(
        cookies.iter().any(|cookie| cookie.to_str().unwrap().starts_with("__Host-next-auth.csrf-token="))
    );
    assert!(client.get(format!("http://localhost:{port}/healthz")).send().await.is_err());
    assert!(
        reqwest::get(format!("https://localhost:{port}/healthz")).await.is_err(),
        "of an unknown authority"
    );
    assert!(!served.log().contains("--trusted-proxies"), "{}", served.log());
    let mut served = served;
    served.terminate();
    let (status, took) = served.ended().await;
    assert!(status.success() && took < Duration::from_secs(30), "{status} after {took:?}");
}

#[test]
fn files_that_cannot_be_used_stop_the_start() {
    let Some(keys) = wallet_keys() else { return };
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| keys.path(name).display().to_string();
    let (cert, key, other, none) = (path("push.pem"), path("push.key"), path("apple.key"), path("none.pem"));
    for (url, files, setting) in [
        ("https://localhost", vec!["--tls-cert", &cert], "--tls-key"),
        ("https://localhost", vec!["--tls-key", &key], "--tls-cert"),
        ("http://localhost", vec!["--tls-cert", &cert, "--tls-key", &key], "--tls-cert"),
        ("https://localhost", vec!["--tls-cert", &none, "--tls-key", &key], "--tls-cert"),
        ("https://localhost", vec!["--tls-cert", &key, "--tls-key", &key], "--tls-cert"),
        ("https://localhost", vec!["--tls-cert", &cert, "--tls-key", &cert], "--tls-key"),
        ("https://localhost", vec!["--tls-cert", &cert, "--tls-key", &other], "--tls-key"),
    ] {
        let line = [vec!["serve", "--listen", "127.0.0.1:0", "--public-url", url, "--secret", SECRET], files]
            .concat();
        let ended = run(":", &place.path().join("data"), &line, "");
        assert!(
            !ended.good && ended.told.starts_with(&format!("sixfold: {setting}: ")),
            "{setting}: {}",
            ended.told
        );
    }
}
