//! Keys and certificates for the wallets of phones, made once for all tests by `openssl`, which also checks what the server signs.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use sixfold_server::config::cli::Flags;

pub const PASS_TYPE: &str = "pass.example.sixfold.ticket";
pub const TEAM: &str = "A1B2C3D4E5";
pub const ISSUER: &str = "3388000000012345678";
pub const ACCOUNT: &str = "tickets@sixfold-tests.iam.gserviceaccount.example";

#[derive(Debug)]
pub struct WalletKeys(tempfile::TempDir);

/// The keys; none, and a line that says so, if `openssl` is not installed.
pub fn wallet_keys() -> Option<&'static WalletKeys> {
    static KEYS: OnceLock<Option<WalletKeys>> = OnceLock::new();
    let keys = KEYS.get_or_init(|| {
        Command::new("openssl").arg("version").output().ok()?;
        Some(WalletKeys::make())
    });
    if keys.is_none() {
        println!("SKIPPED: openssl is not installed, so no key for a wallet can be made");
    }
    keys.as_ref()
}

impl WalletKeys {
    fn make() -> Self {
        let keys = Self(tempfile::tempdir().unwrap());
        for (name, unit) in [("apple-ca", "G4"), ("other-ca", "G1")] {
            let subject = format!("/C=GB/O=Sixfold Tests/OU={unit}/CN=Test Relations");
            keys.run(&[
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-noenc",
                "-keyout",
                &format!("{name}.key"),
                "-out",
                &format!("{name}.pem"),
                "-days",
                "3650",
                "-subj",
                &subject,
            ]);
        }
        std::fs::write(keys.path("client.ext"), "extendedKeyUsage=clientAuth\n").unwrap();
        std::fs::write(
            keys.path("server.ext"),
            "extendedKeyUsage=serverAuth\nsubjectAltName=DNS:localhost,IP:127.0.0.1\n",
        )
        .unwrap();
        let subject = format!("/UID={PASS_TYPE}/CN=Pass Type ID/OU={TEAM}/O=Sixfold Tests/C=GB");
        keys.issue("apple", &subject, "client.ext");
        keys.issue("push", "/CN=localhost", "server.ext");
        keys.run(&["rsa", "-in", "apple.key", "-aes256", "-passout", "pass:secret", "-out", "locked.key"]);
        keys.run(&[
            "genpkey",
            "-algorithm",
            "EC",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-out",
            "curve.key",
        ]);
        keys.run(&["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", "google.key"]);
        keys.run(&["pkey", "-in", "google.key", "-pubout", "-out", "google.pub"]);
        let account = serde_json::json!({
            "type": "service_account",
            "client_email": ACCOUNT,
            "private_key": std::fs::read_to_string(keys.path("google.key")).unwrap(),
        });
        std::fs::write(keys.path("google.json"), account.to_string()).unwrap();
        keys
    }

    /// A key and a certificate that the test's authority issues.
    fn issue(&self, name: &str, subject: &str, extensions: &str) {
        let (key, request, certificate) =
            (format!("{name}.key"), format!("{name}.csr"), format!("{name}.pem"));
        self.run(&[
            "req", "-new", "-newkey", "rsa:2048", "-noenc", "-keyout", &key, "-out", &request, "-subj",
            subject,
        ]);
        self.run(&[
            "x509",
            "-req",
            "-in",
            &request,
            "-CA",
            "apple-ca.pem",
            "-CAkey",
            "apple-ca.key",
            "-CAcreateserial",
            "-days",
            "3000",
            "-sha256",
            "-extfile",
            extensions,
            "-out",
            &certificate,
        ]);
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap()
    }

    /// Runs `openssl` among the keys.
    pub fn openssl(&self, arguments: &[&str]) -> Output {
        Command::new("openssl").current_dir(self.0.path()).args(arguments).output().unwrap()
    }

    fn run(&self, arguments: &[&str]) {
        let ended = self.openssl(arguments);
        assert!(ended.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&ended.stderr));
    }

    pub fn apple(&self, flags: &mut Flags) {
        let file = |name: &str| Some(self.path(name));
        flags.wallets.apple_pass_type = Some(PASS_TYPE.to_owned());
        flags.wallets.apple_team = Some(TEAM.to_owned());
        flags.wallets.apple_certificate_file = file("apple.pem");
        flags.wallets.apple_key_file = file("apple.key");
        flags.wallets.apple_intermediate_file = file("apple-ca.pem");
    }

    pub fn google(&self, flags: &mut Flags) {
        flags.wallets.google_wallet_issuer = Some(ISSUER.to_owned());
        flags.wallets.google_wallet_key_file = Some(self.path("google.json"));
    }
}

/// A directory of its own for the files of a check.
pub fn scratch(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    for (name, content) in files {
        std::fs::write(place.path().join(name), content).unwrap();
    }
    place
}

pub fn argument(folder: &Path, name: &str) -> String {
    folder.join(name).display().to_string()
}
