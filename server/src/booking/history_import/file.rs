//! Reading the file: its header, and each row as a person, a day, a test and what was measured. Knows nothing of the store.

use std::borrow::Cow;
use std::collections::BTreeSet;

use csv::{ByteRecord, ReaderBuilder, Trim};
use sixfold_domain::attempt::Raw;
use sixfold_domain::identity::Uaid;
use sixfold_domain::protocol::Protocols;
use sixfold_domain::test_type::TestType;
use sixfold_domain::time::Date;

use super::problem::Problem;
use super::{BYTES, ROWS};

/// The content of `attempt1` for a test that was not taken.
const NOT_TAKEN: &str = "dnt";
/// The most attempts that any protocol allows.
const ATTEMPTS: usize = 10;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub line: u64,
    pub uaid: Uaid,
    pub date: Date,
    pub test_type: TestType,
    /// What was measured; empty of a test that was not taken.
    pub attempts: Vec<Raw>,
}

struct Header {
    uaid: usize,
    date: usize,
    test: usize,
    attempts: Vec<usize>,
}

#[derive(Debug, Default)]
pub struct File {
    pub lines: Vec<Row>,
    pub rows: usize,
    pub problems: Vec<Problem>,
    /// Days with a row that cannot be parsed, so that it is unknown whether they have all six tests.
    pub broken: BTreeSet<(Uaid, Date)>,
}

pub fn read(text: &str, protocols: &Protocols) -> File {
    let refused = |problem| File { problems: vec![problem], ..File::default() };
    if text.len() > BYTES {
        return refused(Problem::of_line(1, "FILE_TOO_LARGE", "A file may have 1 MiB. Split it by season."));
    }
    // The reader counts line feeds alone, and tells a record's line before it has passed the second half of the line end before
    // it.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n").replace('\r', "\n");
    let mut reader =
        ReaderBuilder::new().has_headers(false).flexible(true).trim(Trim::All).from_reader(text.as_bytes());
    let mut record = ByteRecord::new();
    match reader.read_byte_record(&mut record) {
        Ok(true) => {}
        Ok(false) | Err(_) => {
            return refused(Problem::of_line(
                1,
                "FILE_EMPTY",
                "The file is empty. Its first line names the columns.",
            ));
        }
    }
    let header = match header(&record) {
        Ok(header) => header,
        Err(problems) => return File { problems, ..File::default() },
    };
    let width = record.len();
    let mut file = File::default();
    while matches!(reader.read_byte_record(&mut record), Ok(true)) {
        let number = record.position().map_or(1, csv::Position::line);
        file.rows += 1;
        if file.rows > ROWS {
            let message = format!("A file may have {ROWS} rows. Split it by season.");
            let problems = vec![Problem::of_line(number, "ROWS_TOO_MANY", message)];
            return File { rows: file.rows, problems, ..File::default() };
        }
        if record.len() > width {
            let message = format!("This row has {} cells, the header {width}.", record.len());
            file.problems.push(Problem::of_line(number, "CELLS_TOO_MANY", message));
            continue;
        }
        match line(&record, number, &header, protocols) {
            Ok(line) => file.lines.push(line),
            Err((problems, day)) => {
                file.problems.extend(problems);
                file.broken.extend(day);
            }
        }
    }
    if file.rows == 0 {
        file.problems.push(Problem::of_line(1, "FILE_EMPTY", "There is no row below the header."));
    }
    file
}

const COLUMNS: &str = "uaid,date,test,attempt1,attempt2,attempt3";

/// Reads the header: each column once, in any order, in any case.
fn header(record: &ByteRecord) -> Result<Header, Vec<Problem>> {
    let names: Vec<String> =
        record.iter().map(|cell| String::from_utf8_lossy(cell).to_ascii_lowercase()).collect();
    // A spreadsheet of another country writes semicolons, and then the whole line is one name.
    if names.len() == 1 && record.iter().any(|cell| cell.contains(&b';')) {
        let message = "This file is separated by semicolons. Save it as CSV with commas and choose it again.";
        return Err(vec![Problem::of_line(1, "COLUMN_MISSING", message)]);
    }
    let mut problems = Vec::new();
    let mut place = |column: &str, needed: bool| {
        let mut places = names.iter().enumerate().filter(|(_, name)| *name == column).map(|(place, _)| place);
        let found = places.next();
        if places.next().is_some() {
            let message = format!("The first line has the column {column} twice.");
            problems.push(Problem::of_line(1, "COLUMN_REPEATED", message).column(column.to_owned()));
        }
        if found.is_none() && needed {
            let message = format!("The first line has no column {column}. It has to be: {COLUMNS}.");
            problems.push(Problem::of_line(1, "COLUMN_MISSING", message).column(column.to_owned()));
        }
        found
    };
    let (uaid, date, test) = (place("uaid", true), place("date", true), place("test", true));
    let attempts: Vec<usize> =
        (1..=ATTEMPTS).map_while(|number| place(&format!("attempt{number}"), number == 1)).collect();
    let known = 3 + attempts.len();
    if problems.is_empty() && names.len() != known {
        let message = format!("The first line has a column that is not known. It has to be: {COLUMNS}.");
        problems.push(Problem::of_line(1, "COLUMN_UNKNOWN", message));
    }
    match (uaid, date, test) {
        (Some(uaid), Some(date), Some(test)) if problems.is_empty() => {
            Ok(Header { uaid, date, test, attempts })
        }
        _ => Err(problems),
    }
}

