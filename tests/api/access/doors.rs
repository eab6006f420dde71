//! What is checked before a call is looked at: the session, the CSRF token, the role.

use axum::http::Method;
use sixfold_domain::role::{Grant, Role};
use sixfold_server::db::Engine;
use sixfold_tests::on_both;

use super::calls;
use super::rows::{ROWS, Row, Rule};
use super::stage::{CALLERS, Object, Stage};

const BROKEN: &str = "{\"broken";

fn guarded() -> impl Iterator<Item = &'static Row> {
    ROWS.iter().filter(|row| row.rule != Rule::Open)
}

fn writes(row: &Row) -> bool {
    !row.call.starts_with("GET ")
}

/// A role that may use the row.
fn somebody(row: &Row) -> Role {
    let may = CALLERS
        .into_iter()
        .flatten()
        .find(|role| matches!(row.rule.grant(Some(*role)), Grant::Own | Grant::Any));
    may.unwrap_or_else(|| panic!("{}: nobody may", row.call))
}

on_both!(without_a_living_session_every_call_is_401_whatever_it_carries, |engine| async move {
    let stage = Stage::set(engine).await;
    let left = stage.person(Role::Delivery).await;
    stage.app.execute(format!("UPDATE session SET revoked_at = 1 WHERE uaid = '{}'", left.uaid)).await;
    let garbage = "f".repeat(64);
    for row in guarded() {
        let whose = stage.person(Role::Athlete).await;
        let call = calls::good(&stage, row, &whose).await;
        for token in [None, Some(&garbage), Some(&left.token)] {
            let client =
                || token.map_or_else(|| stage.app.client(), |token| stage.app.client().bearer(token));
            call.send(&client(), &[]).await.refused(401, "UNAUTHORISED");
            if writes(row) {
                call.send_raw(&client(), BROKEN, &[]).await.refused(401, "UNAUTHORISED");
                call.send_raw(&client(), "", &[]).await.refused(401, "UNAUTHORISED");
                call.send_raw(&client(), BROKEN, &[("content-type", "text/plain")])
                    .await
                    .refused(401, "UNAUTHORISED");
                call.send_raw(&client(), BROKEN, &[("idempotency-key", "not one")])
                    .await
                    .refused(401, "UNAUTHORISED");
            }
        }
    }
});

on_both!(a_role_is_refused_before_its_body_is_read, |engine| async move {
    let stage = Stage::set(engine).await;
    let mut wrong = Vec::new();
    let mut seen = 0;
    for row in guarded().filter(|row| writes(row) && !row.told_by_body) {
        for role in CALLERS.into_iter().flatten().filter(|role| row.rule.grant(Some(*role)) == Grant::Nothing)
        {
            let caller = stage.person(role).await;
            let call = calls::good(&stage, row, &caller).await;
            for body in [BROKEN, "", "[]", "{}"] {
                let reply = call.send_raw(&caller.client(), body, &[]).await;
                if reply.status != 403 {
                    wrong.push(format!("{} by {role:?} with {body:?}: {}", row.call, reply.status));
                }
                seen += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen > 20, "{seen} calls");
});

async fn csrf(engine: Engine) {
    let stage = Stage::set(engine).await;
    let mut wrong = Vec::new();
    for row in guarded().filter(|row| writes(row)) {
        let caller = stage.person(somebody(row)).await;
        let whose = match row.own {
            Some(own) if own != row.ok => stage.whose(Some(&caller), Object::Others).await,
            _ => caller.again(),
        };
        let call = calls::good(&stage, row, &whose).await;
        let (browser, token) = stage.browser(&caller).await;
        let (_, foreign) = stage.browser(&caller).await;
        for more in [
            &[][..],
            &[("x-csrf-token", "")],
            &[("x-csrf-token", foreign.as_str())],
            &[("x-csrf-token", "0")],
        ] {
            let replies = [call.send(&browser, more).await, call.send_raw(&browser, BROKEN, more).await];
            for reply in replies {
                let code = reply.value()["error"]["errorCode"].clone();
                if (reply.status.as_u16(), code.as_str()) != (403, Some("CSRF")) {
                    wrong.push(format!("{} {} with {more:?}: {} {code}", row.call, row.act, reply.status));
                }
            }
        }
        // The control: with the token it succeeds.
        let reply = call.send(&browser, &[("x-csrf-token", &token)]).await;
        if reply.status.as_u16() != row.ok {
            wrong.push(format!("{} {} with the token: {} {}", row.call, row.act, reply.status, reply.text()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

on_both!(a_cookie_alone_writes_nothing, csrf);

on_both!(reads_with_a_cookie_need_no_csrf_token, |engine| async move {
    let stage = Stage::set(engine).await;
    for row in guarded().filter(|row| !writes(row)) {
        let caller = stage.person(somebody(row)).await;
        let call = calls::good(&stage, row, &caller).await;
        assert_eq!(call.method, Method::GET);
        let (browser, _) = stage.browser(&caller).await;
        assert_eq!(call.send(&browser, &[]).await.status.as_u16(), row.ok, "{}", row.call);
    }
});
