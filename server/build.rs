//! Makes the folder of the built site when there is none yet, so that the server compiles before the site does.

fn main() -> std::io::Result<()> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/dist");
    std::fs::create_dir_all(folder)?;
    println!("cargo::rerun-if-changed=../web/dist");
    Ok(())
}
