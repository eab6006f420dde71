//! What is around every page: the logo and the footer (`TopNav.tsx`, `Footer.tsx`, `AppShell.tsx`), before it is known
//! whether somebody is signed in.

use maud::{Markup, html};
use serde_json::Value;

use super::elements::localised;
use super::template::Template;

/// What the shell takes from the public settings.
pub(super) struct Shell<'a> {
    pub(super) template: &'a Template,
    pub(super) config: &'a Value,
}

impl Shell<'_> {
    pub(super) fn title(&self) -> &str {
        let title = self.config["site"]["title"].as_str().unwrap_or_default();
        if title.is_empty() { "Sixfold" } else { title }
    }

    pub(super) fn around(&self, page: &Markup) -> Markup {
        html! {
            div.AppShell_shell {
                a.AppShell_skip href="#main" { "Skip to the page" }
                (self.top())
                main.AppShell_main id="main" tabindex="-1" { (page) }
                (self.foot())
            }
        }
    }

    fn top(&self) -> Markup {
        html! {
            header.TopNav_bar {
                nav.TopNav_inner aria-label="Main" {
                    a.TopNav_home href="/en-gb/" aria-label={ (self.title()) ", homepage" } { (self.logo()) }
                    (self.campaign())
                    div.TopNav_end {}
                }
            }
        }
    }

    fn logo(&self) -> Markup {
        let Some(src) = address(self.config["site"]["logo"].as_str()) else {
            return html! { (self.template.drawing_of("Logo", "", self.title())) };
        };
        html! {
            span.Hexagon_logo {
                img.Hexagon_image src=(src) alt="";
                span.Hexagon_name { (self.title()) }
            }
        }
    }

    fn campaign(&self) -> Markup {
        let element = &self.config["site"]["campaignLogo"];
        let text = |key: &str| element[key].as_str().filter(|text| !text.is_empty());
        let Some(src) = address(text("url").or(text("value"))) else { return Markup::default() };
        let alt = text("altText").or(text("linkText")).unwrap_or_default();
        let image = html! { img.TopNav_campaign src=(src) alt=(alt); };
        match text("linkURL") {
            Some(href) => html! { a href=(localised(href)) { (image) } },
            None => image,
        }
    }

    fn foot(&self) -> Markup {
        let link = |key: &str| self.config["links"][key].as_str().filter(|link| !link.is_empty());
        let inside = [
            ("/login", "My account"),
            ("/register", "Take your shot"),
            ("/frequently-asked-questions", "FAQ"),
            ("/terms-and-conditions", "Terms and conditions"),
            (link("privacy").unwrap_or("/terms-and-conditions#privacy"), "Privacy"),
            (link("consent").unwrap_or("/terms-and-conditions#consent"), "Consent"),
        ];
        // Only accounts that are in the settings.
        let social: Vec<_> = [("instagram", "Instagram"), ("tiktok", "TikTok")]
            .into_iter()
            .filter_map(|(icon, label)| Some((link(icon)?, icon, label)))
            .collect();
        html! {
            footer.Footer_footer {
                div.Footer_inner {
                    (self.logo())
                    nav aria-label="Footer" {
                        ul.Footer_links {
                            @for (href, label) in inside { li { a href=(localised(href)) { (label) } } }
                        }
                    }
                    @if !social.is_empty() {
                        ul.Footer_social {
                            @for (href, icon, label) in social {
                                li {
                                    a href=(localised(href)) rel="noreferrer" target="_blank" {
                                        (self.template.drawing_of(icon, "", &format!("{label} (opens in a new tab)")))
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The address of an image logo; a word such as `hexagon` names a built-in one.
fn address(logo: Option<&str>) -> Option<&str> {
    logo.filter(|logo| logo.starts_with('/') || logo.starts_with("https:"))
}
