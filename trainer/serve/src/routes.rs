//! What can be asked for, and who answers.

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Router, middleware};
use imperial_data::LoadedRules;
use imperial_play::analysis::Setup;
use serde::{Deserialize, Serialize};

use crate::analyse::{self, Analyse};
use crate::answers::{channel, respond};
use crate::asked::Asked;
use crate::assets;
use crate::caps;
use crate::guard::guard;
use crate::line::{Standing, line};
use crate::queue::Kind;
use crate::records::{self, Texts, Wish};
use crate::review::{self, Review};
use crate::rules::Wanted;
use crate::server::{Room, Shared};
use crate::sheet::{list, sheet};
use crate::think::{self, Think};
use crate::trouble::Trouble;

/// All that can be asked for.
pub fn routes(server: Shared) -> Router {
    Router::new()
        .route("/api/list", get(all_rules))
        .route("/api/rules", post(one_rule_set))
        .route("/api/line", post(positions))
        .route("/api/read", post(read))
        .route("/api/write", post(write))
        .route("/api/move", post(think))
        .route("/api/analysis", post(analysis))
        .route("/api/review", post(review))
        .fallback(get(|uri: Uri| async move { assets::asset(uri.path()) }))
        .layer(DefaultBodyLimit::max(caps::BODY_BYTES))
        .layer(middleware::from_fn_with_state(Arc::clone(&server), guard))
        .with_state(server)
}

/// An answer as JSON.
fn json(answer: &impl Serialize) -> Response {
    match serde_json::to_string(answer) {
        Ok(text) => ([(header::CONTENT_TYPE, "application/json")], text).into_response(),
        Err(error) => Trouble::failed(error).into_response(),
    }
}

/// Computes what takes little time beside the connections. A question keeps its `room` until then: it is computed
/// also where the connection has dropped.
async fn beside<T: Send + 'static>(
    room: Room,
    answer: impl FnOnce() -> Result<T, Trouble> + Send + 'static,
) -> Result<T, Trouble> {
    let computed = tokio::task::spawn_blocking(move || {
        let answer = answer();
        drop(room);
        answer
    });
    computed.await.unwrap_or_else(|_| Err(Trouble::failed("the answer could not be computed")))
}

/// The same as JSON.
async fn short<T: Serialize + Send + 'static>(
    room: Room,
    answer: impl FnOnce() -> Result<T, Trouble> + Send + 'static,
) -> Result<Response, Trouble> {
    beside(room, answer).await.map(|answer| json(&answer))
}

async fn all_rules(State(server): State<Shared>) -> Result<Response, Trouble> {
    #[derive(Serialize)]
    struct Front {
        rules: Vec<crate::sheet::Entry>,
        first: Wanted,
        version: &'static str,
        /// Whether the server only plays.
        public: bool,
    }
    short(server.room_for(0)?, move || {
        let (rules, first) = (list()?, server.first.clone());
        let public = server.public.is_some();
        Ok(Front { rules, first, version: env!("CARGO_PKG_VERSION"), public })
    })
    .await
}

/// A question about rules alone.
#[derive(Deserialize)]
struct WhichRules {
    rules: Wanted,
}

async fn one_rule_set(
    State(server): State<Shared>,
    Asked { question, room, .. }: Asked<WhichRules>,
) -> Result<Response, Trouble> {
    short(room, move || {
        let rules = server.shelf.get(&question.rules)?;
        let players = server.players.offers(&rules.game)?;
        Ok(sheet(&rules, players))
    })
    .await
}

/// A question about positions.
#[derive(Deserialize)]
struct WhichPositions {
    #[serde(flatten)]
    standing: Standing,
    /// Plies that the page knows already.
    #[serde(default)]
    since: usize,
}

async fn positions(
    State(server): State<Shared>,
    Asked { question, room, .. }: Asked<WhichPositions>,
) -> Result<Response, Trouble> {
    short(room, move || {
        let setup = question.standing.setup()?;
        line(&*server.shelf.get(&question.standing.rules)?, &setup, question.since)
    })
    .await
}

async fn read(
    State(server): State<Shared>,
    Asked { question, room, .. }: Asked<Texts>,
) -> Result<Response, Trouble> {
    short(room, move || records::read(&server.shelf, &question)).await
}

async fn write(
    State(server): State<Shared>,
    Asked { question, room, .. }: Asked<Wish>,
) -> Result<Response, Trouble> {
    short(room, move || {
        let setup = question.standing.setup()?;
        records::write(&*server.shelf.get(&question.standing.rules)?, &setup, &question)
    })
    .await
}

/// The rules and the moves of a game that is to be searched, checked.
async fn standing(
    server: &Shared,
    standing: &Standing,
    room: Room,
) -> Result<(Arc<LoadedRules>, Setup), Trouble> {
    let (server, standing) = (Arc::clone(server), standing.clone());
    beside(room, move || {
        let (rules, setup) = (server.shelf.get(&standing.rules)?, standing.setup()?);
        setup.check(&rules.game)?;
        Ok((rules, setup))
    })
    .await
}

async fn think(
    State(server): State<Shared>,
    Asked { question, client, room }: Asked<think::Question>,
) -> Result<Response, Trouble> {
    let (rules, setup) = standing(&server, &question.standing, room).await?;
    let (teller, messages) = channel(2);
    let (players, threads) = (Arc::clone(&server.players), server.threads);
    let work = Think { question, rules, setup, players, threads, teller, begun: None };
    Ok(respond(messages, server.queue.put(&client, Kind::Move, Box::new(work))?))
}

async fn analysis(
    State(server): State<Shared>,
    Asked { question, client, room }: Asked<analyse::Question>,
) -> Result<Response, Trouble> {
    let (rules, setup) = standing(&server, &question.standing, room).await?;
    let (teller, messages) = channel(2);
    let players = Arc::clone(&server.players);
    let work = Analyse::new(question, rules, setup, players, server.threads, teller);
    Ok(respond(messages, server.queue.put(&client, Kind::Look, Box::new(work))?))
}

async fn review(
    State(server): State<Shared>,
    Asked { question, client, room }: Asked<review::Question>,
) -> Result<Response, Trouble> {
    let (rules, setup) = standing(&server, &question.standing, room).await?;
    let (teller, messages) = channel(Review::messages(&setup));
    let players = Arc::clone(&server.players);
    let work = Review::new(question, rules, setup, players, server.threads, teller);
    Ok(respond(messages, server.queue.put(&client, Kind::Look, Box::new(work))?))
}
