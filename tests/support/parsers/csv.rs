//! Files of results that staff import, and files that staff export.

use csv::ReaderBuilder;
use sixfold_domain::protocol::Protocols;
use sixfold_server::booking::history_import::{File, ROWS, read};
use sixfold_server::http::csv::{field, line};

pub fn check(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    import(text);
    export(text);
}

/// A problem names a line and a column of the file; what can be read is read alike once it has been written again.
fn import(text: &str) {
    let protocols = Protocols::STANDARD;
    let file = read(text, &protocols);
    let last = text.replace("\r\n", "\n").matches(['\r', '\n']).count() as u64 + 1;
    for problem in &file.problems {
        assert!((1..=last).contains(&problem.line), "{problem} of {last}");
        let column = problem.column.as_deref().unwrap_or("uaid");
        let attempt = column.strip_prefix("attempt").and_then(|number| number.parse().ok());
        assert!(
            ["uaid", "date", "test"].contains(&column)
                || attempt.is_some_and(|number| (1..=10).contains(&number))
        );
        assert!(!problem.message.contains(char::is_control), "{problem}");
    }
    assert!(file.rows <= ROWS + 1 && file.lines.len() <= file.rows);
    assert!(file.rows > 0 || !file.problems.is_empty(), "no rows are a problem");
    assert!(!file.problems.is_empty() || (file.lines.len() == file.rows && file.broken.is_empty()));
    assert!(file.lines.windows(2).all(|pair| pair[0].line < pair[1].line));
    if file.lines.is_empty() {
        return;
    }
    let columns = (1..=10).map(|number| format!(",attempt{number}"));
    let mut again: String = ["uaid,date,test".to_owned()].into_iter().chain(columns).collect();
    for row in &file.lines {
        let protocol = protocols.of(row.test_type);
        assert!(row.attempts.len() <= usize::from(protocol.attempts));
        assert!(row.attempts.iter().all(|raw| (protocol.low..=protocol.high).contains(raw)));
        again.extend([format!("\n{},{},{}", row.uaid, row.date, row.test_type)]);
        again.extend(row.attempts.iter().map(|raw| format!(",{raw}")));
        if row.attempts.is_empty() {
            again.push_str(",dnt");
        }
    }
    let File { lines, rows, problems, broken } = read(&again, &protocols);
    assert!(problems.is_empty() && broken.is_empty() && rows == file.lines.len(), "{problems:?}");
    for (number, (one, other)) in lines.iter().zip(&file.lines).enumerate() {
        let other = sixfold_server::booking::history_import::Row { line: number as u64 + 2, ..other.clone() };
        assert_eq!(*one, other);
    }
}

/// A cell holds what was typed, and no spreadsheet takes it for a formula.
fn export(text: &str) {
    // The beginning of a file has a header, never what somebody typed.
    let cells: Vec<&str> = ["uaid"].into_iter().chain(text.split('\u{1f}').take(8)).collect();
    let written = line(&cells.iter().map(|cell| field(cell)).collect::<Vec<_>>());
    let mut reader = ReaderBuilder::new().has_headers(false).from_reader(written.as_bytes());
    let records: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(records.len(), 1, "{written:?} is one line");
    assert_eq!(records[0].len(), cells.len());
    for (read, typed) in records[0].iter().zip(cells) {
        assert!(read == typed || read.strip_prefix('\'') == Some(typed), "{read:?} was {typed:?}");
        // Spreadsheets pass over what is not seen at the beginning, and know the wide signs of East Asian keyboards.
        let seen = read.trim_start_matches(|c: char| c.is_whitespace() || c.is_control() || c == '\u{feff}');
        let begins = |c: char| "=+-@＝＋－＠".contains(c);
        assert!(!seen.starts_with(begins), "{read:?} is a formula");
    }
}
