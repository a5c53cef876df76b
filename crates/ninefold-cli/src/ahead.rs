//! Work on all cores, results in order.
//!
//! ```text
//!  give ── 4 ──▶  3 being done  ──▶  2 done  ──▶  1 taken        some are ahead of the
//!                                                                one that is taken
//! ```
//!
//! Nobody waits for the slowest of a batch: as soon as the first result is taken, another
//! piece of work is begun. So few are ahead that memory stays small.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;

use rayon::ThreadPool;

/// Whether to wait for more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wait {
    /// Nothing else is to be done.
    Yes,
    No,
}

/// Does all the work that `give` gives, until it has none though it could wait. `work` is
/// told when the results are no longer wanted; `take` is told whether none is ahead.
/// An error of `give` or `take` is the end; no error is asked for while results are ahead.
pub(crate) fn in_order<T: Send, R: Send, E: Send>(
    pool: &ThreadPool,
    mut give: impl FnMut(Wait) -> Result<Option<T>, E>,
    work: impl Fn(T, &AtomicBool) -> R + Sync,
    mut take: impl FnMut(R, bool) -> Result<(), E>,
) -> Result<(), E> {
    // With one thread, giving and taking wait for the work: there is never a second.
    let most = match pool.current_num_threads() {
        1 => 1,
        n => 2 * n,
    };
    let (work, is_over) = (&work, &AtomicBool::new(false));
    pool.in_place_scope(|scope| {
        let mut ahead = VecDeque::new();
        let mut go_on = || loop {
            let more = match ahead.len() {
                0 => match give(Wait::Yes)? {
                    None => return Ok(()),
                    more => more,
                },
                n if n < most => give(Wait::No)?,
                _ => None,
            };
            if let Some(more) = more {
                let (send, receive) = sync_channel(1);
                // Nobody waits for it when an error came before it.
                scope.spawn(move |_| drop(send.send(work(more, is_over))));
                ahead.push_back(receive);
            } else if let Some(first) = ahead.pop_front() {
                // Without a result the work has panicked, and the scope is about to.
                let Ok(result) = first.recv() else {
                    return Ok(());
                };
                take(result, ahead.is_empty())?;
            }
        };
        let end = go_on();
        is_over.store(true, Ordering::Relaxed);
        end
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(threads: usize) -> ThreadPool {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().expect("threads can be started")
    }

    #[test]
    fn results_come_in_the_order_of_the_work() {
        for threads in [1, 2, 5] {
            let mut numbers = 0..1000;
            let mut taken = Vec::new();
            let end: Result<(), ()> = in_order(
                &pool(threads),
                // Now and then there is nothing unless one waits.
                |wait| match (wait, numbers.start % 7) {
                    (Wait::No, 0) => Ok(None),
                    _ => Ok(numbers.next()),
                },
                |number, _| (0..number % 50).fold(number, |sum, n| sum + n - n),
                |number, _| {
                    taken.push(number);
                    Ok(())
                },
            );
            assert_eq!(end, Ok(()));
            assert!(taken.iter().copied().eq(0..1000), "{threads} threads");
        }
    }

    #[test]
    fn an_error_ends_it_and_is_told() {
        let mut given = 0;
        let end = in_order(
            &pool(2),
            |_| {
                given += 1;
                Ok(Some(given))
            },
            |number, _| number,
            |number, _| if number == 10 { Err(number) } else { Ok(()) },
        );
        assert_eq!(end, Err(10));
        assert!(given < 10 + 5, "it is not far ahead");
        let end = in_order(
            &pool(2),
            |_| Err::<Option<()>, _>("nothing"),
            |_, _| (),
            |_, _| Ok(()),
        );
        assert_eq!(end, Err("nothing"));
    }
}
