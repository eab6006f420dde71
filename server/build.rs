//! Makes the folder of the built site when there is none yet, so that the server compiles before the site does.

fn main() -> std::io::Result<()> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/dist");
    std::fs::create_dir_all(folder)?;
    // A build in the dev profile reads the site's files where they are, each time they are asked for.
    let embeds = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    println!("cargo::rerun-if-changed={}", if embeds { "../web/dist" } else { "build.rs" });
    Ok(())
}
