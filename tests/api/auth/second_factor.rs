//! The second factor in the auth client's sign-in.

use serde_json::json;
use sixfold_server::config::cli::Switch;
use sixfold_tests::people::PASSWORD;
use sixfold_tests::{Client, Reply, TestApp, both, on_both};

use super::{ORIGIN, csrf};

async fn enter(browser: &Client, email: &str, password: &str, code: Option<&str>) -> Reply {
    let token = csrf(browser).await;
    let mut fields = vec![("email", email), ("password", password), ("csrfToken", &token), ("json", "true")];
    fields.extend(code.map(|code| ("oneTimeCode", code)));
    browser.form("/api/auth/callback/credentials", &fields).await
}

fn page(error: &str) -> serde_json::Value {
    json!({ "url": format!("{ORIGIN}/api/auth/error?error={error}&provider=credentials") })
}

both! {
    async fn a_browser_is_asked_for_the_code_once_the_password_fits(app) {
        let coach = app.staff(4).await;
        let phone = app.enrol(&coach).await;
        let browser = app.client();
        let wrong = phone.wrong(&app);
        let right = phone.code(&app);
        for (password, code, error) in [
            ("not the password", None, "CredentialsSignin"),
            ("not the password", Some(right.as_str()), "CredentialsSignin"),
            (PASSWORD, None, "SecondFactorRequired"),
            (PASSWORD, Some(""), "SecondFactorRequired"),
            (PASSWORD, Some(wrong.as_str()), "SecondFactorWrong"),
        ] {
            let reply = enter(&browser, &coach.email, password, code).await;
            assert_eq!((reply.status.as_u16(), reply.value()), (401, page(error)));
            assert_eq!(browser.get("/api/auth/session").await.value(), json!({}));
        }
        assert_eq!(enter(&browser, &coach.email, PASSWORD, Some(&right)).await.status, 200);
        assert_eq!(browser.get("/api/auth/session").await.value()["uaid"], json!(coach.uaid));
        let again = enter(&app.client(), &coach.email, PASSWORD, Some(&right)).await;
        assert_eq!((again.status.as_u16(), again.value()), (401, page("SecondFactorWrong")));
        assert_eq!(enter(&app.client(), &coach.email, PASSWORD, Some(&phone.recovery[9])).await.status, 200);
    }

    async fn the_error_page_leads_to_the_sign_in_page(app) {
        for error in ["SecondFactorRequired", "SecondFactorWrong"] {
            let reply = app.client().get(&format!("/api/auth/error?error={error}&provider=credentials")).await;
            assert_eq!(reply.status, 302);
            assert!(reply.header("location").contains(&format!("error={error}")), "{}", reply.header("location"));
        }
    }
}

on_both!(too_many_codes_are_told_in_json, |engine| async move {
    let app = TestApp::spawn_with(engine, |flags| flags.rate_limit = Switch::On).await;
    let coach = app.staff(4).await;
    let phone = app.enrol(&coach).await;
    let browser = app.client();
    for _ in 0..10 {
        let reply = enter(&browser, &coach.email, PASSWORD, Some(&phone.wrong(&app))).await;
        assert_eq!(reply.value(), page("SecondFactorWrong"));
    }
    let reply = enter(&browser, &coach.email, PASSWORD, Some(&phone.code(&app))).await;
    assert_eq!((reply.status.as_u16(), reply.value()), (429, page("TooManyRequests")));
    assert_eq!(reply.header("retry-after"), "900");
});
