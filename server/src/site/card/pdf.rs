//! A page of A4 as PDF: its text is text, in the bundled typeface cut down to the letters that are used, and tagged, so that it can be
//! searched, copied and read aloud. Places are in points from the upper left corner.

use std::collections::BTreeMap;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use harfrust::GlyphId;
use pdf_writer::types::{CidFontType, FontFlags, StructRole, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish as _, Name, Pdf, Rect, Ref, Str, TextStr};
use subsetter::GlyphRemapper;

use super::art::Point;
use super::lettering::{self, Cut, FACE_FILES, Line, PlacedGlyph};
use super::line::Anchor;

pub(super) const A4: (f32, f32) = (595.276, 841.89);
/// The tag of a font that is cut down.
const SUBSET: &str = "SIXFLD";
const UNICODE: Name<'static> = Name(b"Sixfold-Unicode");
const IDENTITY: SystemInfo<'static> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// Red, green and blue from 0 to 1.
pub(super) type Rgb = [f32; 3];

/// A part of the page's structure.
struct Node {
    role: StructRole,
    children: Vec<usize>,
    /// The marked content that it is, if it is a leaf.
    content: Option<i32>,
    /// Of a figure.
    alt: Option<String>,
}

/// The glyphs of a face that are used: their new numbers, and the text each one represents.
#[derive(Default)]
struct UsedFace {
    numbers: GlyphRemapper,
    letters: BTreeMap<u16, (char, f32)>,
}

/// A page that is being drawn.
pub(super) struct Sheet {
    content: Content,
    faces: [UsedFace; 6],
    nodes: Vec<Node>,
    /// The nodes around what is drawn next.
    open: Vec<usize>,
    marked: i32,
}

#[derive(Clone, Copy)]
pub(super) struct Text {
    pub(super) x: f32,
    /// The baseline.
    pub(super) y: f32,
    /// The size if it fits.
    pub(super) size: f32,
    pub(super) width: f32,
    pub(super) anchor: Anchor,
    pub(super) cut: Cut,
    pub(super) fill: Rgb,
}

impl Sheet {
    pub(super) fn new() -> Self {
        let document = Node { role: StructRole::Document, children: Vec::new(), content: None, alt: None };
        Self {
            content: Content::new(),
            faces: Default::default(),
            nodes: vec![document],
            open: vec![0],
            marked: 0,
        }
    }

    /// Draws what belongs together, as a part of the structure.
    pub(super) fn group(&mut self, role: StructRole, draw: impl FnOnce(&mut Self)) {
        let node = self.add(role, None, None);
        self.open.push(node);
        draw(self);
        self.open.pop();
    }

    pub(super) fn text(&mut self, role: StructRole, at: Text, text: &str) {
        let (line, size) = lettering::fit(text, at.cut, at.size, at.size * 0.4, at.width);
        if line.glyphs().is_empty() {
            return;
        }
        let width = line.width(size);
        let x = match at.anchor {
            Anchor::Start => at.x,
            Anchor::Middle => at.x - width / 2.0,
            Anchor::End => at.x - width,
        };
        let id = self.next_content();
        self.add(role, Some(id), None);
        let mut marked = self.content.begin_marked_content_with_properties(role_name(role));
        marked.properties().identify(id).actual_text(TextStr(text));
        marked.finish();
        self.fill(at.fill);
        self.letters(&line, (x, A4.1 - at.y), size);
        self.content.end_marked_content();
    }

    /// A drawing that says something, with its description.
    pub(super) fn figure(&mut self, alt: &str, draw: impl FnOnce(&mut Self)) {
        let id = self.next_content();
        self.add(StructRole::Figure, Some(id), Some(alt.to_owned()));
        self.content.begin_marked_content_with_properties(Name(b"Figure")).properties().identify(id);
        draw(self);
        self.content.end_marked_content();
    }

    /// A drawing that says nothing.
    pub(super) fn ornament(&mut self, draw: impl FnOnce(&mut Self)) {
        self.content.begin_marked_content(Name(b"Artifact"));
        draw(self);
        self.content.end_marked_content();
    }

    pub(super) fn filled(&mut self, points: &[Point], colour: Rgb) {
        self.fill(colour);
        self.outline(points);
        self.content.fill_nonzero();
    }

    pub(super) fn stroked(&mut self, points: &[Point], width: f32, colour: Rgb) {
        let [red, green, blue] = colour;
        self.content.set_stroke_rgb(red, green, blue).set_line_width(width);
        self.outline(points);
        self.content.stroke();
    }

