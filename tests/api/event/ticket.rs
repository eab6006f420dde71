//! The ticket for the wallet of a phone, by the rules of Apple's and Google's formats; `openssl` checks the signatures.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use sha1::{Digest as _, Sha1};
use sixfold_tests::wallet_keys::{ACCOUNT, ISSUER, PASS_TYPE, TEAM, argument, scratch, wallet_keys};
use sixfold_tests::{Engine, Person, Reply, TestApp, both, on_both};

use super::stage::{DAY, NEXT_DAY, TIME, booked, cancel, go_to, one_booked, shift, week};

const APPLE: &str = "/api/event/ticket/apple";
const GOOGLE: &str = "/api/event/ticket/google";

/// A server with both wallets; none without `openssl`.
pub(crate) async fn with_wallets(engine: Engine) -> Option<TestApp> {
    let keys = wallet_keys()?;
    let app = TestApp::spawn_with(engine, |flags| {
        keys.apple(flags);
        keys.google(flags);
    })
    .await;
    app.set_schedule(week(6)).await;
    Some(app)
}

pub(crate) fn files(pass: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut zip = zip::ZipArchive::new(Cursor::new(pass)).unwrap();
    (0..zip.len())
        .map(|at| {
            let mut file = zip.by_index(at).unwrap();
            let mut content = Vec::new();
            file.read_to_end(&mut content).unwrap();
            (file.name().to_owned(), content)
        })
        .collect()
}

/// What a pass says.
pub(crate) fn description(reply: &Reply) -> Value {
    assert_eq!(reply.status, 200, "{}", reply.text());
    assert_eq!(reply.header("content-type"), "application/vnd.apple.pkpass");
    serde_json::from_slice(&files(&reply.body)["pass.json"]).unwrap()
}

async fn ask(person: &Person, path: &str, booking_id: &str) -> Reply {
    person.client().get(&format!("{path}?bookingId={booking_id}")).await
}

on_both!(a_pass_is_signed_and_says_what_the_desk_scans, |engine| async move {
    let Some(app) = with_wallets(engine).await else { return };
    let athlete = app.athlete().await;
    let id = booked(&athlete, DAY, TIME).await;
    let code = app.texts("SELECT code FROM booking").await.remove(0).unwrap();
    let reply = ask(&athlete, APPLE, &id).await;
    let pass = description(&reply);
    assert_eq!(reply.header("content-disposition"), "attachment; filename=\"ticket.pkpass\"");
    assert_eq!(reply.header("cache-control"), "private, no-store");
    for (key, value) in [
        ("formatVersion", json!(1)),
        ("passTypeIdentifier", json!(PASS_TYPE)),
        ("teamIdentifier", json!(TEAM)),
        ("serialNumber", json!(id)),
        ("voided", json!(false)),
        ("relevantDate", json!("2026-03-05T10:00:00+00:00")),
        ("expirationDate", json!("2026-03-05T23:59:59+00:00")),
        ("webServiceURL", json!("http://localhost:8080/api/wallet/apple")),
        ("backgroundColor", json!("rgb(7, 10, 8)")),
    ] {
        assert_eq!(pass[key], value, "{key}");
    }
    assert!(pass["authenticationToken"].as_str().unwrap().len() >= 16, "the format wants sixteen");
    let barcode = &pass["barcodes"][0];
    assert_eq!((&barcode["message"], &barcode["format"]), (&json!(code), &json!("PKBarcodeFormatQR")));
    let when = &pass["eventTicket"]["secondaryFields"][0];
    assert_eq!(
        (&when["value"], &when["ignoresTimeZone"]),
        (&json!("2026-03-05T10:00:00+00:00"), &json!(true))
    );
    let mut keys: Vec<&str> = pass["eventTicket"]
        .as_object()
        .unwrap()
        .values()
        .flat_map(|fields| fields.as_array().unwrap())
        .map(|field| field["key"].as_str().unwrap())
        .collect();
    let all = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), all, "each field has a key of its own");
    // Nothing about the athlete but the name.
    let text = pass.to_string();
    assert!(
        text.contains("Robin") && !text.contains(&athlete.email) && !text.contains(&athlete.uaid),
        "{text}"
    );

    let files = files(&reply.body);
    for (name, side) in [("icon.png", 29), ("icon@2x.png", 58), ("icon@3x.png", 87), ("logo@3x.png", 150)] {
        let picture = image::load_from_memory(&files[name]).unwrap();
        assert_eq!((picture.width(), picture.height()), (side, side), "{name}");
    }
    let manifest: BTreeMap<String, String> = serde_json::from_slice(&files["manifest.json"]).unwrap();
    let digests: BTreeMap<String, String> = files
        .iter()
        .filter(|(name, _)| !matches!(name.as_str(), "manifest.json" | "signature"))
        .map(|(name, content)| (name.clone(), hex::encode(Sha1::digest(content))))
        .collect();
    assert_eq!(manifest, digests);

    verified_by_openssl(&files);
});

