//! Writers that take turns at one file: it has one at a time, and what each was told to be written is there
//! once. `TURNS` is for how many of them a test lasts; 60 by default.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use onesheet_file::{Error, Options, Reader, Writer};

/// The file of the writers, which are this program.
const PATH: &str = "ONESHEET_FILE_SHARED";
/// What tells the records of a writer from others.
const WRITER: &str = "ONESHEET_FILE_WRITER";

/// Held where a child is started, and where a file that was closed is opened again: between its fork and its
/// exec, a child holds all files that are open, with their locks.
static FORKS: Mutex<()> = Mutex::new(());

/// A writer, and the number of one of its records.
type Record = (u64, u64);

fn open(path: &Path) -> Result<Writer<Record, File>, Error> {
    match Writer::create(path, Options::default()) {
        Err(Error::Io(error)) if error.kind() == ErrorKind::AlreadyExists => {
            Ok(Writer::append(path, Options::default())?.0)
        }
        created => created,
    }
}

/// Opens the file, writes some blocks, and closes it, again and again; after each block, it says how many
/// records it has written.
#[test]
fn takes_turns() {
    let (Ok(path), Ok(writer)) = (std::env::var(PATH), std::env::var(WRITER)) else { return };
    let writer: u64 = writer.parse().unwrap();
    let mut out = std::io::stdout().lock();
    let (mut number, mut state) = (0, writer);
    loop {
        let mut file = match open(Path::new(&path)) {
            Err(Error::InUse(named)) => {
                assert_eq!(named, Path::new(&path));
                thread::sleep(Duration::from_micros(state >> 52));
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                continue;
            }
            file => file.unwrap(),
        };
        for block in 1..4 {
            let records: Vec<Record> =
                (number..number + 40 * block).map(|number| (writer, number)).collect();
            file.write_block(&records).unwrap();
            number += 40 * block;
            writeln!(out, "wrote {number}").unwrap();
            out.flush().unwrap();
        }
        if number % 7 == 0 {
            file.finish().unwrap();
        }
    }
}

fn start(path: &Path, writer: u64) -> (Child, impl Iterator<Item = u64> + Send + use<>) {
    let _forks = FORKS.lock().unwrap();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "takes_turns", "--nocapture"])
        .envs([(PATH, path.as_os_str()), (WRITER, writer.to_string().as_ref())])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    (child, lines.filter_map(|line| line.unwrap().strip_prefix("wrote ")?.parse().ok()))
}

#[test]
fn each_record_is_there_once() {
    let turns: u64 = std::env::var("TURNS").map_or(60, |turns| turns.parse().unwrap());
    let path = std::env::temp_dir().join(format!("onesheet-turns-{}.onesheet", std::process::id()));
    let _ = fs::remove_file(&path);
    let (said, news) = channel();
    let begin = |writer: u64| {
        let (child, wrote) = start(&path, writer);
        let said = said.clone();
        let listens = thread::spawn(move || {
            let mut all = 0;
            for wrote in wrote {
                all = wrote;
                let _ = said.send(());
            }
            all
        });
        (writer, child, listens)
    };
    let mut writers: Vec<_> = (1..=4).map(begin).collect();
    let (mut acknowledged, mut state) = (HashMap::new(), 1u64);
    for turn in 0..turns {
        // Some are killed as soon as something was written, which is when others begin.
        news.recv_timeout(Duration::from_secs(60)).unwrap();
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        thread::sleep(Duration::from_micros(state >> 53));
        if turn % 3 == 0 {
            let (writer, mut child, listens) = writers.remove((state >> 40) as usize % 4);
            child.kill().unwrap();
            child.wait().unwrap();
            acknowledged.insert(writer, listens.join().unwrap());
            writers.push(begin(5 + turn));
        }
    }
    for (writer, mut child, listens) in writers {
        child.kill().unwrap();
        child.wait().unwrap();
        acknowledged.insert(writer, listens.join().unwrap());
    }
    // The last may have been killed within a block, which the next writer cuts off.
    drop(open(&path).unwrap());

    let mut found: HashMap<u64, u64> = HashMap::new();
    for record in Reader::new(File::open(&path).unwrap()).records::<Record>() {
        let (writer, number) = record.unwrap();
        let next = found.entry(writer).or_default();
        assert_eq!(number, *next, "of writer {writer}: a record is lost, or there twice");
        *next += 1;
    }
    for (writer, acknowledged) in &acknowledged {
        let found = found.get(writer).copied().unwrap_or(0);
        assert!(found >= *acknowledged, "of writer {writer}: {found} of {acknowledged} records");
    }
    let wrote = acknowledged.values().filter(|acknowledged| **acknowledged > 0).count();
    assert!(wrote > 1, "only one of them wrote");
    fs::remove_file(&path).unwrap();
}

/// A folder of its own for a test, removed behind it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let name = format!("onesheet-file-writers-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn append(path: &Path) -> Result<Writer<Record, File>, Error> {
    Ok(Writer::append(path, Options::default())?.0)
}

#[test]
fn a_file_has_one_writer_by_whatever_name() {
    let _forks = FORKS.lock().unwrap();
    let folder = Folder::new("names");
    let path = folder.0.join("log");
    let mut writer: Writer<Record, _> = Writer::create(&path, Options::default()).unwrap();
    let mut names = vec![path.clone(), folder.0.join(".").join("log")];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("log", folder.0.join("link")).unwrap();
        names.push(folder.0.join("link"));
    }
    fs::hard_link(&path, folder.0.join("hard")).unwrap();
    names.push(folder.0.join("hard"));
    for name in &names {
        let error = append(name).err().unwrap();
        assert!(matches!(&error, Error::InUse(found) if found == name), "{error}");
        assert_eq!(
            error.to_string(),
            format!("{} is in use: it has another writer", name.display())
        );
    }
    // Readers are not kept out.
    writer.write_block(&[(1, 1)]).unwrap();
    let read = || Reader::new(File::open(&path).unwrap()).records::<Record>().count();
    assert_eq!(read(), 1);
    // Nor is the next writer, whichever way this one ends.
    drop(writer);
    let file = append(&path).unwrap().finish().unwrap();
    assert!(matches!(append(&path), Err(Error::InUse(_))), "the file is still open");
    drop(file);
    for name in &names {
        append(name).unwrap().write_block(&[(2, 2)]).unwrap();
    }
    assert_eq!(read(), 1 + names.len());
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_no_file_is_not_appended_to() {
    let _forks = FORKS.lock().unwrap();
    let folder = Folder::new("no_file");
    let pipe = folder.0.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in [pipe.as_path(), Path::new("/dev/full"), Path::new("/dev/null"), &folder.0] {
        let error = append(path).err().unwrap();
        assert!(matches!(&error, Error::Io(_)), "{}: {error}", path.display());
    }
}
