//! Connections: accepted up to a number, each with limits of time.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use crate::caps;

/// Bytes of the head of a request.
const HEAD_BYTES: usize = 64 << 10;
/// Rest after an error of the system, such as too many open files.
const REST: Duration = Duration::from_millis(100);
/// Time between two looks at whether to stop.
const LOOK: Duration = Duration::from_millis(100);

/// A port that nobody listens at yet.
///
/// # Errors
/// When the address is taken or not ours.
pub async fn bind(address: SocketAddr) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address).await.with_context(|| {
        format!("cannot listen at {address}; choose another port with `--port`, or 0 for any")
    })
}

/// Answers by `routes` until `stops` says so.
pub async fn listen(listener: TcpListener, routes: Router, stops: impl Fn() -> bool) {
    let room = Arc::new(Semaphore::new(caps::CONNECTIONS));
    let accept = async {
        loop {
            let Ok(place) = Arc::clone(&room).acquire_owned().await else { return };
            match listener.accept().await {
                Ok((stream, _)) => {
                    let routes = routes.clone();
                    tokio::spawn(async move {
                        let _place = place;
                        answer(stream, routes).await;
                    });
                }
                Err(_) => sleep(REST).await,
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

/// Answers one connection to its end. What goes wrong with it is no concern of the others.
async fn answer(stream: TcpStream, routes: Router) {
    // Small answers shall not wait for more.
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(caps::HEAD_TIME)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(routes));
    let _ = timeout(caps::CONNECTION_TIME, connection).await;
}
