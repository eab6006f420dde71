//! Results on the wire: one or a list of them, their attempts as entered, and stored results.

use std::fmt;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};
use sixfold_domain::attempt::{AttemptError, AttemptProblem, Raw};
use sixfold_domain::protocol::{ATTEMPTS_MAX, Protocol};
use sixfold_domain::score::Score;
use sixfold_domain::test_type::TestType;
use utoipa::ToSchema;

use crate::db::results::result::{Stored, TestStatus};
use crate::http::ApiError;

/// One test, as a tablet sends it.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(super) struct ResultBody {
    /// Cognitive, Strength, Power, Speed, Agility or Endurance.
    #[serde(rename = "TestType", alias = "testType")]
    #[schema(value_type = String, example = "Speed")]
    test_type: Value,
    /// The raw measurements in their order.
    #[serde(rename = "Attempts", alias = "attempts", default)]
    attempts: Vec<AttemptBody>,
    /// `closed` when absent; `dnt` for a test that was not taken.
    #[serde(rename = "Status", alias = "status", default)]
    status: Option<String>,
    /// The revision that these values replace, for a test that was unlocked.
    #[serde(default)]
    pub replaces: Option<i64>,
    /// The points that the tablet shows; only checked with a final.
    #[serde(default)]
    #[schema(value_type = Option<f64>)]
    score: Option<Score>,
    /// The revision that the tablet knows; only checked with a final.
    #[serde(default)]
    revision: Option<i64>,
}

#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(default)]
struct AttemptBody {
    /// The raw measurement in the test's unit.
    #[schema(value_type = f64, example = 3.214)]
    score: Value,
}

/// One result or a list of them (wire, "event/admin/test").
#[derive(Debug, Clone, Default)]
pub(super) struct Results {
    bodies: Vec<ResultBody>,
    /// Whether they came as a list, which decides the names of fields.
    list: bool,
}

impl Results {
    pub(super) fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// Refuses a body without any.
    pub(super) fn require_some(self) -> Result<Self, ApiError> {
        if self.is_empty() {
            return Err(ApiError::bad_request("FIELD_MISSING", "Send at least one result.").field("results"));
        }
        Ok(self)
    }

    /// Tests, attempts and statuses, as they were sent.
    pub(super) fn to_json(&self) -> Value {
        Value::Array(self.bodies.iter().map(ResultBody::to_json).collect())
    }

    /// Each result with its test and the name of its field. Refuses a test that is named twice.
    pub(super) fn read(&self, name: &str) -> Result<Vec<(String, TestType, &ResultBody)>, ApiError> {
        let mut read: Vec<(String, TestType, &ResultBody)> = Vec::with_capacity(self.bodies.len());
        for (index, body) in self.bodies.iter().enumerate() {
            let field = if self.list { format!("{name}[{index}]") } else { name.to_owned() };
            let test = body.test_type.as_str().unwrap_or_default().parse::<TestType>().map_err(|error| {
                ApiError::rule(error.code(), error.to_string()).field(format!("{field}.TestType"))
            })?;
            if read.iter().any(|(_, other, _)| *other == test) {
                let message = format!("There are two results of {test}. Send one.");
                return Err(ApiError::invalid(format!("{field}.TestType"), message));
            }
            read.push((field, test, body));
        }
        Ok(read)
    }
}

impl ResultBody {
    fn to_json(&self) -> Value {
        let attempts: Vec<Value> =
            self.attempts.iter().map(|attempt| json!({ "score": attempt.score })).collect();
        json!({ "TestType": self.test_type, "Attempts": attempts, "Status": self.status })
    }

    /// Closed unless the body says otherwise.
    pub(super) fn status(&self, field: &str) -> Result<TestStatus, ApiError> {
        match self.status.as_deref() {
            None | Some("" | "closed") => Ok(TestStatus::Closed),
            Some("dnt") => Ok(TestStatus::Dnt),
            Some(_) => Err(ApiError::bad_request("STATUS_UNKNOWN", "A test is sent as closed or dnt.")
                .field(format!("{field}.Status"))),
        }
    }

    /// The attempts, parsed by the protocol.
    pub(super) fn attempts(&self, protocol: &Protocol, field: &str) -> Result<Vec<Raw>, ApiError> {
        let read = |(index, attempt): (usize, &AttemptBody)| {
            attempt.read(protocol).map_err(|error| refused(error, format!("{field}.Attempts[{index}].score")))
        };
        if self.attempts.len() > usize::from(protocol.attempts) {
            return Err(refused(protocol.refusal(AttemptProblem::TooMany), format!("{field}.Attempts")));
        }
        self.attempts.iter().enumerate().map(read).collect()
    }

