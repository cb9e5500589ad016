//! A bar on the terminal while something takes long. It goes to standard
//! error and only to a terminal, shows after half a second, and leaves nothing
//! behind.

use std::io::{IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// How long nothing is shown.
const PATIENCE: Duration = Duration::from_millis(500);
/// How long until the bar moves.
const STEP: Duration = Duration::from_millis(100);
/// Characters of the bar.
const WIDTH: usize = 24;

/// How far the work is: parts done, of all.
pub(super) struct Progress {
    done: AtomicUsize,
    all: usize,
}

impl Progress {
    pub(super) const fn new(all: usize) -> Self {
        Self {
            done: AtomicUsize::new(0),
            all,
        }
    }

    pub(super) fn step(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// The bar; where there is one part only, a block that runs to and fro.
    fn bar(&self, tick: usize) -> String {
        let done = self.done.load(Ordering::Relaxed).min(self.all);
        let filled = |at: usize| {
            if self.all > 1 {
                at * self.all < done * WIDTH
            } else {
                let turn = tick % (2 * WIDTH);
                turn.min(2 * WIDTH - 1 - turn).abs_diff(at) < 3
            }
        };
        let cell = |at| if filled(at) { '#' } else { '-' };
        let bar: String = (0..WIDTH).map(cell).collect();
        if self.all > 1 {
            format!("[{bar}] {done} of {}", self.all)
        } else {
            format!("[{bar}]")
        }
    }
}

/// Does some work, with a bar when it takes long.
pub(super) fn shown<T>(what: &str, progress: &Progress, work: impl FnOnce() -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return work();
    }
    let (end, ended) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || draw(what, progress, &ended));
        let answer = work();
        drop(end);
        answer
    })
}

fn draw(what: &str, progress: &Progress, ended: &Receiver<()>) {
    let waits = |time| ended.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
    if !waits(PATIENCE) {
        return;
    }
    let mut terminal = std::io::stderr();
    for tick in 0.. {
        let _ = write!(terminal, "\r{what} {}", progress.bar(tick));
        let _ = terminal.flush();
        if !waits(STEP) {
            break;
        }
    }
    // The line is left empty for what is told next.
    let _ = write!(terminal, "\r\x1b[2K");
    let _ = terminal.flush();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_fills_with_the_parts() {
        let progress = Progress::new(4);
        assert_eq!(progress.bar(0), format!("[{}] 0 of 4", "-".repeat(24)));
        progress.step();
        assert_eq!(
            progress.bar(9),
            format!("[{}{}] 1 of 4", "#".repeat(6), "-".repeat(18))
        );
        (0..3).for_each(|_| progress.step());
        assert_eq!(progress.bar(0), format!("[{}] 4 of 4", "#".repeat(24)));
    }

    #[test]
    fn one_part_runs_to_and_fro() {
        let progress = Progress::new(1);
        let (left, right) = (progress.bar(0), progress.bar(WIDTH - 1));
        assert!(left.starts_with("[###-") && right.ends_with("-###]"));
        assert_eq!(progress.bar(2 * WIDTH), left);
    }

    #[test]
    fn work_gives_its_answer() {
        assert_eq!(shown("counting", &Progress::new(1), || 7), 7);
    }
}
