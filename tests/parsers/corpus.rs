//! Every kept file, which is also where a case that was once found stays.

use std::fs;
use std::path::Path;

use sixfold_tests::parsers::ALL;

#[test]
fn every_kept_file_passes() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus");
    for (name, check) in ALL {
        let files: Vec<_> =
            fs::read_dir(corpus.join(name)).unwrap().map(|file| file.unwrap().path()).collect();
        assert!(!files.is_empty(), "{name} has no corpus");
        for file in files {
            let bytes = fs::read(&file).unwrap();
            // The name of the file, where its check fails.
            std::panic::catch_unwind(|| check(&bytes)).unwrap_or_else(|_| panic!("{}", file.display()));
        }
    }
    let folders = fs::read_dir(&corpus).unwrap().count();
    assert_eq!(folders, ALL.len(), "each folder has a check");
}
