//! A progress bar, for work that turns out to take longer than a second.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

pub struct Progress {
    total: u64,
    started: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub fn new(total: u64) -> Self {
        Progress { total, started: Instant::now(), bar: None }
    }

    /// Shows how much is done; on standard error, and only if that is a terminal.
    pub fn update(&mut self, done: u64, what: &str) {
        if self.bar.is_none() && self.started.elapsed() > Duration::from_secs(1) {
            let bar = ProgressBar::new(self.total);
            let style = ProgressStyle::with_template("{bar:40} {percent:>3}% {eta} left  {msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            self.bar = Some(bar);
        }
        if let Some(bar) = &self.bar {
            bar.set_position(done);
            bar.set_message(what.to_owned());
        }
    }

    /// Writes a line on standard error, beside the bar.
    pub fn say(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| eprintln!("{line}")),
            None => eprintln!("{line}"),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
