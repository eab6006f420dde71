//! Reading the values of flags. The errors are for people: Rust's own parsers speak of digits and syntax.

use std::net::SocketAddr;

/// Reads a whole number within limits.
pub fn number<N: TryFrom<u32> + 'static>(
    least: u32,
    most: u32,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse::<u32>().ok().filter(|number| (least..=most).contains(number));
        number
            .and_then(|number| N::try_from(number).ok())
            .ok_or_else(|| format!("needs a whole number from {least} to {most}, not {text:?}"))
    }
}

/// Reads whether something is on.
pub fn truth(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "on" | "true" | "yes" | "t" | "y" | "1" => Ok(true),
        "off" | "false" | "no" | "f" | "n" | "0" => Ok(false),
        _ => Err(format!("needs on or off, not {text:?}")),
    }
}

/// Reads an e-mail address.
pub fn email(text: &str) -> Result<String, String> {
    sixfold_domain::profile::contact::email(text).map_err(|error| error.to_string())
}

/// Reads an address to listen on.
pub fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| format!("needs an address with a port, such as 127.0.0.1:9464, not {text:?}"))
}
