//! Reads the text of a query.
//!
//! ```text
//! any     := group ("OR" group)*
//! group   := all+                     side by side: any of them, "+" must, "-" must not
//! all     := unary ("AND" unary)*
//! unary   := ("NOT" | "!" | "-" | "+") unary | primary
//! primary := "(" any ")" | "*:*" | [field ":"] value | field ":" "(" any ")"
//! value   := "quoted phrase" | word with * and ? | "[" from "TO" to "]" | "{" from "TO" to "}"
//! ```

use super::{Query, Test};

/// How deep brackets may nest.
const MAX_DEPTH: usize = 32;
/// How long a query may be, in characters.
pub const MAX_LENGTH: usize = 2_000;

/// Where a query cannot be parsed, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message} at character {at}")]
pub struct QueryError {
    /// The character, counted from 1.
    pub at: usize,
    /// What is wrong there.
    pub message: &'static str,
}

/// Parses a query. An empty one matches everything.
pub fn parse(text: &str) -> Result<Query, QueryError> {
    let chars: Vec<char> = text.chars().collect();
    if chars.len() > MAX_LENGTH {
        return Err(QueryError { at: MAX_LENGTH + 1, message: "the query is too long" });
    }
    let mut parser = Parser { chars, at: 0, depth: 0 };
    parser.blanks();
    if parser.peek().is_none() {
        return Ok(Query::Everything);
    }
    let query = parser.any(None)?;
    match parser.peek() {
        None => Ok(query),
        Some(')') => Err(parser.error("a closing bracket without an opening one")),
        Some(_) => Err(parser.error("something that cannot stand here")),
    }
}

struct Parser {
    chars: Vec<char>,
    at: usize,
    depth: usize,
}

/// How a clause combines with its neighbours.
#[derive(Clone, Copy, PartialEq)]
enum Occur {
    Should,
    Must,
    MustNot,
}

impl Parser {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn error(&self, message: &'static str) -> QueryError {
        QueryError { at: self.at + 1, message }
    }

    fn blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    /// Consumes an operator word.
    fn keyword(&mut self, word: &str) -> bool {
        self.blanks();
        let end = self.at + word.len();
        let stands = self.chars.get(self.at..end).is_some_and(|here| here.iter().copied().eq(word.chars()))
            && self.chars.get(end).is_none_or(|c| c.is_whitespace() || matches!(c, '(' | ')'));
        if stands {
            self.at = end;
        }
        stands
    }

    fn at_keyword(&mut self, word: &str) -> bool {
        let before = self.at;
        let found = self.keyword(word);
        self.at = before;
        found
    }

