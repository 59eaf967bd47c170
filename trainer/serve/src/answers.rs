//! What a search tells its page, message by message, as server-sent events.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use serde::Serialize;
use serde_json::json;
use tokio::sync::mpsc;
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::caps;
use crate::queue::Ticket;
use crate::trouble::Trouble;

/// Time between two looks at the place in the queue.
const LOOK: Duration = Duration::from_millis(400);
/// Time after which a silent stream says that it is there, so that a reader that has gone is noticed.
const ALIVE: Duration = Duration::from_secs(5);

/// One message: its name and JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The kind of message.
    pub name: &'static str,
    /// What it says.
    pub data: String,
}

/// Where a search puts its messages.
#[derive(Clone, Debug)]
pub struct Teller(mpsc::Sender<Message>);

/// A channel for `most` messages that must arrive, beside those that may be left out.
pub fn channel(most: usize) -> (Teller, mpsc::Receiver<Message>) {
    let (send, receive) = mpsc::channel(most + caps::MESSAGES);
    (Teller(send), receive)
}

impl Teller {
    /// Tells figures that later ones replace. They are left out where the reader is slow.
    pub fn figures(&self, name: &'static str, data: &impl Serialize) {
        if self.0.capacity() * 2 > self.0.max_capacity() {
            self.tell(name, data);
        }
    }

    /// Tells what must arrive; there is room for as many as the channel was made for.
    pub fn tell(&self, name: &'static str, data: &impl Serialize) {
        // Our own figures always have a JSON form; a reader that has gone needs none.
        if let Ok(data) = serde_json::to_string(data) {
            let _ = self.0.try_send(Message { name, data });
        }
    }

    /// Tells what went wrong.
    pub fn trouble(&self, trouble: &Trouble) {
        self.tell("error", &json!({ "error": trouble.words }));
    }
}

/// The messages of one search, and its place while it waits. The search ends with it.
struct Messages {
    receiver: mpsc::Receiver<Message>,
    ticket: Ticket,
    clock: Interval,
    told: Option<usize>,
}

impl Stream for Messages {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Poll::Ready(message) = self.receiver.poll_recv(context) {
            let event = |Message { name, data }| Ok(Event::default().event(name).data(data));
            return Poll::Ready(message.map(event));
        }
        while self.clock.poll_tick(context).is_ready() {
            let place = self.ticket.place();
            if place.is_some() && std::mem::replace(&mut self.told, place) != place {
                let data = json!({ "before": place }).to_string();
                return Poll::Ready(Some(Ok(Event::default().event("place").data(data))));
            }
        }
        Poll::Pending
    }
}

/// The answer that carries the messages.
pub fn respond(receiver: mpsc::Receiver<Message>, ticket: Ticket) -> Response {
    let mut clock = interval(LOOK);
    clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let messages = Messages { receiver, ticket, clock, told: None };
    Sse::new(messages).keep_alive(KeepAlive::new().interval(ALIVE)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_leave_room_for_what_must_arrive() {
        let (teller, mut receiver) = channel(3);
        for number in 0..100 {
            teller.figures("info", &number);
        }
        for number in 0..3 {
            teller.tell("ply", &number);
        }
        let mut names = Vec::new();
        while let Ok(message) = receiver.try_recv() {
            names.push(message.name);
        }
        assert_eq!(names.iter().filter(|name| **name == "ply").count(), 3);
    }
}