    /// The attempts as they were measured, whatever a protocol says of their number and range.
    pub(super) fn measured(&self, field: &str) -> Result<Vec<Raw>, ApiError> {
        if self.attempts.len() > usize::from(ATTEMPTS_MAX) {
            let message = format!("A test has at most {ATTEMPTS_MAX} attempts.");
            return Err(
                ApiError::rule(AttemptProblem::TooMany.code(), message).field(format!("{field}.Attempts"))
            );
        }
        let read = |(index, attempt): (usize, &AttemptBody)| {
            attempt.measured().ok_or_else(|| {
                let message = "An attempt is a number with at most three decimals.";
                let error = ApiError::rule(AttemptProblem::Invalid.code(), message);
                error.field(format!("{field}.Attempts[{index}].score"))
            })
        };
        self.attempts.iter().enumerate().map(read).collect()
    }

    /// Whether the stored result is the one that the tablet shows. Values that the tablet does not send are not compared.
    pub(super) fn agrees(&self, attempts: &[Raw], stored: Option<&Stored>) -> bool {
        let Some(stored) = stored.filter(|stored| stored.status != TestStatus::Open) else {
            return attempts.is_empty()
                && self.score.is_none()
                && !matches!(self.status.as_deref(), Some("closed" | "dnt"));
        };
        let says = self.status.as_deref().filter(|status| !status.is_empty());
        let silent =
            attempts.is_empty() && (self.score.is_some() || self.revision.is_some() || says == Some("dnt"));
        (silent || attempts == stored.attempts)
            && says.is_none_or(|status| status == stored.status.into_str())
            && (self.score.is_none() || self.score == stored.score)
            && self.revision.is_none_or(|revision| revision == stored.revision)
    }
}

impl AttemptBody {
    /// A JSON number only: numeric text is not accepted.
    fn read(&self, protocol: &Protocol) -> Result<Raw, AttemptError> {
        match &self.score {
            Value::Number(number) => protocol.read(&number.to_string()),
            _ => Err(protocol.refusal(AttemptProblem::Invalid)),
        }
    }

    fn measured(&self) -> Option<Raw> {
        self.score.as_number().and_then(|number| number.to_string().parse().ok())
    }
}

/// The refusal of an attempt, with its field.
pub(super) fn refused(error: AttemptError, field: String) -> ApiError {
    ApiError::rule(error.code(), error.to_string()).field(field)
}

/// A stored test, after a write.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct TestAnswer {
    #[serde(rename = "TestType")]
    #[schema(value_type = String)]
    pub test: TestType,
    /// Its points, 0.00 to 100.00; null unless it is closed.
    #[schema(value_type = Option<f64>)]
    pub score: Option<Score>,
    /// `closed` or `dnt`.
    pub status: &'static str,
    /// The revision that a correction of the test sends as `replaces`.
    pub revision: i64,
}

/// A stored test with its attempts.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct RecordedTest {
    #[serde(flatten)]
    test: TestAnswer,
    #[serde(rename = "Attempts")]
    attempts: Vec<AttemptAnswer>,
}

/// One attempt, as it is stored.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub(super) struct AttemptAnswer {
    /// The raw measurement in the test's unit.
    #[schema(value_type = f64)]
    pub score: Raw,
}

impl TestAnswer {
    pub(super) fn of(stored: &Stored) -> Self {
        Self {
            test: stored.test,
            score: stored.score,
            status: stored.status.into_str(),
            revision: stored.revision,
        }
    }
}

impl RecordedTest {
    pub(super) fn of(stored: &Stored) -> Self {
        Self { test: TestAnswer::of(stored), attempts: attempts(stored) }
    }

    /// A test without a result.
    pub(super) fn none(test: TestType) -> Self {
        let status = TestStatus::Open.into_str();
        Self { test: TestAnswer { test, score: None, status, revision: 0 }, attempts: Vec::new() }
    }
}

pub(super) fn attempts(stored: &Stored) -> Vec<AttemptAnswer> {
    stored.attempts.iter().map(|raw| AttemptAnswer { score: *raw }).collect()
}

impl<'de> Deserialize<'de> for Results {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OneOrMany)
    }
}

