//! `GET /api/user/certificate` (RULES 13.18). The page is read by another library, and by Poppler, QPDF and MuPDF where they are
//! installed.

use std::path::Path;
use std::process::Command;

use lopdf::{Document, Object};
use sixfold_tests::{Person, Reply, TestApp, both};

use super::card::booking_on;
use super::results::tested;

const CERTIFICATE: &str = "/api/user/certificate";
const DAY: &str = "2025-11-20";
const NEWER: &str = "2025-12-10";

async fn certificate(person: &Person) -> Reply {
    let reply = person.client().get(CERTIFICATE).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply
}

/// The names in an athlete's account.
async fn named(app: &TestApp, person: &Person, first: &str, last: &str) {
    let uaid = &person.uaid;
    let sql =
        format!("UPDATE account SET first_name = '{first}', last_name = '{last}' WHERE uaid = '{uaid}'");
    app.execute(sql).await;
}

/// What a program prints about a file; none if it is not installed.
fn told(program: &str, arguments: &[&str], file: &Path) -> Option<String> {
    let output = Command::new(program).args(arguments).arg(file).output().ok()?;
    let text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program}: {text}");
    Some(text)
}

/// `pdftotext` writes to its second argument.
fn text_of(file: &Path) -> Option<String> {
    let output = Command::new("pdftotext").arg("-layout").arg(file).arg("-").output().ok()?;
    assert!(output.status.success());
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn name<'a>(object: &'a Object, key: &[u8]) -> &'a [u8] {
    object.as_dict().unwrap().get(key).unwrap().as_name().unwrap()
}

/// Page, language, title, structure and fonts, as another library reads them.
fn read(pdf: &[u8], title: &str) {
    let document = Document::load_mem(pdf).unwrap();
    let pages = document.get_pages();
    assert_eq!(pages.len(), 1);
    let page = document.get_dictionary(pages[&1]).unwrap();
    let sizes: Vec<f32> = page
        .get(b"MediaBox")
        .unwrap()
        .as_array()
        .unwrap()
        .iter()
        .map(|side| side.as_float().unwrap())
        .collect();
    assert!((sizes[2] - 595.276).abs() < 0.01 && (sizes[3] - 841.89).abs() < 0.01, "{sizes:?}");
    let catalog = document.catalog().unwrap();
    assert_eq!(catalog.get(b"Lang").unwrap().as_str().unwrap(), b"en-GB");
    let info = document.trailer.get(b"Info").unwrap().as_reference().unwrap();
    let told = document.get_dictionary(info).unwrap().get(b"Title").unwrap();
    assert_eq!(lopdf::decode_text_string(told).unwrap(), title);
    let marked = catalog.get(b"MarkInfo").unwrap().as_dict().unwrap();
    assert!(marked.get(b"Marked").unwrap().as_bool().unwrap());
    let kinds = |key: &[u8], kind: &[u8]| {
        let of = |object: &&Object| {
            object
                .as_dict()
                .is_ok_and(|dict| dict.get(key).and_then(Object::as_name).is_ok_and(|name| name == kind))
        };
        document.objects.values().filter(of).count()
    };
    assert_eq!(
        (kinds(b"S", b"Table"), kinds(b"S", b"TR"), kinds(b"S", b"TH"), kinds(b"S", b"TD")),
        (1, 7, 3, 18)
    );
    assert_eq!((kinds(b"S", b"H1"), kinds(b"S", b"Figure")), (1, 1));
    // Vector alone: no picture; every font embedded and cut down, with what its letters stand for.
    assert_eq!(kinds(b"Subtype", b"Image"), 0);
    let fonts: Vec<&Object> = document
        .objects
        .values()
        .filter(|object| object.as_dict().is_ok_and(|dict| dict.has(b"ToUnicode")))
        .collect();
    assert!(fonts.len() >= 3, "{}", fonts.len());
    for font in fonts {
        assert_eq!(&name(font, b"BaseFont")[..7], b"SIXFLD+");
    }
    assert!(kinds(b"Type", b"FontDescriptor") >= 3 && pdf.len() < 60_000, "{} bytes", pdf.len());
}

