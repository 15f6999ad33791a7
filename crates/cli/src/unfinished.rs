//! A file that is removed if the program is told to stop before all of it is written.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use onesheet_file::{Error, Replacement};

/// The name of the one that there is.
static THERE: Mutex<Option<PathBuf>> = Mutex::new(None);

/// A file that is to have this name, for [`end`].
pub fn begin(path: &Path) -> Result<Replacement, Error> {
    static HANDLER: Once = Once::new();
    // Signals that are ignored, as those of a command in the background, stay so.
    HANDLER.call_once(|| drop(ctrlc::try_set_handler(stop)));
    let mut there = there();
    let new = Replacement::of(path)?;
    *there = Some(new.name().to_owned());
    Ok(new)
}

/// Gives it its name if it is whole, else removes it.
pub fn end(new: Replacement, is_whole: bool) -> Result<(), Error> {
    let mut there = there();
    *there = None;
    if is_whole { new.keep() } else { Ok(()) }
}

fn there() -> MutexGuard<'static, Option<PathBuf>> {
    THERE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the program as the signal would have: 128 + 2.
fn stop() {
    let there = there();
    if let Some(path) = &*there {
        // It is of no use; that it cannot be removed changes nothing.
        let _ = fs::remove_file(path);
    }
    // With the lock: what is unfinished is not given its name now.
    std::process::exit(130);
}
