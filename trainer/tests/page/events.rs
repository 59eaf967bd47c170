//! What a page does that its readers never see: messages in the console, exceptions, requests.

use chromiumoxide::cdp::IntoEventKind;
use chromiumoxide::cdp::browser_protocol::log::EventEntryAdded;
use chromiumoxide::cdp::browser_protocol::network::EventRequestWillBeSent;
use chromiumoxide::cdp::js_protocol::runtime::{EventConsoleApiCalled, EventExceptionThrown};
use chromiumoxide::listeners::EventStream;
use chromiumoxide::page::Page;
use futures_util::{FutureExt as _, StreamExt as _};

/// The streams of one tab, and what they have told.
pub struct Events {
    exceptions: EventStream<EventExceptionThrown>,
    console: EventStream<EventConsoleApiCalled>,
    log: EventStream<EventEntryAdded>,
    requests: EventStream<EventRequestWillBeSent>,
    complaints: Vec<String>,
}

impl Events {
    /// Listens to a tab, whose network and runtime the library has switched on.
    pub async fn listen(tab: &Page) -> Self {
        tab.enable_log().await.expect("a log");
        Self {
            exceptions: stream(tab).await,
            console: stream(tab).await,
            log: stream(tab).await,
            requests: stream(tab).await,
            complaints: Vec::new(),
        }
    }

    /// Whether a message that cannot be read is one of those that are listened to.
    pub fn concerns(message: &str) -> bool {
        let methods = [
            EventExceptionThrown::IDENTIFIER,
            EventConsoleApiCalled::IDENTIFIER,
            EventEntryAdded::IDENTIFIER,
            EventRequestWillBeSent::IDENTIFIER,
        ];
        methods.iter().any(|method| message.contains(&format!("\"method\":\"{method}\"")))
    }

    /// Begins anew, at another page.
    pub fn forget(&mut self) {
        self.complaints.clear();
    }

    /// Everything that was complained of, and every request to an address that does not begin with `own`.
    pub fn complaints(&mut self, own: &str) -> &[String] {
        let told = &mut self.complaints;
        told.extend(
            drain(&mut self.exceptions).map(|event| format!("{:?}", event.exception_details)),
        );
        told.extend(drain(&mut self.console).map(|event| format!("{:?}", event.args)));
        told.extend(drain(&mut self.log).map(|event| format!("{:?}", event.entry)));
        let asked = drain(&mut self.requests).map(|event| event.request.url.clone());
        let foreign = asked.filter(|url| !url.starts_with(own) && !url.starts_with("data:"));
        told.extend(foreign.map(|url| format!("asks for {url}")));
        told
    }
}

async fn stream<E: IntoEventKind + Unpin>(tab: &Page) -> EventStream<E> {
    tab.event_listener().await.expect("a stream")
}

/// What has come so far.
fn drain<E: IntoEventKind + Unpin>(
    events: &mut EventStream<E>,
) -> impl Iterator<Item = std::sync::Arc<E>> {
    std::iter::from_fn(|| events.next().now_or_never().flatten())
}