/// Checks the signature of a pass as anybody can who trusts the authority, and that a changed list is refused.
fn verified_by_openssl(files: &BTreeMap<String, Vec<u8>>) {
    let keys = wallet_keys().unwrap();
    let mut changed = files["manifest.json"].clone();
    changed[10] ^= 1;
    let place = scratch(&[
        ("signature", &files["signature"]),
        ("manifest.json", &files["manifest.json"]),
        ("changed.json", &changed),
    ]);
    let verify = |program: &str, content: &str| {
        keys.openssl(&[
            program,
            "-verify",
            "-binary",
            "-inform",
            "DER",
            "-in",
            &argument(place.path(), "signature"),
            "-content",
            &argument(place.path(), content),
            "-CAfile",
            "apple-ca.pem",
            "-purpose",
            "any",
            "-out",
            &argument(place.path(), "out"),
        ])
    };
    for program in ["smime", "cms"] {
        let good = verify(program, "manifest.json");
        assert!(good.status.success(), "openssl {program}: {}", String::from_utf8_lossy(&good.stderr));
        assert!(!verify(program, "changed.json").status.success(), "openssl {program} takes a changed list");
    }
    let told = keys.openssl(&[
        "cms",
        "-cmsout",
        "-print",
        "-inform",
        "DER",
        "-in",
        &argument(place.path(), "signature"),
    ]);
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    for part in
        ["signingTime", "messageDigest", "Mar  2 09:00:00 2026", PASS_TYPE, "OU=G4", "eContent: <ABSENT>"]
    {
        assert!(told.contains(part), "{part} is missing: {told}");
    }
}

on_both!(a_link_for_google_is_signed_and_short, |engine| async move {
    let Some(app) = with_wallets(engine).await else { return };
    let keys = wallet_keys().unwrap();
    let athlete = app.athlete().await;
    let id = booked(&athlete, DAY, TIME).await;
    let code = app.texts("SELECT code FROM booking").await.remove(0).unwrap();
    let link = |reply: &Reply| reply.data()["url"].as_str().unwrap().to_owned();
    let url = link(&ask(&athlete, GOOGLE, &id).await);
    let claims = google_claims(&url);
    assert_eq!(claims["iss"], ACCOUNT);
    assert_eq!((&claims["aud"], &claims["typ"]), (&json!("google"), &json!("savetowallet")));
    assert_eq!(claims["iat"], app.state.clock.now_ms() / 1_000);
    assert_eq!(claims["origins"], json!(["http://localhost:8080"]));
    let (class, object) =
        (&claims["payload"]["eventTicketClasses"][0], &claims["payload"]["eventTicketObjects"][0]);
    assert!(object["id"].as_str().unwrap().starts_with(&format!("{ISSUER}.{id}-")), "{object}");
    assert_eq!(object["classId"], class["id"]);
    assert_eq!(object["barcode"]["value"], json!(code));
    assert_eq!(class["dateTime"]["start"], "2026-03-05T10:00:00+00:00");
    assert!(object["ticketHolderName"].as_str().unwrap().starts_with("Robin"));
    let text = claims.to_string();
    assert!(!text.contains(&athlete.email) && !text.contains(&athlete.uaid), "{text}");

    let (signed, signature) = url.rsplit_once('/').unwrap().1.rsplit_once('.').unwrap();
    let place =
        scratch(&[("signed", signed.as_bytes()), ("signature", &URL_SAFE_NO_PAD.decode(signature).unwrap())]);
    let checked = keys.openssl(&[
        "dgst",
        "-sha256",
        "-verify",
        "google.pub",
        "-signature",
        &argument(place.path(), "signature"),
        &argument(place.path(), "signed"),
    ]);
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));

    // Google would ignore what another link says of the same class or object.
    let ids = |claims: &Value| {
        ["eventTicketClasses", "eventTicketObjects"].map(|list| claims["payload"][list][0]["id"].to_string())
    };
    let first = ids(&claims);
    assert_eq!(ids(&google_claims(&link(&ask(&athlete, GOOGLE, &id).await))), first, "nothing has changed");
    shift(&athlete, &id, NEXT_DAY, TIME).await.data();
    let moved = ids(&google_claims(&link(&ask(&athlete, GOOGLE, &id).await)));
    assert!(moved[0] != first[0] && moved[1] != first[1], "{moved:?}");
    app.execute("UPDATE event SET location_address = '1 Weir Lane, Leeds'").await;
    let elsewhere = ids(&google_claims(&link(&ask(&athlete, GOOGLE, &id).await)));
    assert!(elsewhere[0] != moved[0] && elsewhere[1] != moved[1], "{elsewhere:?}");
    app.execute("UPDATE account SET first_name = 'Zoë'").await;
    let renamed = ids(&google_claims(&link(&ask(&athlete, GOOGLE, &id).await)));
    assert!(renamed[0] == elsewhere[0] && renamed[1] != elsewhere[1], "{renamed:?}");

    // However long the texts are.
    let long = "Ångström-\u{1d4d0}".repeat(8);
    app.execute(format!(
        "UPDATE account SET first_name = '{name}', last_name = '{name}'",
        name = &long[..long.floor_char_boundary(100)]
    ))
    .await;
    app.execute(format!(
        "UPDATE event SET name = '{long}', location_name = '{long}', location_address = '{long}', location_post_code = '{long}'"
    ))
    .await;
    let url = link(&ask(&athlete, GOOGLE, &id).await);
    assert!(url.len() <= 1_800, "{} characters", url.len());
    let name = google_claims(&url)["payload"]["eventTicketObjects"][0]["ticketHolderName"].clone();
    assert!(name.as_str().unwrap().ends_with('…'), "{name}");
});

