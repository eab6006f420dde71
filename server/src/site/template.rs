//! The built page as a template: `index.html`, with the map of chunks and the drawings that the web's build writes
//! (`web/build/first-html.ts`). Knows nothing of content.

use std::collections::{BTreeMap, HashMap};

use maud::PreEscaped;
use serde::Deserialize;
use sixfold_domain::test_type::TestType;

use super::files;

/// The map and the drawings; not served.
const MAP: &str = ".vite/first-html.json";
/// Starts the site's script after the first paint (`web/public/start.js`).
const START: &str = "/start.js";
const ROOT: &str = "<div id=\"root\"></div>";

#[derive(Debug)]
pub(super) struct Template {
    pub(super) build: [u8; 32],
    /// Up to the title.
    before: String,
    /// From there to the end of the head.
    links: String,
    /// From the end of the head to the root element.
    between: String,
    /// After the root element.
    after: String,
    /// The styles of every page, inlined so that nothing has to be fetched before the first paint.
    shared: String,
    /// The files of those styles.
    named: Vec<String>,
    /// The site's script, and the files that it imports first.
    main: String,
    begins_with: Vec<String>,
    styles: HashMap<String, String>,
    chunks: Vec<Chunk>,
    by_module: HashMap<String, usize>,
    drawings: BTreeMap<String, String>,
}

#[derive(Debug, Default, Deserialize)]
struct Map {
    #[serde(default)]
    chunks: Vec<Chunk>,
    #[serde(default)]
    drawings: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize)]
struct Chunk {
    file: String,
    imports: Vec<String>,
    css: Vec<String>,
    modules: Vec<String>,
}

/// Styles and scripts that a page needs early.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Assets<'a> {
    pub(super) styles: Vec<&'a str>,
    pub(super) scripts: Vec<&'a str>,
}

impl Template {
    /// The template of the build in the binary; none if the site was not built.
    pub(super) fn load() -> Option<Self> {
        let page = files::bytes("index.html")?;
        let map = files::bytes(MAP)
            .and_then(|map| serde_json::from_slice::<Map>(&map.data).ok())
            .unwrap_or_default();
        let text = std::str::from_utf8(&page.data).ok()?;
        Self::read(text, map, page.metadata.sha256_hash(), style)
    }

    /// The identity of the build in the binary.
    pub(super) fn current_build() -> Option<[u8; 32]> {
        files::bytes("index.html").map(|page| page.metadata.sha256_hash())
    }

    fn read(page: &str, map: Map, build: [u8; 32], style: impl Fn(&str) -> Option<String>) -> Option<Self> {
        let page = without(page, "<meta name=\"description\"", ">");
        let (page, named) = without_tags(&page, "<link rel=\"stylesheet\"", "href=\"/");
        let (page, begins_with) = without_tags(&page, "<link rel=\"modulepreload\"", "href=\"/");
        let (page, mains) = without_tags(&page, "<script type=\"module\"", "src=\"/");
        let main = mains.into_iter().next()?;
        let shared: Option<Vec<String>> = named.iter().map(|file| style(file)).collect();
        let (head, body) = page.split_once("</head>")?;
        let (before, links) = head.split_once("<title>")?;
        let (_, links) = links.split_once("</title>")?;
        let (between, after) = body.split_once(ROOT)?;
        let by_module = map
            .chunks
            .iter()
            .enumerate()
            .flat_map(|(index, chunk)| chunk.modules.iter().map(move |module| (module.clone(), index)))
            .collect();
        Some(Self {
            build,
            before: before.to_owned(),
            links: links.to_owned(),
            between: format!("</head>{between}"),
            after: after.to_owned(),
            styles: map
                .chunks
                .iter()
                .flat_map(|chunk| &chunk.css)
                .filter_map(|file| Some((file.clone(), style(file)?)))
                .collect(),
            shared: shared?.concat(),
            named,
            main,
            begins_with,
            chunks: map.chunks,
            by_module,
            drawings: map.drawings,
        })
    }

