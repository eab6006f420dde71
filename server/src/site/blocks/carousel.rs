//! Panels in a row (`Carousel.tsx`), before the browser runs them.

use maud::{Markup, html};

use super::content_link::link_text;
use super::kicker::kicker;
use super::picture::picture;
use super::rich_text::rich_text;
use super::section_head::{Size, section_head};
use super::six_tests::test_path;
use super::surroundings::Surroundings;
use crate::site::elements::{Elements, Item, Link, LinkAction};
use crate::site::template::Template;

pub(super) fn carousel(item: &Item<'_>, around: Surroundings<'_>) -> Markup {
    let elements = item.elements;
    let (slides, tests) = (elements.groups("slides"), elements.items("tests"));
    let count = slides.len() + tests.len();
    if count == 0 {
        return Markup::default();
    }
    let title = format!("{}-title", item.id);
    html! {
        section.Carousel_section aria-roledescription="carousel" aria-labelledby=(title) {
            div.Carousel_top {
                div id=(title) { (section_head(elements, Size::Display)) }
                (rich_text(elements, "text", "text_intro text_lead"))
                div.Carousel_steer {
                    p.Carousel_place role="status" { span.Carousel_at { "1" } " of " (count) }
                    button.Carousel_button type="button" disabled { (around.template.drawing_of("arrowLeft", "", "Previous")) }
                    button.Carousel_button type="button" disabled[count < 2] { (around.template.drawing_of("arrowRight", "", "Next")) }
                }
            }
            div.Carousel_viewport tabindex="0" role="group" aria-labelledby=(title) {
                ol.Carousel_slides {
                    @for (index, slide) in slides.into_iter().enumerate() {
                        li.Carousel_slide { (panel(slide, index + 1, around)) }
                    }
                    @for test in &tests { li.Carousel_slide { (test_panel(test.elements, around)) } }
                }
            }
        }
    }
}

fn panel(slide: Elements<'_>, number: usize, around: Surroundings<'_>) -> Markup {
    let drawing = slide.text("illustration");
    let art = html! {
        @if let Some(image) = slide.image("image") {
            (picture(image, "(width >= 1024px) 28rem, 82vw", "Carousel_image", false))
        } @else if Template::is_test(drawing) {
            (around.template.drawing(drawing, ""))
        } @else if !drawing.is_empty() {
            (around.template.drawing("RunnerArt", "Carousel_runner"))
        } @else {
            span.Carousel_number aria-hidden="true" { (number) }
        }
    };
    framed(
        &art,
        slide.text("kicker"),
        slide.text("headline"),
        &rich_text(slide, "text", "text_quiet"),
        slide.link("link"),
    )
}

/// A test from the hub as a panel.
fn test_panel(test: Elements<'_>, around: Surroundings<'_>) -> Markup {
    let name = test.text("testType");
    let (url, text) = (test_path(name), format!("How {name} works"));
    let link = Link { url: &url, text: &text, act: LinkAction::Go };
    let art = html! {
        @if Template::is_test(name) { (around.template.drawing(name, "")) }
        @else if !name.is_empty() { (around.template.drawing("RunnerArt", "Carousel_runner")) }
    };
    framed(&art, test.text("protocol"), name, &rich_text(test, "summary", "text_quiet"), Some(link))
}

fn framed(art: &Markup, above: &str, headline: &str, body: &Markup, link: Option<Link<'_>>) -> Markup {
    html! {
        article.Carousel_panel {
            div.Carousel_picture { (art) }
            div.Carousel_text {
                @if !above.is_empty() { (kicker(above)) }
                h3 { (headline) }
                (body)
                @if let Some(link) = link { (link_text(link, "Carousel_link")) }
            }
        }
    }
}
