//! The matrix, cell by cell.

use std::collections::BTreeSet;

use serde_json::Value;
use sixfold_domain::role::{Grant, Role};
use sixfold_server::db::Engine;
use sixfold_tests::{Person, on_both};

use super::calls;
use super::rows::{ROWS, Row, Rule, Whose};
use super::stage::{CALLERS, Object, Stage};

/// The expected status of a cell's call.
fn expected(row: &Row, role: Option<Role>, object: Object) -> u16 {
    let refused = if row.whose == Whose::Hidden { 404 } else { 403 };
    let own = row.own.unwrap_or(row.ok);
    match (row.rule.grant(role), object) {
        _ if row.rule == Rule::Open => row.ok,
        (Grant::Nothing, _) if role.is_none() => 401,
        // What is limited to today answers about today; it names no object.
        (Grant::Own | Grant::Any | Grant::Today, Object::Own) => own,
        // A list of the caller's team is empty without a team.
        (Grant::Team, Object::Own) if row.own.is_some() => own,
        (Grant::Any, _) | (Grant::Team, Object::Members) => row.ok,
        // Nobody on the stage has a booking today.
        (Grant::Own | Grant::Today, _) => refused,
        // Without a team, a coach may act for nobody.
        (Grant::Nothing | Grant::Team, _) => 403,
    }
}

async fn call(stage: &Stage, row: &Row, caller: Option<&Person>, whose: &Person) -> sixfold_tests::Reply {
    let call = calls::good(stage, row, whose).await;
    let client = caller.map_or_else(|| stage.app.client(), Person::client);
    call.send(&client, &[]).await
}

async fn every_cell(engine: Engine) {
    let stage = Stage::set(engine).await;
    let mut wrong = Vec::new();
    let mut cells = 0;
    for row in ROWS {
        for role in CALLERS {
            for object in Object::ALL {
                if row.whose == Whose::Nobodys && object != Object::Own {
                    continue;
                }
                let caller = match role {
                    Some(role) => Some(stage.person(role).await),
                    None => None,
                };
                let whose = stage.whose(caller.as_ref(), object).await;
                let reply = call(&stage, row, caller.as_ref(), &whose).await;
                let wanted = expected(row, role, object);
                if reply.status.as_u16() != wanted {
                    let text: String = reply.text().chars().take(200).collect();
                    wrong.push(format!(
                        "{} {} by {role:?} about {object:?}: {} for {wanted}: {text}",
                        row.call, row.act, reply.status
                    ));
                }
                cells += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {cells} cells are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(cells > 500, "{cells} cells");
}

on_both!(every_call_is_answered_by_the_table, every_cell);

on_both!(every_call_of_the_document_has_a_row_and_every_row_a_call, |engine| async move {
    let stage = Stage::set(engine).await;
    let document = stage.app.client().get("/api/openapi.json").await.value();
    let mut listed = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            listed.insert(format!("{} {path}", method.to_uppercase()));
        }
    }
    let rows: BTreeSet<String> = ROWS.iter().map(|row| row.call.to_owned()).collect();
    let without_row: Vec<_> = listed.difference(&rows).collect();
    let without_call: Vec<_> = rows.difference(&listed).collect();
    assert!(
        without_row.is_empty() && without_call.is_empty(),
        "no row: {without_row:#?}\nno call: {without_call:#?}"
    );
    // The documented refusals are the actual ones.
    for row in ROWS {
        let (method, path) = row.call.split_once(' ').unwrap();
        let answers = &document["paths"][path][method.to_lowercase()]["responses"];
        let has = |status: &str| answers.get(status).is_some_and(Value::is_object);
        if row.rule != Rule::Open {
            assert!(has("401") && has("403"), "{} does not tell of 401 and 403: {answers}", row.call);
        }
        assert!(has(&row.ok.to_string()), "{} does not tell of {}", row.call, row.ok);
    }
});

on_both!(a_refused_admin_call_is_written_down, |engine| async move {
    let stage = Stage::set(engine).await;
    for row in ROWS.iter().filter(|row| row.rule != Rule::Open && row.call.contains("/admin")) {
        for role in CALLERS.into_iter().flatten().filter(|role| row.rule.grant(Some(*role)) == Grant::Nothing)
        {
            let caller = stage.person(role).await;
            let whose = stage.whose(Some(&caller), Object::Others).await;
            call(&stage, row, Some(&caller), &whose).await.refused(403, "FORBIDDEN");
            let route = row.call;
            let sql = format!(
                "SELECT COUNT(*) FROM audit_log WHERE action = 'access.refused' AND actor_uaid = '{}' AND object_id = '{route}'",
                caller.uaid
            );
            assert_eq!(stage.app.scalar(sql).await, 1, "{} by {role:?}", row.call);
        }
    }
});
