//! Files that the binary writes are readable by their owner only, whatever the shell's umask.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use sixfold_tests::people::signup_body;
use sixfold_tests::until;

use super::binary::{Served, run};

/// The permissions of a directory and of everything below it.
fn modes(directory: &Path) -> Vec<(String, u32)> {
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let mut found = vec![(directory.display().to_string(), mode(directory))];
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(modes(&path));
        } else {
            found.push((path.display().to_string(), mode(&path)));
        }
    }
    found
}

fn assert_private(directory: &Path) -> usize {
    let found = modes(directory);
    let open: Vec<_> = found.iter().filter(|(_, mode)| mode & 0o077 != 0).collect();
    let open: Vec<_> = open.iter().map(|(path, mode)| format!("{mode:o} {path}")).collect();
    assert!(open.is_empty(), "{open:#?}");
    found.len()
}

// RULES 14.1
#[tokio::test]
async fn everything_that_is_written_is_its_owners() {
    let place = tempfile::tempdir().unwrap();
    let data = place.path().join("data");
    let served = Served::start("umask 022", &data, &[]);
    let body = signup_body("ada@athletes.example").to_string();
    let mut stream = served.connect(3).await.unwrap();
    let request = format!(
        "POST /api/user/forgot HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let signup = request.replacen("forgot", "signup", 1);
    assert!(Served::say(&mut stream, &signup).await.starts_with("HTTP/1.1 200"));
    let email = r#"{"email":"ada@athletes.example"}"#;
    let request = request.replacen(&body, email, 1).replacen(
        &format!("content-length: {}", body.len()),
        &format!("content-length: {}", email.len()),
        1,
    );
    assert!(Served::say(&mut stream, &request).await.starts_with("HTTP/1.1 200"));
    let is_written =
        async || std::fs::read_dir(data.join("mail")).is_ok_and(|mut mails| mails.next().is_some());
    until("no letter is written", is_written).await;
    let copy = data.join("copy.db");
    let ended = run("umask 022", &data, &["backup", copy.to_str().unwrap()], "");
    assert!(ended.good, "{}", ended.told);
    for name in ["sixfold.db", "sixfold.db-wal", "sixfold.db-shm", "secret", "copy.db", "mail"] {
        assert!(data.join(name).exists(), "{name} is written");
    }
    assert!(assert_private(&data) > 6);
}

#[test]
fn a_directory_that_others_may_read_is_told_of_in_one_line() {
    let place = tempfile::tempdir().unwrap();
    let data = place.path().join("data");
    for (mode, lines) in [(0o700, 0), (0o755, 1), (0o770, 1), (0o701, 1)] {
        std::fs::create_dir_all(&data).unwrap();
        std::fs::set_permissions(&data, std::fs::Permissions::from_mode(mode)).unwrap();
        let ended = run("umask 022", &data, &["migrate"], "");
        assert!(ended.good, "{}", ended.told);
        let told: Vec<_> = ended.told.lines().filter(|line| line.contains("chmod")).collect();
        assert_eq!(told.len(), lines, "{mode:o}: {}", ended.told);
        assert!(told.iter().all(|line| line.contains("--data-dir") && line.contains(data.to_str().unwrap())));
    }
}
