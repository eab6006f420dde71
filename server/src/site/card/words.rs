//! Places, percentiles and gains in words (RULES 13.16).

use sixfold_domain::score::Score;

/// `Better than 78%`, as My progress has it: the percentage of the field that is lower.
pub fn percentile_words(better_than: u8) -> String {
    if better_than == 0 {
        "All of the field to chase".to_owned()
    } else {
        format!("Better than {better_than}%")
    }
}

/// `+2.41 on the last one`
pub fn gain_words(gain: Score) -> String {
    format!("{} on the last one", signed(gain))
}

/// `+2.41`, `−0.30`
pub(super) fn signed(gain: Score) -> String {
    let sign = if gain.hundredths() < 0 { "−" } else { "+" };
    format!("{sign}{}", Score::from_hundredths(gain.hundredths().saturating_abs()))
}

/// `1st`, `22nd`, `113th`
pub(super) fn ordinal(number: usize) -> String {
    let ending = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    // RULES 13.16
    #[test]
    fn numbers_are_said_as_they_are_spoken() {
        for (number, expected) in
            [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th")]
        {
            assert_eq!(ordinal(number), expected);
        }
        for (number, expected) in [(21, "21st"), (102, "102nd"), (111, "111th"), (1_013, "1013th")] {
            assert_eq!(ordinal(number), expected);
        }
        assert_eq!(gain_words(Score::from_hundredths(241)), "+2.41 on the last one");
        assert_eq!(gain_words(Score::from_hundredths(-30)), "−0.30 on the last one");
        assert_eq!(percentile_words(0), "All of the field to chase");
    }
}
