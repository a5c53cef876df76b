//! Work on all cores, results in order.
//!
//! ```text
//!  give ──▶ waiting ──▶ running ──▶ done ──▶ taken, the first one first
//!             ▲            │
//!             └── the rest ┘      a task that takes too long hands back what is left of it
//! ```
//!
//! Tasks are sized by work: the last ones show how much of a batch makes one task.
//! Results of the first task are taken while it is still running.
//! Backpressure: the results that wait for their turn are limited in number and in bytes, so
//! that memory stays small whatever the threads and the output.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rayon::ThreadPool;

/// The most tasks of each thread that are begun but not taken. One task that takes long
/// keeps no thread idle before this many others are done.
const MOST: usize = 16;

/// The most bytes of results that wait for their turn before no further task is begun.
const HELD: usize = 8 << 20;

/// How often to look for more input, and for results of the first task.
const PAUSE: Duration = Duration::from_millis(20);

/// Whether to wait for more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wait {
    /// Nothing else is to be done.
    Yes,
    No,
}

/// Work that can be shared out.
pub(crate) trait Share: Sized {
    /// Keeps the first `share` units of it and gives the rest, if there is any.
    fn split(&mut self, share: usize) -> Option<Self>;
}

/// The results of a task, one by one.
pub(crate) struct Results<R>(Arc<Mutex<Vec<R>>>);

/// How a task ended.
pub(crate) struct Done<T> {
    /// How many bytes its results take.
    pub(crate) weight: usize,
    /// The rest of its work, if it was stopped.
    pub(crate) rest: Option<T>,
    /// How many units make a task of the right size, if it has found out.
    pub(crate) share: Option<usize>,
}

/// Does all the work that `give` returns, until it returns none although it may wait. The flag
/// that `work` gets is set when its results are no longer needed. `take` gets the results in
/// order, and `None` before the caller's thread waits, which is when to flush.
/// An error of `give` or `take` ends it, after the results that come before the error.
pub(crate) fn in_order<T: Share + Send, R: Send, E: Send>(
    pool: &ThreadPool,
    mut give: impl FnMut(Wait) -> Result<Option<T>, E>,
    work: impl Fn(T, &Results<R>, &AtomicBool) -> Done<T> + Sync,
    mut take: impl FnMut(Option<R>) -> Result<(), E>,
) -> Result<(), E> {
    let (work, is_over) = (&work, &AtomicBool::new(false));
    pool.in_place_scope(|scope| {
        let (send, receive) = channel();
        let mut ahead = Ahead::new(pool.current_num_threads());
        let mut go_on = || loop {
            while let Some(results) = ahead.take_done() {
                for result in results {
                    take(Some(result))?;
                }
            }
            while let Some((number, task, results)) = ahead.start() {
                let mut notice = Notice::new(number, &send);
                scope.spawn(move |_| notice.finish(work(task, &results, is_over)));
            }
            if ahead.has_room() {
                let wait = if ahead.is_empty() {
                    Wait::Yes
                } else {
                    Wait::No
                };
                if wait == Wait::Yes {
                    take(None)?;
                }
                match give(wait)? {
                    Some(more) => {
                        ahead.add(more);
                        continue;
                    }
                    None if wait == Wait::Yes => return Ok(()),
                    None => {}
                }
            }
            let done = match receive.try_recv() {
                Ok(done) => done,
                Err(_) => {
                    for result in ahead.take_so_far() {
                        take(Some(result))?;
                    }
                    take(None)?;
                    match receive.recv_timeout(PAUSE) {
                        Ok(done) => done,
                        Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => continue,
                    }
                }
            };
            match done {
                (number, Some(done)) => ahead.settle(number, done),
                // Without an end the work has panicked, and the scope is about to.
                (_, None) => return Ok(()),
            }
        };
        let end = go_on();
        is_over.store(true, Ordering::Relaxed);
        end
    })
}

impl<R> Results<R> {
    fn new() -> Results<R> {
        Results(Arc::default())
    }

    pub(crate) fn push(&self, result: R) {
        let mut results = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        results.push(result);
    }

    fn take(&self) -> Vec<R> {
        let mut results = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut results)
    }

    fn share(&self) -> Results<R> {
        Results(Arc::clone(&self.0))
    }
}

/// Sends how a task ended when it is dropped, even by a panic.
struct Notice<T> {
    number: u64,
    send: Sender<(u64, Option<Done<T>>)>,
    done: Option<Done<T>>,
}

