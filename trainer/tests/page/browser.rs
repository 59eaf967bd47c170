//! A headless Chromium, driven by its DevTools protocol: chromiumoxide without its futures.
#![allow(dead_code, reason = "no test needs all of it")]

use std::env;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::emulation::{
    MediaFeature, SetDeviceMetricsOverrideParams, SetScriptExecutionDisabledParams,
    SetTouchEmulationEnabledParams,
};
use chromiumoxide::cdp::browser_protocol::input::{
    DispatchKeyEventParams, DispatchKeyEventType, DispatchMouseEventParams, DispatchMouseEventType,
    DispatchTouchEventParams, DispatchTouchEventReturns, DispatchTouchEventType, MouseButton,
    TouchPoint,
};
use chromiumoxide::cdp::browser_protocol::page::{
    CaptureScreenshotFormat, PrintToPdfParams, Viewport,
};
use chromiumoxide::cdp::js_protocol::runtime::EvaluateParams;
use chromiumoxide::error::CdpError;
use chromiumoxide::handler::Handler;
use chromiumoxide::page::{Page, ScreenshotParams};
use chromiumoxide::types::MethodId;
use chromiumoxide::{BrowserConfig, Command, Method};
use futures_util::StreamExt as _;
use serde::Serialize;
use serde_json::Value;
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};

use crate::events::Events;

/// How long the browser may take for anything.
const PATIENCE: Duration = Duration::from_secs(60);

/// Names under which systems install Chromium and its relatives.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// The browser on this machine: what `CHROMIUM` names, or else the first known name on the `PATH`.
pub fn find() -> Option<PathBuf> {
    if let Some(named) = env::var_os("CHROMIUM") {
        return Some(named.into());
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    let places = NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    places.into_iter().find(|place| place.is_file())
}

/// A running browser with one tab, cut off from the network. It ends when dropped.
pub struct Browser {
    runtime: Runtime,
    program: chromiumoxide::Browser,
    tab: Page,
    events: Events,
    /// Messages that could not be read.
    unread: Arc<Mutex<Vec<String>>>,
    /// How the addresses begin that pages may ask for.
    own: String,
    /// Settings and cache, new and empty for every run.
    _home: TempDir,
}

impl Browser {
    /// Starts `program`.
    pub fn start(program: &Path) -> Self {
        let home = TempDir::new().expect("a folder");
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.expect("a runtime");
        let unread = Arc::default();
        let (program, tab, events) = runtime.block_on(async {
            let launched = chromiumoxide::Browser::launch(settings(program, home.path())).await;
            let (program, handler) = launched.expect("the browser starts");
            tokio::spawn(serve(handler, Arc::clone(&unread)));
            let tab = program.new_page("about:blank").await.expect("a tab");
            let events = Events::listen(&tab).await;
            (program, tab, events)
        });
        let own = "file:".to_owned();
        let browser = Self { runtime, program, tab, events, unread, own, _home: home };
        browser.network(true);
        browser
    }

    #[expect(deprecated, reason = "what comes instead is not known to older browsers")]
    fn network(&self, offline: bool) {
        use chromiumoxide::cdp::browser_protocol::network::EmulateNetworkConditionsParams;
        let rate = if offline { 0.0 } else { -1.0 };
        self.call(EmulateNetworkConditionsParams::new(offline, 0.0, rate, rate));
    }

    /// Opens a file and waits until it is loaded.
    pub fn open(&mut self, file: &Path) {
        self.load(&format!("file://{}", file.display()));
    }

    /// Opens the page of a server on this machine, which may ask for more from there alone.
    pub fn visit(&mut self, address: &str) {
        address.clone_into(&mut self.own);
        self.network(false);
        self.load(address);
    }

    fn load(&mut self, url: &str) {
        self.complaints();
        self.events.forget();
        self.unread().clear();
        self.runtime.block_on(self.tab.goto(url)).unwrap_or_else(|error| panic!("{url}: {error}"));
    }

    /// The value of an expression in the page.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let mut question = EvaluateParams::new(expression);
        question.return_by_value = Some(true);
        question.await_promise = Some(true);
        let answer = self.call(question);
        assert_eq!(answer.exception_details, None, "{expression}");
        answer.result.value.unwrap_or_default()
    }

    /// Gives the window a size in pixels, as that of a desk or of a phone, which is touched.
    pub fn resize(&mut self, width: u32, height: u32, phone: bool) {
        self.call(SetDeviceMetricsOverrideParams::new(width, height, 1.0, phone));
        self.call(SetTouchEmulationEnabledParams::new(phone));
    }

    /// Lets the reader prefer `light` or `dark`.
    pub fn prefer(&mut self, scheme: &str) {
        let feature = MediaFeature::new("prefers-color-scheme", scheme);
        let set = self.tab.emulate_media_features(vec![feature]);
        self.runtime.block_on(set).expect("a preference");
    }

    /// Lets pages run no script from now on.
    pub fn disable_scripts(&mut self) {
        self.call(SetScriptExecutionDisabledParams::new(true));
    }

    /// Moves the mouse to a place of the window.
    pub fn point(&mut self, (x, y): (f64, f64)) {
        self.call(DispatchMouseEventParams::new(DispatchMouseEventType::MouseMoved, x, y));
    }

    /// Presses the mouse at a place of the window.
    pub fn click(&mut self, place: (f64, f64)) {
        self.hold(place, Duration::ZERO);
    }

    /// Presses the mouse at a place of the window for `time`.
    pub fn hold(&mut self, (x, y): (f64, f64), time: Duration) {
        self.point((x, y));
        for kind in [DispatchMouseEventType::MousePressed, DispatchMouseEventType::MouseReleased] {
            if matches!(kind, DispatchMouseEventType::MouseReleased) {
                thread::sleep(time);
            }
            let mut event = DispatchMouseEventParams::new(kind, x, y);
            event.button = Some(MouseButton::Left);
            event.click_count = Some(1);
            self.call(event);
        }
    }

    /// Touches a place of the window.
    pub fn tap(&mut self, (x, y): (f64, f64)) {
        let finger = vec![TouchPoint::new(x, y)];
        self.call(DispatchTouchEventParams::new(DispatchTouchEventType::TouchStart, finger));
        self.call(Lift { kind: DispatchTouchEventType::TouchEnd, fingers: [] });
    }

    /// Presses a key: `ArrowRight`.
    pub fn press(&mut self, key: &str) {
        for kind in [DispatchKeyEventType::RawKeyDown, DispatchKeyEventType::KeyUp] {
            let mut event = DispatchKeyEventParams::new(kind);
            event.key = Some(key.to_owned());
            event.code = Some(key.to_owned());
            self.call(event);
        }
    }

    /// What the window shows as PNG, or else the place (x, y, width, height) of the page.
    pub fn picture(&mut self, place: Option<[f64; 4]>, scale: u32) -> Vec<u8> {
        let mut request = ScreenshotParams::builder()
            .format(CaptureScreenshotFormat::Png)
            .capture_beyond_viewport(true);
        if let Some([x, y, width, height]) = place {
            request = request.clip(Viewport { x, y, width, height, scale: scale.into() });
        }
        self.runtime.block_on(self.tab.screenshot(request.build())).expect("a picture")
    }

    /// The page on paper as PDF.
    pub fn print(&mut self) -> Vec<u8> {
        let request = PrintToPdfParams {
            print_background: Some(false),
            prefer_css_page_size: Some(true),
            ..PrintToPdfParams::default()
        };
        self.runtime.block_on(self.tab.pdf(request)).expect("a document")
    }

    /// Everything that the page complained of since it was opened, and every request that went
    /// elsewhere.
    pub fn complaints(&mut self) -> Vec<String> {
        // What came before the answer to a question has been heard when the next one is answered.
        for _ in 0..2 {
            self.call(EvaluateParams::new("0"));
        }
        let unread = self.unread().clone();
        let told = self.events.complaints(&self.own);
        told.iter().cloned().chain(unread).collect()
    }

    fn unread(&self) -> MutexGuard<'_, Vec<String>> {
        self.unread.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls a method and waits for its result.
    fn call<C: Command>(&self, command: C) -> C::Response {
        let name = command.identifier();
        let answer = self.runtime.block_on(self.tab.execute(command));
        answer.unwrap_or_else(|error| panic!("{name}: {error}")).result
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Nothing is lost when it is gone already.
        let _ = self.runtime.block_on(self.program.kill());
    }
}

