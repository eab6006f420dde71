//! A key that does not fit stops the start with the name of its setting.

use std::path::PathBuf;

use clap::Parser as _;
use sixfold_server::config::Config;
use sixfold_server::config::cli::{Cli, Flags};
use sixfold_server::config::wallets::WalletFlags;
use sixfold_tests::wallet_keys::{WalletKeys, scratch, wallet_keys};

fn start(keys: &WalletKeys, change: impl FnOnce(&mut Flags)) -> Result<Config, String> {
    let directory = tempfile::tempdir().unwrap();
    let mut flags = Cli::parse_from(["sixfold", "serve"]).flags;
    directory.path().clone_into(&mut flags.data_dir);
    keys.apple(&mut flags);
    keys.google(&mut flags);
    change(&mut flags);
    Config::from_flags(&flags).map(|(config, _)| config).map_err(|error| error.to_string())
}

#[track_caller]
fn refused(keys: &WalletKeys, setting: &str, part: &str, change: impl FnOnce(&mut Flags)) {
    let line = start(keys, change).unwrap_err();
    assert!(line.starts_with(&format!("{setting}: ")) && line.contains(part), "{line}");
    assert!(!line.contains('\n') && !line.contains("PRIVATE"), "{line}");
}

#[test]
fn keys_that_fit_are_taken() {
    let Some(keys) = wallet_keys() else { return };
    let config = start(keys, |_| {}).unwrap();
    assert!(config.wallets.apple.is_some() && config.wallets.google.is_some());
    let none = start(keys, |flags| flags.wallets = WalletFlags::default()).unwrap();
    assert!(none.wallets.apple.is_none() && none.wallets.google.is_none());
    // An empty variable counts as absent.
    let empty = start(keys, |flags| {
        flags.wallets = WalletFlags::default();
        flags.wallets.apple_team = Some(String::new());
        flags.wallets.apple_key_file = Some(PathBuf::new());
    });
    assert!(empty.unwrap().wallets.apple.is_none());
    let text = format!("{:?}", config.wallets);
    assert!(!text.contains("PRIVATE"), "{text}");
}

#[test]
fn apples_settings_are_given_together() {
    let Some(keys) = wallet_keys() else { return };
    let wanted = "wanted with the other settings of Apple Wallet";
    refused(keys, "--apple-pass-type", wanted, |flags| flags.wallets.apple_pass_type = None);
    refused(keys, "--apple-team", wanted, |flags| flags.wallets.apple_team = None);
    refused(keys, "--apple-certificate-file", wanted, |flags| flags.wallets.apple_certificate_file = None);
    refused(keys, "--apple-key-file", wanted, |flags| flags.wallets.apple_key_file = None);
    refused(keys, "--apple-intermediate-file", wanted, |flags| flags.wallets.apple_intermediate_file = None);
}