    pub(super) fn line(&mut self, from: Point, to: Point, width: f32, colour: Rgb) {
        let [red, green, blue] = colour;
        self.content.set_stroke_rgb(red, green, blue).set_line_width(width);
        self.content.move_to(from.x, A4.1 - from.y).line_to(to.x, A4.1 - to.y).stroke();
    }

    pub(super) fn inside(&mut self, points: &[Point], draw: impl FnOnce(&mut Self)) {
        self.content.save_state();
        self.outline(points);
        self.content.clip_nonzero().end_path();
        draw(self);
        self.content.restore_state();
    }

    fn outline(&mut self, points: &[Point]) {
        for (index, point) in points.iter().enumerate() {
            let (x, y) = (point.x, A4.1 - point.y);
            if index == 0 {
                self.content.move_to(x, y)
            } else {
                self.content.line_to(x, y)
            };
        }
        self.content.close_path();
    }

    fn fill(&mut self, [red, green, blue]: Rgb) {
        self.content.set_fill_rgb(red, green, blue);
    }

    fn add(&mut self, role: StructRole, content: Option<i32>, alt: Option<String>) -> usize {
        let node = self.nodes.len();
        self.nodes.push(Node { role, children: Vec::new(), content, alt });
        let parent = self.open.last().copied().unwrap_or_default();
        self.nodes[parent].children.push(node);
        node
    }

    fn next_content(&mut self) -> i32 {
        self.marked += 1;
        self.marked - 1
    }

    /// Letters, in runs of one face and one height.
    fn letters(&mut self, line: &Line, (x, y): (f32, f32), size: f32) {
        self.content.begin_text();
        let same_run =
            |one: &PlacedGlyph, other: &PlacedGlyph| one.face == other.face && (one.y - other.y).abs() < 1e-4;
        for run in line.glyphs().chunk_by(same_run) {
            let face = run[0].face;
            self.content.set_font(Name(FONTS[face]), size);
            self.content.set_text_matrix([1.0, 0.0, 0.0, 1.0, x + run[0].x * size, y - run[0].y * size]);
            let mut shown = self.content.show_positioned();
            let mut items = shown.items();
            let mut at = run[0].x;
            for glyph in run {
                let off = (at - glyph.x) * 1_000.0;
                if off.abs() > 0.05 {
                    items.adjust(off);
                }
                let (number, width) = self.faces[face].number(face, glyph);
                items.show(Str(&number.to_be_bytes()));
                at = glyph.x + width / 1_000.0;
            }
        }
        self.content.end_text();
    }

    pub(super) fn finish(self, title: &str) -> Result<Vec<u8>, subsetter::Error> {
        let mut last = 0;
        let mut next = || {
            last += 1;
            Ref::new(last)
        };
        let [catalog, pages, page, content, info, tree, parents] = std::array::from_fn(|_| next());
        let nodes: Vec<Ref> = self.nodes.iter().map(|_| next()).collect();
        let mut pdf = Pdf::new();
        let mut root = pdf.catalog(catalog);
        root.pages(pages).lang(TextStr("en-GB")).pair(Name(b"StructTreeRoot"), tree);
        root.mark_info().marked(true);
        root.viewer_preferences().display_doc_title(true);
        root.finish();
        pdf.document_info(info).title(TextStr(title)).creator(TextStr("Sixfold"));
        pdf.pages(pages).kids([page]).count(1);
        let used: Vec<usize> =
            (0..FONTS.len()).filter(|face| !self.faces[*face].letters.is_empty()).collect();
        let fonts: Vec<(usize, [Ref; 5])> =
            used.into_iter().map(|face| (face, std::array::from_fn(|_| next()))).collect();
        let mut sheet = pdf.page(page);
        sheet.parent(pages).media_box(Rect::new(0.0, 0.0, A4.0, A4.1)).contents(content).struct_parents(0);
        let mut resources = sheet.resources();
        let mut named = resources.fonts();
        for (face, [font, ..]) in &fonts {
            named.pair(Name(FONTS[*face]), *font);
        }
        named.finish();
        resources.finish();
        sheet.pair(Name(b"Tabs"), Name(b"S"));
        sheet.finish();
        pdf.stream(content, &compressed(&self.content.finish())).filter(Filter::FlateDecode);
        structure(&mut pdf, &self.nodes, (&nodes, tree, parents, page));
        for (face, refs) in fonts {
            self.faces[face].embed(&mut pdf, face, refs)?;
        }
        Ok(pdf.finish())
    }
}

/// The names of the faces on the page.
const FONTS: [&[u8]; 6] = [b"F0", b"F1", b"F2", b"F3", b"F4", b"F5"];