/// All fingers are lifted. The library's own type leaves out the empty list that the browser asks for.
#[derive(Serialize)]
struct Lift {
    #[serde(rename = "type")]
    kind: DispatchTouchEventType,
    #[serde(rename = "touchPoints")]
    fingers: [TouchPoint; 0],
}

impl Method for Lift {
    fn identifier(&self) -> MethodId {
        DispatchTouchEventParams::IDENTIFIER.into()
    }
}

impl Command for Lift {
    type Response = DispatchTouchEventReturns;
}

fn settings(program: &Path, home: &Path) -> BrowserConfig {
    BrowserConfig::builder()
        .chrome_executable(program)
        .user_data_dir(home)
        .no_sandbox()
        .args(["disable-gpu", "disable-quic", "disable-component-update"])
        .viewport(None)
        .surface_invalid_messages()
        .launch_timeout(PATIENCE)
        .request_timeout(PATIENCE)
        .build()
        .expect("settings")
}

/// Carries messages to and from the browser until it ends. A browser newer than the library says what that
/// cannot read; such messages are kept where they would have been complaints.
async fn serve(mut handler: Handler, unread: Arc<Mutex<Vec<String>>>) {
    while let Some(heard) = handler.next().await {
        if let Err(CdpError::InvalidMessage(text, _)) = heard
            && Events::concerns(&text)
        {
            unread.lock().unwrap_or_else(PoisonError::into_inner).push(text);
        }
    }
}
