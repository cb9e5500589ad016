//! Any bytes as a preset file.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(folder) = tempfile::tempdir() else {
        return;
    };
    if std::fs::write(folder.path().join("own.toml"), bytes).is_ok() {
        let _ = tabletally::preset::load("own.toml", folder.path(), &[]);
    }
});