#[test]
fn what_does_not_fit_apple_is_told_by_its_setting() {
    let Some(keys) = wallet_keys() else { return };
    let file = |name: &str| Some(keys.path(name));
    refused(keys, "--apple-pass-type", "is for pass.example.sixfold.ticket", |flags| {
        flags.wallets.apple_pass_type = Some("pass.example.other".to_owned());
    });
    refused(keys, "--apple-pass-type", "such as", |flags| {
        flags.wallets.apple_pass_type = Some("example.sixfold".to_owned());
    });
    refused(keys, "--apple-team", "belongs to A1B2C3D4E5", |flags| {
        flags.wallets.apple_team = Some("ZZZZZZZZZZ".to_owned());
    });
    refused(keys, "--apple-team", "ten capitals", |flags| {
        flags.wallets.apple_team = Some("short".to_owned());
    });
    refused(keys, "--apple-certificate-file", "cannot be read", |flags| {
        flags.wallets.apple_certificate_file = file("nothing.pem");
    });
    refused(keys, "--apple-certificate-file", "no certificate in PEM", |flags| {
        flags.wallets.apple_certificate_file = file("apple.key");
    });
    refused(keys, "--apple-key-file", "cannot be read", |flags| {
        flags.wallets.apple_key_file = file("nothing");
    });
    refused(keys, "--apple-key-file", "is not the key of --apple-certificate-file", |flags| {
        flags.wallets.apple_key_file = file("push.key");
    });
    refused(keys, "--apple-key-file", "no private key", |flags| {
        flags.wallets.apple_key_file = file("apple.pem");
    });
    refused(keys, "--apple-key-file", "is encrypted", |flags| {
        flags.wallets.apple_key_file = file("locked.key");
    });
    refused(keys, "--apple-key-file", "wanted an RSA key", |flags| {
        flags.wallets.apple_key_file = file("curve.key");
    });
    refused(keys, "--apple-intermediate-file", "is not the certificate that issued", |flags| {
        flags.wallets.apple_intermediate_file = file("other-ca.pem");
    });
    refused(keys, "--apple-intermediate-file", "cannot be read", |flags| {
        flags.wallets.apple_intermediate_file = file("nothing");
    });
    let broken =
        scratch(&[("broken.pem", b"-----BEGIN CERTIFICATE-----\nMAAA\n-----END CERTIFICATE-----\n")]);
    refused(keys, "--apple-certificate-file", "does not read", |flags| {
        flags.wallets.apple_certificate_file = Some(broken.path().join("broken.pem"));
    });
}

#[test]
fn what_does_not_fit_google_is_told_by_its_setting() {
    let Some(keys) = wallet_keys() else { return };
    let wanted = "wanted with the other settings of Google Wallet";
    refused(keys, "--google-wallet-issuer", wanted, |flags| flags.wallets.google_wallet_issuer = None);
    refused(keys, "--google-wallet-key-file", wanted, |flags| flags.wallets.google_wallet_key_file = None);
    refused(keys, "--google-wallet-issuer", "digits", |flags| {
        flags.wallets.google_wallet_issuer = Some("issuer".to_owned());
    });
    let place = scratch(&[
        ("key.json", b"not json"),
        ("nobody.json", br#"{"client_email":"nobody","private_key":""}"#),
        ("keyless.json", br#"{"client_email":"a@b.example","private_key":"none"}"#),
    ]);
    for (name, part) in [
        ("nothing.json", "cannot be read"),
        ("key.json", "is not the JSON file"),
        ("nobody.json", "names no service account"),
        ("keyless.json", "no private key"),
    ] {
        refused(keys, "--google-wallet-key-file", part, |flags| {
            flags.wallets.google_wallet_key_file = Some(place.path().join(name));
        });
    }
}

#[test]
fn a_certificate_that_expires_soon_is_warned_of_and_one_that_has_expired_stops_no_start() {
    let Some(keys) = wallet_keys() else { return };
    let config = start(keys, |_| {}).unwrap();
    assert!(!config.warnings.iter().any(|warning| warning.contains("--apple-certificate-file")));
    let end = keys.openssl(&["x509", "-in", "apple.pem", "-noout", "-enddate", "-dateopt", "iso_8601"]);
    let end = String::from_utf8(end.stdout).unwrap();
    let end = end.trim().trim_start_matches("notAfter=").replace(' ', "T");
    let end: jiff::Timestamp = end.parse().unwrap();
    let eve = end - jiff::SignedDuration::from_hours(24);
    let config = start(keys, |flags| flags.test_clock = Some(eve.to_string())).unwrap();
    let warned = config.warnings.iter().any(|warning| {
        warning.starts_with("--apple-certificate-file: expires on ") && warning.contains("renew it")
    });
    assert!(warned, "{:?}", config.warnings);
    assert!(config.wallets.apple_at(eve.as_millisecond()).is_some());

    let after = end + jiff::SignedDuration::from_hours(24);
    let config = start(keys, |flags| flags.test_clock = Some(after.to_string())).unwrap();
    let warned =
        config.warnings.iter().any(|warning| warning.starts_with("--apple-certificate-file: expired on 20"));
    assert!(warned, "{:?}", config.warnings);
    assert!(config.wallets.apple_at(after.as_millisecond()).is_none());
    assert!(config.wallets.google.is_some());
}