    fn any(&mut self, field: Option<&str>) -> Result<Query, QueryError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error("brackets nested too deep"));
        }
        let mut choices = vec![self.group(field)?];
        while self.keyword("OR") {
            choices.push(self.group(field)?);
        }
        self.depth -= 1;
        Ok(one_or(choices, Query::Any))
    }

    fn group(&mut self, field: Option<&str>) -> Result<Query, QueryError> {
        let mut clauses = vec![self.all(field)?];
        loop {
            self.blanks();
            if matches!(self.peek(), None | Some(')')) || self.at_keyword("OR") {
                break;
            }
            clauses.push(self.all(field)?);
        }
        if clauses.len() == 1 {
            return Ok(match clauses.swap_remove(0) {
                (Occur::MustNot, query) => Query::Not(Box::new(query)),
                (Occur::Should | Occur::Must, query) => query,
            });
        }
        let has_must = clauses.iter().any(|(occur, _)| *occur == Occur::Must);
        let (mut must, mut should) = (Vec::new(), Vec::new());
        for (occur, query) in clauses {
            match occur {
                Occur::Must => must.push(query),
                Occur::MustNot => must.push(Query::Not(Box::new(query))),
                Occur::Should if has_must => {}
                Occur::Should => should.push(query),
            }
        }
        if !should.is_empty() {
            must.push(one_or(should, Query::Any));
        }
        Ok(one_or(must, Query::All))
    }

    fn all(&mut self, field: Option<&str>) -> Result<(Occur, Query), QueryError> {
        let first = self.unary(field)?;
        if !self.at_keyword("AND") {
            return Ok(first);
        }
        let mut clauses = vec![settle(first)];
        while self.keyword("AND") {
            clauses.push(settle(self.unary(field)?));
        }
        Ok((Occur::Should, Query::All(clauses)))
    }

    fn unary(&mut self, field: Option<&str>) -> Result<(Occur, Query), QueryError> {
        self.blanks();
        let sign = match self.peek() {
            Some('-' | '!') => Some(Occur::MustNot),
            Some('+') => Some(Occur::Must),
            _ => None,
        };
        let sign = match sign {
            Some(sign) => {
                self.at += 1;
                Some(sign)
            }
            None => self.keyword("NOT").then_some(Occur::MustNot),
        };
        let Some(sign) = sign else {
            return Ok((Occur::Should, self.primary(field)?));
        };
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error("signs nested too deep"));
        }
        let inner = self.unary(field)?;
        self.depth -= 1;
        Ok((sign, settle(inner)))
    }

    fn primary(&mut self, field: Option<&str>) -> Result<Query, QueryError> {
        self.blanks();
        match self.peek() {
            None => return Err(self.error("the query ends where a word is expected")),
            Some(')') => return Err(self.error("a closing bracket where a word is expected")),
            Some(':') => return Err(self.error("a colon without a field name before it")),
            Some(']' | '}') => return Err(self.error("the end of a range that has not begun")),
            Some('(') => return self.bracket(field),
            Some('"' | '[' | '{') => return Ok(Query::Field(field.map(str::to_owned), self.value()?)),
            Some(_) => {}
        }
        if self.at_keyword("AND") || self.at_keyword("OR") {
            return Err(self.error("AND or OR where a word is expected"));
        }
        let word = self.word()?;
        if self.peek() != Some(':') {
            return Ok(match (field, word.as_str()) {
                (None, "*") => Query::Everything,
                _ => Query::Field(field.map(str::to_owned), Test::Word(word)),
            });
        }
        if field.is_some() {
            return Err(self.error("a field inside another field's brackets"));
        }
        self.at += 1;
        match self.peek() {
            Some('(') => self.bracket(Some(&word)),
            None => Err(self.error("a field without a value")),
            Some(c) if c.is_whitespace() || c == ')' => Err(self.error("a field without a value")),
            Some(_) => match (word.as_str(), self.value()?) {
                ("*", Test::Word(any)) if any == "*" => Ok(Query::Everything),
                (_, test) => Ok(Query::Field(Some(word), test)),
            },
        }
    }

    fn bracket(&mut self, field: Option<&str>) -> Result<Query, QueryError> {
        let opened = self.at;
        self.at += 1;
        let inner = self.any(field)?;
        self.blanks();
        if self.peek() != Some(')') {
            return Err(QueryError { at: opened + 1, message: "a bracket that is never closed" });
        }
        self.at += 1;
        Ok(inner)
    }

    fn value(&mut self) -> Result<Test, QueryError> {
        match self.peek() {
            Some('"') => self.phrase().map(Test::Phrase),
            Some('[' | '{') => self.range(),
            _ => self.word().map(Test::Word),
        }
    }

    fn phrase(&mut self) -> Result<String, QueryError> {
        let opened = self.at;
        self.at += 1;
        let mut text = String::new();
        loop {
            match self.peek() {
                None => {
                    return Err(QueryError {
                        at: opened + 1,
                        message: "a quotation mark that is never closed",
                    });
                }
                Some('"') => break,
                Some('\\') => {
                    self.at += 1;
                    text.extend(self.peek());
                }
                Some(c) => text.push(c),
            }
            self.at += 1;
        }
        self.at += 1;
        Ok(text)
    }

    fn word(&mut self) -> Result<String, QueryError> {
        let (started, mut text) = (self.at, String::new());
        while let Some(c) = self.peek() {
            match c {
                '\\' => {
                    self.at += 1;
                    match self.peek() {
                        Some(escaped) => text.push(escaped),
                        None => return Err(self.error("a backslash with nothing after it")),
                    }
                }
                c if c.is_whitespace() || matches!(c, '(' | ')' | '"' | '[' | ']' | '{' | '}' | ':') => break,
                c => text.push(c),
            }
            self.at += 1;
        }
        if self.at == started { Err(self.error("something that is no word")) } else { Ok(text) }
    }

    fn range(&mut self) -> Result<Test, QueryError> {
        let with_from = self.peek() == Some('[');
        self.at += 1;
        let from = self.bound()?;
        if !self.keyword("TO") {
            return Err(self.error("a range without TO"));
        }
        let to = self.bound()?;
        self.blanks();
        let with_to = match self.peek() {
            Some(']') => true,
            Some('}') => false,
            _ => return Err(self.error("a range that is never closed")),
        };
        self.at += 1;
        Ok(Test::Range { from, to, with_from, with_to })
    }

    /// An end of a range: a quoted value, a run of characters (colons included, since times have them), or `*` for
    /// open.
    fn bound(&mut self) -> Result<Option<String>, QueryError> {
        self.blanks();
        if self.peek() == Some('"') {
            return self.phrase().map(Some);
        }
        let mut text = String::new();
        while let Some(c) = self.peek().filter(|c| !c.is_whitespace() && !matches!(c, ']' | '}' | '[' | '{'))
        {
            text.push(c);
            self.at += 1;
        }
        match text.as_str() {
            "" => Err(self.error("a range with an end missing")),
            "*" => Ok(None),
            _ => Ok(Some(text)),
        }
    }
}

