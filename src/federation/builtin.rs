//! The list of built-in season presets. Nothing else is known here.

/// The built-in season presets: name and file.
pub const SEASONS: &[(&str, &str)] = &[
    ("german-series", include_str!("seasons/german-series.toml")),
    ("sum", include_str!("seasons/sum.toml")),
    ("wbc-laurels", include_str!("seasons/wbc-laurels.toml")),
];
