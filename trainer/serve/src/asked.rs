//! The body of a request, read within limits of size and time.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::caps;
use crate::server::{Room, Shared};
use crate::trouble::Trouble;

/// Characters of the name by which a page calls itself.
const CLIENT: usize = 40;

/// Who asks: a page by the name that it has chosen, or on a public server an address. The guard finds it out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Client(pub String);

impl Client {
    /// The page. It chooses its name; one that chooses many gains nothing but the limits of all.
    pub fn page(headers: &HeaderMap) -> Self {
        let name = headers.get("x-client").and_then(|value| value.to_str().ok());
        let name = name.unwrap_or_default().chars().filter(char::is_ascii_alphanumeric);
        Self(name.take(CLIENT).collect())
    }
}

/// What is asked, who asks, and the room that it takes.
#[derive(Debug)]
pub struct Asked<T> {
    /// The question.
    pub question: T,
    /// Who asks.
    pub client: String,
    /// Held until the short answer is computed.
    pub room: Room,
}

impl<T: DeserializeOwned> FromRequest<Shared> for Asked<T> {
    type Rejection = Trouble;

    async fn from_request(request: Request, server: &Shared) -> Result<Self, Trouble> {
        let Client(client) = request.extensions().get().cloned().unwrap_or_default();
        let kind = request.headers().get(header::CONTENT_TYPE);
        let is_json = kind.and_then(|kind| kind.to_str().ok()).is_some_and(|kind| {
            kind.split(';').next().is_some_and(|kind| kind.trim() == "application/json")
        });
        if !is_json {
            return Err(Trouble::bad("expected JSON (content-type: application/json)"));
        }
        let large =
            || Trouble::large(format!("at most {} KiB can be sent", caps::BODY_BYTES >> 10));
        let length = request.headers().get(header::CONTENT_LENGTH);
        let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
        // What is announced need not arrive first.
        if length.is_some_and(|length| length > caps::BODY_BYTES as u64) {
            return Err(large());
        }
        let body = timeout(caps::BODY_TIME, Bytes::from_request(request, server)).await;
        let body = body.map_err(|_| Trouble::bad("the request took too long to arrive"))?;
        let body = body.map_err(|error| match error.status().as_u16() {
            413 => large(),
            _ => Trouble::bad(error),
        })?;
        // What is read takes far more memory than its text.
        let room = server.room_for(body.len())?;
        let question = serde_json::from_slice(&body)
            .map_err(|error| Trouble::bad(format!("the request cannot be understood: {error}")))?;
        Ok(Self { question, client, room })
    }
}
