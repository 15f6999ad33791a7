//! Append-only files of [onesheet] records: columnar, whole after every block, and readable in parts.
//!
//! A file is one block after another, each with a list of records. Nothing in it is rewritten, and it
//! has no footer: where a writer was stopped, all blocks before are there. What is damaged costs the
//! blocks that it is in, and is reported. The format is a page, `spec/FILES.md`, and the
//! rules that the items here name are its. Devices without an allocator write it by [`onesheet::file`].
//!
//! # Write, append, read
//!
//! ```
//! use onesheet::{Deserialize, Serialize};
//! use onesheet_file::{Options, Reader, Writer};
//!
//! #[derive(Debug, Deserialize, PartialEq, Serialize)]
//! struct Reading {
//!     at: u64,
//!     celsius: f32,
//! }
//!
//! # let path = std::env::temp_dir().join(format!("readings-{}.onesheet", std::process::id()));
//! # let _ = std::fs::remove_file(&path);
//! let mut writer = Writer::create(&path, Options::default())?;
//! writer.push(Reading { at: 1, celsius: 20.5 })?;
//! writer.push(Reading { at: 2, celsius: 20.75 })?;
//! writer.sync()?; // on the disk
//! drop(writer);
//!
//! let (mut writer, found) = Writer::append(&path, Options::default())?;
//! assert_eq!(found.records, Some(2));
//! writer.write_block(&[Reading { at: 3, celsius: 21.0 }])?; // with the system
//! writer.finish()?;
//!
//! let file = std::fs::File::open(&path)?;
//! let readings = Reader::new(file).records::<Reading>().collect::<Result<Vec<_>, _>>()?;
//! assert_eq!(readings.len(), 3);
//! # std::fs::remove_file(&path)?;
//! # Ok::<(), onesheet_file::Error>(())
//! ```
//!
//! [`push`](Writer::push) gathers records to blocks of about [`Options::block_bytes`];
//! [`write_block`](Writer::write_block) writes one at once. A reader needs no more memory than a block,
//! of which [`max_body`](Reader::max_body) bounds the bytes, and the records of one, which
//! [`limits`](Records::limits) bound. Records whose type is known only when the program runs are
//! written by [`BlockWriter`].
//!
//! # One field of all records
//!
//! A block is columns. A view checks all of them and then reads those that are asked for, where they stand:
//!
//! ```
//! # use onesheet::{Deserialize, Limits, Serialize};
//! use onesheet_file::{Slice, What, Writer};
//! # #[derive(Debug, Deserialize, PartialEq, Serialize)]
//! # struct Reading { at: u64, celsius: f32 }
//! # let mut writer = Writer::new(Vec::new())?;
//! # writer.write_block(&[Reading { at: 1, celsius: 20.5 }, Reading { at: 2, celsius: 20.75 }])?;
//! # let bytes = writer.finish()?; // or memory that a file is mapped to
//! let mut warmest = f32::MIN;
//! for event in Slice::new(&bytes).events() {
//!     if let What::Records(block) = event.what {
//!         let mut list = Default::default();
//!         let readings = block.view::<Reading>(&mut list, &Limits::default())?;
//!         warmest = readings.iter().fold(warmest, |warmest, reading| warmest.max(reading.celsius));
//!     }
//! }
//! assert_eq!(warmest, 20.75);
//! # Ok::<(), onesheet_file::Error>(())
//! ```
//!
//! # Damage
//!
//! [`records`](Reader::records) ends at the first problem, and says what and where it is;
//! [`records_lossy`](Reader::records_lossy) gives all that is whole. [`Reader::next_event`] and
//! [`Slice::events`] report all: sections, blocks, ends, what was [skipped](What::Skipped) and why,
//! [gaps](What::Gap) in the numbers of the records. `onesheet check`, `cat` and `recover` are these as
//! commands.
//!
//! # A changed type
//!
//! A file says of what type its records are. A reader of another type takes them if the types differ
//! only as an extensible struct or enum may (W29 to W32), and otherwise says which field stands against
//! it: [`Error::Section`]. Appending to a file with a changed type begins a new section.
//!
//! # While it grows
//!
//! ```no_run
//! # use onesheet_file::Reader;
//! let mut lines = Reader::new(std::fs::File::open("log.onesheet")?).follow().records::<String>();
//! loop {
//!     for line in lines.by_ref() {
//!         println!("{}", line?);
//!     }
//!     std::thread::sleep(std::time::Duration::from_secs(1));
//! }
//! # #[allow(unreachable_code)]
//! # Ok::<(), onesheet_file::Error>(())
//! ```
//!
//! In an async program, run it where the runtime runs blocking code, such as tokio's `spawn_blocking`.
//!
//! # In parts, by several threads
//!
//! ```
//! # use onesheet::Limits;
//! # use onesheet_file::{Error, Slice, What, Writer};
//! # let mut writer = Writer::new(Vec::new())?;
//! # (0..100u64).try_for_each(|n| writer.write_block(&[n, n]))?;
//! # let bytes = writer.finish()?;
//! let file = Slice::new(&bytes);
//! let sums = std::thread::scope(|scope| {
//!     let parts: Vec<_> = file
//!         .split(4)
//!         .map(|part| {
//!             scope.spawn(move || {
//!                 let mut sum = 0;
//!                 for event in file.part(part) {
//!                     if let What::Records(block) = event.what {
//!                         sum += block.decode::<u64>(&Limits::default())?.iter().sum::<u64>();
//!                     }
//!                 }
//!                 Ok::<u64, Error>(sum)
//!             })
//!         })
//!         .collect();
//!     parts.into_iter().map(|part| part.join().unwrap()).sum::<Result<u64, Error>>()
//! })?;
//! assert_eq!(sums, 9_900);
//! # Ok::<(), Error>(())
//! ```
//!
//! The parts give each block once, wherever they begin and end. `examples/parallel.rs` does the same with
//! rayon.
//!
//! The file need not be in memory: [`Reader::part`] reads a part of a file, and little else of it.
//! [`Outline::of`] says which sections a file has and where its blocks of records are, from the headers
//! alone; so a program may choose parts by the records that it looks for.
//!
//! # Blocks and fields that are not wanted
//!
//! A block may have before it the least and the greatest of its numbers, and where its fields are
//! ([`Statistics`]). By these, a reader [passes](Reader::pass) over it, or reads [only](Reader::only) some of the
//! fields. [`Options::fields`] writes the latter; `onesheet-arrow` writes both, and uses them by columns.
//!
//! # What is promised
//!
//! - When [`write_block`](Writer::write_block) returns, the records are with the system: the program may
//!   be killed, and they are in the file. When [`sync`](Writer::sync) returns, they are on the disk, as
//!   far as the disk honours a sync: the machine may lose its power.
//! - A block that was being written may be torn. A reader reports it, [`append`](Writer::append) cuts it
//!   off. All before is untouched.
//! - No damage makes a reader give other records than were written, but for one in 2^32 changed bodies,
//!   whose check is right by chance. None lets it claim more memory than its bounds.
//! - A file has one writer at a time: [`create`](Writer::create) and [`append`](Writer::append) hold its
//!   lock until the writer is dropped, and fail with [`Error::InUse`] if another does. A writer to any other
//!   `W` has none: [`open_alone`] opens a file with it.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod block;
mod block_writer;
mod buffer;
mod bytes;
#[cfg(feature = "zstd")]
mod compress;
#[cfg(feature = "serde")]
mod document;
mod earlier_sections;
mod error;
mod escape;
mod event;
mod field_lists;
mod identity;
mod lock;
mod on_disk;
mod options;
mod outline;
mod place;
mod reader;
mod records;
mod replacement;
mod scan;
mod section;
mod slice;
mod statistics;
mod tail;
mod walk;
mod wanted;
mod window;
mod writer;

pub use block::{Reason, begins_well};
pub use block_writer::BlockWriter;
#[cfg(feature = "serde")]
pub use document::{
    from_document, from_document_with, to_document, write_records, write_records_as,
};
pub use error::Error;
pub use event::{Block, Event, Fields, What};
pub use identity::Identity;
pub use lock::open_alone;
pub use on_disk::Appended;
pub use options::Options;
pub use outline::{Entry, Outline, SectionEntry};
pub use reader::Reader;
pub use records::Records;
pub use replacement::Replacement;
pub use section::Section;
pub use slice::{Events, Slice};
pub use statistics::{Bounds, FieldList, Statistics};
pub use writer::Writer;
