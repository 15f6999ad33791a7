//! A progress bar, for work that turns out to take longer than a second.

use std::time::{Duration, Instant};

use crate::failure::say;
use indicatif::{BinaryBytes, HumanCount, HumanDuration, ProgressBar, ProgressStyle};

pub struct Progress {
    total: Option<u64>,
    started: Instant,
    /// Whether there is ever to be a bar.
    shows: bool,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Of so many things, if their number is known.
    pub fn new(total: impl Into<Option<u64>>) -> Self {
        Progress { total: total.into(), started: Instant::now(), shows: true, bar: None }
    }

    /// Shows nothing more, for what writes to a terminal itself.
    pub fn hide(&mut self) {
        self.shows = false;
    }

    /// Shows how much is done; on standard error, and only if that is a terminal.
    pub fn update(&mut self, done: u64, what: &str) {
        self.show(done, |_| what.to_owned());
    }

    /// Shows how many bytes, of which that of the total is, and how many records are done.
    pub fn update_records(&mut self, bytes: u64, records: u64) {
        self.show(bytes, |seconds| {
            let per_second = |n: u64| (n as f64 / seconds) as u64;
            let (bytes, records) = (BinaryBytes(per_second(bytes)), per_second(records));
            format!("{bytes}/s  {} records/s", HumanCount(records))
        });
    }

    /// `what` says what is done in so many seconds.
    fn show(&mut self, done: u64, what: impl FnOnce(f64) -> String) {
        let elapsed = self.started.elapsed();
        if !self.shows || elapsed < Duration::from_secs(1) {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let (bar, template) = match self.total {
                Some(total) => (ProgressBar::new(total), "{bar:40} {percent:>3}%  {msg}"),
                None => (ProgressBar::no_length(), "{msg}"),
            };
            let style = ProgressStyle::with_template(template);
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        bar.set_position(done);
        let mut message = what(elapsed.as_secs_f64());
        // From what is done so far: the bar knows only what came since it is there.
        if let (Some(total), true) = (self.total, done > 0) {
            let left = elapsed.as_secs_f64() * total.saturating_sub(done) as f64 / done as f64;
            if let Ok(left) = Duration::try_from_secs_f64(left) {
                message = format!("{message}  {} left", HumanDuration(left));
            }
        }
        bar.set_message(message);
    }

    /// Writes a line on standard error, beside the bar.
    pub fn say(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| say(line)),
            None => say(line),
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