impl<T> Notice<T> {
    fn new(number: u64, send: &Sender<(u64, Option<Done<T>>)>) -> Notice<T> {
        Notice {
            number,
            send: send.clone(),
            done: None,
        }
    }

    fn finish(&mut self, done: Done<T>) {
        self.done = Some(done);
    }
}

impl<T> Drop for Notice<T> {
    fn drop(&mut self) {
        // An error came before it and all is over: the end is not awaited.
        let _ = self.send.send((self.number, self.done.take()));
    }
}

/// The tasks that are ahead of the one to be taken next, in order.
struct Ahead<T, R> {
    slots: VecDeque<Slot<T, R>>,
    threads: usize,
    n_running: usize,
    n_waiting: usize,
    /// How many bytes of results wait for their turn.
    held: usize,
    /// How many units make a task.
    share: usize,
    /// The number of the next task.
    number: u64,
}

enum Slot<T, R> {
    Waiting(T),
    Running(u64, Results<R>),
    /// The results and their weight.
    Done(Results<R>, usize),
}

impl<T: Share, R> Ahead<T, R> {
    fn new(threads: usize) -> Ahead<T, R> {
        Ahead {
            slots: VecDeque::new(),
            threads,
            n_running: 0,
            n_waiting: 0,
            held: 0,
            share: 1,
            number: 0,
        }
    }

    fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Whether there is a thread for more work than there is.
    fn has_room(&self) -> bool {
        self.n_waiting == 0 && self.may_start(self.slots.len())
    }

    /// Whether the task in this slot may be started. The first may, if a thread is free,
    /// for all others wait for it.
    fn may_start(&self, slot: usize) -> bool {
        // With one thread, giving and taking wait for the work: there is never a second.
        let (running, most) = match self.threads {
            1 => (1, 1),
            n => (2 * n, MOST * n),
        };
        let is_light = self.slots.len() - self.n_waiting < most && self.held < HELD;
        self.n_running < running && (slot == 0 || is_light)
    }

    fn add(&mut self, work: T) {
        self.n_waiting += 1;
        self.slots.push_back(Slot::Waiting(work));
    }

    /// The first task that waits, if it may be started.
    fn start(&mut self) -> Option<(u64, T, Results<R>)> {
        if self.n_waiting == 0 {
            return None;
        }
        let is_waiting = |slot: &Slot<T, R>| matches!(slot, Slot::Waiting(_));
        let at = self.slots.iter().position(is_waiting)?;
        if !self.may_start(at) {
            return None;
        }
        self.number += 1;
        let results = Results::new();
        let running = Slot::Running(self.number, results.share());
        let Slot::Waiting(mut task) = std::mem::replace(&mut self.slots[at], running) else {
            unreachable!("the slot was waiting");
        };
        self.n_running += 1;
        match task.split(self.share) {
            Some(rest) => self.slots.insert(at + 1, Slot::Waiting(rest)),
            None => self.n_waiting -= 1,
        }
        Some((self.number, task, results))
    }

    /// Notes how a task ended.
    fn settle(&mut self, number: u64, done: Done<T>) {
        let its = |slot: &Slot<T, R>| matches!(slot, Slot::Running(own, _) if *own == number);
        let at = self.slots.iter().position(its).expect("it was running");
        if let Slot::Running(_, results) = &self.slots[at] {
            self.slots[at] = Slot::Done(results.share(), done.weight);
        }
        self.n_running -= 1;
        self.held += done.weight;
        if let Some(rest) = done.rest {
            self.n_waiting += 1;
            self.slots.insert(at + 1, Slot::Waiting(rest));
        }
        self.share = done.share.unwrap_or(self.share).max(1);
    }

    /// The results of the first task, if it is done.
    fn take_done(&mut self) -> Option<Vec<R>> {
        let Some(Slot::Done(results, weight)) = self.slots.front() else {
            return None;
        };
        let results = results.take();
        self.held -= weight;
        self.slots.pop_front();
        Some(results)
    }