fn settle((occur, query): (Occur, Query)) -> Query {
    if occur == Occur::MustNot { Query::Not(Box::new(query)) } else { query }
}

fn one_or(mut queries: Vec<Query>, many: fn(Vec<Query>) -> Query) -> Query {
    if queries.len() == 1 { queries.swap_remove(0) } else { many(queries) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(field: &str, value: &str) -> Query {
        Query::Field(Some(field.into()), Test::Word(value.into()))
    }

    #[test]
    fn reads_the_forms_that_the_site_uses() {
        assert_eq!(parse("*:*"), Ok(Query::Everything));
        assert_eq!(parse("  "), Ok(Query::Everything));
        assert_eq!(
            parse("path:\"/frequently-asked-questions\""),
            Ok(Query::Field(Some("path".into()), Test::Phrase("/frequently-asked-questions".into())))
        );
        assert_eq!(
            parse("typeId:faq AND NOT (status:draft OR tags:old)"),
            Ok(Query::All(vec![
                word("typeId", "faq"),
                Query::Not(Box::new(Query::Any(vec![word("status", "draft"), word("tags", "old")]))),
            ]))
        );
        assert_eq!(parse("type:(a OR b)"), Ok(Query::Any(vec![word("type", "a"), word("type", "b")])));
        assert_eq!(
            parse("type:a -tags:b"),
            Ok(Query::All(vec![Query::Not(Box::new(word("tags", "b"))), word("type", "a")]))
        );
        assert_eq!(
            parse("lastModified:[2026-01-01T00:00:00Z TO *}"),
            Ok(Query::Field(
                Some("lastModified".into()),
                Test::Range {
                    from: Some("2026-01-01T00:00:00Z".into()),
                    to: None,
                    with_from: true,
                    with_to: false
                }
            ))
        );
    }

    #[test]
    fn says_where_a_query_breaks() {
        for (text, at) in [
            ("path:", 6),
            ("(a OR b", 1),
            ("a OR", 5),
            ("a)", 2),
            ("title:\"open", 7),
            (":x", 1),
            ("AND a", 1),
            ("d:[a b]", 6),
            ("d:[a TO ]", 9),
            ("a AND OR b", 7),
            ("x:(y:z)", 5),
            ("\\", 2),
        ] {
            assert_eq!(parse(text).map_err(|error| error.at), Err(at), "{text}");
        }
        assert!(parse(&"(".repeat(500)).is_err() && parse(&"-".repeat(500)).is_err());
        assert!(parse(&"a".repeat(MAX_LENGTH + 1)).is_err());
    }
}
