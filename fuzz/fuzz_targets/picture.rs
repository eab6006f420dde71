#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sixfold_tests::parsers::picture::check(bytes));
