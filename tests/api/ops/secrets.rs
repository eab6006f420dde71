//! Secrets come from the environment or a file, so that none has to be on a command line. Weak secrets, and connections that
//! would send them unencrypted, are refused, or reported if the site is public.

use std::path::{Path, PathBuf};

use sixfold_server::db::engines::migrate::ALL;
use sixfold_server::db::engines::open::Target;
use sixfold_server::db::params;
use sixfold_tests::{TestStore, on_both, postgres};

use super::binary::{Ended, run};

const GOOD: &str = "0f3b8a51c9d7e24466b1f0a8d35c97e2";
const HTTPS: [&str; 2] = ["--public-url", "https://sixfold.example"];

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn data(&self) -> PathBuf {
        self.0.path().join("data")
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    }
}

fn migrate(data: &Path, https: bool, flags: &[&str]) -> Ended {
    let mut line = vec!["migrate"];
    if https {
        line.extend(HTTPS);
    }
    line.extend(flags);
    run(":", data, &line, "")
}

#[track_caller]
fn refused(ended: &Ended, setting: &str) {
    assert!(!ended.good, "{setting}: {}", ended.told);
    let line = ended.told.trim_end();
    assert!(line.starts_with(&format!("sixfold: {setting}: ")) && !line.contains('\n'), "{setting}: {line}");
    assert!(!line.contains(GOOD) && !line.contains("passw0rd"), "a secret is told: {line}");
}

#[track_caller]
fn fine(ended: &Ended) {
    assert!(ended.good, "{}", ended.told);
}

#[test]
fn a_secret_comes_from_a_file() {
    let place = Place::new();
    let file = place.file("secret", &format!("{GOOD}\n"));
    fine(&migrate(&place.data(), true, &["--secret-file", &file]));
    // It is the same secret, given in another way.
    let given =
        run(&format!("export SIXFOLD_SECRET={GOOD}"), &place.data(), &["migrate", HTTPS[0], HTTPS[1]], "");
    fine(&given);
    let variable = format!("export SIXFOLD_SECRET_FILE={file}");
    fine(&run(&variable, &place.data(), &["migrate", HTTPS[0], HTTPS[1]], ""));
    let old = place
        .file("old", "an older secret that nobody needs, or so they say\nand one more that is long enough");
    fine(&migrate(&place.data(), true, &["--secret-file", &file, "--previous-secrets-file", &old]));

    refused(&migrate(&place.data(), true, &["--secret-file", &file, "--secret", GOOD]), "--secret-file");
    let missing = format!("{file}-not-there");
    refused(&migrate(&place.data(), true, &["--secret-file", &missing]), "--secret-file");
    let empty = place.file("empty", "\n");
    refused(&migrate(&place.data(), true, &["--secret-file", &empty]), "--secret-file");
}

#[test]
fn other_settings_that_hold_secrets_come_from_files_too() {
    let place = Place::new();
    let database = place.file("database", &format!("sqlite:{}", place.data().join("other.db").display()));
    fine(&migrate(&place.data(), false, &["--database-url-file", &database]));
    assert!(place.data().join("other.db").exists());
    for (setting, wrong) in [
        ("--smtp-url", "ftp://somebody:passw0rd@relay.example"),
        ("--content-key", "k3y"),
        ("--signing-keys", "till:passw0rd"),
        ("--region-url", "https://geo.example/passw0rd"),
    ] {
        let file = place.file("setting", wrong);
        refused(&migrate(&place.data(), false, &[&format!("{setting}-file"), &file]), setting);
    }
}

#[test]
fn a_password_comes_from_a_file_or_from_standard_input() {
    let place = Place::new();
    fine(&migrate(&place.data(), false, &[]));
    let create = |email: &str, more: &[&str], input: &str| {
        let mut line = vec!["user", "create", "--email", email, "--role", "3"];
        line.extend(more);
        run(":", &place.data(), &line, input)
    };
    let file = place.file("password", "under the floodlights\n");
    for (email, from) in [("one@example.org", file.as_str()), ("two@example.org", "-")] {
        let ended = create(email, &["--password-file", from], "under the floodlights\n");
        fine(&ended);
        assert!(ended.told.contains(email) && !ended.told.contains("Password:"), "{}", ended.told);
        assert!(!ended.told.contains("floodlights"), "{}", ended.told);
    }
    let short = create("three@example.org", &["--password-file", "-"], "short\n");
    assert!(!short.good && short.told.contains("--password-file: "), "{}", short.told);
    let both =
        create("four@example.org", &["--password-file", &file, "--password", "under the floodlights"], "");
    assert!(!both.good && both.told.contains("--password"), "{}", both.told);
}

