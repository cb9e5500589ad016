//! Bytes -> files, all or nothing. Knows no format.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile, TempPath};

use super::WriteError;
use crate::model::OutputFile;

const PREFIX: &str = ".tabletally-";

/// Writes all files or none and gives the names of those that changed. Each
/// is written beside its target first, then all are moved into place, so a
/// run killed at any moment leaves each file whole; where a move fails, those
/// before it are taken back. A file that holds these very bytes already is
/// not touched.
pub fn commit(files: &[OutputFile]) -> Result<Vec<String>, WriteError> {
    commit_without(files, &[])
}

/// The same, and removes files that no longer hold, by path and name: they go
/// when everything else is in place, or stay where something fails.
pub fn commit_without(
    files: &[OutputFile],
    gone: &[(PathBuf, String)],
) -> Result<Vec<String>, WriteError> {
    let folders: BTreeSet<&Path> = files.iter().map(folder).collect();
    for folder in folders {
        remove_leftovers(folder);
    }
    let changed: Vec<&OutputFile> = files
        .iter()
        .filter(|file| !fs::read(&file.path).is_ok_and(|bytes| bytes == file.bytes))
        .collect();
    let mut made = Vec::new();
    let outcome = write_and_move(&changed, gone, &mut made);
    if outcome.is_err() {
        // The folders that this run made are empty again; one that is not
        // stays.
        for folder in made.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
    outcome?;
    Ok(changed.iter().map(|file| file.shown.clone()).collect())
}

fn write_and_move(
    files: &[&OutputFile],
    gone: &[(PathBuf, String)],
    made: &mut Vec<PathBuf>,
) -> Result<(), WriteError> {
    let failed = |file: &OutputFile, source| WriteError::System {
        file: file.shown.clone(),
        source: bare(source),
    };
    let mut ready = Vec::new();
    for file in files {
        let prepared = make_folder(folder(file), made).and_then(|()| prepare(file));
        ready.push((prepared.map_err(|source| failed(file, source))?, *file));
    }
    let mut moved = Vec::new();
    for (temporary, file) in ready {
        let done = keep(&file.path).and_then(|before| {
            temporary.persist(&file.path)?;
            Ok(before)
        });
        match done {
            Ok(before) => moved.push((before, file.path.as_path())),
            Err(source) => {
                moved.into_iter().rev().for_each(take_back);
                return Err(failed(file, source));
            }
        }
    }
    for (path, shown) in gone {
        match keep(path).and_then(|before| fs::remove_file(path).map(|()| before)) {
            Ok(before) => moved.push((before, path)),
            Err(source) => {
                moved.into_iter().rev().for_each(take_back);
                let file = shown.clone();
                return Err(WriteError::System { file, source });
            }
        }
    }
    Ok(())
}

fn folder(file: &OutputFile) -> &Path {
    match file.path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn make_folder(folder: &Path, made: &mut Vec<PathBuf>) -> io::Result<()> {
    let missing: Vec<&Path> = folder
        .ancestors()
        .take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists())
        .collect();
    for folder in missing.into_iter().rev() {
        fs::create_dir(folder)?;
        made.push(folder.to_owned());
    }
    Ok(())
}

/// What a killed run left behind; one that cannot be removed does no harm.
fn remove_leftovers(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(PREFIX) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn builder() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // As any program makes its files: what the user's mask leaves of it.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder
}

/// What went wrong, without the path of a temporary file.
fn bare(error: io::Error) -> io::Error {
    match error.raw_os_error() {
        Some(_) => error,
        None => error.kind().into(),
    }
}

fn prepare(file: &OutputFile) -> io::Result<NamedTempFile> {
    let mut temporary = builder().tempfile_in(folder(file))?;
    temporary.write_all(&file.bytes)?;
    temporary.as_file().sync_all()?;
    Ok(temporary)
}

/// Keeps the file that stands at a target under a second name until all moves
/// are done; none where none stands.
fn keep(target: &Path) -> io::Result<Option<TempPath>> {
    if !target.is_file() {
        return Ok(None);
    }
    let folder = target.parent().unwrap_or(Path::new("."));
    let kept = builder().tempfile_in(folder)?.into_temp_path();
    // A second name costs nothing; a file system without such has a copy.
    fs::remove_file(&kept)?;
    if fs::hard_link(target, &kept).is_err() {
        fs::copy(target, &kept)?;
    }
    Ok(Some(kept))
}

/// Puts the file back that stood there, or removes the new one. If even this
/// fails there is nothing left to try.
fn take_back((before, path): (Option<TempPath>, &Path)) {
    match before {
        Some(kept) => drop(kept.persist(path)),
        None => drop(fs::remove_file(path)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_bytes_are_not_written_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = |text: &str| OutputFile {
            path: folder.path().join("out/a.txt"),
            shown: "out/a.txt".to_owned(),
            bytes: text.into(),
        };
        assert_eq!(commit(&[file("one")]).unwrap(), ["out/a.txt"]);
        assert_eq!(commit(&[file("one")]).unwrap(), Vec::<String>::new());
        assert_eq!(commit(&[file("two")]).unwrap(), ["out/a.txt"]);
    }

    #[test]
    fn a_failed_run_leaves_nothing_new() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), "in the way").unwrap();
        let good = OutputFile {
            path: folder.path().join("good.txt"),
            shown: "good.txt".to_owned(),
            bytes: b"x".to_vec(),
        };
        let bad = OutputFile {
            path: folder.path().join("file/bad.txt"),
            shown: "file/bad.txt".to_owned(),
            bytes: b"x".to_vec(),
        };
        let error = commit(&[good, bad]).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("file/bad.txt could not be written"),
            "{error}"
        );
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_failed_move_takes_the_earlier_ones_back() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| OutputFile {
            path: folder.path().join(name),
            shown: name.to_owned(),
            bytes: text.into(),
        };
        commit(&[file("old.txt", "before")]).unwrap();
        fs::create_dir(folder.path().join("taken.txt")).unwrap();
        let files = [
            file("old.txt", "after"),
            file("new.txt", "new"),
            file("taken.txt", "in the way"),
            file("last.txt", "last"),
        ];
        let error = commit(&files).unwrap_err().to_string();
        assert!(
            error.starts_with("taken.txt could not be written"),
            "{error}"
        );
        let text = fs::read_to_string(folder.path().join("old.txt")).unwrap();
        assert_eq!(text, "before");
        let mut names: Vec<String> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, ["old.txt", "taken.txt"]);
    }

    #[test]
    fn what_no_longer_holds_goes_or_all_stays() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| OutputFile {
            path: folder.path().join(name),
            shown: name.to_owned(),
            bytes: name.into(),
        };
        let gone = |name: &str| (folder.path().join(name), name.to_owned());
        commit(&[file("old.txt")]).unwrap();
        let failed = commit_without(&[file("new.txt")], &[gone("old.txt"), gone("never.txt")]);
        let error = failed.unwrap_err().to_string();
        assert!(error.starts_with("never.txt could not be"), "{error}");
        assert!(folder.path().join("old.txt").exists());
        assert!(!folder.path().join("new.txt").exists());
        commit_without(&[file("new.txt")], &[gone("old.txt")]).unwrap();
        assert!(folder.path().join("new.txt").exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_a_killed_run_left_is_removed_even_where_nothing_changes() {
        let folder = tempfile::tempdir().unwrap();
        let file = OutputFile {
            path: folder.path().join("a.txt"),
            shown: "a.txt".to_owned(),
            bytes: b"x".to_vec(),
        };
        commit(std::slice::from_ref(&file)).unwrap();
        fs::write(folder.path().join(".tabletally-Ab12"), "half").unwrap();
        assert_eq!(commit(&[file]).unwrap(), Vec::<String>::new());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn others_may_read_the_files() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let plain = folder.path().join("plain.txt");
        fs::write(&plain, "x").unwrap();
        let file = OutputFile {
            path: folder.path().join("ours.txt"),
            shown: "ours.txt".to_owned(),
            bytes: b"x".to_vec(),
        };
        commit(&[file]).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&folder.path().join("ours.txt")), mode(&plain));
    }
}