/// What is wrong with a row, and whose day it is, if that much of it reads.
type Unread = (Vec<Problem>, Option<(Uaid, Date)>);

/// Reads one row. Cells are numbers, days and names of tests: whatever a spreadsheet would take for a formula is none of
/// them, so nothing of it is stored or repeated.
fn line(record: &ByteRecord, number: u64, header: &Header, protocols: &Protocols) -> Result<Row, Unread> {
    let mut problems = Vec::new();
    let cell =
        |place: usize| std::str::from_utf8(record.get(place).unwrap_or_default()).unwrap_or("\u{fffd}");
    let mut tell = |column: Cow<'static, str>, code: &'static str, message: String| {
        problems.push(Problem::of_line(number, code, message).column(column));
    };
    let uaid = cell(header.uaid).parse::<Uaid>();
    let uaid = uaid.map_err(|error| tell("uaid".into(), error.code(), error.to_string())).ok();
    let date = cell(header.date).parse::<Date>().map_err(|_| {
        tell("date".into(), "DATE_INVALID", "A date is a real day, like 2026-11-21.".to_owned());
    });
    let test = cell(header.test).parse::<TestType>();
    let test = test.map_err(|error| tell("test".into(), error.code(), error.to_string())).ok();
    let attempts = test.map(|test| {
        let protocol = protocols.of(test);
        let cells = || header.attempts.iter().enumerate().map(|(at, place)| (at + 1, cell(*place)));
        let mut filled = cells().filter(|(_, text)| !text.is_empty());
        if let Some((_, text)) = filled.next()
            && text.eq_ignore_ascii_case(NOT_TAKEN)
        {
            if let Some((at, _)) = filled.next() {
                let message = "A test that was not taken has no attempts: only dnt in attempt1.".to_owned();
                tell(format!("attempt{at}").into(), "ATTEMPT_INVALID", message);
            }
            return Vec::new();
        }
        let mut read = Vec::new();
        for (at, text) in cells().filter(|(_, text)| !text.is_empty()) {
            match protocol.read(text) {
                Ok(raw) => read.push(raw),
                Err(error) => tell(format!("attempt{at}").into(), error.code(), error.to_string()),
            }
            if at > usize::from(protocol.attempts) {
                let error = protocol.refusal(sixfold_domain::attempt::AttemptProblem::TooMany);
                tell(format!("attempt{at}").into(), error.code(), error.to_string());
            }
        }
        if cells().all(|(_, text)| text.is_empty()) {
            let error = protocol.refusal(sixfold_domain::attempt::AttemptProblem::Missing);
            tell("attempt1".into(), error.code(), error.to_string());
        }
        read
    });
    match (uaid, date, test, attempts) {
        (Some(uaid), Ok(date), Some(test_type), Some(attempts)) if problems.is_empty() => {
            Ok(Row { line: number, uaid, date, test_type, attempts })
        }
        (uaid, date, ..) => Err((problems, uaid.zip(date.ok()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems_of(text: &str) -> Vec<(u64, Option<String>, String)> {
        let problems = read(text, &Protocols::STANDARD).problems;
        let parts =
            |problem: Problem| (problem.line, problem.column.map(Cow::into_owned), problem.code.into_owned());
        problems.into_iter().map(parts).collect()
    }

    fn one(line: u64, column: &str, code: &str) -> Vec<(u64, Option<String>, String)> {
        vec![(line, Some(column).filter(|column| !column.is_empty()).map(str::to_owned), code.to_owned())]
    }

    #[test]
    fn a_row_reads_whatever_the_order_of_the_columns() {
        let text = "\u{feff}Attempt1, test ,DATE,uaid,attempt2\r\n\"64.0\",Cognitive,2026-03-02,0042,\r\n";
        let File { lines, rows, problems, .. } = read(text, &Protocols::STANDARD);
        assert_eq!((rows, problems), (1, Vec::new()));
        let line = Row {
            line: 2,
            uaid: "42".parse().unwrap(),
            date: "2026-03-02".parse().unwrap(),
            test_type: TestType::Cognitive,
            attempts: vec![Raw::from_thousandths(64_000)],
        };
        assert_eq!(lines, [line]);
    }

    #[test]
    fn a_test_that_was_not_taken_has_no_attempts() {
        let lines = read("uaid,date,test,attempt1\n7,2026-03-02,Speed,DNT\n", &Protocols::STANDARD).lines;
        assert_eq!(lines[0].attempts, []);
        let text = "uaid,date,test,attempt1,attempt2\n7,2026-03-02,Speed,dnt,3.1\n";
        assert_eq!(problems_of(text), one(2, "attempt2", "ATTEMPT_INVALID"));
    }

    #[test]
    fn each_wrong_cell_is_told_by_line_and_column() {
        let head = "uaid,date,test,attempt1,attempt2,attempt3\n";
        for (row, column, code) in [
            ("x,2026-03-02,Speed,3.1", "uaid", "UAID_INVALID"),
            (",2026-03-02,Speed,3.1", "uaid", "UAID_REQUIRED"),
            ("7,2026-02-30,Speed,3.1", "date", "DATE_INVALID"),
            ("7,02/03/2026,Speed,3.1", "date", "DATE_INVALID"),
            ("7,2026-03-02,speed,3.1", "test", "TEST_UNKNOWN"),
            ("7,2026-03-02,Speed,fast", "attempt1", "ATTEMPT_INVALID"),
            ("7,2026-03-02,Speed,=1+1", "attempt1", "ATTEMPT_INVALID"),
            ("7,2026-03-02,Speed,NaN", "attempt1", "ATTEMPT_INVALID"),
            ("7,2026-03-02,Speed,-3.1", "attempt1", "ATTEMPT_NEGATIVE"),
            ("7,2026-03-02,Speed,3.1001", "attempt1", "ATTEMPT_DECIMALS"),
            ("7,2026-03-02,Cognitive,64.5", "attempt1", "ATTEMPT_DECIMALS"),
            ("7,2026-03-02,Speed,31", "attempt1", "ATTEMPT_OUT_OF_RANGE"),
            ("7,2026-03-02,Speed,3.1,3.2,3.3", "attempt3", "ATTEMPTS_TOO_MANY"),
            ("7,2026-03-02,Speed,,", "attempt1", "ATTEMPTS_MISSING"),
            ("7,2026-03-02,Speed,3.1,3.2,3.3,3.4", "", "CELLS_TOO_MANY"),
        ] {
            assert_eq!(problems_of(&format!("{head}{row}\n")), one(2, column, code), "{row}");
        }
    }

    #[test]
    fn a_header_has_each_column_once_and_no_other() {
        assert_eq!(problems_of(""), one(1, "", "FILE_EMPTY"));
        assert_eq!(problems_of("uaid,date,test,attempt1\n"), one(1, "", "FILE_EMPTY"));
        assert_eq!(problems_of("uaid,date,attempt1\n"), one(1, "test", "COLUMN_MISSING"));
        assert_eq!(problems_of("uaid;date;test;attempt1\n"), one(1, "", "COLUMN_MISSING"));
        assert_eq!(problems_of("uaid,date,test,attempt1,uaid\n"), one(1, "uaid", "COLUMN_REPEATED"));
        assert_eq!(problems_of("uaid,date,test,attempt1,note\n"), one(1, "", "COLUMN_UNKNOWN"));
        assert_eq!(problems_of("uaid,date,test,attempt1,attempt3\n"), one(1, "", "COLUMN_UNKNOWN"));
    }

    #[test]
    fn a_file_has_a_bound() {
        let row = "7,2026-03-02,Speed,3.1\n";
        let text = format!("uaid,date,test,attempt1\n{}", row.repeat(ROWS + 1));
        assert_eq!(problems_of(&text), one(5_002, "", "ROWS_TOO_MANY"));
        let text = format!("uaid,date,test,attempt1\n{}", " ".repeat(BYTES));
        assert_eq!(problems_of(&text), one(1, "", "FILE_TOO_LARGE"));
    }

    #[test]
    fn bytes_that_are_no_number_are_no_number() {
        let text = "uaid,date,test,attempt1\n7,2026-03-02,Speed,\"3\n1\"\n8,2026-03-02,Speed,x\n";
        let lines: Vec<u64> = problems_of(text).into_iter().map(|(line, ..)| line).collect();
        assert_eq!(lines, [2, 4]);
        let lines: Vec<u64> =
            problems_of(&text.replace('\n', "\r")).into_iter().map(|(line, ..)| line).collect();
        assert_eq!(lines, [2, 4], "whatever ends a line");
    }
}