both! {
    async fn it_is_a_page_that_others_read(app) {
        let ada = app.athlete().await;
        let score = tested(&app, &ada, DAY, 60).await;
        named(&app, &ada, "Zoë", "Łukasz-Ó Néill").await;
        let reply = certificate(&ada).await;
        assert_eq!(reply.header("content-type"), "application/pdf");
        assert_eq!(reply.header("content-disposition"), format!("attachment; filename=\"sixfold-certificate-{DAY}.pdf\""));
        assert_eq!(reply.header("cache-control"), "private, no-store");
        let title = "Certificate of Zoë Łukasz-Ó Néill, 20 Nov 2025";
        read(&reply.body, title);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("certificate.pdf");
        std::fs::write(&file, &reply.body).unwrap();
        if let Some(info) = told("pdfinfo", &[], &file) {
            for part in [title, "Tagged:          yes", "Pages:           1", "(A4)"] {
                assert!(info.contains(part), "{part}: {info}");
            }
        }
        if let Some(text) = text_of(&file) {
            let score = format!("{score:.2}");
            for part in ["Zoë Łukasz-Ó Néill", &score, "Season 10 2025", "Cognitive", "Endurance", " hits", " N/kg", " cm", " s", "level "] {
                assert!(text.contains(part), "{part}: {text}");
            }
        }
        if let Some(fonts) = told("pdffonts", &[], &file) {
            let rows: Vec<&str> = fonts.lines().skip(2).collect();
            assert!(rows.len() >= 3 && rows.iter().all(|row| row.contains("yes yes yes")), "{fonts}");
        }
        if let Some(checked) = told("qpdf", &["--check"], &file) {
            assert!(checked.contains("No syntax or stream encoding errors found"), "{checked}");
        }
        if let Some(drawn) = told("mutool", &["draw", "-F", "txt"], &file) {
            assert!(drawn.contains("Certificate") && !drawn.contains("error"), "{drawn}");
        }
    }

    async fn any_name_has_room(app) {
        let ada = app.athlete().await;
        tested(&app, &ada, DAY, 60).await;
        for (first, last) in [("مريم", "الزهراء"), ("Владимир", "Иванов"), ("מרים", "בן דוד"), ("W", &"W".repeat(60))] {
            named(&app, &ada, first, last).await;
            let reply = certificate(&ada).await;
            assert_eq!(Document::load_mem(&reply.body).unwrap().get_pages().len(), 1, "{first} {last}");
        }
    }

    // RULES 13.18
    async fn a_name_that_cannot_be_written_is_refused(app) {
        let ada = app.athlete().await;
        tested(&app, &ada, DAY, 60).await;
        let offered = || async { ada.client().get("/api/user/card/facts").await.data()["certificate"].clone() };
        for (first, last) in [("李", "小龍"), ("Bruce", "李"), ("", "")] {
            named(&app, &ada, first, last).await;
            ada.client().get(CERTIFICATE).await.refused(422, "NAME_NOT_DRAWABLE");
            assert_eq!(offered().await, false);
        }
        named(&app, &ada, "Li", "Xiaolong").await;
        certificate(&ada).await;
        assert_eq!(offered().await, true);
    }

    async fn it_is_of_ones_own_result_that_is_not_held(app) {
        let (ada, ben) = (app.athlete().await, app.athlete().await);
        ada.client().get(CERTIFICATE).await.refused(422, "NO_RESULT");
        tested(&app, &ada, DAY, 40).await;
        tested(&app, &ada, NEWER, 60).await;
        app.execute(format!("UPDATE booking SET held = TRUE WHERE test_date = '{NEWER}'")).await;
        assert!(certificate(&ada).await.header("content-disposition").contains(DAY));
        let held = booking_on(&app, &ada, NEWER).await;
        let theirs = format!("{CERTIFICATE}?bookingId={held}");
        ada.client().get(&theirs).await.refused(422, "NO_RESULT");
        app.execute("UPDATE booking SET held = FALSE").await;
        assert_eq!(ada.client().get(&theirs).await.status, 200);
        ben.client().get(&theirs).await.refused(422, "NO_RESULT");
        ada.client().get(&format!("{CERTIFICATE}?uaid={}", ben.uaid)).await.refused(403, "FORBIDDEN");
        app.client().get(CERTIFICATE).await.refused(401, "UNAUTHORISED");
    }
}
