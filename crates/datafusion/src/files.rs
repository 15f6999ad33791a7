//! Which files a table has, and which of their bytes a partition reads.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use datafusion::error::{DataFusionError, Result};
use onesheet_file::Identity;

/// What the names of files in a folder end in.
const EXTENSION: &str = "onesheet";

/// A file as it was when it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct File {
    pub(crate) path: Arc<Path>,
    pub(crate) identity: Identity,
}

/// A part of a file (F15).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) path: Arc<Path>,
    pub(crate) range: Range<u64>,
    pub(crate) identity: Identity,
}

/// The files of some locations, in their order; those of a folder or a pattern in order of their
/// paths. Each file is there once. A folder may have none.
pub(crate) fn find(locations: &[PathBuf]) -> Result<Vec<File>> {
    let mut files = Vec::new();
    let mut known = HashSet::new();
    for location in locations {
        for path in paths(location)? {
            let metadata = path.metadata().map_err(|error| at(&path, error))?;
            let path: Arc<Path> = path.into();
            if metadata.is_file() && known.insert(Arc::clone(&path)) {
                files.push(File { path, identity: Identity::of(&metadata) });
            }
        }
    }
    Ok(files)
}

fn paths(location: &Path) -> Result<Vec<PathBuf>> {
    match location.metadata() {
        Ok(metadata) if metadata.is_dir() => {
            in_folder(location).map_err(|error| at(location, error))
        }
        Ok(_) => Ok(vec![location.to_owned()]),
        Err(error) => match pattern(location) {
            Some(pattern) => matches(pattern),
            None => Err(at(location, error)),
        },
    }
}

fn in_folder(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in folder.read_dir()? {
        let path = entry?.path();
        if path.extension() == Some(OsStr::new(EXTENSION)) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// A location as the pattern that it is, if it is one.
fn pattern(location: &Path) -> Option<&str> {
    location.to_str().filter(|text| text.contains(['*', '?', '[']))
}

fn matches(pattern: &str) -> Result<Vec<PathBuf>> {
    let wrong = |why: String| DataFusionError::Plan(format!("{pattern}: {why}"));
    let paths = glob::glob(pattern).map_err(|error| wrong(error.to_string()))?;
    let paths = paths.collect::<Result<Vec<_>, _>>().map_err(|error| wrong(error.to_string()))?;
    if paths.is_empty() { Err(wrong("no file matches".to_owned())) } else { Ok(paths) }
}

/// An error of the system, and the path that it is about.
pub(crate) fn at(path: &Path, error: io::Error) -> DataFusionError {
    io::Error::new(error.kind(), format!("{}: {error}", path.display())).into()
}

/// The files as one after another, cut in `n` partitions of about the same number of bytes, or in
/// fewer if there are fewer bytes; at least in one.
pub(crate) fn split(files: &[File], n: usize) -> Vec<Vec<Part>> {
    let total: u128 = files.iter().map(|file| u128::from(file.identity.len)).sum();
    let n = (n as u128).min(total).max(1);
    let mut partitions = Vec::new();
    let mut files = files.iter().map(|file| (file, 0..file.identity.len)).peekable();
    for partition in 0..n {
        let mut left = total * (partition + 1) / n - total * partition / n;
        let mut parts = Vec::new();
        while let Some((file, rest)) = files.peek_mut() {
            let len = u128::from(rest.end - rest.start).min(left);
            let middle = rest.start + len as u64;
            if len > 0 {
                let (path, identity) = (Arc::clone(&file.path), file.identity);
                parts.push(Part { path, range: rest.start..middle, identity });
            }
            left -= len;
            rest.start = middle;
            if rest.start < rest.end {
                break;
            }
            files.next();
        }
        partitions.push(parts);
    }
    partitions
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, len: u64) -> File {
        File { path: Path::new(path).into(), identity: of(len) }
    }

    fn of(len: u64) -> Identity {
        Identity { len, modified: 0, created: 0, inode: 0 }
    }

    /// Of a file of five bytes.
    fn part(path: &str, range: Range<u64>) -> Part {
        Part { path: Path::new(path).into(), range, identity: of(5) }
    }

    #[test]
    fn partitions_have_the_same_number_of_bytes() {
        let files = [file("a", 5), file("b", 0), file("c", 5)];
        assert_eq!(split(&files, 1), [[part("a", 0..5), part("c", 0..5)]]);
        let thirds =
            [vec![part("a", 0..3)], vec![part("a", 3..5), part("c", 0..1)], vec![part("c", 1..5)]];
        assert_eq!(split(&files, 3), thirds);
    }

    #[test]
    fn there_is_a_partition_of_nothing() {
        assert_eq!(split(&[], 4), [[]]);
        assert_eq!(split(&[file("a", 0)], 4), [[]]);
        let ranges = split(&[file("a", 2)], 4).concat().into_iter().map(|part| part.range);
        assert_eq!(ranges.collect::<Vec<_>>(), [0..1, 1..2]);
    }
}
