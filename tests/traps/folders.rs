//! What else lies in the folders of an event.

use super::{clean, event, limited, problems};
use crate::harness::Test;

fn with_round() -> Test {
    event().file("open/round-1.csv", super::texts::csv(",", "\n"))
}

#[test]
fn in25_locks_backups_and_outputs_are_never_read() {
    let mut test = with_round();
    let differing = super::texts::csv(",", "\n").replace(",8,", ",7,");
    for name in [
        "~$round-1.csv",
        ".round-1.csv",
        "round-1.csv~",
        "round-1.csv.bak",
        "round-1.bak",
        "round-1.before-reseat-1.csv",
        "old/round-1.csv",
        "open-out/round-1.csv",
        "out/round-1.csv",
        "README.txt",
        "photo.jpg",
        "rules.pdf",
        "Makefile",
    ] {
        test = test.file(&format!("open/{name}"), &differing);
    }
    for at in 0..500 {
        test = test.file(&format!("open/photo-{at}.jpg"), [0xFF, 0xD8, 0xFF]);
    }
    clean(&test);
    let before = test.snapshot("open");
    limited(&test, "check open");
    assert_eq!(test.snapshot("open"), before);
}

#[test]
fn a_file_that_is_named_twice_is_read_once() {
    let test = with_round();
    let ran = limited(
        &test,
        "check open open/round-1.csv ./open/players.csv --format json",
    );
    assert_eq!(ran.status, 0, "{}", ran.stdout);
    assert!(!ran.stdout.contains("identical-copy"), "{}", ran.stdout);
}

#[test]
fn a_shells_star_names_more_than_sheets() {
    let test = with_round()
        .file("open/rules.pdf", "%PDF")
        .file("open/round-1.csv.bak", "x")
        .file("open/out/standings.csv", "Rank,Player\n1,Anna Berg\n");
    let ran = limited(
        &test,
        "check open/event.csv open/out open/players.csv open/round-1.csv open/round-1.csv.bak open/rules.pdf --format json",
    );
    assert_eq!(ran.status, 0, "{}", ran.stdout);
    let notes = ran.problems("note");
    for name in ["out", "rules.pdf", "round-1.csv.bak"] {
        assert!(
            notes.contains(&format!("sheet-ignored {name} -")),
            "{notes:?}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_not_followed() {
    use std::os::unix::fs::symlink;
    let test = with_round().file("elsewhere/round-2.csv", super::texts::csv(",", "\n"));
    symlink(
        test.path("elsewhere/round-2.csv"),
        test.path("open/round-2.csv"),
    )
    .unwrap();
    symlink("round-1.csv", test.path("open/round-1 (1).csv")).unwrap();
    symlink("nowhere.csv", test.path("open/round-3.csv")).unwrap();
    symlink("/dev/zero", test.path("open/round-4.csv")).unwrap();
    clean(&test);
    let notes = problems(&test, "note");
    for name in ["round-2.csv", "round-3.csv", "round-4.csv"] {
        assert!(
            notes.contains(&format!("sheet-ignored {name} -")),
            "{notes:?}"
        );
    }
}

#[cfg(unix)]
#[test]
fn what_cannot_be_opened_is_the_systems_fault() {
    let test = with_round();
    for (path, told) in [
        ("nowhere.xlsx", "there is no such file or folder"),
        ("open/players.csv/round-1.csv", "could not be read"),
    ] {
        let ran = limited(&test, &format!("check {path}"));
        assert_eq!(ran.status, 3, "{}", ran.stderr);
        assert!(ran.stderr.contains(told), "{}", ran.stderr);
    }
    let ran = limited(&test, "check /dev/zero");
    assert_eq!(ran.status, 1, "{}", ran.stderr);
    assert!(
        ran.stderr.starts_with("error: zero: this is no file"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_folder_with_only_our_outputs_is_empty() {
    let test = with_round();
    test.runs("run open");
    std::fs::create_dir(test.path("next")).unwrap();
    std::fs::copy(
        test.path("open/out/standings.xlsx"),
        test.path("next/standings.xlsx"),
    )
    .unwrap();
    let ran = limited(&test, "check next --format json");
    assert_eq!(ran.status, 1, "{}", ran.stdout);
    assert_eq!(ran.problems("error"), ["empty-event - -"]);
}
