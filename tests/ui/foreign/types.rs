use std::cell::RefCell;
use std::fmt::Debug;
use std::path::PathBuf;
use std::sync::atomic::AtomicU32;

use onesheet::Serialize;

#[derive(Serialize)]
struct Job {
    path: PathBuf,
    state: RefCell<u8>,
    count: AtomicU32,
    callback: fn(u8) -> u8,
    what: Box<dyn Debug>,
    pointer: *const u8,
}

fn main() {}
