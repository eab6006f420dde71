//! `bench`: measures the bars of the product and prints them in one table with ratios.

use clap::ValueEnum;

use crate::failure::Outcome;
use crate::place::Place;
use crate::report::Report;

/// What `bench --only` can name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// Sixty days of slots, natively, through WebAssembly and by other libraries.
    Slots,
    /// Bookings through HTTP beside the store alone.
    Bookings,
    /// What the booking page loads.
    Sizes,
}

/// The command.
pub(crate) fn bench(place: &Place, report: &mut Report, only: &[Part]) -> Outcome {
    let _ = (place, only);
    report.summary();
    Ok(())
}
