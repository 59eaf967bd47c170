//! Connections: accepted, known by their addresses, each with limits of time.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use axum::Router;
use axum::extract::Request;
use axum::middleware::from_fn;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::Service;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time::{sleep, timeout};

use crate::caps;
use crate::room::{Room, Signs, show};

/// Bytes of the head of a request.
const HEAD_BYTES: usize = 64 << 10;
/// Rest after an error of the system, such as too many open files.
const REST: Duration = Duration::from_millis(10);
/// Time between two looks at whether to stop.
const LOOK: Duration = Duration::from_millis(100);

/// The address at the other end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer(pub IpAddr);

/// A port that nobody listens at yet.
///
/// # Errors
/// When the address is taken or not ours.
pub async fn bind(address: SocketAddr) -> anyhow::Result<TcpListener> {
    listener(address).with_context(|| {
        format!("cannot listen at {address}; choose another port with `--port`, or 0 for any")
    })
}

/// The usual listener holds so few connections before they are accepted that a burst of them makes others wait for a
/// second, until they knock again.
fn listener(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // Elsewhere this lets two programs listen at one port.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(caps::KNOCKING)
}

/// Answers by `routes` until `stops` says so.
pub async fn listen(listener: TcpListener, routes: Router, stops: impl Fn() -> bool) {
    let room = Room::new(caps::CONNECTIONS);
    let routes = routes.layer(from_fn(show));
    let accept = async {
        loop {
            match listener.accept().await {
                Ok((stream, address)) => seat(&room, stream, Peer(address.ip()), &routes),
                // Whoever comes may have gone again.
                Err(error) if is_of_connection(&error) => {}
                Err(_) => {
                    room.make_way();
                    sleep(REST).await;
                }
            }
        }
    };
    let stopped = async {
        while !stops() {
            sleep(LOOK).await;
        }
    };
    tokio::pin!(accept, stopped);
    std::future::poll_fn(|context| match stopped.as_mut().poll(context) {
        std::task::Poll::Ready(()) => std::task::Poll::Ready(()),
        std::task::Poll::Pending => accept.as_mut().poll(context),
    })
    .await;
}

/// Whether an error concerns the connection that was to be accepted, and not the system.
fn is_of_connection(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};

    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

/// Lets a connection be answered on a task of its own.
fn seat(room: &Room, stream: TcpStream, peer: Peer, routes: &Router) {
    let seat = room.enter();
    let id = seat.id();
    let guest = Guest {
        inner: TowerToHyperService::new(routes.clone()),
        peer,
        signs: Arc::clone(&seat.signs),
    };
    let task = tokio::spawn(async move {
        let _seat = seat;
        answer(stream, guest).await;
    });
    room.occupy(id, task.abort_handle());
}

/// What answers the requests of one connection, and tells whose they are.
struct Guest {
    inner: TowerToHyperService<Router>,
    peer: Peer,
    signs: Arc<Signs>,
}

impl Service<Request<Incoming>> for Guest {
    type Response = <TowerToHyperService<Router> as Service<Request<Incoming>>>::Response;
    type Error = <TowerToHyperService<Router> as Service<Request<Incoming>>>::Error;
    type Future = <TowerToHyperService<Router> as Service<Request<Incoming>>>::Future;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        request.extensions_mut().insert(self.peer);
        request.extensions_mut().insert(Arc::clone(&self.signs));
        self.inner.call(request)
    }
}

/// Answers one connection to its end. What goes wrong with it is no concern of the others.
async fn answer(stream: TcpStream, guest: Guest) {
    // Small answers shall not wait for more.
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(caps::HEAD_TIME)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), guest);
    let _ = timeout(caps::CONNECTION_TIME, connection).await;
}
