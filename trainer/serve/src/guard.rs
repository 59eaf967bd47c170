//! Who may ask: only the page itself, in a browser on an address that is ours.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::asked::Client;
use crate::listen::Peer;
use crate::public;
use crate::server::Shared;
use crate::trouble::Trouble;

/// What a browser may do with the page: nothing but its own files and its own server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Headers of every answer.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Refuses what does not come from the page, and adds the headers.
pub async fn guard(State(shared): State<Shared>, mut request: Request, next: Next) -> Response {
    let client = match &shared.public {
        Some(_) => {
            let peer = request.extensions().get::<Peer>().copied();
            Client(public::client(request.headers(), peer))
        }
        None => Client::page(request.headers()),
    };
    let public = |()| match &shared.public {
        Some(public) => public.check(request.uri().path(), &client.0),
        None => Ok(()),
    };
    let allowed = check(request.method(), request.headers(), &shared.hosts).and_then(public);
    request.extensions_mut().insert(client);
    let mut response = match allowed {
        Ok(()) => next.run(request).await,
        Err(trouble) => trouble.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Checks the name that was asked for, and where the question comes from.
///
/// A page elsewhere can let a browser ask us under a name of its own (DNS rebinding), so names that are not
/// ours are refused; addresses in figures cannot be bent like that. And it can post to our address, but says
/// then where it comes from.
fn check(method: &Method, headers: &HeaderMap, hosts: &[String]) -> Result<(), Trouble> {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let host = text(header::HOST).ok_or_else(|| Trouble::bad("the request names no host"))?;
    if !is_ours(host, hosts) {
        return Err(Trouble::forbidden(
            "this server is not known by that name; `imperial serve --name NAME` adds one",
        ));
    }
    let elsewhere = || Trouble::forbidden("only the page of this server may ask this");
    let origin = headers.contains_key(header::ORIGIN).then(|| text(header::ORIGIN));
    let is_own = |origin: &str| {
        origin.split_once("://").is_some_and(|(scheme, of)| {
            matches!(scheme, "http" | "https") && of.eq_ignore_ascii_case(host)
        })
    };
    match origin {
        Some(Some(origin)) if is_own(origin) => Ok(()),
        None if matches!(*method, Method::GET | Method::HEAD) => Ok(()),
        _ => Err(elsewhere()),
    }
}

/// Whether a `Host` is an address in figures, or one of our names.
fn is_ours(host: &str, hosts: &[String]) -> bool {
    let has_port = |rest: &str| {
        rest.is_empty() || rest.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok())
    };
    if let Some((address, rest)) = host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        return has_port(rest) && address.parse::<IpAddr>().is_ok_and(|address| address.is_ipv6());
    }
    let (name, port) = host.find(':').map_or((host, ""), |at| host.split_at(at));
    let known = name.parse::<std::net::Ipv4Addr>().is_ok()
        || hosts.iter().any(|own| own.eq_ignore_ascii_case(name));
    known && has_port(port)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(method: &Method, pairs: &[(&'static str, &'static str)]) -> bool {
        let pairs = pairs
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        check(method, &pairs.collect(), &["localhost".to_owned()]).is_ok()
    }

    #[test]
    fn hosts_are_ours() {
        for host in ["localhost", "localhost:1855", "127.0.0.1:80", "[::1]:1855", "192.168.0.7"] {
            assert!(allowed(&Method::GET, &[("host", host)]), "{host}");
        }
        let strange =
            ["evil.example", "localhost.evil.example:1855", "localhost:x", "", "[evil]", "1.2.3"];
        for host in strange {
            assert!(!allowed(&Method::GET, &[("host", host)]), "{host}");
        }
        assert!(!allowed(&Method::GET, &[]));
    }

    #[test]
    fn only_the_page_posts() {
        let post =
            |origin| allowed(&Method::POST, &[("host", "localhost:1855"), ("origin", origin)]);
        assert!(post("http://localhost:1855"));
        for origin in ["http://localhost:80", "http://evil.example", "null", "", "localhost:1855"] {
            assert!(!post(origin), "{origin}");
        }
        assert!(!allowed(&Method::POST, &[("host", "localhost:1855")]));
        assert!(!allowed(&Method::DELETE, &[("host", "localhost:1855")]));
    }
}
