//! Who may read a health field is decided in one file, and no other decrypts one (RULES 9.4).

use std::collections::BTreeMap;

/// Decides who may read a health field, and decrypts it for them.
const HOME: &str = "db/people/health_access.rs";
/// Re-encrypts every encrypted column when the key changes, and shows nobody any of them.
const ROTATION: &str = "db/encryption/encrypted_columns.rs";
/// Other files that decrypt, and what.
const OTHERS: [(&str, &str); 15] = [
    ("app/jobs/notifications.rs", "notifications and text messages that are sent"),
    ("app/jobs/outbox.rs", "letters that are sent"),
    ("app/key_rotation.rs", "the text that tells whether a key fits the database"),
    ("auth/oidc/checks.rs", "cookies of a sign-in under way"),
    ("auth/passkey/sealed.rs", "challenges of a sign-in or a new passkey under way"),
    ("auth/second_factor.rs", "the secret of a second factor"),
    ("db/encryption/field_encryption.rs", "is the cipher"),
    ("db/messages/mail.rs", "letters that are sent"),
    ("db/messages/notification/device.rs", "the addresses of notified devices"),
    ("db/messages/notification/message.rs", "notifications that are sent"),
    ("db/messages/notification/text.rs", "text messages that are sent"),
    ("db/messages/wallet.rs", "the push tokens of phones with a ticket"),
    ("db/sharing/crew.rs", "the secret of a crew link, for members"),
    ("db/upkeep/idempotency.rs", "answers to repeated writes, for whoever got them first"),
    ("routes/auth/sign_out.rs", "a provider's id token"),
];
/// Encrypted columns that hold no health data.
const NO_HEALTH: [&str; 8] = [
    "id_token_sealed",
    "secret_sealed",
    "body_sealed",
    "link_sealed",
    "push_token_sealed",
    "subscription_sealed",
    "content_sealed",
    "answer",
];

/// The columns that hold health data, from the text of [`ROTATION`]: those that [`NO_HEALTH`] does not name.
fn health_columns(encrypted: &str) -> Vec<String> {
    let listed = encrypted.split("pub const COLUMNS").nth(1).unwrap_or_default();
    let listed = listed.split("\n];").next().unwrap_or_default();
    let rows = listed.lines().filter_map(|line| line.trim().strip_prefix("column!("));
    rows.filter_map(|row| row.split('"').nth(5))
        .filter(|column| !NO_HEALTH.contains(column))
        .map(str::to_owned)
        .collect()
}

/// Whether the code calls something that decrypts; a definition is no call.
fn decrypts(code: &str) -> bool {
    ["decrypt(", "decrypt_option("].iter().any(|name| {
        code.match_indices(name).any(|(at, _)| {
            let before = code[..at].trim_end();
            before.ends_with('.') || before.ends_with("::")
        })
    })
}

/// What breaks the rule, by the path from `server/src`.
fn problems(sources: &BTreeMap<String, String>) -> Vec<String> {
    let columns = health_columns(sources.get(ROTATION).map_or("", String::as_str));
    let mut problems = Vec::new();
    for (path, text) in sources.iter().filter(|(path, _)| ![HOME, ROTATION].contains(&path.as_str())) {
        let code = crate::source::code(text);
        if code.contains("Capability::ReadHealth") {
            problems.push(format!("{path} decides by Capability::ReadHealth, which is for {HOME}"));
        }
        let listed = OTHERS.iter().any(|(other, _)| other == path);
        if !decrypts(&code) {
            if listed {
                problems.push(format!("{path} is listed in OTHERS and decrypts nothing"));
            }
            continue;
        }
        if !listed {
            problems.push(format!("{path} decrypts; health fields are read through {HOME}"));
        }
        for column in columns.iter().filter(|column| code.contains(column.as_str())) {
            problems.push(format!("{path} decrypts and names {column}"));
        }
    }
    let home = sources.get(HOME).map_or("", String::as_str);
    for column in columns.iter().filter(|column| !home.contains(&format!("\"{column}\""))) {
        problems.push(format!("{HOME} does not say who may read {column}"));
    }
    problems
}

#[test]
fn health_fields_are_decrypted_in_one_file() {
    let sources = crate::source::sources(&crate::source::root().join("server/src"));
    assert!(health_columns(&sources[ROTATION]).len() >= 6, "the encrypted columns are read");
    let found = problems(&sources);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The control: each kind of problem is found.
#[test]
fn each_way_around_it_is_found() {
    let columns = "pub const COLUMNS: &[EncryptedColumn] = &[\n    column!(\"account\", \"uaid\", \"medical_issues_sealed\"),\n    \
         column!(\"booking\", \"booking_id\", \"assistance_type_sealed\"),\n    \
         column!(\"mail_outbox\", \"mail_id\", \"body_sealed\"),\n];\n";
    let source = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    let others =
        OTHERS.map(|(path, _)| source(path, "let plain = cipher.decrypt(TABLE, row, COLUMN, &it);\n"));
    let mut sources = BTreeMap::from(others);
    sources.extend([
        source(ROTATION, columns),
        source(HOME, "(\"account\", \"medical_issues_sealed\"); cipher.decrypt(a, b, c, d)"),
        source(
            "db/messages/mail.rs",
            "cipher\n    .decrypt_option(\"account\", row, \"medical_issues_sealed\", it)",
        ),
        source("db/upkeep/idempotency.rs", "// it does not decrypt(anything)"),
        source("routes/event/admin/day.rs", "FieldCipher::decrypt(&cipher, \"booking\", id, column, it)"),
        source("routes/event/admin/profile.rs", "user.require(Capability::ReadHealth)?;"),
        source(
            "routes/user/admin.rs",
            "fn decrypt(it: &str) {}\n#[cfg(test)]\nmod tests { cipher.decrypt() }",
        ),
    ]);
    assert_eq!(
        problems(&sources),
        [
            "db/messages/mail.rs decrypts and names medical_issues_sealed",
            "db/upkeep/idempotency.rs is listed in OTHERS and decrypts nothing",
            "routes/event/admin/day.rs decrypts; health fields are read through db/people/health_access.rs",
            "routes/event/admin/profile.rs decides by Capability::ReadHealth, which is for db/people/health_access.rs",
            "db/people/health_access.rs does not say who may read assistance_type_sealed",
        ]
    );
}
