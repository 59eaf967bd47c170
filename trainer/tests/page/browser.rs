//! A headless Chromium, driven by its DevTools protocol.
#![allow(dead_code, reason = "no test needs all of it")]

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::socket::Socket;

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
    process: Child,
    socket: Socket,
    session: String,
    requests: u64,
    events: Vec<Value>,
    /// How the addresses begin that pages may ask for.
    own: String,
    /// Settings and cache, new and empty for every run.
    _home: TempDir,
}

impl Browser {
    /// Starts `program`.
    pub fn start(program: &Path) -> Self {
        let home = TempDir::new().expect("a folder");
        let mut folder = OsString::from("--user-data-dir=");
        folder.push(home.path());
        let process = Command::new(program)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic"])
            .args(["--no-first-run", "--disable-background-networking", "--disable-sync"])
            .args(["--disable-component-update", "--hide-scrollbars"])
            .args(["--remote-debugging-port=0", "about:blank"])
            .arg(folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the browser starts");
        let (port, path) = address(home.path());
        let socket = Socket::connect(port, &path, PATIENCE).expect("a connection");
        let (session, requests, events) = (String::new(), 0, Vec::new());
        let own = "file:".to_owned();
        let mut browser = Self { process, socket, session, requests, events, own, _home: home };
        let tab = browser.call("Target.createTarget", json!({"url": "about:blank"}));
        let attach = json!({"targetId": tab["targetId"], "flatten": true});
        let session = browser.call("Target.attachToTarget", attach);
        browser.session = session["sessionId"].as_str().expect("a session").to_owned();
        for part in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{part}.enable"), json!({}));
        }
        browser.network(true);
        browser
    }

    fn network(&mut self, offline: bool) {
        let rate = if offline { 0 } else { -1 };
        let conditions = json!({"offline": offline, "latency": 0, "downloadThroughput": rate,
            "uploadThroughput": rate});
        self.call("Network.emulateNetworkConditions", conditions);
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
        self.events.clear();
        let answer = self.call("Page.navigate", json!({"url": url}));
        assert_eq!(answer["errorText"], Value::Null, "{url}");
        while !self.events.iter().any(|event| event["method"] == "Page.loadEventFired") {
            let event = self.message();
            self.events.push(event);
        }
    }

    /// The value of an expression in the page.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let question = json!({"expression": expression, "returnByValue": true,
            "awaitPromise": true});
        let answer = self.call("Runtime.evaluate", question);
        assert_eq!(answer["exceptionDetails"], Value::Null, "{expression}");
        answer["result"]["value"].clone()
    }

    /// Gives the window a size in pixels.
    pub fn resize(&mut self, width: u32, height: u32) {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1,
            "mobile": false});
        self.call("Emulation.setDeviceMetricsOverride", size);
    }

    /// Lets the reader prefer `light` or `dark`.
    pub fn prefer(&mut self, scheme: &str) {
        let feature = json!({"name": "prefers-color-scheme", "value": scheme});
        self.call("Emulation.setEmulatedMedia", json!({"features": [feature]}));
    }

    /// Lets pages run no script from now on.
    pub fn disable_scripts(&mut self) {
        self.call("Emulation.setScriptExecutionDisabled", json!({"value": true}));
    }

    /// Presses the mouse at a place of the window.
    pub fn click(&mut self, (x, y): (f64, f64)) {
        for (kind, button) in
            [("mouseMoved", "none"), ("mousePressed", "left"), ("mouseReleased", "left")]
        {
            let event = json!({"type": kind, "x": x, "y": y, "button": button, "clickCount": 1});
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    /// Presses a key: `ArrowRight`.
    pub fn press(&mut self, key: &str) {
        for kind in ["rawKeyDown", "keyUp"] {
            self.call("Input.dispatchKeyEvent", json!({"type": kind, "key": key, "code": key}));
        }
    }

    /// What the window shows as PNG, or else the place (x, y, width, height) of the page.
    pub fn picture(&mut self, place: Option<[f64; 4]>, scale: u32) -> Vec<u8> {
        let mut request = json!({"format": "png", "captureBeyondViewport": true});
        if let Some([x, y, width, height]) = place {
            request["clip"] =
                json!({"x": x, "y": y, "width": width, "height": height, "scale": scale});
        }
        let answer = self.call("Page.captureScreenshot", request);
        decode(answer["data"].as_str().expect("a picture"))
    }

    /// The page on paper as PDF.
    pub fn print(&mut self) -> Vec<u8> {
        let request = json!({"printBackground": false, "preferCSSPageSize": true});
        let answer = self.call("Page.printToPDF", request);
        decode(answer["data"].as_str().expect("a document"))
    }

    /// Everything that the page complained of since it was opened, and every request that went
    /// elsewhere.
    pub fn complaints(&self) -> Vec<String> {
        self.events.iter().filter_map(|event| complaint(event, &self.own)).collect()
    }

    /// Calls a method and waits for its result.
    #[expect(clippy::needless_pass_by_value, reason = "every caller makes it on the spot")]
    fn call(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        let mut request = json!({"id": self.requests, "method": method, "params": params});
        if !self.session.is_empty() {
            request["sessionId"] = self.session.clone().into();
        }
        self.socket.send(&request.to_string()).expect("the browser listens");
        loop {
            let mut message = self.message();
            if message["id"] == self.requests {
                assert_eq!(message["error"], Value::Null, "{method}");
                return message["result"].take();
            }
            self.events.push(message);
        }
    }

    fn message(&mut self) -> Value {
        let text = self.socket.receive().expect("the browser answers");
        serde_json::from_str(&text).expect("JSON")
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Nothing is lost when it is gone already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Port and path of the browser's own connection, which it writes down once it listens.
fn address(home: &Path) -> (u16, String) {
    let since = Instant::now();
    loop {
        let text = fs::read_to_string(home.join("DevToolsActivePort")).unwrap_or_default();
        if let Some((port, path)) = text.split_once('\n')
            && path.starts_with('/')
        {
            return (port.parse().expect("a port"), path.trim().to_owned());
        }
        assert!(since.elapsed() < PATIENCE, "the browser does not listen");
        thread::sleep(Duration::from_millis(50));
    }
}

fn complaint(event: &Value, own: &str) -> Option<String> {
    let params = &event["params"];
    match event["method"].as_str()? {
        "Runtime.exceptionThrown" => Some(params["exceptionDetails"].to_string()),
        "Runtime.consoleAPICalled" => Some(params["args"].to_string()),
        "Log.entryAdded" => Some(params["entry"].to_string()),
        "Network.requestWillBeSent" => {
            let url = params["request"]["url"].as_str()?;
            let is_own = url.starts_with(own) || url.starts_with("data:");
            (!is_own).then(|| format!("asks for {url}"))
        }
        _ => None,
    }
}

/// Bytes from base64 (RFC 4648, section 4).
fn decode(text: &str) -> Vec<u8> {
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for letter in text.bytes() {
        let six = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => break,
        };
        bits = bits << 6 | u32::from(six);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    bytes
}
