//! Sound files with some bytes changed, cut or doubled: whatever comes of it,
//! it is an answer. Also replays the fuzz targets' corpus.

use std::io::{Cursor, Read as _};
use std::path::Path;

use proptest::prelude::*;
use proptest::sample::Index;
use zip::ZipArchive;

use super::make::{compound, ods, ods_table, xls_rows, xls_stream, xlsb, xlsx_of, zip};
use super::round;

/// A change of one place in a file.
#[derive(Clone, Debug)]
enum Change {
    Set(Index, u8),
    Cut(Index),
    Drop(Index, u8),
    Double(Index, u8),
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        6 => (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Change::Set(at, byte)),
        1 => any::<Index>().prop_map(Change::Cut),
        2 => (any::<Index>(), 1..40_u8).prop_map(|(at, size)| Change::Drop(at, size)),
        2 => (any::<Index>(), 1..40_u8).prop_map(|(at, size)| Change::Double(at, size)),
    ]
}

fn changed(mut bytes: Vec<u8>, changes: &[Change]) -> Vec<u8> {
    for change in changes {
        if bytes.is_empty() {
            break;
        }
        let size = bytes.len();
        let piece = |at: &Index, length: u8| {
            let start = at.index(size);
            start..(start + usize::from(length)).min(size)
        };
        match change {
            Change::Set(at, byte) => bytes[at.index(size)] = *byte,
            Change::Cut(at) => bytes.truncate(at.index(size)),
            Change::Drop(at, length) => {
                bytes.drain(piece(at, *length));
            }
            Change::Double(at, length) => {
                let copy = bytes[piece(at, *length)].to_vec();
                let start = at.index(size);
                bytes.splice(start..start, copy);
            }
        }
    }
    bytes
}

/// Changes bytes inside one of the parts of a packed file.
fn changed_part(bytes: &[u8], part: Index, changes: &[Change]) -> Vec<u8> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let chosen = part.index(archive.len());
    let mut parts = Vec::new();
    for at in 0..archive.len() {
        let mut file = archive.by_index(at).unwrap();
        let mut content = Vec::new();
        file.read_to_end(&mut content).unwrap();
        if at == chosen {
            content = changed(content, changes);
        }
        parts.push((file.name().unwrap().into_owned(), content));
    }
    let parts: Vec<(&str, &Vec<u8>)> = parts
        .iter()
        .map(|(name, content)| (name.as_str(), content))
        .collect();
    zip(&parts)
}

/// Reads and checks; a panic is the failure that is looked for.
fn answers(name: &str, bytes: &[u8]) {
    let files = [
        ("event.csv", super::EVENT.as_bytes()),
        ("players.csv", super::PLAYERS.as_bytes()),
        (name, bytes),
    ];
    let input = tabletally::read::read_bytes(&files, None);
    let settings = tabletally::check::settings(&input.grids);
    let preset = tabletally::preset::load("catan-de", Path::new("."), &[]).unwrap();
    let _ = tabletally::check::event(&input.grids, &settings, &preset, "open");
}

fn packed() -> Vec<(&'static str, Vec<u8>)> {
    let rows = round(&[(3, 4, "<c r=\"@\" s=\"1\"><f>1+1</f><v>46145</v></c>")]);
    vec![
        ("round-1.xlsx", xlsx_of("Round 1", &rows)),
        ("round-1.xlsb", xlsb("Round 1", &round(&[]))),
        ("round-1.ods", ods(&ods_table("Round 1", &round(&[])))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn changed_texts_are_answered(changes in prop::collection::vec(change(), 1..12)) {
        let text = super::texts::csv(";", "\r\n").replace("Ben Ode", "\"Ben\r\nOde\"");
        answers("round-1.csv", &changed(text.into_bytes(), &changes));
    }

    #[test]
    fn changed_old_workbooks_are_answered(changes in prop::collection::vec(change(), 1..12)) {
        let stream = xls_stream("Round 1", &xls_rows(&round(&[])));
        answers("round-1.xls", &changed(compound("Workbook", &stream), &changes));
        answers("round-1.xls", &changed(stream.clone(), &changes));
        answers("round-1.xls", &compound("Workbook", &changed(stream, &changes)));
    }

    #[test]
    fn changed_packed_workbooks_are_answered(
        changes in prop::collection::vec(change(), 1..8),
        part in any::<Index>(),
    ) {
        for (name, bytes) in packed() {
            answers(name, &changed_part(&bytes, part, &changes));
            answers(name, &changed(bytes, &changes));
        }
    }
}

#[test]
fn the_corpus_is_answered() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    for (target, name) in [
        ("csv", "round-1.csv"),
        ("workbook", "round-1.xlsx"),
        ("checks", "round-1.csv"),
        ("preset", "own.toml"),
    ] {
        let mut files = 0;
        for file in std::fs::read_dir(corpus.join(target)).unwrap() {
            let bytes = std::fs::read(file.unwrap().path()).unwrap();
            if target == "preset" {
                let folder = tempfile::tempdir().unwrap();
                std::fs::write(folder.path().join(name), &bytes).unwrap();
                let _ = tabletally::preset::load(name, folder.path(), &[]);
            } else {
                answers(name, &bytes);
            }
            files += 1;
        }
        assert!(files > 0, "{target} has no corpus");
    }
}
