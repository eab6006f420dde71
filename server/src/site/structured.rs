//! A page's structured data, in schema.org's vocabulary.

use serde_json::{Map, Value, json};

use super::elements::Item;
use crate::content::markup;

/// What the structured data of a page says about it.
pub(super) struct PageInfo<'a> {
    /// Without a trailing slash.
    pub(super) origin: &'a str,
    pub(super) site: &'a str,
    pub(super) title: &'a str,
    pub(super) description: &'a str,
    /// The full address.
    pub(super) address: &'a str,
}

/// The homepage: the operator, the site, and the academy.
pub(super) fn home(page: &PageInfo<'_>, config: &Value) -> Vec<Value> {
    let home = format!("{}/en-gb/", page.origin);
    let profiles: Vec<&str> = ["instagram", "tiktok"]
        .iter()
        .filter_map(|key| config["links"][*key].as_str().filter(|link| link.starts_with("https:")))
        .collect();
    let mut organisation = json!({
        "@context": "https://schema.org", "@type": "Organization", "@id": format!("{home}#organisation"),
        "name": page.site, "url": home,
    });
    if !profiles.is_empty() {
        organisation["sameAs"] = json!(profiles);
    }
    let site = json!({
        "@context": "https://schema.org", "@type": "WebSite", "name": page.site, "url": home,
        "description": page.description, "inLanguage": "en-GB",
        "publisher": {"@id": format!("{home}#organisation")},
    });
    let mut all = vec![organisation, site];
    all.extend(academy(&config["event"], &home));
    all
}

/// The academy, as far as the settings describe it.
fn academy(event: &Value, home: &str) -> Option<Value> {
    let text = |key: &str| event[key].as_str().filter(|text| !text.is_empty());
    let mut page = Map::new();
    page.insert("@context".into(), json!("https://schema.org"));
    page.insert("@type".into(), json!("SportsActivityLocation"));
    page.insert("name".into(), json!(text("eventLocationName")?));
    page.insert("url".into(), json!(home));
    let mut address = json!({"@type": "PostalAddress", "streetAddress": text("eventLocationAddress")?, "addressCountry": "GB"});
    if let Some(code) = text("eventLocationPostCode") {
        address["postalCode"] = json!(code);
    }
    page.insert("address".into(), address);
    for (key, name) in [
        ("eventLocationContactNumber", "telephone"),
        ("eventLocationContactEmail", "email"),
        ("mapUrl", "hasMap"),
    ] {
        if let Some(value) = text(key) {
            page.insert(name.into(), json!(value));
        }
    }
    Some(Value::Object(page))
}

/// Any other page: the page, and the breadcrumb from the homepage.
pub(super) fn page(page: &PageInfo<'_>, components: &[Item<'_>]) -> Vec<Value> {
    let crumb = |position: usize, name: &str, address: &str| json!({"@type": "ListItem", "position": position, "name": name, "item": address});
    let crumbs = json!({
        "@context": "https://schema.org", "@type": "BreadcrumbList",
        "itemListElement": [
            crumb(1, page.site, &format!("{}/en-gb/", page.origin)),
            crumb(2, page.title, page.address),
        ],
    });
    let questions = questions(components);
    let mut page = json!({
        "@context": "https://schema.org", "@type": "WebPage", "name": page.title, "url": page.address,
        "description": page.description, "inLanguage": "en-GB",
    });
    if !questions.is_empty() {
        page["@type"] = json!("FAQPage");
        page["mainEntity"] = Value::Array(questions);
    }
    vec![page, crumbs]
}

fn questions(components: &[Item<'_>]) -> Vec<Value> {
    components
        .iter()
        .filter(|item| item.type_id == "faq-group")
        .flat_map(|group| group.elements.groups("questions"))
        .filter(|row| !row.text("question").is_empty())
        .map(|row| {
            json!({
                "@type": "Question", "name": row.text("question"),
                "acceptedAnswer": {"@type": "Answer", "text": markup::html(row.text("answer")).trim()},
            })
        })
        .collect()
}
