//! Injects faults into the real nodes and databases while clients act, records the history, and checks the invariants
//! (`docs/FAULTS.md`).
//!
//! Without arguments, as in the ordinary check: every control, and two seeds of each quick fault.

mod client;
mod controls;
mod fault;
mod faults;
mod history;
mod hub;
mod invariants;
mod node;
mod plan;
mod provider;
mod relay;
mod run;
mod stage;
mod store;
mod world;

use std::ops::RangeInclusive;
use std::panic::AssertUnwindSafe;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use clap::{Parser, ValueEnum as _};
use futures::FutureExt as _;
use sixfold_tests::Engine;
use tokio::runtime::Runtime;

use crate::controls::Control;
use crate::fault::Fault;
use crate::run::Outcome;
use crate::store::Template;

#[derive(Parser)]
struct Cli {
    /// The faults; by default all that this machine can run.
    #[arg(long, value_delimiter = ',')]
    fault: Vec<Fault>,
    /// The first and the last seed, as 1..100.
    #[arg(long, default_value = "1..100", value_parser = seeds)]
    seeds: RangeInclusive<u64>,
    /// Only this engine.
    #[arg(long, value_parser = engine)]
    engine: Option<Engine>,
    /// Run every control instead.
    #[arg(long, conflicts_with_all = ["fault", "seeds", "story"])]
    controls: bool,
    /// Print plan, history and logs of every seed.
    #[arg(long)]
    story: bool,
}

fn seeds(text: &str) -> Result<RangeInclusive<u64>, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok(first..=last),
        _ => Err("two numbers, as 1..100".to_owned()),
    }
}

fn engine(text: &str) -> Result<Engine, String> {
    match text {
        "sqlite" => Ok(Engine::Sqlite),
        "postgres" => Ok(Engine::Postgres),
        _ => Err("sqlite or postgres".to_owned()),
    }
}

const fn name(engine: Engine) -> &'static str {
    match engine {
        Engine::Sqlite => "sqlite",
        Engine::Postgres => "postgres",
    }
}

fn main() -> ExitCode {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    // The ordinary check hands on its own arguments, such as a filter; this command's begin with `--`.
    let own = std::env::args().any(|argument| {
        ["--fault", "--seeds", "--engine", "--controls", "--story", "--help"]
            .iter()
            .any(|flag| argument.starts_with(flag))
    });
    let all = if own { run_command(&runtime, &Cli::parse()) } else { ordinary(&runtime) };
    let failed = all.iter().filter(|passed| !**passed).count();
    let verdict = if failed == 0 { "ok" } else { "FAILED" };
    println!("test result: {verdict}. {} passed; {failed} failed", all.len() - failed);
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs the seeds that the command names; returns whether each passed.
fn run_command(runtime: &Runtime, cli: &Cli) -> Vec<bool> {
    let mut all = Vec::new();
    let every = Fault::value_variants();
    let faults = if cli.fault.is_empty() { every } else { &cli.fault };
    for engine in [Engine::Sqlite, Engine::Postgres] {
        if cli.engine.is_some_and(|only| only != engine) {
            continue;
        }
        let template = runtime.block_on(Template::make(engine));
        if cli.controls {
            all.extend(controls(runtime, &template, |_| true));
            continue;
        }
        for fault in faults.iter().filter(|fault| fault.engines().contains(&engine)) {
            all.extend(many(runtime, &template, *fault, cli.seeds.clone(), cli.story));
        }
    }
    all
}

/// Every control, and two seeds of each quick fault.
fn ordinary(runtime: &Runtime) -> Vec<bool> {
    let mut all = Vec::new();
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let template = runtime.block_on(Template::make(engine));
        all.extend(controls(runtime, &template, |control| control.is_quick_on(engine)));
        let quick = Fault::value_variants().iter().filter(|fault| fault.is_quick());
        for fault in quick.filter(|fault| fault.engines().contains(&engine)) {
            all.extend(many(runtime, &template, *fault, 1..=2, false));
        }
    }
    all
}

fn controls(runtime: &Runtime, template: &Template, chosen: impl Fn(&Control) -> bool) -> Vec<bool> {
    let controls: Vec<&Control> = controls::ALL.iter().filter(|control| chosen(control)).collect();
    let count = u64::try_from(controls.len()).expect("a few");
    side_by_side(AT_ONCE, 0..=count - 1, |number| {
        let control = controls[usize::try_from(number).expect("a few")];
        let outcome = runtime.block_on(run::seed(template, Fault::None, 1_000 + number, Some(control)));
        let found: Vec<&str> = outcome.broken.iter().map(|(name, _)| *name).collect();
        if found != [control.invariant] {
            let engine = name(template.engine());
            println!("{engine}: the control of {} found {:?}", control.invariant, outcome.broken);
        }
        found == [control.invariant]
    })
}

/// How many seeds run at once, where they can.
const AT_ONCE: usize = 4;

fn many(
    runtime: &Runtime,
    template: &Template,
    fault: Fault,
    seeds: RangeInclusive<u64>,
    story: bool,
) -> Vec<bool> {
    let (what, engine) = (fault.name(), name(template.engine()));
    if let Some(lacks) = fault.lacks() {
        println!("{what} on {engine}: left out, {lacks}");
        return Vec::new();
    }
    let begun = Instant::now();
    let (acts, unanswered) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let passed = side_by_side(if fault.is_alone() { 1 } else { AT_ONCE }, seeds, |seed| {
        let run = AssertUnwindSafe(run::seed(template, fault, seed, None)).catch_unwind();
        let again = format!("--fault {what} --engine {engine} --seeds {seed}..{seed}");
        let Ok(outcome) = runtime.block_on(run) else {
            println!("{what} on {engine} breaks off: {again}");
            return false;
        };
        acts.fetch_add(outcome.acts, Ordering::SeqCst);
        unanswered.fetch_add(outcome.unanswered, Ordering::SeqCst);
        if !outcome.broken.is_empty() {
            println!("{what} on {engine} fails: {again}\n{}", report(&outcome));
        }
        if story {
            println!("{}", outcome.story);
        }
        outcome.broken.is_empty()
    });
    println!(
        "{what} on {engine}: {} of {} seeds passed, {} acts, {} never answered, {:.1} s",
        passed.iter().filter(|passed| **passed).count(),
        passed.len(),
        acts.into_inner(),
        unanswered.into_inner(),
        begun.elapsed().as_secs_f64()
    );
    passed
}

/// Does something with each number, a few at a time.
fn side_by_side(at_once: usize, numbers: RangeInclusive<u64>, job: impl Fn(u64) -> bool + Sync) -> Vec<bool> {
    let numbers = Mutex::new(numbers);
    let all = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| {
                loop {
                    let Some(number) = numbers.lock().expect("nobody has panicked").next() else { return };
                    let passed = job(number);
                    all.lock().expect("nobody has panicked").push(passed);
                }
            });
        }
    });
    all.into_inner().expect("nobody has panicked")
}

fn report(outcome: &Outcome) -> String {
    let mut lines = Vec::new();
    for (name, wrong) in &outcome.broken {
        lines.push(format!("  {name}:"));
        lines.extend(wrong.iter().map(|line| format!("    {line}")));
    }
    // The rest is in `--story`.
    lines.extend(outcome.story.lines().take(100).map(str::to_owned));
    lines.join("\n")
}
