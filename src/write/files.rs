//! Bytes -> files, all or nothing. Knows no format.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

use super::WriteError;
use crate::model::OutputFile;

const PREFIX: &str = ".tabletally-";

/// Writes all files or none and gives the names of those that changed. Each
/// is written beside its target first, then all are moved into place, so a
/// run killed at any moment leaves each file whole. A file that holds these
/// very bytes already is not touched.
pub fn commit(files: &[OutputFile]) -> Result<Vec<String>, WriteError> {
    let mut ready: Vec<(NamedTempFile, &OutputFile)> = Vec::new();
    for file in files {
        let system = |source| WriteError::System {
            file: file.shown.clone(),
            source,
        };
        if fs::read(&file.path).is_ok_and(|bytes| bytes == file.bytes) {
            continue;
        }
        let folder = match file.path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        fs::create_dir_all(folder).map_err(system)?;
        if ready
            .iter()
            .all(|(_, earlier)| earlier.path.parent() != file.path.parent())
        {
            remove_leftovers(folder);
        }
        ready.push((prepare(folder, &file.bytes).map_err(system)?, file));
    }
    let mut written = Vec::new();
    for (temporary, file) in ready {
        let moved = temporary.persist(&file.path);
        moved.map_err(|error| WriteError::System {
            file: file.shown.clone(),
            source: error.error,
        })?;
        written.push(file.shown.clone());
    }
    Ok(written)
}

/// What a killed run left behind; one that cannot be removed does no harm.
fn remove_leftovers(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(PREFIX) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn prepare(folder: &Path, bytes: &[u8]) -> std::io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(fs::Permissions::from_mode(0o644));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
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
}