/// What the token of a link says.
fn google_claims(url: &str) -> Value {
    assert!(url.len() <= 1_800, "{} characters", url.len());
    let token = url.strip_prefix("https://pay.google.com/gp/v/save/").unwrap();
    let [header, claims, _] = token.split('.').collect::<Vec<_>>()[..] else { panic!("{token}") };
    let read =
        |part: &str| -> Value { serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).unwrap()).unwrap() };
    assert_eq!(read(header), json!({ "alg": "RS256", "typ": "JWT" }));
    read(claims)
}

// RULES 4.14
on_both!(only_the_own_confirmed_booking_ahead_goes_into_a_wallet, |engine| async move {
    let Some(app) = with_wallets(engine).await else { return };
    let (athlete, other) = (app.athlete().await, app.athlete().await);
    let id = booked(&athlete, DAY, TIME).await;
    for path in [APPLE, GOOGLE] {
        assert_eq!(ask(&athlete, path, &id).await.status, 200, "{path}");
        ask(&other, path, &id).await.refused(404, "NOT_FOUND");
        ask(&athlete, path, "nothing").await.refused(404, "NOT_FOUND");
        athlete.client().get(path).await.refused(400, "FIELD_MISSING");
        app.client().get(&format!("{path}?bookingId={id}")).await.refused(401, "UNAUTHORISED");
    }
    // Not even staff get somebody else's.
    ask(&app.person(3).await, APPLE, &id).await.refused(404, "NOT_FOUND");
    go_to(&app, DAY, "23:59").await;
    assert_eq!(ask(&athlete, APPLE, &id).await.status, 200, "all day long");
    go_to(&app, "2026-03-06", "00:00").await;
    for path in [APPLE, GOOGLE] {
        ask(&athlete, path, &id).await.refused(409, "STATUS_CONFLICT");
    }
    go_to(&app, "2026-03-02", "09:00").await;
    app.execute("UPDATE booking SET status = 'assistance'").await;
    ask(&athlete, APPLE, &id).await.refused(409, "STATUS_CONFLICT");
    app.execute("UPDATE booking SET status = 'booked'").await;
    cancel(&athlete, &id).await.data();
    for path in [APPLE, GOOGLE] {
        ask(&athlete, path, &id).await.refused(409, "STATUS_CONFLICT");
    }
});

on_both!(a_pass_in_summer_time_has_the_hour_of_london, |engine| async move {
    let Some(app) = with_wallets(engine).await else { return };
    go_to(&app, "2026-07-20", "09:00").await;
    let athlete = app.athlete().await;
    let id = booked(&athlete, "2026-07-21", TIME).await;
    let pass = description(&ask(&athlete, APPLE, &id).await);
    assert_eq!(pass["relevantDate"], "2026-07-21T10:00:00+01:00");
    shift(&athlete, &id, "2026-07-22", "14:15").await.data();
    let pass = description(&ask(&athlete, APPLE, &id).await);
    assert_eq!(pass["eventTicket"]["secondaryFields"][0]["value"], "2026-07-22T14:15:00+01:00");
});

both! {
    async fn without_keys_there_is_no_wallet(app) {
        let (athlete, id) = one_booked(&app, 6).await;
        for path in [APPLE, GOOGLE] {
            ask(&athlete, path, &id).await.refused(404, "NOT_FOUND");
        }
        let settings = app.client().get("/api/event/config").await.data();
        assert_eq!(settings["wallets"], json!({ "apple": false, "google": false }));
    }
}

on_both!(the_settings_say_which_wallets_there_are, |engine| async move {
    let Some(keys) = wallet_keys() else { return };
    let app = TestApp::spawn_with(engine, |flags| keys.google(flags)).await;
    let settings = app.client().get("/api/event/config").await.data();
    assert_eq!(settings["wallets"], json!({ "apple": false, "google": true }));
});
