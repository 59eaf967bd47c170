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

use std::io::{BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use imperial_data::MAX_LINE_BYTES;
use imperial_play::interrupt;
use imperial_play::lines::{LineError, Lines};
use serde_json::{Value, json};

pub use desk::Desk;
use query::Query;
use queue::Queue;

/// Answers every line of `input` on `threads`, one line of JSON for each position, in any order.
///
/// # Errors
/// When input or output fail, or the user interrupts.
pub fn answer(
    desk: &Desk<'_>,
    input: impl BufRead + Send + 'static,
    output: &mut (dyn Write + Send),
    threads: u16,
) -> anyhow::Result<()> {
    let (queue, output) = (Queue::default(), Mutex::new(output));
    let lines = Lines::open_up_to(MAX_LINE_BYTES, input);
    let tell = |answer: &Value| -> anyhow::Result<()> {
        let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(output, "{answer}")?;
        Ok(output.flush()?)
    };
    thread::scope(|scope| {
        let worker = || -> anyhow::Result<()> {
            while let Some(job) = queue.take() {
                let answer = job.position.answer(&|| job.is_cancelled());
                let is_wanted = queue.finish(&job);
                let answered = interrupt::check().map_err(Into::into);
                let answered =
                    answered.and_then(|()| if is_wanted { tell(&answer) } else { Ok(()) });
                if answered.is_err() {
                    queue.close_now();
                }
                answered?;
            }
            Ok(())
        };
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(worker)).collect();
        let read = read(desk, &lines, &queue, &tell);
        match &read {
            Ok(()) => queue.close(),
            Err(_) => queue.close_now(),
        }
        let ends =
            workers.into_iter().map(|worker| worker.join().expect("a worker does not panic"));
        ends.chain([read]).collect()
    })
}

/// Makes the positions ready that a line asks for; gives how many they are.
///
/// # Errors
/// When it asks for none.
#[cfg(fuzzing)]
pub(crate) fn make_ready(desk: &Desk<'_>, line: &str) -> anyhow::Result<usize> {
    match Query::read(line)? {
        Query::Cancel { .. } => Ok(0),
        Query::Positions(asked) => Ok(desk.positions(&Arc::default(), &asked)?.len()),
    }
}

/// Puts what each line asks for into the queue.
fn read(
    desk: &Desk<'_>,
    lines: &Lines,
    queue: &Queue,
    tell: &impl Fn(&Value) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut number = 0;
    while let Some(line) = lines.next()? {
        number += 1;
        let asked = match line {
            Ok(line) if line.trim().is_empty() => continue,
            Ok(line) => Query::read(&line).map_err(|error| (Query::id(&line), error)),
            Err(error @ LineError::Broken(_)) => return Err(error.into()),
            Err(error) => Err((Value::Null, error.into())),
        };
        match asked {
            Ok(Query::Cancel { id, cancel }) => {
                let cancelled = queue.cancel(&cancel);
                tell(&json!({ "id": id, "cancel": cancel, "cancelled": cancelled }))?;
            }
            Ok(Query::Positions(mut asked)) => {
                let id = Arc::new(asked.id.take().unwrap_or_else(|| json!(number)));
                match desk.positions(&id, &asked) {
                    Ok(positions) => queue.put(&id, asked.priority, positions),
                    Err(error) => {
                        let error = format!("{error:#}");
                        tell(&json!({ "id": *id, "line": number, "error": error }))?;
                    }
                }
            }
            Err((id, error)) => {
                let error = format!("{error:#}");
                tell(&json!({ "id": id, "line": number, "error": error }))?;
            }
        }
    }
    Ok(())
}
