//! The program under test.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use serde_json::Value as Json;

use crate::failure::Failure;

/// Longest answer, in bytes.
const MAX_ANSWER: u64 = 256 << 20;

/// Why no answer came.
pub enum Lost {
    /// None came in time.
    Hung(Duration),
    /// The program ended.
    Died(String),
    /// It answered something else than a JSON object.
    NotJson(String),
}

pub struct Implementation<'a> {
    command: &'a [OsString],
    timeout: Duration,
    child: Child,
    /// Requests go to a thread that writes them, for a program that does not read must not hang us.
    requests: Sender<String>,
    answers: Receiver<String>,
}

impl<'a> Implementation<'a> {
    pub fn start(command: &'a [OsString], timeout: Duration) -> Result<Self, Failure> {
        let (child, requests, answers) = spawn(command)?;
        Ok(Implementation { command, timeout, child, requests, answers })
    }

    /// Ends the program and starts it anew.
    pub fn restart(&mut self) -> Result<(), Failure> {
        end(&mut self.child);
        (self.child, self.requests, self.answers) = spawn(self.command)?;
        Ok(())
    }

    pub fn ask(&mut self, request: &Json) -> Result<Json, Lost> {
        // If the thread has ended, so has the program, which the answer's absence shows.
        let _ = self.requests.send(format!("{request}\n"));
        let line = match self.answers.recv_timeout(self.timeout) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => return Err(Lost::Hung(self.timeout)),
            Err(RecvTimeoutError::Disconnected) => {
                let status = self.child.wait().map(|status| status.to_string());
                return Err(Lost::Died(status.unwrap_or_else(|e| e.to_string())));
            }
        };
        onesheet_dynamic::parse_json(&line)
            .or_else(|_| onesheet_dynamic::parse_json(&without_surrogates(&line)))
            .ok()
            .filter(Json::is_object)
            .ok_or_else(|| Lost::NotJson(line.chars().take(60).collect()))
    }
}

/// JSON text with U+FFFD for all escaped surrogates: a program that takes them for characters (W26)
/// may well write them like this.
fn without_surrogates(json: &str) -> String {
    let mut pieces = json.split("\\u");
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let code = piece.get(..4).and_then(|hex| u32::from_str_radix(hex, 16).ok());
        match code {
            Some(0xd800..=0xdfff) => text.extend(["\\ufffd", &piece[4..]]),
            _ => text.extend(["\\u", piece]),
        }
    }
    text
}

impl Drop for Implementation<'_> {
    fn drop(&mut self) {
        end(&mut self.child);
    }
}

/// Neither can fail in a way that matters: the program may have ended by itself.
fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

type Started = (Child, Sender<String>, Receiver<String>);

fn spawn(command: &[OsString]) -> Result<Started, Failure> {
    let (program, arguments) =
        command.split_first().ok_or_else(|| Failure::usage("missing command; give it after --"))?;
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|e| {
            Failure::usage(format_args!("cannot run {}: {e}", program.to_string_lossy()))
        })?;
    let pipes = (child.stdin.take(), child.stdout.take());
    let (Some(stdin), Some(stdout)) = pipes else {
        return Err(Failure::usage("cannot run the program: it has no standard input or output"));
    };
    let (requests, to_write) = channel::<String>();
    thread::spawn(move || write_requests(&to_write, stdin));
    let (answered, answers) = channel();
    thread::spawn(move || read_answers(stdout, &answered));
    Ok((child, requests, answers))
}

fn write_requests(requests: &Receiver<String>, mut stdin: ChildStdin) {
    for request in requests {
        if stdin.write_all(request.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_answers(stdout: impl Read, answers: &Sender<String>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        match stdout.by_ref().take(MAX_ANSWER).read_until(b'\n', &mut line) {
            Ok(n) if n > 0 => {}
            _ => return,
        }
        if answers.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
            return;
        }
    }
}
