//! A server for everybody: only play, and only so often.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use axum::http::HeaderMap;

use crate::caps;
use crate::listen::Peer;
use crate::trouble::Trouble;

/// The header in which a reverse proxy says who asks.
const FORWARDED: &str = "x-forwarded-for";
/// Characters of an address.
const ADDRESS: usize = 45;

/// What clients of a public server may ask.
#[derive(Debug, Default)]
pub struct Public(Mutex<HashMap<String, Purse>>);

/// What a client may still ask for: it fills up with time.
#[derive(Clone, Copy, Debug)]
struct Purse {
    left: f64,
    since: Instant,
}

impl Purse {
    const fn full(now: Instant) -> Self {
        Self { left: caps::PUBLIC_BURST, since: now }
    }

    fn at(self, now: Instant) -> Self {
        let gained = now.saturating_duration_since(self.since).as_secs_f64() * caps::PUBLIC_RATE;
        Self { left: (self.left + gained).min(caps::PUBLIC_BURST), since: now }
    }
}

impl Public {
    /// Whether a question may be asked now.
    ///
    /// # Errors
    /// When it is about more than play, or the client asks too often.
    pub fn check(&self, path: &str, client: &str) -> Result<(), Trouble> {
        let cost = match path {
            "/api/analysis" | "/api/review" => {
                return Err(Trouble::forbidden(
                    "this server only plays; `imperial serve` on a machine of your own looks at positions",
                ));
            }
            "/api/move" => caps::PUBLIC_MOVE,
            path if path.starts_with("/api/") => 1.0,
            _ => return Ok(()),
        };
        self.pay(client, cost, Instant::now())
    }

    fn pay(&self, client: &str, cost: f64, now: Instant) -> Result<(), Trouble> {
        let mut purses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if purses.len() >= caps::PUBLIC_CLIENTS {
            purses.retain(|_, purse| purse.at(now).left < caps::PUBLIC_BURST);
        }
        let is_known = purses.contains_key(client);
        if !is_known && purses.len() >= caps::PUBLIC_CLIENTS {
            return Err(Trouble::busy("too many people are here; try again in a minute"));
        }
        let purse = purses.entry(client.to_owned()).or_insert(Purse::full(now));
        *purse = purse.at(now);
        if purse.left < cost {
            return Err(Trouble::busy("you ask too often; wait a few seconds"));
        }
        purse.left -= cost;
        Ok(())
    }
}

/// Who asks a public server: the address that the proxy names last, which is the one that it saw itself; without a
/// proxy, the address at the other end. A proxy is on this machine or in its network; others cannot name an address.
pub fn client(headers: &HeaderMap, peer: Option<Peer>) -> String {
    let peer = peer.map(|Peer(address)| address.to_canonical());
    let named = headers.get_all(FORWARDED).iter().next_back().and_then(|value| value.to_str().ok());
    let last = named.and_then(|named| named.rsplit(',').next()).map(str::trim).unwrap_or_default();
    let last: String = last.chars().take(ADDRESS).collect();
    if last.is_empty() || !peer.is_none_or(is_near) {
        return peer.map_or_else(String::new, network_of);
    }
    let port = || last.parse::<SocketAddr>().map(|address| address.ip());
    let address = last.parse::<IpAddr>().or_else(|_| port());
    address.map_or(last, |address| network_of(address.to_canonical()))
}

/// Whether an address is of this machine or of a network of its own, which nobody elsewhere has.
const fn is_near(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => {
            address.is_loopback() || address.is_private() || address.is_link_local()
        }
        IpAddr::V6(address) => {
            address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local()
        }
    }
}

/// An address as one client: of the long ones, a home has as many as share their first half.
fn network_of(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let half = u128::from(address) >> 64 << 64;
            Ipv6Addr::from(half).to_string()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn who_asks_too_often_waits_and_nobody_else() {
        let (public, now) = (Public::default(), Instant::now());
        let moves = (caps::PUBLIC_BURST / caps::PUBLIC_MOVE) as usize;
        let pay = |client: &str, now| public.pay(client, caps::PUBLIC_MOVE, now);
        assert!((0..moves).all(|_| pay("one", now).is_ok()));
        assert_eq!(pay("one", now).expect_err("too often").status, 429);
        assert!(pay("other", now).is_ok());
        let later = now + Duration::from_secs_f64(caps::PUBLIC_MOVE / caps::PUBLIC_RATE + 0.1);
        assert!(pay("one", later).is_ok());
        assert!(pay("one", later).is_err());
    }

    #[test]
    fn memory_is_bounded_and_comes_back() {
        let (public, now) = (Public::default(), Instant::now());
        let pay = |n: usize, now| public.pay(&n.to_string(), 1.0, now);
        assert!((0..caps::PUBLIC_CLIENTS).all(|n| pay(n, now).is_ok()));
        assert!(pay(caps::PUBLIC_CLIENTS, now).is_err());
        assert!(pay(0, now).is_ok(), "who is there goes on");
        assert!(pay(caps::PUBLIC_CLIENTS, now + Duration::from_secs(3600)).is_ok());
        assert!(public.0.lock().expect("no panic").len() < 10);
    }

    #[test]
    fn the_last_address_counts_since_others_can_be_made_up() {
        let of = |text: &'static str, peer: &str| {
            let header = axum::http::HeaderValue::from_static(text);
            let headers = [(axum::http::HeaderName::from_static(FORWARDED), header)];
            client(&headers.into_iter().collect(), Some(Peer(peer.parse().expect("an address"))))
        };
        let of_proxy = |text| of(text, "127.0.0.1");
        assert_eq!(of_proxy("1.1.1.1, 192.0.2.7"), "192.0.2.7");
        assert_eq!(of_proxy("192.0.2.7"), "192.0.2.7");
        assert_eq!(of_proxy("192.0.2.7:4711"), "192.0.2.7");
        assert_eq!(of_proxy("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(of_proxy("2001:db8:1:2:3:4:5:6"), of_proxy("2001:db8:1:2::9"));
        assert_ne!(of_proxy("2001:db8:1:2::9"), of_proxy("2001:db8:1:3::9"));
        assert_eq!(of_proxy("someone"), "someone");
        assert_eq!(of_proxy(""), "127.0.0.1");
        assert_eq!(of("192.0.2.7", "::ffff:10.0.0.3"), "192.0.2.7");
        assert_eq!(of("192.0.2.7", "198.51.100.9"), "198.51.100.9", "strangers are no proxies");
        assert_eq!(client(&HeaderMap::new(), None), "");
    }
}
