//! A file that is written under another name until all of it is there.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once, PoisonError};

/// The one that there is, to be removed if the program is told to stop.
static THERE: Mutex<Option<PathBuf>> = Mutex::new(None);

/// A file that is removed when it goes out of use, or on Ctrl-C, unless it was [kept](Self::keep).
pub struct Unfinished(PathBuf);

impl Unfinished {
    /// A new file beside that of the name which it is to have.
    pub fn beside(path: &Path) -> io::Result<(Self, File)> {
        static HANDLER: Once = Once::new();
        // Signals that are ignored, as those of a command in the background, stay so.
        HANDLER.call_once(|| drop(ctrlc::try_set_handler(stop)));
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{}.new", std::process::id()));
        let name = PathBuf::from(name);
        let mut there = THERE.lock().unwrap_or_else(PoisonError::into_inner);
        let file = File::create(&name)?;
        *there = Some(name.clone());
        Ok((Unfinished(name), file))
    }

    /// Gives it its name, in place of a file that has it.
    pub fn keep(self, path: &Path) -> io::Result<()> {
        let mut there = THERE.lock().unwrap_or_else(PoisonError::into_inner);
        fs::rename(&self.0, path)?;
        *there = None;
        Ok(())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        remove(&mut THERE.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// What is left is of no use; that it cannot be removed changes nothing.
fn remove(there: &mut Option<PathBuf>) {
    if let Some(path) = there.take() {
        let _ = fs::remove_file(path);
    }
}

/// Ends the program as the signal would have: 128 + 2.
fn stop() {
    let mut there = THERE.lock().unwrap_or_else(PoisonError::into_inner);
    remove(&mut there);
    // With the lock: what is unfinished is not given its name now.
    std::process::exit(130);
}
