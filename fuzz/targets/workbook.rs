//! Any bytes as a workbook of any form.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = tabletally::read::read_bytes(&[("round-1.xlsx", bytes)], None);
});
