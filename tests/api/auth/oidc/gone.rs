//! A provider that is unreachable or broken.

use axum::http::StatusCode;
use serde_json::{Value, json};
use sixfold_tests::on_both;

use super::{ORIGIN, arrived, begin, csrf, enter, refused, session, sign_in, with_acme, with_two};

on_both!(a_provider_that_went_away_gives_a_clear_page_and_leaves_passwords_working, |engine| async move {
    let (app, idp) = with_acme(engine).await;
    app.sign_up("own@athletes.example").await;
    let browser = app.client();
    let way = idp.agree(&begin(&browser, "acme", "/en-gb/profile").await);
    idp.peer.stop().await;
    refused(&browser.get(&way).await, "OAuthCallback");
    // The metadata is fetched again after 15 seconds.
    app.state.clock.advance(15_000);
    let token = csrf(&browser).await;
    let page = format!("{ORIGIN}/api/auth/error?error=OAuthSignin&provider=acme");
    let reply = browser.form("/api/auth/signin/acme", &[("csrfToken", &token), ("json", "true")]).await;
    assert_eq!((reply.status.as_u16(), reply.value()), (200, json!({ "url": page })));
    let reply = browser.form("/api/auth/signin/acme", &[("csrfToken", &token)]).await;
    assert_eq!((reply.status.as_u16(), reply.header("location")), (302, page.clone()));
    let reply = browser.get(page.strip_prefix(ORIGIN).unwrap()).await;
    let back = "http%3A%2F%2Flocalhost%3A8080%2Fen%2Dgb%2Fprofile";
    let to = format!("{ORIGIN}/en-gb/login?callbackUrl={back}&error=OAuthSignin");
    assert_eq!(reply.header("location"), to);
    sign_in(&browser, "own@athletes.example").await;
    session(&browser).await;
});

on_both!(the_start_asks_each_provider_and_names_the_one_that_is_wrong, |engine| async move {
    let (app, _good, bad) = with_two(engine).await;
    let (providers, clock) = (&app.state.auth.providers, &app.state.clock);
    providers.discover(clock).await.unwrap();
    let wrong = [
        ("issuer", json!("https://evil.example")),
        ("issuer", json!(format!("{}/", bad.issuer))),
        ("token_endpoint", Value::Null),
        ("id_token_signing_alg_values_supported", json!(["none", "HS256"])),
        ("jwks_uri", json!(format!("{}/nothing", bad.issuer))),
        ("authorization_endpoint", json!("nonsense")),
    ];
    for (name, value) in wrong {
        bad.script().metadata = [(name.to_owned(), value.clone())].into_iter().collect();
        let (id, error) = providers.discover(clock).await.unwrap_err();
        assert_eq!(id, "other", "{name} {value}");
        assert!(error.to_string().contains(&bad.issuer) && !error.to_string().contains('\n'), "{error}");
    }
    bad.script().metadata.clear();
    bad.peer.stop().await;
    let (id, error) = providers.discover(clock).await.unwrap_err();
    assert_eq!(id, "other");
    assert!(error.to_string().contains(&bad.issuer), "{error}");
});

on_both!(no_redirect_of_a_provider_is_followed, |engine| async move {
    let (app, idp) = with_acme(engine).await;
    idp.script().metadata.insert("jwks_uri".to_owned(), json!(format!("{}/away", idp.issuer)));
    let (id, _) = app.state.auth.providers.discover(&app.state.clock).await.unwrap_err();
    assert_eq!(id, "acme");
    idp.script().metadata.clear();
    idp.script().token_error = Some((StatusCode::TEMPORARY_REDIRECT, json!({})));
    refused(&enter(&app.client(), &idp).await, "OAuthCallback");
});

on_both!(no_endless_answer_of_a_provider_is_read, |engine| async move {
    let (app, idp) = with_acme(engine).await;
    let endless = json!("x".repeat(1024 * 1024));
    let keys = idp.script().shown.clone();
    idp.script().shown["padding"] = endless.clone();
    let (_, error) = app.state.auth.providers.discover(&app.state.clock).await.unwrap_err();
    assert!(error.to_string().contains("larger than 1 MiB"), "{error}");
    idp.script().shown = keys;
    idp.script().metadata.insert("padding".to_owned(), endless.clone());
    let (_, error) = app.state.auth.providers.discover(&app.state.clock).await.unwrap_err();
    assert!(error.to_string().contains("larger than 1 MiB"), "{error}");
    idp.script().metadata.clear();
    idp.claim("padding", endless.clone());
    refused(&enter(&app.client(), &idp).await, "OAuthCallback");
    idp.claim("padding", Value::Null);
    idp.claim("email", Value::Null);
    idp.script().user_info = json!({
        "sub": "robin-at-acme", "email": "robin@acme.example", "email_verified": true, "padding": endless,
    });
    refused(&enter(&app.client(), &idp).await, "OAuthCallback");
    idp.script().user_info["padding"] = Value::Null;
    arrived(&enter(&app.client(), &idp).await);
});

on_both!(many_who_sign_in_at_once_cost_a_provider_one_question, |engine| async move {
    let (app, idp) = with_acme(engine).await;
    let browsers: Vec<_> = (0..20).map(|_| app.client()).collect();
    futures::future::join_all(browsers.iter().map(|browser| begin(browser, "acme", "/en-gb/profile"))).await;
    begin(&app.client(), "acme", "/en-gb/profile").await;
    assert_eq!(idp.script().key_fetches, 1);
    app.state.clock.advance(15_000);
    begin(&app.client(), "acme", "/en-gb/profile").await;
    assert_eq!(idp.script().key_fetches, 2, "the control: what is old is asked for again");
});
