//! A file that is written under another name until all of it is there.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::lock::open_alone;

/// What the name ends in until then.
const SUFFIX: &str = ".onesheet-unfinished";

/// A file that takes the place of another, or a new one, when all of it is written.
///
/// Until it is [kept](Self::keep), it has a name beside that one, behind which `.onesheet-unfinished`
/// follows; dropped, it is removed. It is the one writer (F16) of both names, has the mode of the file that it
/// replaces, and its owner as far as the program may give it that. What a link points to is replaced, and
/// not the link; other hard links keep the old file.
///
/// ```
/// use onesheet_file::{Replacement, Writer};
///
/// # let path = std::env::temp_dir().join(format!("replaced-{}.onesheet", std::process::id()));
/// let new = Replacement::of(&path)?;
/// let mut writer = Writer::new(new.file())?;
/// writer.write_block(&[1000u16, 1001])?;
/// writer.finish()?;
/// new.keep()?;
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), onesheet_file::Error>(())
/// ```
#[derive(Debug)]
pub struct Replacement {
    path: PathBuf,
    name: PathBuf,
    file: File,
    /// The file that is replaced, whose lock is held.
    old: Option<File>,
    kept: bool,
}

impl Replacement {
    /// A new file that is to have this name. One that a program left which was killed is begun anew.
    ///
    /// # Errors
    /// [`InUse`](Error::InUse) if there is another writer to the file, or another replacement of it, and
    /// those of making it; also if the file that is there cannot be written to.
    pub fn of(path: impl AsRef<Path>) -> Result<Self, Error> {
        let given = path.as_ref();
        let path = target(given)?;
        let mut name = path.as_os_str().to_owned();
        name.push(SUFFIX);
        let name = PathBuf::from(name);
        let file = create(&name).map_err(|error| match error {
            Error::InUse(_) => Error::InUse(given.to_owned()),
            Error::Io(error) => {
                let what = format!("{}: {error}", name.display());
                io::Error::new(error.kind(), what).into()
            }
            error => error,
        })?;
        let mut new = Replacement { path, name, file, old: None, kept: false };
        match open_alone(&new.path, OpenOptions::new().write(true)) {
            Ok(old) => new.old = Some(old),
            Err(Error::Io(error)) if error.kind() == io::ErrorKind::NotFound => {}
            Err(Error::InUse(_)) => return Err(Error::InUse(given.to_owned())),
            Err(error) => return Err(error),
        }
        new.file.set_len(0)?;
        if let Some(old) = &new.old {
            keep_mode(old, &new.file)?;
        }
        Ok(new)
    }

    /// Where to write.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// The name until then.
    pub fn name(&self) -> &Path {
        &self.name
    }

    /// Gives it its name, in place of the file that has it.
    ///
    /// # Errors
    /// Those of renaming it, and if there was no such file, and another program made one meanwhile.
    pub fn keep(mut self) -> Result<(), Error> {
        let create_new = || open_alone(&self.path, OpenOptions::new().write(true).create_new(true));
        let empty = if self.old.is_none() { Some(create_new()?) } else { None };
        if let Err(error) = fs::rename(&self.name, &self.path) {
            if empty.is_some() {
                // It is of no use; that it cannot be removed changes nothing.
                let _ = fs::remove_file(&self.path);
            }
            return Err(error.into());
        }
        self.kept = true;
        Ok(())
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if !self.kept {
            // It is of no use; that it cannot be removed changes nothing.
            let _ = fs::remove_file(&self.name);
        }
    }
}

/// What a link points to, also if that is not there.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    // As many as Linux follows.
    for _ in 0..40 {
        match fs::read_link(&path) {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links"))
}

/// A new file, or one that a program left: not yet emptied, and no link to another.
fn create(name: &Path) -> Result<File, Error> {
    let file = open_alone(name, OpenOptions::new().write(true).create(true).truncate(false))?;
    match fs::symlink_metadata(name)?.is_file() {
        true => Ok(file),
        false => Err(io::Error::from(io::ErrorKind::AlreadyExists).into()),
    }
}

/// Gives a file the mode and the owner of another, as far as this program may.
#[cfg(unix)]
fn keep_mode(old: &File, new: &File) -> io::Result<()> {
    use std::fs::Permissions;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};

    let old = old.metadata()?;
    let mode = old.mode() & 0o7777;
    let mode = if fchown(new, Some(old.uid()), Some(old.gid())).is_ok() {
        mode
    } else if fchown(new, None, Some(old.gid())).is_ok() {
        mode & 0o777
    } else {
        // Its group is another, for which no more is meant than for all.
        mode & 0o707 | (mode & 0o007) << 3
    };
    // Some file systems have none.
    let _ = new.set_permissions(Permissions::from_mode(mode));
    Ok(())
}

#[cfg(not(unix))]
fn keep_mode(_: &File, _: &File) -> io::Result<()> {
    Ok(())
}
