//! The rules of the house: who may know whom, and what the code never names.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
    found
}

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Everything before the unit tests, which may reach further.
fn code(text: &str) -> &str {
    text.split("#[cfg(test)]").next().unwrap()
}

#[test]
fn stages_do_not_import_each_other() {
    let stages = [
        "read",
        "check",
        "score",
        "rank",
        "stage",
        "seat",
        "report",
        "federation",
        "write",
    ];
    for stage in stages {
        for (path, text) in sources(&src().join(stage)) {
            for other in stages.iter().filter(|other| **other != stage) {
                let told = format!(
                    "{} imports {other}: stages never import each other, what crosses is in model",
                    path.display()
                );
                assert!(!code(&text).contains(&format!("crate::{other}")), "{told}");
            }
        }
    }
}

#[test]
fn the_model_knows_no_stage() {
    for (path, text) in sources(&src().join("model")) {
        let uses = code(&text)
            .lines()
            .filter(|line| line.contains("crate::") && !line.contains("crate::model"));
        assert_eq!(
            uses.collect::<Vec<_>>(),
            Vec::<&str>::new(),
            "{}",
            path.display()
        );
    }
}

#[test]
fn each_outside_library_is_known_in_one_place() {
    let homes = [
        ("calamine", "read"),
        ("quick_xml", "read"),
        ("csv::", "read"),
        ("zip", "read"),
        ("encoding_rs", "read"),
        ("rust_xlsxwriter", "write"),
        ("tera", "write"),
        ("rand", "seat"),
        ("clap::", "c"),
    ];
    for (library, home) in homes {
        for (path, text) in sources(&src()) {
            let name = path
                .strip_prefix(src())
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned();
            let used = code(&text)
                .lines()
                .any(|line| line.trim_start().starts_with(&format!("use {library}")));
            assert!(
                !used || name.starts_with(home) || name == "main.rs",
                "{name} uses {library}, which only {home} may know"
            );
        }
    }
}

#[test]
fn every_module_opens_with_what_it_is_for() {
    for (path, text) in sources(&src()) {
        let unit_tests = path.file_stem().is_some_and(|stem| stem == "tests");
        assert!(
            unit_tests || text.starts_with("//!"),
            "{} does not say what it is for",
            path.display()
        );
    }
}

#[test]
fn no_game_is_named_outside_the_list_of_presets() {
    for (path, text) in sources(&src()) {
        let unit_tests = path.file_stem().is_some_and(|stem| stem == "tests");
        if unit_tests || path.ends_with("preset/load.rs") || path.ends_with("federation/builtin.rs")
        {
            continue;
        }
        let lower = code(&text).to_lowercase();
        for game in [
            "catan",
            "carcassonne",
            "seafarers",
            "fishermen",
            "riichi",
            "wbc",
        ] {
            assert!(!lower.contains(game), "{} names {game}", path.display());
        }
    }
}
