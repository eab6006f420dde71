//! `sixfold copy`: copies a store into another database, and prints what the comparison of both says.

use std::path::Path;

use crate::app::error::{RunError, other};
use crate::config::cli::CopyUrls;
use crate::config::{ConfigError, secrets};
use crate::db::engines::open::Target;
use crate::db::upkeep::copy::{Compared, StoreCopy, Sum};

/// Copies, or goes on with a copy. The error is a sentence without passwords.
pub async fn run(urls: &CopyUrls) -> Result<(), RunError> {
    let from = target(("--from", urls.from.as_deref()), ("--from-file", urls.from_file.as_deref()))?;
    let to = target(("--to", urls.to.as_deref()), ("--to-file", urls.to_file.as_deref()))?;
    let copy = StoreCopy::begin(&from, &to).await.map_err(other)?;
    let compared = copy.finish().await.map_err(other)?;
    for line in table(&compared) {
        say!("{line}");
    }
    let differ = compared.iter().filter(|table| !table.is_same()).count();
    if differ > 0 {
        return Err(RunError::Other(format!(
            "--to: {differ} tables differ, so no server will open it. Something wrote to one of the databases meanwhile: \
             stop it, and copy into an empty database"
        )));
    }
    let rows: u64 = compared.iter().map(|table| table.source.rows).sum();
    say!("The copy is the same: {} tables, {rows} rows. Serve it with the same --secret.", compared.len());
    Ok(())
}

fn target(
    (flag, url): (&'static str, Option<&str>),
    (file_flag, file): (&'static str, Option<&Path>),
) -> Result<Target, ConfigError> {
    let read = match (url, file) {
        (Some(url), _) => url.to_owned(),
        (None, Some(file)) => secrets::one_line(file_flag, file)?,
        (None, None) => return Err(ConfigError::new(flag, "the URL of a database is wanted")),
    };
    Target::parse(&read).map_err(|reason| ConfigError::new(flag, reason))
}

/// A line for each table: its rows, its sum, and where the target differs.
fn table(compared: &[Compared]) -> Vec<String> {
    let width = compared.iter().map(|table| table.table.len()).max().unwrap_or(0);
    let mut lines = vec![format!("{:width$}  {:>10}  {:16}", "table", "rows", "sum")];
    for Compared { table, source, target } in compared {
        let Sum { rows, sum } = source;
        let line = format!("{table:width$}  {rows:>10}  {sum:016x}");
        let Sum { rows, sum } = target;
        lines.push(if source == target {
            line
        } else {
            format!("{line}  DIFFERS: {rows} rows with the sum {sum:016x} in the target")
        });
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_stands_in_its_line() {
        let same = Sum { rows: 12, sum: 0xab };
        let compared = |table: &str, target| Compared { table: table.to_owned(), source: same, target };
        let lines = table(&[compared("account", same), compared("slot", Sum { rows: 11, sum: 1 })]);
        assert_eq!(lines[1], "account          12  00000000000000ab");
        assert_eq!(
            lines[2],
            "slot             12  00000000000000ab  DIFFERS: 11 rows with the sum 0000000000000001 in the target"
        );
    }
}