    /// The page with its head, styles, scripts, content and data.
    pub(super) fn page(&self, head: &str, assets: &Assets<'_>, root: &str, data: &str) -> String {
        let Self { before, links, shared, between, after, .. } = self;
        let own: String =
            assets.styles.iter().filter_map(|file| self.styles.get(*file)).map(String::as_str).collect();
        // The bundler's loader takes a listed stylesheet for a loaded one, and would fetch an unlisted one again.
        let mut inlined = String::new();
        for file in self.named.iter().map(String::as_str).chain(assets.styles.iter().copied()) {
            inlined.extend(["<link rel=\"stylesheet\" href=\"/", file, "\" disabled>"]);
        }
        let files: Vec<String> = self
            .begins_with
            .iter()
            .map(String::as_str)
            .chain(assets.scripts.iter().copied())
            .map(|file| format!("/{file}"))
            .collect();
        let (main, files) = (&self.main, files.join(" "));
        format!(
            "{before}{head}<style>{shared}{own}</style>{inlined}{links}\
             <script async fetchpriority=\"low\" src=\"{START}\" data-main=\"/{main}\" data-files=\"{files}\"></script>\
             {between}<div id=\"root\">{root}</div>{data}{after}"
        )
    }

    /// A page without scripts. It has the styles of every page, those of some source files, and its own.
    pub(super) fn still_page(&self, head: &str, style: &str, modules: &[&str], root: &str) -> String {
        let Self { before, links, shared, .. } = self;
        let styles = self.assets(modules).styles;
        let own: String =
            styles.iter().filter_map(|file| self.styles.get(*file)).map(String::as_str).collect();
        format!(
            "{before}{head}<style>{shared}{own}{style}</style>{links}</head>\
             <body><div id=\"root\">{root}</div></body></html>"
        )
    }

    /// The styles and scripts of some source files (`routes/HomePage.tsx`) that are not on every page; files that the
    /// build does not have are skipped.
    pub(super) fn assets(&self, modules: &[&str]) -> Assets<'_> {
        let mut seen = vec![false; self.chunks.len()];
        let mut assets = Assets::default();
        for index in modules.iter().filter_map(|module| self.by_module.get(*module)) {
            self.add_chunk(*index, &mut seen, &mut assets);
        }
        assets
    }

    /// Adds a chunk and what it imports. As where the bundler's loader brings them, styles come after those of imported files, which
    /// they may override.
    fn add_chunk<'a>(&'a self, index: usize, seen: &mut [bool], assets: &mut Assets<'a>) {
        if std::mem::replace(&mut seen[index], true) {
            return;
        }
        let chunk = &self.chunks[index];
        if !self.names(&chunk.file) {
            assets.scripts.push(&chunk.file);
        }
        let imported =
            chunk.imports.iter().filter_map(|file| self.chunks.iter().position(|chunk| chunk.file == *file));
        for index in imported {
            self.add_chunk(index, seen, assets);
        }
        for style in chunk.css.iter().filter(|style| !self.names(style)) {
            if !assets.styles.contains(&style.as_str()) {
                assets.styles.push(style);
            }
        }
    }

    fn names(&self, file: &str) -> bool {
        self.main == file || self.begins_with.iter().chain(&self.named).any(|named| named == file)
    }

    /// Whether a name is that of a test, each of which has a drawing.
    pub(super) fn is_test(name: &str) -> bool {
        name.parse::<TestType>().is_ok()
    }

    pub(super) fn drawing(&self, name: &str, class: &str) -> PreEscaped<String> {
        let drawing = self.drawings.get(name).map(String::as_str).unwrap_or_default();
        let with =
            if class.is_empty() { drawing.replace(" CLASS", "") } else { drawing.replace("CLASS", class) };
        PreEscaped(with)
    }

    /// A drawing with a description.
    pub(super) fn drawing_of(&self, name: &str, class: &str, words: &str) -> PreEscaped<String> {
        let mut escaped = String::new();
        for letter in words.chars() {
            match letter {
                '&' => escaped.push_str("&amp;"),
                '<' => escaped.push_str("&lt;"),
                '>' => escaped.push_str("&gt;"),
                '"' => escaped.push_str("&quot;"),
                other => escaped.push(other),
            }
        }
        PreEscaped(self.drawing(name, class).0.replace("WORDS", &escaped))
    }
}

/// A stylesheet of the build, safe to put into a `style` element.
fn style(file: &str) -> Option<String> {
    let file = files::bytes(file)?;
    let text = std::str::from_utf8(&file.data).ok()?;
    // In CSS a slash can always be escaped.
    Some(text.replace("</", "<\\2f "))
}

/// The page without the elements whose tag begins with `tag`, and the files that they name.
fn without_tags(page: &str, tag: &str, attribute: &str) -> (String, Vec<String>) {
    let mut parts = page.split(tag);
    let mut out = parts.next().unwrap_or_default().to_owned();
    let mut files = Vec::new();
    for part in parts {
        let (tag, rest) = part.split_once('>').unwrap_or((part, ""));
        let file = tag.split_once(attribute).and_then(|(_, file)| file.split('"').next());
        files.extend(file.map(str::to_owned));
        out.push_str(rest.strip_prefix("</script>").unwrap_or(rest));
    }
    (out, files)
}

