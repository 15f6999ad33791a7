//! Times of what is compared.

use std::time::Instant;

/// What is timed, and its name.
pub struct Task<'a> {
    name: &'static str,
    run: Box<dyn FnMut() -> f64 + 'a>,
}

impl<'a> Task<'a> {
    /// All that `run` does is timed.
    pub fn new(name: &'static str, mut run: impl FnMut() + 'a) -> Self {
        Task::timed(name, move || seconds(&mut run))
    }

    /// `run` says how many seconds count.
    pub fn timed(name: &'static str, run: impl FnMut() -> f64 + 'a) -> Self {
        Task { name, run: Box::new(run) }
    }
}

pub fn seconds(run: impl FnOnce()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_secs_f64()
}

/// The least seconds of each task. They are run in turn, so that a busy machine disturbs ratios less
/// than times.
pub fn least(rounds: usize, mut tasks: Vec<Task<'_>>) -> Vec<(&'static str, f64)> {
    let mut least: Vec<_> = tasks.iter().map(|task| (task.name, f64::INFINITY)).collect();
    for round in 1..=rounds {
        for (task, (name, least)) in tasks.iter_mut().zip(&mut least) {
            let seconds = (task.run)();
            eprintln!("round {round} of {rounds}: {name}: {seconds:.3} s");
            *least = least.min(seconds);
        }
    }
    least
}
