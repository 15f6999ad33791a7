//! A progress bar, for work that turns out to take longer than a second.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

pub struct Progress {
    total: Option<u64>,
    template: &'static str,
    started: Instant,
    /// Whether there is ever to be a bar.
    shows: bool,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Of so many things.
    pub fn new(total: u64) -> Self {
        Progress::of(Some(total), "{bar:40} {percent:>3}% {eta} left  {msg}")
    }

    /// Of so many bytes with records, or of no known number of them.
    pub fn of_bytes(total: Option<u64>) -> Self {
        Progress::of(
            total,
            match total {
                Some(_) => "{bar:40} {percent:>3}% {eta} left  {binary_bytes_per_sec}  {msg}",
                None => "{binary_bytes}  {binary_bytes_per_sec}  {msg}",
            },
        )
    }

    fn of(total: Option<u64>, template: &'static str) -> Self {
        Progress { total, template, started: Instant::now(), shows: true, bar: None }
    }

    /// Shows nothing more, for what writes to a terminal itself.
    pub fn hide(&mut self) {
        self.shows = false;
    }

    /// Shows how much is done; on standard error, and only if that is a terminal.
    pub fn update(&mut self, done: u64, what: &str) {
        if let Some(bar) = self.bar() {
            bar.set_position(done);
            bar.set_message(what.to_owned());
        }
    }

    /// Shows how many bytes and how many records are done.
    pub fn update_records(&mut self, bytes: u64, records: u64) {
        let seconds = self.started.elapsed().as_secs_f64();
        if let Some(bar) = self.bar() {
            bar.set_position(bytes);
            bar.set_message(format!("{:.0} records/s", records as f64 / seconds));
        }
    }

    /// The bar, if it is time for one.
    fn bar(&mut self) -> Option<&ProgressBar> {
        if self.shows && self.bar.is_none() && self.started.elapsed() > Duration::from_secs(1) {
            let bar = self.total.map_or_else(ProgressBar::no_length, ProgressBar::new);
            let style = ProgressStyle::with_template(self.template);
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            self.bar = Some(bar);
        }
        self.bar.as_ref()
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
