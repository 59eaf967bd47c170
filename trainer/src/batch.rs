//! Many positions analysed at once, for other programs: `docs/analysis.md` is the protocol.
//!
//! - `query`: a line of input as what is asked.
//! - `queue`: what waits, the urgent first.
//! - `desk`: rule sets and agents made ready once, and the positions of a query.

mod desk;
mod query;
mod queue;
#[cfg(test)]
mod tests;

use std::io::{BufRead, Read as _, Write};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::bail;
use imperial_play::interrupt;
use serde_json::{Value, json};

pub(crate) use desk::Desk;
use query::Query;
use queue::Queue;

/// Answers every line of `input` on `threads`, one line of JSON for each position, in any order.
///
/// # Errors
/// When input or output fail, or the user interrupts.
pub(crate) fn answer(
    desk: &Desk<'_>,
    input: impl BufRead,
    output: &mut (dyn Write + Send),
    threads: u16,
) -> anyhow::Result<()> {
    let (queue, output) = (Queue::default(), Mutex::new(output));
    let tell = |answer: &Value| -> anyhow::Result<()> {
        let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(output, "{answer}")?;
        Ok(output.flush()?)
    };
    thread::scope(|scope| {
        let worker = || -> anyhow::Result<()> {
            while let Some(job) = queue.take() {
                let answer = job.position.answer();
                let answered = interrupt::check().map_err(Into::into).and_then(|()| tell(&answer));
                if answered.is_err() {
                    queue.close_now();
                }
                answered?;
            }
            Ok(())
        };
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(worker)).collect();
        let read = read(desk, input, &queue, &tell);
        match &read {
            Ok(()) => queue.close(),
            Err(_) => queue.close_now(),
        }
        let ends =
            workers.into_iter().map(|worker| worker.join().expect("a worker does not panic"));
        ends.chain([read]).collect()
    })
}

/// The longest line that is read; a device may have no end.
const LONGEST: u64 = 16 << 20;

/// Puts what each line asks for into the queue.
fn read(
    desk: &Desk<'_>,
    mut input: impl BufRead,
    queue: &Queue,
    tell: &impl Fn(&Value) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for number in 1_u64.. {
        interrupt::check()?;
        let mut line = String::new();
        input.by_ref().take(LONGEST).read_line(&mut line)?;
        if line.is_empty() {
            break;
        }
        if line.len() as u64 == LONGEST {
            bail!("line {number} is longer than {} MiB", LONGEST >> 20);
        }
        if line.trim().is_empty() {
            continue;
        }
        match Query::read(&line) {
            Ok(Query::Cancel { id, cancel }) => {
                let cancelled = queue.cancel(&cancel);
                tell(&json!({ "id": id, "cancel": cancel, "cancelled": cancelled }))?;
            }
            Ok(Query::Positions(mut asked)) => {
                let id = asked.id.take().unwrap_or_else(|| json!(number));
                match desk.positions(&id, &asked) {
                    Ok(positions) => queue.put(&id, asked.priority, positions),
                    Err(error) => tell(&json!({ "id": id, "error": format!("{error:#}") }))?,
                }
            }
            Err(error) => tell(&json!({ "id": null, "line": number, "error": error.to_string() }))?,
        }
    }
    Ok(())
}
