//! A form before the browser runs it: the words over it, where it will have them (`FlowLayout.tsx`).

use maud::{Markup, html};

use super::rich_text::words;
use crate::site::elements::{Elements, Item};

pub(super) fn form(item: &Item<'_>, page: Elements<'_>) -> Markup {
    let own = item.elements;
    let headline = if own.text("headline").is_empty() { page.text("headline") } else { own.text("headline") };
    let (lead, key) = if own.text("text").is_empty() { (page, "intro") } else { (own, "text") };
    html! {
        div.FlowLayout_layout {
            div.FlowLayout_panel {}
            div.FlowLayout_content {
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
        "eligibility" => &[
            "features/account/FlowLayout.tsx",
            "features/account/sign-up/SignUpGuard.tsx",
            "features/account/sign-up/EligibilityFlow.tsx",
        ],
        _ => &["features/account/FlowLayout.tsx"],
    }
}
