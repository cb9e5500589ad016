//! Every kind of finding with an input that has it and the exact message:
//! `errors/CODE/`, as `errors/README.md` says.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tabletally::model::Code;

use crate::harness::{Ran, Test};

/// Codes without a folder; the README says why.
const WITHOUT: [&str; 1] = ["submission-contradicts"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors")
}

fn codes() -> BTreeSet<String> {
    let entries = fs::read_dir(root()).unwrap().map(|entry| entry.unwrap());
    let folders = entries.filter(|entry| entry.path().is_dir());
    folders
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect()
}

/// Runs a folder's command in a workspace of its own; what lies in `then`
/// comes over the input after a first run.
fn told(code: &str, format: &str) -> Ran {
    let folder = root().join(code);
    let test = Test::new();
    test.copy_in(&folder, ".");
    for ours in ["message.txt", "args.txt"] {
        fs::remove_file(test.path(ours)).ok();
    }
    let wished = fs::read_to_string(folder.join("args.txt"));
    let command = wished.unwrap_or_else(|_| "check event".to_owned());
    let then = folder.join("then");
    if then.is_dir() {
        fs::remove_dir_all(test.path("then")).unwrap();
        test.runs(&command);
        test.copy_in(&then, ".");
    }
    test.run(&format!("{command} {format}"))
}

#[test]
fn every_kind_of_finding_has_its_exact_message() {
    let mut wrong = Vec::new();
    for code in codes() {
        let message = root().join(&code).join("message.txt");
        let ran = told(&code, "");
        let text = format!("{}{}", ran.stdout, ran.stderr);
        let due = fs::read_to_string(message).unwrap_or_default();
        if text != due.replace("\r\n", "\n") {
            wrong.push(format!("{code}: got\n{text}and not\n{due}"));
        }
        let json = told(&code, "--format json").json();
        let problems = json["problems"].as_array().unwrap();
        if problems.iter().all(|problem| problem["code"] != code) {
            wrong.push(format!("{code} is not in {json}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_code_has_a_folder_or_a_reason() {
    let mut found = codes();
    found.extend(WITHOUT.map(str::to_owned));
    let known: BTreeSet<String> = Code::ALL
        .iter()
        .map(|code| code.as_str().to_owned())
        .collect();
    assert_eq!(found, known);
    let reasons = fs::read_to_string(root().join("README.md")).unwrap();
    for code in WITHOUT {
        assert!(reasons.contains(&format!("`{code}`")), "{code}");
    }
}
