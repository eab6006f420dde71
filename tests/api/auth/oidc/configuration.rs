//! `SIXFOLD_OIDC_…`, `--auth-mode`, and what each mode opens.

use clap::Parser as _;
use serde_json::json;
use sixfold_server::config::Config;
use sixfold_server::config::cli::{AuthMode, Cli, Flags};
use sixfold_tests::people::signup_body;
use sixfold_tests::{TestApp, both, on_both};

use super::idp::Idp;
use super::{CHECKS, ORIGIN, csrf, entered, query_of, session, set_cookies, with_acme};

fn wrong(change: impl FnOnce(&mut Flags)) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut flags = Cli::parse_from(["sixfold", "serve"]).flags;
    folder.path().clone_into(&mut flags.data_dir);
    flags.secret = Some("a secret that only tests know, 32+".to_owned());
    change(&mut flags);
    let told = Config::from_flags(&flags).unwrap_err().to_string();
    assert!(!told.contains('\n'), "one line: {told}");
    told
}

#[test]
fn a_wrong_setting_stops_the_start_with_a_line_that_names_it() {
    let acme = |part: &str, value: &str| (format!("SIXFOLD_OIDC_ACME_{part}"), value.to_owned());
    let good = [
        acme("ISSUER", "https://id.acme.example"),
        acme("CLIENT_ID", "sixfold"),
        acme("CLIENT_SECRET", "s3cret"),
    ];
    for (part, value) in [
        ("ISSUER", ""),
        ("ISSUER", "nonsense"),
        ("ISSUER", "http://id.acme.example"),
        ("CLIENT_ID", ""),
        ("CLIENT_SECRET", ""),
        ("ROLE_MAP", "a=b"),
        ("ROLE_CLAIM", "groups"),
        ("COLOUR", "red"),
    ] {
        let told = wrong(|flags| {
            "https://sixfold.example".clone_into(&mut flags.public_url);
            flags.providers = good.iter().filter(|(name, _)| *name != acme(part, "").0).cloned().collect();
            flags.providers.push(acme(part, value));
        });
        let meant = match part {
            "ROLE_MAP" => "SIXFOLD_OIDC_ACME_ROLE_CLAIM: ".to_owned(),
            "ROLE_CLAIM" => "SIXFOLD_OIDC_ACME_ROLE_MAP: ".to_owned(),
            part => format!("SIXFOLD_OIDC_ACME_{part}: "),
        };
        assert!(told.starts_with(&meant) && !told.contains("s3cret"), "{told}");
    }
    for mode in [AuthMode::Sso, AuthMode::Both] {
        let told = wrong(|flags| flags.auth_mode = Some(mode));
        assert!(told.starts_with("--auth-mode: "), "{told}");
    }
    assert!(Cli::try_parse_from(["sixfold", "serve", "--auth-mode", "nonsense"]).is_err());
}

both! {
    async fn without_a_provider_there_are_our_own_accounts(app) {
        let reply = app.client().get("/api/auth/providers").await.value();
        assert_eq!(reply, json!({ "credentials": {
            "id": "credentials", "name": "Sixfold account", "type": "credentials",
            "signinUrl": format!("{ORIGIN}/api/auth/signin/credentials"),
            "callbackUrl": format!("{ORIGIN}/api/auth/callback/credentials"),
        } }));
        assert_eq!(app.client().get("/api/event/config").await.data()["authMode"], "credentials");
    }
}

on_both!(with_a_provider_there_are_both, |engine| async move {
    let (app, _idp) = with_acme(engine).await;
    let reply = app.client().get("/api/auth/providers").await.value();
    assert_eq!(reply.as_object().unwrap().len(), 2);
    assert_eq!(reply["credentials"]["type"], "credentials");
    assert_eq!(
        reply["acme"],
        json!({
            "id": "acme", "name": "acme account", "type": "oauth",
            "signinUrl": format!("{ORIGIN}/api/auth/signin/acme"),
            "callbackUrl": format!("{ORIGIN}/api/auth/callback/acme"),
        })
    );
    assert_eq!(app.client().get("/api/event/config").await.data()["authMode"], "both");
});

