//! The page that is written: tables, and what they were measured with.

use std::fs;
use std::process::Command;

/// A page of Markdown.
#[derive(Default)]
pub struct Report {
    text: String,
    targets: Vec<Vec<String>>,
}

impl Report {
    pub fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    pub fn section(&mut self, title: &str) {
        self.line(&format!("\n## {title}"));
    }

    pub fn table(&mut self, heads: &[&str], rows: &[Vec<String>]) {
        self.line(&format!("\n| {} |", heads.join(" | ")));
        self.line(&format!("{}|", "|--".repeat(heads.len())));
        for row in rows {
            self.line(&format!("| {} |", row.join(" | ")));
        }
    }

    /// A table of what took so many seconds for so many bytes, each beside the first; the others are
    /// to be at least so fast.
    pub fn beside(
        &mut self,
        what: &str,
        bytes: usize,
        wanted: Option<f64>,
        rows: &[(&'static str, f64)],
    ) {
        let Some((_, first)) = rows.first() else { return };
        let row = |(name, seconds): &(&'static str, f64)| {
            let speed = bytes as f64 / seconds / 1e6;
            vec![(*name).to_owned(), figure(*seconds), figure(speed), figure(first / seconds)]
        };
        self.table(
            &[what, "s", "MB/s", "speed ÷ the first"],
            &rows.iter().map(row).collect::<Vec<_>>(),
        );
        for (name, seconds) in rows.iter().skip(1) {
            if let Some(wanted) = wanted {
                self.target(name, wanted, first / seconds);
            }
        }
    }

    /// A ratio of speeds that is to be at least so much.
    pub fn target(&mut self, name: &str, wanted: f64, ratio: f64) {
        let met = if ratio >= wanted { "met" } else { "**not met**" };
        self.targets.push(vec![met.into(), name.into(), format!("≥ {wanted}"), figure(ratio)]);
    }

    /// The page, with the targets at its end.
    pub fn finish(mut self) -> String {
        self.section("Targets");
        let targets = std::mem::take(&mut self.targets);
        self.table(&["", "ratio of speeds", "target", "measured"], &targets);
        self.text
    }

    /// What is measured with.
    pub fn environment(&mut self, command: &str) {
        let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = cpuinfo.lines().find_map(|line| line.strip_prefix("model name\t: "));
        let cores = std::thread::available_parallelism().map_or(0, usize::from);
        let model = model.unwrap_or("unknown").to_owned();
        let system = output("uname", &["-sr"]).splitn(3, '.').take(2).collect::<Vec<_>>().join(".");
        self.line(&format!("- machine: {model}, {cores} cores, {system}"));
        let compiler = output("rustc", &["--version"]);
        self.line(&format!("- compiler: {compiler}, release profile, no target-cpu flag"));
        self.line(&format!("- formats: {}", versions().join(", ")));
        let commit =
            output("git", &["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]);
        let day = output("date", &["--utc", "+%Y-%m-%d"]);
        self.line(&format!("- commit: {commit}, {day}"));
        self.line(&format!("- command: `{command}`"));
    }
}

/// The versions of the formats' crates, as the lock file has them.
fn versions() -> Vec<String> {
    const NAMES: [&str; 9] = [
        "onesheet-arrow",
        "onesheet-file",
        "postcard",
        "bincode",
        "apache-avro",
        "arrow-ipc",
        "parquet",
        "serde_json",
        "zstd",
    ];
    let mut lines = include_str!("../Cargo.lock").lines();
    let mut versions = Vec::new();
    while let Some(line) = lines.next() {
        let name = line.strip_prefix("name = \"").and_then(|rest| rest.strip_suffix('"'));
        let Some(name) = name.filter(|name| NAMES.contains(name)) else { continue };
        let version = lines.next().and_then(|line| line.strip_prefix("version = "));
        versions.push(format!("{name} {}", version.unwrap_or_default().trim_matches('"')));
    }
    versions
}

fn output(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .ok()
        .filter(|output| output.status.success())
        .and_then(|output| String::from_utf8(output.stdout).ok());
    output.map_or_else(|| "unknown".into(), |output| output.trim().to_owned())
}

/// A number with three significant digits, or all before the point.
pub fn figure(number: f64) -> String {
    let digits = number.abs().max(1e-9).log10().floor() as i32;
    format!("{number:.*}", (2 - digits).clamp(0, 6) as usize)
}

/// A number with commas.
pub fn amount(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    groups.map(|group| String::from_utf8_lossy(group)).collect::<Vec<_>>().join(",")
}
