//! The progress through a flow (`ProgressSteps.tsx`).

use maud::{Markup, html};

/// A bar for each step; the current one, from 0, is named.
pub(super) fn progress_steps(label: &str, steps: &[&str], current: usize, class: &str) -> Markup {
    html! {
        nav aria-label=(label) class=(format!("ProgressSteps_progress {class}")) {
            p.text_strong {
                span.text_accent.text_figures { (current + 1) " of " (steps.len()) }
                " " (steps.get(current).copied().unwrap_or_default())
            }
            ol.ProgressSteps_bars {
                @for (index, step) in steps.iter().enumerate() {
                    li class=(bar(index, current)) aria-current=[(index == current).then_some("step")] {
                        span.ProgressSteps_name { (step) @if index < current { ", done" } }
                    }
                }
            }
        }
    }
}

fn bar(index: usize, current: usize) -> &'static str {
    match index.cmp(&current) {
        std::cmp::Ordering::Less => "ProgressSteps_bar ProgressSteps_done",
        std::cmp::Ordering::Equal => "ProgressSteps_bar ProgressSteps_now",
        std::cmp::Ordering::Greater => "ProgressSteps_bar",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_current_step_is_named_and_those_before_are_done() {
        let markup = progress_steps("Sign-up", &["Age", "Consent", "Health"], 1, "FlowLayout_steps").0;
        assert!(markup.contains("2 of 3</span> Consent</p>"), "{markup}");
        assert!(
            markup.contains("ProgressSteps_done\"><span class=\"ProgressSteps_name\">Age, done"),
            "{markup}"
        );
        assert_eq!(markup.matches("aria-current=\"step\"").count(), 1);
    }
}
