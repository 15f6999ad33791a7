//! `onesheet conformance` finds what an implementation does wrong and names the rule.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The example `implementation`, which cargo builds with the tests.
fn implementation() -> PathBuf {
    let onesheet = Path::new(env!("CARGO_BIN_EXE_onesheet"));
    let path = onesheet.with_file_name("examples").join("implementation");
    let path = path.with_extension(std::env::consts::EXE_EXTENSION);
    assert!(path.exists(), "run cargo build -p onesheet-cli --examples first");
    path
}

/// A directory with a single vector, so that the random cases must find everything.
fn one_vector() -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("one-vector");
    fs::create_dir_all(&dir).unwrap();
    let vector = r#"{"name":"u8","rule":"W1","type":"u8","value":"7","hex":"07"}"#;
    fs::write(dir.join("one.jsonl"), format!("{vector}\n")).unwrap();
    dir
}

fn conformance(options: &[&str], envs: &[(&str, &str)], command: &[&str]) -> Output {
    let mut onesheet = Command::new(env!("CARGO_BIN_EXE_onesheet"));
    onesheet.arg("conformance").args(options).arg("--").args(command);
    onesheet.envs(envs.iter().copied()).output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn a_right_implementation_passes() {
    let output = conformance(&["--count", "30"], &[], &[implementation().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    // A line for every rule that cases are about, and none failed.
    for rule in (1..=35).map(|rule| format!("W{rule} ")) {
        let line = stdout(&output).lines().find(|line| line.starts_with(&rule)).map(str::to_owned);
        let line = line.unwrap_or_else(|| panic!("no line for {rule}"));
        let [_, cases, failures] = line.split_whitespace().collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        assert!(cases.parse::<u32>().unwrap() > 0, "{line}");
        assert_eq!(failures, "0", "{line}");
    }
}

/// The protocol's page bounds them.
#[test]
fn values_are_not_nested_more_deeply_than_64() {
    let program = implementation();
    let output =
        conformance(&["--count", "100"], &[("NESTING", "64")], &[program.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
}

#[test]
fn each_rule_that_is_not_checked_is_found_by_random_cases_and_named() {
    let vectors = one_vector();
    for rule in ["W10", "W16", "W18", "W22", "W23", "W24", "W25", "W26", "W27", "W28", "W32", "W35"]
    {
        let options = ["--count", "60", "--vectors", vectors.to_str().unwrap()];
        let program = implementation();
        let output = conformance(&options, &[("ACCEPT", rule)], &[program.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(1), "{rule}");
        let named = stderr(&output);
        assert!(
            named.ends_with(&format!("cases failed; broken rules: {rule}\n")),
            "{rule}: {named}"
        );
        assert!(stdout(&output).contains("must be rejected"), "{rule}");
    }
}

/// Of these, vectors have messages that must be rejected.
#[test]
fn each_rule_that_is_not_checked_is_found_by_vectors_and_named() {
    let program = implementation();
    for rule in [10, 16, 18, 22, 23, 24, 25, 26, 27, 28, 30, 32, 33, 35] {
        let rule = format!("W{rule}");
        let command = [program.to_str().unwrap()];
        let output = conformance(&["--count", "0"], &[("ACCEPT", &rule)], &command);
        let named = stderr(&output);
        assert!(named.ends_with(&format!("broken rules: {rule}\n")), "{rule}: {named}");
    }
}

/// Of an implementation with each of these mistakes the rule is named first that it breaks. Every third is
/// tried; all of them with `MISTAKES=all`, or those in whose line it is: `W11`, `read`, `bools`.
#[test]
fn real_mistakes_are_found_and_named() {
    let broken = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken.py");
    let broken = broken.to_str().unwrap();
    let list = match Command::new("python3").arg(broken).output() {
        Ok(list) => list,
        Err(_) => {
            eprintln!("not run: there is no python3");
            return;
        }
    };
    assert!(list.status.success(), "{}", stderr(&list));
    let list = stdout(&list);
    let chosen = std::env::var("MISTAKES").ok();
    let is_chosen = |place: usize, line: &str| match chosen.as_deref() {
        None => place % 3 == 0,
        Some("all") => true,
        Some(chosen) => line.contains(chosen),
    };
    let mistakes: Vec<_> =
        list.lines().enumerate().filter(|(place, line)| is_chosen(*place, line)).collect();
    let next = AtomicUsize::new(0);
    let named = |mistake: &str| {
        let options = ["--count", "6", "--failures", "0", "--timeout", "300"];
        let output = conformance(&options, &[], &["python3", broken, mistake]);
        assert_eq!(output.status.code(), Some(1), "{mistake}: {}", stderr(&output));
        stderr(&output).trim().rsplit("rules: ").next().unwrap_or_default().to_owned()
    };
    let check = || {
        let mut wrong = Vec::new();
        while let Some((_, line)) = mistakes.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (rule, mistake) = line.split_once('\t').unwrap();
            let named = named(mistake);
            if named.split(", ").next() != Some(rule) {
                wrong.push(format!("{line}: {named}"));
            }
        }
        wrong
    };
    let wrong: Vec<_> = std::thread::scope(|scope| {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(check)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Each rule that an implementation can break in what it writes, or in how it reads what is valid.
    let has = |rule: u32| list.lines().any(|line| line.starts_with(&format!("W{rule}\t")));
    let valid = (1..=21).chain(29..=31).chain([34, 35]);
    assert_eq!(valid.filter(|rule| !has(*rule)).collect::<Vec<_>>(), []);
}

#[test]
fn a_program_that_gives_no_answer_is_named() {
    for (does, seconds, what) in [
        ("hang", "1", "no answer in 1 seconds: it hangs"),
        ("die", "60", "no answer: it died (exit status: 7)"),
        ("babble", "60", "the answer is not a JSON object: \"hello\\n\""),
    ] {
        let options = ["--timeout", seconds, "--count", "1"];
        let program = implementation();
        let output = conformance(&options, &[("DO", does)], &[program.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(1), "{does}");
        assert!(stdout(&output).contains(what), "{does}: {}", stdout(&output));
        assert!(stderr(&output).contains("gave no answer too often"), "{}", stderr(&output));
    }
}

#[test]
fn what_has_no_answer_hides_no_other_rule() {
    let envs = [("DIE", "W33"), ("ACCEPT", "W23")];
    let output = conformance(&["--count", "5"], &envs, &[implementation().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).ends_with("broken rules: W23, W33\n"), "{}", stderr(&output));
    let left_out = stdout(&output).lines().any(|line| {
        line.starts_with("W33: ") && line.ends_with(" more not asked, for some had no answer")
    });
    assert!(left_out, "{}", stdout(&output));
}

#[test]
fn a_program_that_cannot_be_run_is_a_usage_error() {
    let output = conformance(&[], &[], &["/no/such/program"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).starts_with("onesheet: cannot run /no/such/program: "));
}
