//! The binary `sixfold`.

use std::process::ExitCode;

use clap::Parser as _;
use sixfold_server::cli::{Cli, complaint};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => match complaint(&error) {
            Some(line) => {
                eprintln!("sixfold: {line}");
                return ExitCode::FAILURE;
            }
            None => error.exit(),
        },
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("sixfold: the runtime did not start: {error}");
            return ExitCode::FAILURE;
        }
    };
    match runtime.block_on(sixfold_server::run::run(cli)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sixfold: {error}");
            ExitCode::FAILURE
        }
    }
}
