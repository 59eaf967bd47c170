//! Connections that are open: as many as there are places. The one that has rested longest makes way for another.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Instant;

use axum::Extension;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use tokio::task::AbortHandle;

/// Places for connections.
#[derive(Clone, Debug)]
pub struct Room(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    places: usize,
    since: Instant,
    held: Mutex<Held>,
}

#[derive(Debug, Default)]
struct Held {
    seats: HashMap<u64, (Arc<Signs>, Option<AbortHandle>)>,
    next: u64,
}

/// What can be seen of a connection.
#[derive(Debug)]
pub struct Signs {
    /// Whether it waits for an answer, or is being given one.
    busy: AtomicBool,
    /// Milliseconds from the beginning of the room to the last that went on here.
    last: AtomicU64,
    since: Instant,
}

impl Signs {
    fn touch(&self) {
        self.last.store(self.since.elapsed().as_millis() as u64, Ordering::Relaxed);
    }

    fn set_busy(&self, busy: bool) {
        self.busy.store(busy, Ordering::Relaxed);
        self.touch();
    }

    /// Whoever has the least of this goes first.
    fn worth(&self) -> (bool, u64) {
        (self.busy.load(Ordering::Relaxed), self.last.load(Ordering::Relaxed))
    }
}

/// The place of one connection, free again when this is dropped.
#[derive(Debug)]
pub struct Seat {
    room: Room,
    id: u64,
    pub signs: Arc<Signs>,
}

impl Drop for Seat {
    fn drop(&mut self) {
        let gone = self.room.lock().seats.remove(&self.id);
        drop(gone);
    }
}

impl Room {
    /// A room with so many places.
    pub fn new(places: usize) -> Self {
        Self(Arc::new(Inner { places, since: Instant::now(), held: Mutex::default() }))
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        self.0.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a new connection, for which another has to go if all are taken.
    pub fn enter(&self) -> Seat {
        if self.lock().seats.len() >= self.0.places {
            self.make_way();
        }
        let since = self.0.since;
        let signs = Arc::new(Signs { busy: false.into(), last: 0.into(), since });
        signs.touch();
        let mut held = self.lock();
        let id = held.next;
        held.next += 1;
        held.seats.insert(id, (Arc::clone(&signs), None));
        drop(held);
        Seat { room: self.clone(), id, signs }
    }

    /// Remembers how the connection at a place is ended.
    pub fn occupy(&self, id: u64, task: AbortHandle) {
        if let Some((_, known)) = self.lock().seats.get_mut(&id) {
            *known = Some(task);
        }
    }

    /// Ends the connection that has rested longest; if none rests, the one whose reader has taken nothing for
    /// longest.
    pub fn make_way(&self) {
        let mut held = self.lock();
        let ended = held.seats.iter().filter(|(_, (_, task))| task.is_some());
        let Some((&id, _)) = ended.min_by_key(|(id, (signs, _))| (signs.worth(), **id)) else {
            return;
        };
        let gone = held.seats.remove(&id);
        // The connection looks for its place when it ends.
        drop(held);
        if let Some((_, Some(task))) = gone {
            task.abort();
        }
    }

    /// Places that are taken.
    #[cfg(test)]
    pub fn taken(&self) -> usize {
        self.lock().seats.len()
    }
}

impl Seat {
    /// The number of the place.
    pub const fn id(&self) -> u64 {
        self.id
    }
}

/// Shows when a connection is answered. A question counts once it has been read and while its answer is on its way,
/// so that a question that never ends is rest.
pub async fn show(
    Extension(signs): Extension<Arc<Signs>>,
    request: Request,
    next: Next,
) -> Response {
    signs.touch();
    let response = next.run(request).await;
    signs.set_busy(true);
    response.map(|body| Body::new(Shown { body, signs }))
}

/// The body of an answer on its way.
struct Shown {
    body: Body,
    signs: Arc<Signs>,
}

impl Drop for Shown {
    fn drop(&mut self) {
        self.signs.set_busy(false);
    }
}

impl HttpBody for Shown {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if frame.is_ready() {
            self.signs.touch();
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::sleep;

    use super::*;

    fn sit(room: &Room) -> (u64, Arc<Signs>) {
        let seat = room.enter();
        let (id, signs) = (seat.id(), Arc::clone(&seat.signs));
        let task = tokio::spawn(async move {
            let _seat = seat;
            sleep(Duration::from_secs(600)).await;
        });
        room.occupy(id, task.abort_handle());
        (id, signs)
    }

    #[tokio::test]
    async fn who_has_rested_longest_goes_first() {
        let room = Room::new(3);
        let (one, two, three) = (sit(&room), sit(&room), sit(&room));
        for (nth, signs) in [&two.1, &one.1, &three.1].into_iter().enumerate() {
            signs.last.store(nth as u64, Ordering::Relaxed);
        }
        two.1.busy.store(true, Ordering::Relaxed);
        let is_here = |id| room.lock().seats.contains_key(&id);
        sit(&room).1.last.store(9, Ordering::Relaxed);
        assert!(!is_here(one.0) && is_here(two.0) && is_here(three.0));
        sit(&room);
        assert!(is_here(two.0) && !is_here(three.0), "who is answered stays");
        assert_eq!(room.taken(), 3);
    }

    #[tokio::test]
    async fn whoever_goes_leaves_his_place() {
        let room = Room::new(3);
        drop(room.enter());
        assert_eq!(room.taken(), 0);
        room.make_way();
    }
}