#[test]
fn a_weak_secret_is_refused_where_the_site_is_public() {
    let (same, few, again) = ("a".repeat(64), "abab cdcd ".repeat(5), "0123456789".repeat(4));
    for weak in [&same, &few, &again] {
        let place = Place::new();
        let file = place.file("secret", weak);
        refused(&migrate(&place.data(), true, &["--secret-file", &file]), "--secret");
        fine(&migrate(&place.data(), false, &["--secret-file", &file]));
    }
}

on_both!(a_wrong_secret_does_not_migrate_the_schema, |engine| async move {
    let (place, store) = (Place::new(), TestStore::open(engine).await);
    let url = match &store.target {
        Target::Sqlite(path) => format!("sqlite:{}", path.display()),
        Target::Postgres(_) => postgres::url_of(&store.target),
    };
    let with = |secret: &str| migrate(&place.data(), false, &["--database-url", &url, "--secret", secret]);
    fine(&with(GOOD));
    // As a release before this one left it.
    let newest = "DELETE FROM schema_migration WHERE version = (SELECT MAX(version) FROM schema_migration)";
    store.db.write(async move |conn| conn.execute(newest, params![]).await).await.unwrap();
    refused(&with("b7d2405e8c1f93a6d05b2e7f4a98c613"), "--secret");
    let count = "SELECT COUNT(*) FROM schema_migration";
    let applied: i64 = store.db.read(async |conn| conn.scalar(count, params![]).await).await.unwrap();
    assert_eq!(usize::try_from(applied).unwrap(), ALL.len() - 1);
});

#[test]
fn what_would_be_sent_in_clear_is_refused_or_told_of_where_the_site_is_public() {
    let place = Place::new();
    let secret = place.file("secret", GOOD);
    let with = |https: bool, flags: &[&str]| {
        let mut line = vec!["--secret-file", &secret];
        line.extend(flags);
        migrate(&place.data(), https, &line)
    };
    let refusals: [(&str, &[&str]); 5] = [
        ("--smtp-url", &["--smtp-url", "smtp://us:passw0rd@relay.example:587"]),
        ("--smtp-url", &["--smtp-url", "smtp://us:passw0rd@relay.example:587?tls=opportunistic"]),
        ("--content-url", &["--content-url", "http://hub.example/api", "--content-key", "passw0rd"]),
        ("--region-url", &["--region-url", "http://us:passw0rd@geo.example/{ip}"]),
        ("--region-url", &["--region-url", "http://geo.example/{ip}?key=passw0rd"]),
    ];
    for (setting, flags) in refusals {
        refused(&with(true, flags), setting);
        fine(&with(false, flags));
    }
    let warnings: [(&str, &[&str]); 3] = [
        ("--smtp-url", &["--smtp-url", "smtp://relay.example:25"]),
        ("--content-url", &["--content-url", "http://hub.example/api"]),
        ("--region-url", &["--region-url", "http://geo.example/{ip}"]),
    ];
    for (setting, flags) in warnings {
        let ended = with(true, flags);
        fine(&ended);
        let told: Vec<_> = ended.told.lines().filter(|line| line.contains(setting)).collect();
        assert_eq!(told.len(), 1, "{}", ended.told);
        assert!(!with(false, flags).told.contains(setting));
    }
    let silent: [&[&str]; 5] = [
        &["--smtp-url", "smtps://us:passw0rd@relay.example"],
        &["--smtp-url", "smtp://us:passw0rd@relay.example:587?tls=required"],
        &["--smtp-url", "smtp://127.0.0.1:25"],
        &["--content-url", "http://127.0.0.1:9/api", "--content-key", "passw0rd"],
        &["--region-url", "https://geo.example/{ip}?key=passw0rd"],
    ];
    for flags in silent {
        let ended = with(true, flags);
        fine(&ended);
        assert!(!ended.told.contains(flags[0]), "{}", ended.told);
    }
}
