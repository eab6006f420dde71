//! An authored link: in running text, around a card or as a button (`ContentLink.tsx`).

use maud::{Markup, html};

use crate::site::elements::{Link, LinkAction, localised};

/// The target of a link: an address, or an anchor on a page.
fn address(link: Link<'_>) -> String {
    match link.act {
        LinkAction::Scroll(target) if link.url.is_empty() => format!("#{target}"),
        LinkAction::Scroll(target) => format!("{}#{target}", localised(link.url)),
        LinkAction::Go | LinkAction::Script => localised(link.url).into_owned(),
    }
}

pub(super) fn link_text(link: Link<'_>, class: &str) -> Markup {
    html! {
        @if link.act == LinkAction::Script {
            button.ContentLink_action.(class) type="button" { (link.text) }
        } @else {
            a class=(class) href=(address(link)) { (link.text) }
        }
    }
}

/// A link as a button; `look` is its classes in addition to `Button_button`.
pub(in crate::site) fn link_button(link: Link<'_>, look: &str) -> Markup {
    let class = format!("Button_button {look}");
    html! {
        @if link.act == LinkAction::Script {
            button class=(class) type="button" { (link.text) }
        } @else {
            a class=(class) href=(address(link)) { (link.text) }
        }
    }
}
