//! Whether a file is still the one that was found.

use std::fs::{File, Metadata};
use std::io;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::error::Error;

/// What tells a file from another that gets its name later. It is taken where the file is found, and
/// [checked](Self::check) where it is opened, by another thread, process or machine.
///
/// ```
/// use onesheet_file::{Error, Identity};
///
/// # let path = std::env::temp_dir().join(format!("identity-{}.onesheet", std::process::id()));
/// # let other = path.with_extension("other");
/// # std::fs::write(&path, "found")?;
/// let found = Identity::of(&std::fs::metadata(&path)?);
/// assert!(found.check(&std::fs::File::open(&path)?).is_ok());
/// # std::fs::write(&other, "another")?;
/// std::fs::rename(&other, &path)?;
/// assert!(matches!(found.check(&std::fs::File::open(&path)?), Err(Error::Replaced)));
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Its length in bytes.
    pub len: u64,
    /// When it was written to, in nanoseconds since 1970; 0 where that is not known.
    pub modified: u64,
    /// When it was made, likewise.
    pub created: u64,
    /// The number that it has in its file system; 0 where that is not known.
    pub inode: u64,
}

impl Identity {
    /// That of a file.
    #[must_use]
    pub fn of(metadata: &Metadata) -> Self {
        Identity {
            len: metadata.len(),
            modified: nanoseconds(metadata.modified()),
            created: nanoseconds(metadata.created()),
            inode: inode(metadata),
        }
    }

    /// Fails if another file is open than was found: one of another number or time at which it was made,
    /// or one that is shorter. What was appended does not matter, and neither do numbers that differ from
    /// machine to machine as long as the length and the time of the last change do not.
    ///
    /// # Errors
    /// [`Replaced`](Error::Replaced), and those of asking the system.
    pub fn check(&self, file: &File) -> Result<(), Error> {
        let now = Identity::of(&file.metadata()?);
        let untouched = (now.len, now.modified) == (self.len, self.modified);
        let grown = (now.inode, now.created) == (self.inode, self.created) && now.len >= self.len;
        if untouched || grown { Ok(()) } else { Err(Error::Replaced) }
    }
}

fn nanoseconds(time: io::Result<SystemTime>) -> u64 {
    let since = time.ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    since.and_then(|since| u64::try_from(since.as_nanos()).ok()).unwrap_or(0)
}

#[cfg(unix)]
fn inode(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn inode(_: &Metadata) -> u64 {
    0
}