on_both!(single_sign_on_alone_closes_our_own_accounts, |engine| async move {
    let idp = Idp::start().await;
    let app = TestApp::spawn_with(engine, |flags| {
        idp.configure(flags);
        flags.auth_mode = Some(AuthMode::Sso);
    })
    .await;
    let staff = app.staff(3).await;
    let reply = app.client().get("/api/auth/providers").await.value();
    assert_eq!(reply.as_object().unwrap().keys().collect::<Vec<_>>(), ["acme"]);
    assert_eq!(app.client().get("/api/event/config").await.data()["authMode"], "sso");
    let browser = app.client();
    let token = csrf(&browser).await;
    let password = sixfold_tests::people::PASSWORD;
    for path in ["/api/auth/callback/credentials", "/api/auth/signin/credentials"] {
        let fields = [
            ("email", staff.email.as_str()),
            ("password", password),
            ("csrfToken", &token),
            ("json", "true"),
        ];
        let reply = browser.form(path, &fields).await;
        let told = "Error: This action with HTTP POST is not supported by NextAuth.js".to_owned();
        assert_eq!((reply.status.as_u16(), reply.text()), (400, told), "{path}");
    }
    assert_eq!(browser.get("/api/auth/signin/credentials").await.status, 400);
    let login = json!({ "emailAddress": staff.email, "password": password });
    for (path, body) in [
        ("/api/user/login", login.clone()),
        ("/api/user/login/admin", login),
        ("/api/user/signup", signup_body("new@athletes.example")),
        ("/api/user/forgot", json!({ "email": staff.email })),
        ("/api/user/login", json!({})),
        ("/api/auth/passkeys/options", json!({})),
        ("/api/auth/passkeys/sign-in", json!({})),
        ("/api/auth/sign-in-link", json!({ "email": staff.email })),
        ("/api/auth/sign-in-link/use", json!({})),
    ] {
        app.client().post(path, body).await.refused(403, "AUTH_MODE");
    }
    assert_eq!((app.count("session").await, app.count("mail_outbox").await), (1, 0));
    session(&entered(&app, &idp).await).await;
});

on_both!(our_own_accounts_alone_ask_no_provider, |engine| async move {
    let idp = Idp::start().await;
    let app = TestApp::spawn_with(engine, |flags| {
        idp.configure(flags);
        flags.auth_mode = Some(AuthMode::Credentials);
    })
    .await;
    assert_eq!(app.client().get("/api/auth/providers").await.value().as_object().unwrap().len(), 1);
    let browser = app.client();
    let token = csrf(&browser).await;
    assert_eq!(browser.form("/api/auth/signin/acme", &[("csrfToken", &token)]).await.status, 400);
    assert_eq!(browser.get("/api/auth/callback/acme?code=x&state=y").await.status, 400);
});

on_both!(on_https_the_check_cookies_are_prefixed_and_secure, |engine| async move {
    let idp = Idp::start().await;
    let app = TestApp::spawn_with(engine, |flags| {
        idp.configure(flags);
        "https://sixfold.example".clone_into(&mut flags.public_url);
        flags.rate_limit = sixfold_server::config::cli::Switch::On;
    })
    .await;
    let browser = app.client();
    let token = csrf(&browser).await;
    let reply = browser.form("/api/auth/signin/acme", &[("csrfToken", &token), ("json", "true")]).await;
    let cookies = set_cookies(&reply);
    for name in CHECKS {
        let line = cookies.iter().find(|line| line.starts_with(&format!("__Secure-{name}="))).unwrap();
        assert!(line.ends_with("; Max-Age=900; Path=/; HttpOnly; SameSite=Lax; Secure"), "{line}");
    }
    let query = query_of(reply.value()["url"].as_str().unwrap());
    assert_eq!(query["redirect_uri"], "https://sixfold.example/api/auth/callback/acme");
});
