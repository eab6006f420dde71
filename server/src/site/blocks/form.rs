//! A form before the browser runs it: the headings above it, in their final position (`FlowLayout.tsx`).

use maud::{Markup, html};

use super::progress_steps::progress_steps;
use super::rich_text::words;
use crate::site::elements::{Elements, Item};

/// The question groups of sign-up, in order (`SignUpGroup.tsx`).
const SIGN_UP: [&str; 9] =
    ["Age", "Consent", "Health", "You", "Account", "Sport", "Contact", "Emergency", "Socials"];

/// The group at which a sign-up form begins (`steps.ts`); none for other forms.
fn first_group(form: &str) -> Option<usize> {
    match form {
        "eligibility" => Some(0),
        "registration" => Some(3),
        "account-information" => Some(5),
        _ => None,
    }
}

pub(super) fn form(item: &Item<'_>, page: Elements<'_>) -> Markup {
    let own = item.elements;
    let headline = if own.text("headline").is_empty() { page.text("headline") } else { own.text("headline") };
    let (lead, key) = if own.text("text").is_empty() { (page, "intro") } else { (own, "text") };
    html! {
        div.FlowLayout_layout {
            div.FlowLayout_panel {}
            div.FlowLayout_content {
                @if let Some(group) = first_group(own.text("form")) {
                    (progress_steps("Sign-up", &SIGN_UP, group, "FlowLayout_steps"))
                }
                header.FlowLayout_head {
                    h1.FlowLayout_title tabindex="-1" { (headline) }
                    @if !lead.text(key).is_empty() { div.FlowLayout_lead { (words(&lead.html(key))) } }
                }
            }
        }
    }
}

/// The source files of a form by its name (`content/parts/forms.tsx`).
pub(super) fn modules(form: &str) -> &'static [&'static str] {
    match form {
        "login" => &["features/account/FlowLayout.tsx", "features/account/sign-in/LoginForm.tsx"],
        "forgot-password" => {
            &["features/account/FlowLayout.tsx", "features/account/sign-in/ForgotPassword.tsx"]
        }
        "reset-password" => {
            &["features/account/FlowLayout.tsx", "features/account/sign-in/ResetPassword.tsx"]
        }
        "guardian-confirmation" => {
            &["features/account/FlowLayout.tsx", "features/account/sign-in/Guardian.tsx"]
        }
        "confirm-email" | "undo-email-change" => {
            &["features/account/FlowLayout.tsx", "features/account/sign-in/EmailLinks.tsx"]
        }
        "sign-in-link" => &["features/account/FlowLayout.tsx", "features/account/sign-in/SignInLink.tsx"],
        "coach-booking" => &["features/account/FlowLayout.tsx", "features/account/sign-in/CoachBooking.tsx"],
        "crew-invitation" => &["features/account/FlowLayout.tsx", "content/parts/crews/CrewInvitation.tsx"],
        "eligibility" => &[
            "features/account/FlowLayout.tsx",
            "features/account/sign-up/SignUpGuard.tsx",
            "features/account/sign-up/EligibilityFlow.tsx",
        ],
        _ => &["features/account/FlowLayout.tsx"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_groups_are_those_of_the_browser() {
        let frame = include_str!("../../../../web/src/features/account/sign-up/SignUpGroup.tsx");
        let names = SIGN_UP.map(|name| format!("'{name}'")).join(", ");
        assert!(frame.contains(&names), "{names}");
        let steps = include_str!("../../../../web/src/features/account/steps.ts");
        assert!(steps.contains("register: ['age', 'consent', 'health'],"));
        assert!(steps.contains("'user-registration': ['person', 'account'],"));
    }
}
