//! The binary `sixfold`.

use std::process::ExitCode;

use clap::Parser as _;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = sixfold_server::cli::Cli::parse();
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
