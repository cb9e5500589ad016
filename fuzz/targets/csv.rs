//! Any bytes as a text file.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = tabletally::read::read_bytes(&[("round-1.csv", bytes)], None);
});