struct OneOrMany;

impl<'de> Visitor<'de> for OneOrMany {
    type Value = Results;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a result or a list of results")
    }

    fn visit_unit<E>(self) -> Result<Results, E> {
        Ok(Results::default())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Results, A::Error> {
        let bodies = Vec::deserialize(SeqAccessDeserializer::new(list))?;
        Ok(Results { bodies, list: true })
    }

    fn visit_map<A: MapAccess<'de>>(self, one: A) -> Result<Results, A::Error> {
        let bodies = vec![ResultBody::deserialize(MapAccessDeserializer::new(one))?];
        Ok(Results { bodies, list: false })
    }
}

#[cfg(test)]
mod tests {
    use sixfold_domain::protocol::Protocols;

    use super::*;

    fn one(attempts: &str) -> ResultBody {
        serde_json::from_str(&format!(r#"{{"TestType":"Speed","Attempts":{attempts}}}"#)).unwrap()
    }

    fn word(attempts: &str) -> String {
        let protocols = Protocols::STANDARD;
        match one(attempts).attempts(protocols.of(TestType::Speed), "results") {
            Ok(read) => read.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            Err(error) => error.code().to_owned(),
        }
    }

    #[test]
    fn attempts_are_read_exactly_or_refused_by_name() {
        for (attempts, expected) in [
            (r#"[{"score":3.205},{"score":4}]"#, "3.205 4"),
            (r#"[{"score":3.2050}]"#, "3.205"),
            (r#"[{"score":32e-1}]"#, "3.2"),
            ("[]", ""),
            (r#"[{"score":-3.2}]"#, "ATTEMPT_NEGATIVE"),
            (r#"[{"score":3.2051}]"#, "ATTEMPT_DECIMALS"),
            (r#"[{"score":1.999}]"#, "ATTEMPT_OUT_OF_RANGE"),
            (r#"[{"score":1e300}]"#, "ATTEMPT_OUT_OF_RANGE"),
            (r#"[{"score":"3.2"}]"#, "ATTEMPT_INVALID"),
            (r#"[{"score":"NaN"}]"#, "ATTEMPT_INVALID"),
            (r#"[{"score":null}]"#, "ATTEMPT_INVALID"),
            ("[{}]", "ATTEMPT_INVALID"),
            (r#"[{"score":3},{"score":3},{"score":3}]"#, "ATTEMPTS_TOO_MANY"),
        ] {
            assert_eq!(word(attempts), expected, "{attempts}");
        }
    }

    #[test]
    fn what_was_measured_is_read_though_no_protocol_allows_it() {
        let told = |attempts: &str| match one(attempts).measured("results") {
            Ok(read) => read.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            Err(error) => error.code().to_owned(),
        };
        let eleven = format!("[{}]", [r#"{"score":3}"#; 11].join(","));
        for (attempts, expected) in [
            (r#"[{"score":3.205},{"score":33},{"score":-1}]"#, "3.205 33 -1"),
            ("[]", ""),
            (r#"[{"score":3.2051}]"#, "ATTEMPT_INVALID"),
            (r#"[{"score":1e300}]"#, "ATTEMPT_INVALID"),
            (r#"[{"score":"3.2"}]"#, "ATTEMPT_INVALID"),
            ("[{}]", "ATTEMPT_INVALID"),
            (eleven.as_str(), "ATTEMPTS_TOO_MANY"),
        ] {
            assert_eq!(told(attempts), expected, "{attempts}");
        }
    }

    #[test]
    fn one_and_a_list_are_read_alike_and_name_their_fields() {
        let field = |text: &str| {
            let results: Results = serde_json::from_str(text).unwrap();
            results.read("results").map(|read| read[0].0.clone()).map_err(|error| error.code().to_owned())
        };
        assert_eq!(field(r#"{"TestType":"Speed"}"#), Ok("results".into()));
        assert_eq!(field(r#"[{"TestType":"Speed"}]"#), Ok("results[0]".into()));
        assert_eq!(field(r#"[{"TestType":"Chess"}]"#), Err("TEST_UNKNOWN".into()));
        assert_eq!(field(r#"[{"TestType":7}]"#), Err("TEST_UNKNOWN".into()));
        let twice = r#"[{"TestType":"Speed"},{"TestType":"Speed"}]"#;
        assert_eq!(field(twice), Err("FIELD_INVALID".into()));
        assert!(serde_json::from_str::<Results>("7").is_err());
    }
}
