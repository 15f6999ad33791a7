//! A file beside the lists in it: what blocks cost, and what the disk allows.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use onesheet::Limits;
use onesheet::list;
use onesheet_file::{Block, Options, Reader, Slice, What, Writer};

use crate::data::Data;
use crate::log::Log;
use crate::measure::{Task, least, seconds};
use crate::report::{Report, amount};
use crate::sums::Sums;

/// Takes each block to the same memory.
#[derive(Default)]
struct Reused {
    block: Vec<u8>,
    bytes: usize,
}

impl Write for Reused {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.block.clear();
        self.block.extend_from_slice(bytes);
        self.bytes += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn push<W: Write>(data: &Data<'_>, out: W) -> W {
    let mut writer = Writer::new(out).unwrap();
    for list in data.lists() {
        list.iter().for_each(|line| writer.push(line).unwrap());
    }
    writer.finish().unwrap()
}

fn write_blocks<W: Write>(data: &Data<'_>, out: W) -> W {
    let mut writer = Writer::new(out).unwrap();
    data.lists().for_each(|list| writer.write_block(list).unwrap());
    writer.finish().unwrap()
}

fn blocks(file: &[u8]) -> impl Iterator<Item = Block<'_>> {
    Slice::new(file).events().filter_map(|event| match event.what {
        What::Records(block) => Some(block),
        What::Section(_) | What::End { .. } => None,
        other => panic!("{other:?}"),
    })
}

fn read(input: impl io::Read) -> Sums {
    let mut sums = Sums::default();
    Reader::new(input).records::<Log>().for_each(|line| sums.add(&line.unwrap()));
    sums
}

/// Waits until nothing is left to be written to the disk, and removes what a run before left.
fn clear(path: &Path) {
    if let Err(error) = fs::remove_file(path) {
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }
    run(&mut Command::new("sync"));
}

fn run(command: &mut Command) {
    assert!(command.stderr(Stdio::null()).status().unwrap().success(), "{command:?}");
}

/// Writes the tables. The disk gets a file in `directory`.
pub fn rows(data: &Data<'_>, directory: &Path, rounds: usize, report: &mut Report) {
    let sums = data.sums();
    let mut file = push(data, Vec::with_capacity(data.bytes + data.bytes / 16));
    assert_eq!(read(file.as_slice()), sums);
    let pushed = file.len();
    file.clear();
    let file = write_blocks(data, file);
    assert_eq!(read(file.as_slice()), sums);

    report.line("");
    report.line(&format!(
        "{} lines are {} bytes in lists of about 1 MiB, and {} bytes as a file of such blocks.",
        amount(sums.count),
        amount(data.bytes as u64),
        amount(file.len() as u64),
    ));
    writing(data, [file.len(), pushed], rounds, report);
    reading(data, &file, rounds, report);
    writing_to_disk(data, &directory.join("lists.onesheet"), rounds, report);
}

/// `len` is how long the files are by [`write_blocks`] and [`push`].
fn writing(data: &Data<'_>, len: [usize; 2], rounds: usize, report: &mut Report) {
    let (mut of_lists, mut of_lines, mut lines) = (Vec::new(), Vec::new(), Vec::new());
    let (mut blocks, mut pushed) = (Reused::default(), Reused::default());
    let tasks = vec![
        Task::new("`encode_list_into`", || {
            let mut bytes = 0;
            for list in data.lists() {
                of_lists.clear();
                list::encode_into(list, &mut of_lists);
                bytes += of_lists.len();
            }
            assert_eq!(bytes, data.bytes);
        }),
        Task::new("`Writer::write_block`", || {
            blocks.bytes = 0;
            assert_eq!(write_blocks(data, &mut blocks).bytes, len[0]);
        }),
        Task::new("`Vec::push`, `encode_list_into`", || {
            let mut bytes = 0;
            for list in data.lists() {
                lines.clear();
                list.iter().for_each(|line| lines.push(line));
                of_lines.clear();
                list::encode_into(&lines, &mut of_lines);
                bytes += of_lines.len();
            }
            assert_eq!(bytes, data.bytes);
        }),
        Task::new("`Writer::push`", || {
            pushed.bytes = 0;
            assert_eq!(push(data, &mut pushed).bytes, len[1]);
        }),
    ];
    let writes = least(rounds, tasks);
    let (lists, lines) = writes.split_at(2);
    report.beside("writing lists to memory", data.bytes, Some(0.9), lists);
    report.beside("writing lines to memory", data.bytes, Some(0.9), lines);
}

fn reading(data: &Data<'_>, file: &[u8], rounds: usize, report: &mut Report) {
    let sums = data.sums();
    let limits = Limits::default();
    let lists: Vec<_> =
        blocks(file).map(|block| (block.list(&limits).unwrap(), block.count() as usize)).collect();
    let tasks = vec![
        Task::new("`decode_list`", || {
            let mut found = Sums::default();
            for (list, n) in &lists {
                list::decode::<Log>(list, *n).unwrap().iter().for_each(|line| found.add(line));
            }
            assert_eq!(found, sums);
        }),
        Task::new("`Slice::events`, `Block::decode`", || {
            let mut found = Sums::default();
            for block in blocks(file) {
                block.decode::<Log>(&limits).unwrap().iter().for_each(|line| found.add(line));
            }
            assert_eq!(found, sums);
        }),
        Task::new("`Reader::records`", || assert_eq!(read(file), sums)),
    ];
    report.beside("reading from memory", data.bytes, Some(0.9), &least(rounds, tasks));
}

fn writing_to_disk(data: &Data<'_>, path: &Path, rounds: usize, report: &mut Report) {
    let sums = data.sums();
    let tasks = vec![
        Task::timed("`dd bs=1M conv=fsync` of as many zeros", || {
            clear(path);
            let mut dd = Command::new("dd");
            dd.args(["if=/dev/zero", "bs=1M", "conv=fsync"]);
            dd.arg(format!("count={}", data.bytes.div_ceil(1 << 20)));
            dd.arg(format!("of={}", path.display()));
            seconds(|| run(&mut dd))
        }),
        Task::timed("`Writer::write_block`, then `sync`", || {
            clear(path);
            let seconds = seconds(|| {
                let mut writer = Writer::create(path, Options::default()).unwrap();
                data.lists().for_each(|list| writer.write_block(list).unwrap());
                writer.sync().unwrap();
            });
            assert_eq!(read(File::open(path).unwrap()), sums);
            seconds
        }),
    ];
    report.beside("writing to a disk", data.bytes, None, &least(rounds, tasks));
    clear(path);
}
