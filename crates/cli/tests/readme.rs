//! The examples of README.md give what it says.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::Command;

/// What a shell says to a command, errors included.
fn run(dir: &Path, command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_onesheet"));
    let path =
        format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let script = format!("exec 2>&1; {command}");
    let mut bash = Command::new("bash");
    let output = bash.args(["-c", &script]).current_dir(dir).env("PATH", path).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Whether it is what was to come, where a line `…` stands for any.
fn is(output: &str, expected: &str) -> bool {
    match expected.split_once("…\n") {
        Some((start, end)) => output.starts_with(start) && output.ends_with(end),
        None => output == expected,
    }
}

#[test]
fn its_examples_are_real() {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    let mut count = 0;
    for session in include_str!("../README.md").split("```console\n").skip(1) {
        let (session, _) = session.split_once("```").unwrap();
        for example in session.split("$ ").skip(1) {
            let (command, expected) = example.split_once('\n').unwrap();
            // `crates/sql` has tests of its own.
            let is_elsewhere =
                ["cargo ", "onesheet sql "].iter().any(|start| command.starts_with(start));
            if is_elsewhere || command.contains("python3") {
                continue;
            }
            let output = run(&dir, command);
            assert!(is(&output, expected), "{command}:\n{output}");
            count += 1;
        }
    }
    assert!(count > 10, "{count}");
}