/// The text without whatever begins with `start` and ends with `end`.
fn without(text: &str, start: &str, end: &str) -> String {
    let Some((before, rest)) = text.split_once(start) else { return text.to_owned() };
    let after = rest.split_once(end).map_or("", |(_, after)| after);
    format!("{before}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn template() -> Template {
        let page = "<html><head><meta charset=\"utf-8\"><meta name=\"description\" content=\"Old\" />\
            <title>Old</title><script type=\"module\" crossorigin src=\"/assets/main.js\"></script><link rel=\"stylesheet\" href=\"/shell.css\"></head><body><div id=\"root\"></div>\
            <noscript>No</noscript></body></html>";
        let map = serde_json::json!({
            "chunks": [
                {"file": "assets/main.js", "imports": [], "css": [], "modules": ["main.tsx"]},
                {"file": "assets/home.js", "imports": ["assets/main.js", "assets/blocks.js"], "css": ["home.css"],
                    "modules": ["routes/HomePage.tsx"]},
                {"file": "assets/blocks.js", "imports": ["assets/home.js"], "css": ["blocks.css"],
                    "modules": ["blocks/Hero.tsx"]},
                {"file": "assets/desk.js", "imports": ["assets/home.js"], "css": ["desk.css"],
                    "modules": ["blocks/Desk.tsx"]},
            ],
            "drawings": {"Mark": "<svg class=\"m CLASS\" aria-label=\"WORDS\"></svg>"},
        });
        Template::read(page, serde_json::from_value(map).unwrap(), [0; 32], |file| {
            Some(format!("/*{file}*/"))
        })
        .unwrap()
    }

    #[test]
    fn the_frame_takes_head_content_and_data() {
        let template = template();
        let assets = template.assets(&["blocks/Hero.tsx"]);
        let page = template.page("<title>New</title>", &assets, "<h1>Go</h1>", "<script></script>");
        assert_eq!(
            page,
            "<html><head><meta charset=\"utf-8\"><title>New</title><style>/*shell.css*//*home.css*//*blocks.css*/</style>\
             <link rel=\"stylesheet\" href=\"/shell.css\" disabled><link rel=\"stylesheet\" href=\"/home.css\" disabled>\
             <link rel=\"stylesheet\" href=\"/blocks.css\" disabled><script async fetchpriority=\"low\" src=\"/start.js\" data-main=\"/assets/main.js\" \
             data-files=\"/assets/blocks.js /assets/home.js\"></script></head><body><div id=\"root\"><h1>Go</h1></div>\
             <script></script><noscript>No</noscript></body></html>"
        );
    }

    #[test]
    fn a_still_page_runs_nothing() {
        let page =
            template().still_page("<title>New</title>", "/*own*/", &["blocks/Hero.tsx"], "<h1>Go</h1>");
        assert_eq!(
            page,
            "<html><head><meta charset=\"utf-8\"><title>New</title><style>/*shell.css*//*home.css*//*blocks.css*//*own*/</style>\
             </head><body><div id=\"root\"><h1>Go</h1></div></body></html>"
        );
    }

    #[test]
    fn a_page_gets_its_chunks_once_and_in_order() {
        let template = template();
        let assets = template.assets(&["routes/HomePage.tsx", "blocks/Hero.tsx", "gone.tsx"]);
        assert_eq!(assets.scripts, ["assets/home.js", "assets/blocks.js"]);
        assert_eq!(assets.styles, ["blocks.css", "home.css"]);
    }

    #[test]
    fn a_stylesheet_overrides_those_that_its_script_imports() {
        let template = template();
        let desk = ["blocks.css", "home.css", "desk.css"];
        assert_eq!(template.assets(&["blocks/Desk.tsx"]).styles, desk);
        assert_eq!(template.assets(&["routes/HomePage.tsx", "blocks/Desk.tsx"]).styles, desk);
    }

    #[test]
    fn drawings_take_classes_and_words() {
        let template = template();
        assert_eq!(
            template.drawing_of("Mark", "x", "<\"&").0,
            "<svg class=\"m x\" aria-label=\"&lt;&quot;&amp;\"></svg>"
        );
        assert_eq!(template.drawing("Mark", "").0, "<svg class=\"m\" aria-label=\"WORDS\"></svg>");
        assert_eq!(template.drawing("None", "x").0, "");
    }
}