const fn role_name(role: StructRole) -> Name<'static> {
    Name(match role {
        StructRole::H1 => b"H1",
        StructRole::H2 => b"H2",
        StructRole::TH => b"TH",
        StructRole::TD => b"TD",
        _ => b"P",
    })
}

/// The tree of what is on the page, and which part each piece of its content belongs to.
fn structure(pdf: &mut Pdf, nodes: &[Node], (refs, tree, parents, page): (&[Ref], Ref, Ref, Ref)) {
    let mut root = pdf.indirect(tree).dict();
    root.pair(Name(b"Type"), Name(b"StructTreeRoot")).pair(Name(b"K"), refs[0]);
    root.pair(Name(b"ParentTree"), parents).pair(Name(b"ParentTreeNextKey"), 1);
    root.finish();
    let mut owners: Vec<(i32, Ref)> =
        nodes.iter().zip(refs).filter_map(|(node, id)| Some((node.content?, *id))).collect();
    owners.sort_unstable_by_key(|(content, _)| *content);
    let mut list = pdf.indirect(parents).dict();
    let mut numbers = list.insert(Name(b"Nums")).array();
    numbers.item(0);
    numbers.push().array().items(owners.into_iter().map(|(_, id)| id));
    numbers.finish();
    list.finish();
    for (index, (node, id)) in nodes.iter().zip(refs).enumerate() {
        let parent = nodes.iter().position(|other| other.children.contains(&index));
        let mut element = pdf.struct_element(*id);
        element.kind(node.role).parent(parent.map_or(tree, |parent| refs[parent])).page(page);
        if let Some(alt) = &node.alt {
            element.alt(TextStr(alt));
        }
        if node.role == StructRole::TH {
            let mut attributes = element.insert(Name(b"A")).dict();
            attributes.pair(Name(b"O"), Name(b"Table")).pair(Name(b"Scope"), Name(b"Column"));
            attributes.finish();
        }
        let mut children = element.children();
        for child in &node.children {
            children.struct_element(refs[*child]);
        }
        if let Some(content) = node.content {
            children.marked_content_id(content);
        }
    }
}

impl UsedFace {
    /// The number of a letter in the smaller font, and its width in thousandths.
    fn number(&mut self, face: usize, glyph: &PlacedGlyph) -> (u16, f32) {
        let known = u16::try_from(glyph.glyph.to_u32()).unwrap_or_default();
        let number = self.numbers.remap(known);
        let width = lettering::advance(face, glyph.glyph);
        self.letters.entry(number).or_insert((glyph.letter, width));
        (number, width)
    }

    /// Writes the font with the letters that are used.
    fn embed(
        &self,
        pdf: &mut Pdf,
        face: usize,
        [font, cid_font, descriptor, file, unicode]: [Ref; 5],
    ) -> Result<(), subsetter::Error> {
        let (name, data) = FACE_FILES[face];
        let name = format!("{SUBSET}+{name}");
        let name = Name(name.as_bytes());
        let smaller = subsetter::subset(data, 0, &self.numbers)?;
        pdf.type0_font(font)
            .base_font(name)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(cid_font)
            .to_unicode(unicode);
        let mut cid = pdf.cid_font(cid_font);
        cid.subtype(CidFontType::Type2).base_font(name).system_info(IDENTITY).font_descriptor(descriptor);
        cid.default_width(0.0).cid_to_gid_map_predefined(Name(b"Identity"));
        let mut widths = cid.widths();
        widths.consecutive(0, [lettering::advance(face, GlyphId::new(0))]);
        for (number, (_, width)) in &self.letters {
            widths.consecutive(*number, [*width]);
        }
        widths.finish();
        cid.finish();
        let (ascent, descent, capital) = lettering::heights(face);
        pdf.font_descriptor(descriptor)
            .name(name)
            .flags(FontFlags::SYMBOLIC)
            .bbox(Rect::new(-300.0, descent, 1_800.0, ascent))
            .italic_angle(0.0)
            .ascent(ascent)
            .descent(descent)
            .cap_height(capital)
            .stem_v(120.0)
            .font_file2(file);
        pdf.stream(file, &compressed(&smaller)).filter(Filter::FlateDecode);
        let mut letters = UnicodeCmap::new(UNICODE, IDENTITY);
        for (number, (letter, _)) in &self.letters {
            letters.pair(*number, *letter);
        }
        pdf.cmap(unicode, &letters.finish());
        Ok(())
    }
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    // Writing to memory cannot fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}