    /// The results so far of the first task, which is still running.
    fn take_so_far(&self) -> Vec<R> {
        match self.slots.front() {
            Some(Slot::Running(_, results)) => results.take(),
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::Range;
    use std::sync::Mutex;
    use std::sync::atomic::AtomicU32;

    fn pool(threads: usize) -> ThreadPool {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().expect("threads can be started")
    }

    impl Share for Range<u32> {
        fn split(&mut self, share: usize) -> Option<Range<u32>> {
            let end = u32::try_from(share).map_or(self.end, |share| self.start + share);
            let rest = end.min(self.end)..self.end;
            self.end = rest.start;
            (!rest.is_empty()).then_some(rest)
        }
    }

    /// Does at most `most` of a task.
    fn some(mut task: Range<u32>, most: usize, results: &Results<u32>) -> Done<Range<u32>> {
        let rest = task.split(most);
        task.for_each(|number| results.push(number));
        Done {
            weight: 1,
            rest,
            share: Some(most),
        }
    }

    #[test]
    fn results_come_in_the_order_of_the_work() {
        for threads in [1, 2, 5] {
            for most in [1, 3, 1000] {
                let mut batches = 0..100_u32;
                let mut taken = Vec::new();
                let end: Result<(), ()> = in_order(
                    &pool(threads),
                    // Now and then there is nothing unless one waits.
                    |wait| match (wait, batches.start % 7) {
                        (Wait::No, 0) => Ok(None),
                        _ => Ok(batches.next().map(|batch| batch * 10..batch * 10 + 10)),
                    },
                    |task, results, _| some(task, most, results),
                    |number| {
                        taken.extend(number);
                        Ok(())
                    },
                );
                assert_eq!(end, Ok(()));
                assert!(taken.iter().copied().eq(0..1000), "{threads} threads");
            }
        }
    }

    #[test]
    fn what_is_done_is_taken_before_anything_is_waited_for() {
        for threads in [1, 2] {
            let (send, receive) = channel();
            let receive = Mutex::new(receive);
            let mut batches = Some(0..3_u32);
            let mut taken = Vec::new();
            let end: Result<(), ()> = in_order(
                &pool(threads),
                |_| Ok(batches.take()),
                |task, results, _| {
                    for number in task {
                        // The last waits until the others are written, be they of its task.
                        if number == 2 {
                            receive
                                .lock()
                                .expect("no panic")
                                .recv()
                                .expect("all is written");
                        }
                        results.push(number);
                    }
                    Done {
                        weight: 1,
                        rest: None,
                        share: Some(2),
                    }
                },
                |number| {
                    taken.extend(number);
                    if number.is_none() && taken == [0, 1] {
                        send.send(()).expect("the last waits");
                    }
                    Ok(())
                },
            );
            assert_eq!(end, Ok(()));
            assert_eq!(taken, [0, 1, 2]);
        }
    }

    #[test]
    fn heavy_results_are_not_heaped_up() {
        // The first task does not end before the fourth has run.
        let (send, receive) = channel();
        let receive = Mutex::new(receive);
        let given = AtomicU32::new(0);
        let end: Result<(), ()> = in_order(
            &pool(2),
            |_| {
                let number = given.fetch_add(1, Ordering::Relaxed);
                Ok((number < 1000).then_some(number..number + 1))
            },
            |task, results, _| {
                match task.start {
                    0 => receive
                        .lock()
                        .expect("no panic")
                        .recv()
                        .expect("the fourth runs"),
                    3 => send.send(()).expect("the first waits"),
                    _ => {}
                }
                Done {
                    weight: HELD / 2,
                    ..some(task, 1, results)
                }
            },
            |number| {
                let is_first = number == Some(0);
                let n_given = given.load(Ordering::Relaxed);
                assert!(!is_first || n_given < 10, "{n_given} before the first");
                Ok(())
            },
        );
        assert_eq!(end, Ok(()));
    }

    #[test]
    fn an_error_ends_it_and_is_reported() {
        let mut given = 0;
        let end = in_order(
            &pool(2),
            |_| {
                given += 1;
                Ok(Some(given..given + 1))
            },
            |task, results, _| some(task, 1, results),
            |number| match number {
                Some(10) => Err(10),
                _ => Ok(()),
            },
        );
        assert_eq!(end, Err(10));
        assert!(given < 10 + 3 * MOST as u32, "it is not far ahead");
        let end = in_order(
            &pool(2),
            |_| Err::<Option<Range<u32>>, _>("nothing"),
            |task, results, _| some(task, 1, results),
            |_| Ok(()),
        );
        assert_eq!(end, Err("nothing"));
    }
}
