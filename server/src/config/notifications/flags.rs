//! The flags of notifications.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Clone, Default, Args)]
pub struct NotificationFlags {
    /// A PEM file with the key by which push services know this server, on P-256; `keys push FILE` makes one.
    #[arg(long, env = "SIXFOLD_PUSH_KEY_FILE", value_name = "FILE", global = true)]
    pub push_key_file: Option<PathBuf>,
    /// Where push services reach whoever runs this server: `mailto:` and an address, or an https URL.
    #[arg(long, env = "SIXFOLD_PUSH_CONTACT", value_name = "URL", global = true)]
    pub push_contact: Option<String>,
    /// Further hosts of push services, such as push.example.org or *.example.org, comma-separated.
    #[arg(long, env = "SIXFOLD_PUSH_HOSTS", value_delimiter = ',', global = true)]
    pub push_hosts: Vec<String>,
    /// A gateway that sends text messages: the URL that takes them.
    #[arg(long, env = "SIXFOLD_TEXT_URL", value_name = "URL", global = true)]
    pub text_url: Option<String>,
    /// The key that the gateway wants, sent as `Authorization: Bearer`, or as it is if it names a scheme (`Basic …`).
    #[arg(long, env = "SIXFOLD_TEXT_KEY", hide_env_values = true, value_name = "KEY", global = true)]
    pub text_key: Option<String>,
    /// A file that holds the gateway's key.
    #[arg(long, env = "SIXFOLD_TEXT_KEY_FILE", value_name = "FILE", global = true)]
    pub text_key_file: Option<PathBuf>,
    /// The body that the gateway wants, JSON or a form, with `{to}` and `{text}` in it
    /// [default: {"to":"{to}","text":"{text}"}].
    #[arg(long, env = "SIXFOLD_TEXT_BODY", value_name = "TEMPLATE", global = true)]
    pub text_body: Option<String>,
}
