//! A setting that does not fit stops the start with its name.

use std::path::PathBuf;

use clap::Parser as _;
use sixfold_server::config::Config;
use sixfold_server::config::cli::{Cli, Flags};
use sixfold_server::config::notifications::{NotificationFlags, make_key};
use sixfold_tests::wallet_keys::wallet_keys;

use super::configure;

fn start(change: impl FnOnce(&mut Flags)) -> Result<Config, String> {
    let directory = tempfile::tempdir().unwrap();
    let mut flags = Cli::parse_from(["sixfold", "serve"]).flags;
    directory.path().clone_into(&mut flags.data_dir);
    configure(&mut flags, directory.path(), "*.push.example.org");
    change(&mut flags);
    Config::from_flags(&flags).map(|(config, _)| config).map_err(|error| error.to_string())
}

#[track_caller]
fn refused(setting: &str, part: &str, change: impl FnOnce(&mut Flags)) {
    let line = start(change).unwrap_err();
    assert!(line.starts_with(&format!("{setting}: ")) && line.contains(part), "{line}");
    assert!(!line.contains('\n') && !line.contains("PRIVATE") && !line.contains("k3y"), "{line}");
}

#[test]
fn a_key_and_a_contact_are_taken() {
    let config = start(|_| {}).unwrap();
    let push = config.notifications.push.unwrap();
    assert!(push.endpoint("https://a.push.example.org/x").is_some());
    assert!(!format!("{push:?}").contains("PRIVATE"));
    let none = start(|flags| flags.notifications = NotificationFlags::default()).unwrap();
    assert!(none.notifications.push.is_none() && none.notifications.texts.is_none());
    // An empty variable counts as absent.
    let empty = start(|flags| {
        flags.notifications.push_key_file = Some(PathBuf::new());
        flags.notifications.push_contact = Some(String::new());
        flags.notifications.push_hosts = vec![String::new()];
        flags.notifications.text_url = Some(String::new());
    });
    assert!(empty.unwrap().notifications.push.is_none());
}

#[test]
fn a_key_of_openssl_is_taken() {
    let Some(keys) = wallet_keys() else { return };
    let config = start(|flags| flags.notifications.push_key_file = Some(keys.path("curve.key"))).unwrap();
    assert_eq!(config.notifications.push.unwrap().key.public.len(), 87);
    refused("--push-key-file", "wanted a key on P-256", |flags| {
        flags.notifications.push_key_file = Some(keys.path("apple.key"));
    });
    refused("--push-key-file", "is encrypted", |flags| {
        flags.notifications.push_key_file = Some(keys.path("locked.key"));
    });
    refused("--push-key-file", "no private key", |flags| {
        flags.notifications.push_key_file = Some(keys.path("apple.pem"));
    });
}

#[test]
fn what_does_not_fit_is_told_by_its_setting() {
    refused("--push-key-file", "wanted with --push-contact", |flags| {
        flags.notifications.push_key_file = None;
    });
    refused("--push-contact", "wanted with --push-key-file", |flags| flags.notifications.push_contact = None);
    refused("--push-contact", "mailto:", |flags| {
        flags.notifications.push_contact = Some("push@example.org".to_owned());
    });
    refused("--push-key-file", "cannot be read", |flags| {
        flags.notifications.push_key_file = Some(PathBuf::from("/nowhere/push.pem"));
    });
    for host in ["https://push.example.org", "*.org", "a b"] {
        refused("--push-hosts", "is no host", |flags| flags.notifications.push_hosts = vec![host.to_owned()]);
    }
    refused("--text-url", "wanted an https address", |flags| {
        flags.notifications.text_url = Some("http://texts.example.org".to_owned());
        flags.notifications.text_key = Some("k3y".to_owned());
    });
    refused("--text-key", "belongs to --text-url", |flags| {
        flags.notifications.text_key = Some("k3y".to_owned());
    });
}

#[test]
fn a_texts_key_can_be_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("key");
    std::fs::write(&file, "k3y\n").unwrap();
    let config = start(|flags| {
        flags.notifications.text_url = Some("https://texts.example.org".to_owned());
        flags.notifications.text_key_file = Some(file.clone());
    });
    let texts = config.unwrap().notifications.texts.unwrap();
    assert_eq!(texts.authorisation.as_ref().unwrap(), "Bearer k3y");
    assert!(!format!("{texts:?}").contains("k3y"));
}

#[test]
fn a_made_key_is_its_owners_alone_and_replaces_none() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("push.pem");
    let public = make_key(&file).unwrap();
    let config = start(|flags| flags.notifications.push_key_file = Some(file.clone())).unwrap();
    assert_eq!(config.notifications.push.unwrap().key.public, public);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let pem = std::fs::read(&file).unwrap();
    assert!(make_key(&file).is_err());
    assert_eq!(std::fs::read(&file).unwrap(), pem);
}
