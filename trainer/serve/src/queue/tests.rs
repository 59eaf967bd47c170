use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use super::*;

/// Writes its name at each turn, after a word from outside.
struct Turns {
    name: String,
    left: usize,
    go: Receiver<()>,
    told: Sender<String>,
}

impl Work for Turns {
    fn turn(&mut self, _: &AtomicBool) -> Next {
        let _ = self.go.recv_timeout(Duration::from_secs(10));
        self.left -= 1;
        let _ = self.told.send(self.name.clone());
        if self.left == 0 { Next::Done } else { Next::Again }
    }

    fn forget(&mut self) {
        let _ = self.told.send(format!("{} forgets", self.name));
    }

    fn fail(&mut self) {
        let _ = self.told.send(format!("{} failed", self.name));
    }
}

struct Panics(Sender<String>);

impl Work for Panics {
    fn turn(&mut self, _: &AtomicBool) -> Next {
        panic!("on purpose")
    }

    fn fail(&mut self) {
        let _ = self.0.send("failed".to_owned());
    }
}

fn turns(name: &str, left: usize, told: &Sender<String>) -> (Sender<()>, Box<dyn Work>) {
    let (send, go) = channel();
    (send, Box::new(Turns { name: name.to_owned(), left, go, told: told.clone() }))
}

fn next(told: &Receiver<String>) -> String {
    told.recv_timeout(Duration::from_secs(10)).expect("a turn")
}

#[test]
fn who_has_had_least_comes_next() {
    let (queue, (tell, told)) = (Queue::new(1), channel());
    // A holds the thread while the others come.
    let (go, work) = turns("a", 1, &tell);
    let _a = queue.put("a", Kind::Move, work).expect("room");
    let mut kept = Vec::new();
    for (client, name) in [("a", "a2"), ("a", "a3"), ("b", "b"), ("c", "c")] {
        let (send, work) = turns(name, 1, &tell);
        send.send(()).expect("it waits");
        kept.push((queue.put(client, Kind::Move, work).expect("room"), send));
    }
    while queue.lock().running.is_empty() {
        thread::yield_now();
    }
    assert!(kept.iter().all(|(ticket, _)| ticket.place().is_some_and(|place| place > 0)));
    thread::sleep(Duration::from_millis(20));
    go.send(()).expect("it runs");
    let order: Vec<String> = (0..5).map(|_| next(&told)).collect();
    assert_eq!(order[..3], ["a", "b", "c"].map(str::to_owned));
    queue.close();
}

#[test]
fn a_dropped_ticket_leaves_the_queue() {
    let (queue, (tell, told)) = (Queue::new(1), channel());
    let (go, work) = turns("a", 1, &tell);
    let _a = queue.put("a", Kind::Move, work).expect("room");
    let (_send, work) = turns("b", 1, &tell);
    drop(queue.put("b", Kind::Look, work).expect("room"));
    go.send(()).expect("it runs");
    assert_eq!(next(&told), "a");
    while queue.len() > 0 {
        thread::yield_now();
    }
    queue.close();
}

#[test]
fn one_client_cannot_fill_the_queue() {
    let (queue, (tell, _told)) = (Queue::new(0), channel());
    let put = |client: &str| queue.put(client, Kind::Look, turns("x", 1, &tell).1);
    let kept: Vec<_> = (0..caps::JOBS_OF_CLIENT).map(|_| put("a").expect("room")).collect();
    assert_eq!(put("a").expect_err("too many").status, 429);
    let others: Vec<_> = (caps::JOBS_OF_CLIENT..caps::JOBS).map(|n| put(&n.to_string())).collect();
    assert!(others.iter().all(Result::is_ok));
    assert_eq!(put("z").expect_err("too many").status, 429);
    drop((kept, others));
    assert_eq!(queue.len(), 0);
}

#[test]
fn a_panic_ends_one_search_alone() {
    let (queue, (tell, told)) = (Queue::new(1), channel());
    let _bad = queue.put("a", Kind::Look, Box::new(Panics(tell.clone()))).expect("room");
    assert_eq!(next(&told), "failed");
    let (go, work) = turns("b", 2, &tell);
    let ticket = queue.put("a", Kind::Look, work).expect("room");
    go.send(()).expect("it waits");
    go.send(()).expect("it waits");
    assert_eq!([next(&told), next(&told)], ["b", "b"]);
    drop(ticket);
    while queue.len() > 0 {
        thread::yield_now();
    }
    assert_eq!(queue.lock().begun, [0, 0]);
    queue.close();
}

#[test]
fn few_analyses_begin_at_once() {
    let (queue, (tell, _told)) = (Queue::new(0), channel());
    let _kept: Vec<_> = (0..caps::ANALYSES + 3)
        .map(|n| queue.put(&n.to_string(), Kind::Look, turns("x", 9, &tell).1).expect("room"))
        .collect();
    let mut begun = Vec::new();
    while let Some(job) = queue.lock().take() {
        begun.push(job);
    }
    assert_eq!(begun.len(), caps::ANALYSES);
    queue.close();
}

/// Moves of one turn never wait for room that long ones have; a long one without room begins anew.
#[test]
fn a_short_move_needs_no_room() {
    let (queue, (tell, told)) = (Queue::new(0), channel());
    let put = |name: &str, left| {
        let (send, work) = turns(name, left, &tell);
        (0..left).for_each(|_| send.send(()).expect("it waits"));
        (queue.put(name, Kind::Move, work).expect("room"), send)
    };
    let mut kept: Vec<_> = (0..caps::MOVES).map(|n| put(&n.to_string(), 9)).collect();
    let begun: Vec<_> = kept.iter().filter_map(|_| queue.lock().take()).collect();
    assert_eq!(queue.lock().begun, [caps::MOVES, 0]);
    kept.push(put("long", 2));
    kept.push(put("short", 1));
    let serving = queue.clone();
    let server = thread::spawn(move || serving.serve());
    let order = [next(&told), next(&told), next(&told)];
    assert_eq!(order, ["long", "long forgets", "short"].map(str::to_owned));
    assert!(
        told.recv_timeout(Duration::from_millis(50)).is_err(),
        "there is no room for the long one"
    );
    begun.iter().for_each(|job| queue.lock().clear(job));
    queue.0.news.notify_all();
    assert_eq!(next(&told), "long");
    queue.close();
    server.join().expect("it ends");
}
