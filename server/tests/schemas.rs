//! The names of the OpenAPI document. utoipa keeps one schema for a name: of two types with the same one, a client would read
//! the wrong one without a word.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            sources(&path, found)?;
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
    Ok(())
}

/// The names of the schemas that a file declares: what `#[schema(as = …)]` says, or the type's own.
fn names(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for declaration in text
        .split("#[derive(")
        .skip(1)
        .filter(|part| part.split(")]").next().is_some_and(|derives| derives.contains("ToSchema")))
    {
        let mut given = None;
        for line in declaration.lines().skip(1).map(str::trim) {
            if let Some((_, name)) = line.split_once("#[schema(as = ") {
                given = name.split([')', ',']).next().map(str::to_owned);
            }
            let mut words =
                line.split([' ', '<', '{', '(', ';']).skip_while(|word| !matches!(*word, "struct" | "enum"));
            if words.next().is_some() && !line.starts_with("//") {
                found.extend(given.or_else(|| words.next().map(str::to_owned)));
                break;
            }
        }
    }
    found
}

#[test]
fn no_two_schemas_share_a_name() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files).unwrap();
    let mut places: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for file in files {
        for name in names(&fs::read_to_string(&file).unwrap()) {
            places.entry(name).or_default().push(file.clone());
        }
    }
    assert!(places.len() > 100, "the declarations were not found");
    let shared: Vec<_> = places.into_iter().filter(|(_, files)| files.len() > 1).collect();
    assert!(shared.is_empty(), "{shared:#?}");
}
