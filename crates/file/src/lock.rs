//! One writer at a time (F16).

use std::fs::{File, OpenOptions};
use std::path::Path;

use crate::error::Error;

/// Opens a file as its one writer (F16): until it is closed, also by the death of the program, no other
/// opens it so. [`Writer::create`](crate::Writer::create) and [`Writer::append`](crate::Writer::append)
/// do; this is for programs that replace a file, or write it in another way.
///
/// On Unix that is the lock of `flock`, and what is opened is what has the name when the lock is held; on
/// Windows the file is not shared with those that write. Programs that read are never kept out. The
/// `options` must not truncate: that would come before the lock. A child that another thread starts while
/// the file is open holds the lock until its program has begun.
///
/// ```
/// use std::fs::OpenOptions;
/// use onesheet_file::{Error, open_alone};
///
/// # let path = std::env::temp_dir().join(format!("alone-{}.onesheet", std::process::id()));
/// let options = OpenOptions::new().write(true).create(true).truncate(false).clone();
/// let file = open_alone(&path, &options)?;
/// assert!(matches!(open_alone(&path, &options), Err(Error::InUse(_))));
/// drop(file);
/// assert!(open_alone(&path, &options).is_ok());
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
/// [`InUse`](Error::InUse) if the file has a writer, and those of opening it; also where the file system
/// has no locks.
pub fn open_alone(path: impl AsRef<Path>, options: &OpenOptions) -> Result<File, Error> {
    open(path.as_ref(), options)
}

#[cfg(unix)]
fn open(path: &Path, options: &OpenOptions) -> Result<File, Error> {
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::{Errno, retry_on_intr};

    loop {
        let file = options.open(path)?;
        match retry_on_intr(|| flock(&file, FlockOperation::NonBlockingLockExclusive)) {
            Ok(()) => {}
            Err(Errno::WOULDBLOCK) => return Err(Error::InUse(path.to_owned())),
            Err(error) => return Err(std::io::Error::from(error).into()),
        }
        // Between the two, its last writer may have replaced it.
        if is_named(&file, path)? {
            return Ok(file);
        }
    }
}

/// Whether a file still has its name.
#[cfg(unix)]
fn is_named(file: &File, path: &Path) -> std::io::Result<bool> {
    use std::os::unix::fs::MetadataExt;

    let own = file.metadata()?;
    match std::fs::metadata(path) {
        Ok(named) => Ok((named.dev(), named.ino()) == (own.dev(), own.ino())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(windows)]
fn open(path: &Path, options: &OpenOptions) -> Result<File, Error> {
    use std::os::windows::fs::OpenOptionsExt;

    const FILE_SHARE_READ: u32 = 1;
    const FILE_SHARE_DELETE: u32 = 4;
    const ERROR_SHARING_VIOLATION: i32 = 32;

    // The lock of Windows would keep readers out.
    let opened = options.clone().share_mode(FILE_SHARE_READ | FILE_SHARE_DELETE).open(path);
    opened.map_err(|error| match error.raw_os_error() {
        Some(ERROR_SHARING_VIOLATION) => Error::InUse(path.to_owned()),
        _ => error.into(),
    })
}

/// Elsewhere there is no lock.
#[cfg(not(any(unix, windows)))]
fn open(path: &Path, options: &OpenOptions) -> Result<File, Error> {
    Ok(options.open(path)?)
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;

    use super::*;

    /// What is locked then would be no file of anyone's.
    #[test]
    fn a_file_that_was_replaced_or_removed_has_its_name_no_more() {
        let folder = std::env::temp_dir().join(format!("onesheet-lock-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        let (path, link, other) = (folder.join("log"), folder.join("link"), folder.join("other"));
        std::os::unix::fs::symlink("log", &link).unwrap();
        let file = File::create(&path).unwrap();
        assert!(is_named(&file, &path).unwrap() && is_named(&file, &link).unwrap());
        fs::write(&other, "").unwrap();
        fs::rename(&other, &path).unwrap();
        assert!(!is_named(&file, &path).unwrap() && !is_named(&file, &link).unwrap());
        let file = File::open(&path).unwrap();
        fs::remove_file(&path).unwrap();
        assert!(!is_named(&file, &path).unwrap());
        fs::remove_dir_all(&folder).unwrap();
    }
}
