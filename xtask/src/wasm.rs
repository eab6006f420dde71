//! The rules as WebAssembly: compile, write the glue, shrink, put into `pkg/generated`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::{Compression, write::GzEncoder};
use wasm_bindgen_cli_support::Bindgen;

use crate::command::Program;
use crate::failure::{Context, Failure, Outcome};
use crate::node;
use crate::place::{Place, in_path};
use crate::report::Report;
use crate::stamp::Stamp;

const TARGET: &str = "wasm32-unknown-unknown";
const NAME: &str = "sixfold_wasm";

/// The module that hands the instance to the glue must survive a bundler that drops what only has side effects.
const DESCRIPTION: &str = "{ \"type\": \"module\", \"sideEffects\": [\"./sixfold_wasm.js\"] }\n";

/// Features that the compiler emits for this target by default: all current browsers have them.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-sign-ext",
    "--enable-nontrapping-float-to-int",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// Smallest once gzipped: a large function put into its one caller makes the module shorter, but packs worse.
const SHRINK: [&str; 5] = [
    "-Oz",
    "--converge",
    "--one-caller-inline-max-function-size=6",
    "--strip-producers",
    "--strip-target-features",
];

/// Brings `pkg/generated` up to date.
pub(crate) fn build(place: &Place, report: &Report) -> Outcome {
    report.step("rules as WebAssembly", || {
        ensure_target(place)?;
        Program::cargo(place)
            .args(["build", "--package", "sixfold-wasm", "--profile", "wasm", "--target", TARGET])
            .run()?;
        let compiled = place.target.join(TARGET).join("wasm").join(format!("{NAME}.wasm"));
        let generated = place.pkg().join("generated");
        let inputs =
            [compiled.clone(), place.root.join("xtask/src/wasm.rs"), place.root.join("package-lock.json")];
        let stamp = Stamp::of(place, "wasm", &inputs)?;
        if !stamp.is_fresh(&module(&generated)) {
            write_package(place, &compiled, &generated)?;
            stamp.keep()?;
        }
        print_size(place, &module(&generated))?;
        print_size(place, &generated.join(format!("{NAME}_bg.js")))
    })
}

/// The module in a directory of generated files.
pub(crate) fn module(generated: &Path) -> PathBuf {
    generated.join(format!("{NAME}_bg.wasm"))
}

/// Installs the compiler's target where rustup can do it.
fn ensure_target(place: &Place) -> Outcome {
    let installed = || {
        Command::new("rustc")
            .args(["--print", "target-libdir", "--target", TARGET])
            .current_dir(&place.root)
            .output()
            .is_ok_and(|output| Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir())
    };
    if installed() {
        return Ok(());
    }
    if in_path("rustup").is_some() {
        Program::new(place, "rustup").args(["target", "add", TARGET]).run()?;
    }
    if installed() {
        return Ok(());
    }
    Err(Failure::new(format!(
        "the compiler has no {TARGET} target: run `rustup target add {TARGET}`, or without rustup install your \
         system's package of that target's standard library"
    )))
}

/// Writes the glue beside the output and moves it over, so that a watching Vite never sees half a package.
fn write_package(place: &Place, compiled: &Path, generated: &Path) -> Outcome {
    fs::create_dir_all(place.scratch()).context("cannot make the scratch directory")?;
    let scratch = tempfile::tempdir_in(place.scratch()).context("cannot make a scratch directory")?;
    Bindgen::new()
        .input_path(compiled)
        .bundler(true)
        .context("wasm-bindgen refuses the output for bundlers")?
        .typescript(true)
        .out_name(NAME)
        .generate(scratch.path())
        .map_err(|error| Failure::new(format!("wasm-bindgen cannot write the glue: {error:#}")))?;
    let bound = module(scratch.path());
    node::tool(place, "wasm-opt").args(SHRINK).args(FEATURES).convert(&bound, &bound).run()?;

    fs::write(scratch.path().join("package.json"), DESCRIPTION)
        .context("cannot write the package's description")?;

    fs::create_dir_all(generated).context("cannot make pkg/generated")?;
    for entry in fs::read_dir(scratch.path()).context("cannot list the scratch directory")? {
        let entry = entry.context("cannot list the scratch directory")?;
        if entry.path().is_file() {
            fs::copy(entry.path(), generated.join(entry.file_name()))
                .context("cannot write pkg/generated")?;
        }
    }
    Ok(())
}

/// Prints a file's size and its size gzipped.
fn print_size(place: &Place, file: &Path) -> Outcome {
    let bytes = fs::read(file).context(format!("cannot read {}", file.display()))?;
    println!("    {}: {} kB, gzipped {} kB", place.shown(file), kilo(bytes.len()), kilo(gzipped(&bytes)?));
    Ok(())
}

/// The size of `bytes` gzipped at the best level.
pub(crate) fn gzipped(bytes: &[u8]) -> Outcome<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).context("cannot compress")?;
    Ok(encoder.finish().context("cannot compress")?.len())
}

/// Thousands of bytes with one decimal.
pub(crate) fn kilo(bytes: usize) -> String {
    format!("{}.{}", bytes / 1000, bytes % 1000 / 100)
}
