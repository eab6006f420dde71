//! The binary `sixfold`.

use std::process::ExitCode;

use sixfold_server::app::error::USAGE;
use sixfold_server::config::cli::{Cli, complaint};

#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    keep_to_ourselves();
    let cli = match Cli::from_process() {
        Ok(cli) => cli,
        Err(error) => match complaint(&error) {
            Some(line) => {
                eprintln!("sixfold: {line}");
                return ExitCode::from(USAGE);
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
    match runtime.block_on(sixfold_server::app::run::run(cli)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sixfold: {}", error.line());
            ExitCode::from(error.exit_code())
        }
    }
}

/// Whatever any command writes (database, mails, secret, backup) is readable by its owner alone.
#[cfg(unix)]
fn keep_to_ourselves() {
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
}

/// Elsewhere a file inherits who may read it from its directory.
#[cfg(not(unix))]
fn keep_to_ourselves() {}
