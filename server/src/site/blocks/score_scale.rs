//! A test's scale of points, as a table that looks like a ladder (`ScoreScale.tsx`).

use maud::{Markup, html};

use super::test_facts::TestFacts;

/// The points that a scale shows.
const STEPS: [f64; 6] = [0.0, 20.0, 40.0, 60.0, 80.0, 100.0];

/// The scale of a test; nothing unless both marks are known.
pub(super) fn score_scale(name: &str, facts: &TestFacts<'_>) -> Markup {
    let TestFacts { unit, decimals, marks: Some((zero, hundred)), .. } = *facts else {
        return Markup::default();
    };
    html! {
        table.ScoreScale_scale {
            caption {
                "Points for " (name) ", measured in " (unit)
                @if facts.lower_is_better { "; lower is better" }
            }
            tbody {
                tr {
                    th scope="row" { "Points" }
                    @for points in STEPS {
                        td.ScoreScale_points {
                            span.ScoreScale_bar style=(format!("block-size:{}rem", 1.0 + points / 16.0)) aria-hidden="true" {}
                            (points)
                        }
                    }
                }
                tr {
                    th scope="row" { (unit) }
                    @for points in STEPS { td { (fixed(zero + (hundred - zero) * points / 100.0, decimals)) } }
                }
            }
        }
    }
}

/// A number with a number of decimals, halves away from zero, as `toFixed` writes it.
fn fixed(number: f64, decimals: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..=6")]
    let decimals = decimals.clamp(0.0, 6.0) as usize;
    let scale = 10_f64.powi(i32::try_from(decimals).unwrap_or_default());
    let scaled = number * scale;
    let number =
        if (scaled.abs().fract() - 0.5).abs() < f64::EPSILON { scaled.round() / scale } else { number };
    format!("{number:.decimals$}")
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_are_written_as_in_the_browser() {
        for (number, decimals, text) in
            [(2.5, 0.0, "3"), (38.0, 0.0, "38"), (4.2, 2.0, "4.20"), (3.0, 1.0, "3.0"), (0.125, 2.0, "0.13")]
        {
            assert_eq!(super::fixed(number, decimals), text);
        }
    }
}
