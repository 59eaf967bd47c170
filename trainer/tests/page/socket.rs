//! As much of WebSockets (RFC 6455) as it takes to talk to a browser on this machine.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// A connection that carries texts.
pub struct Socket {
    stream: BufReader<TcpStream>,
}

const TEXT: u8 = 0x1;
const CLOSE: u8 = 0x8;
const PING: u8 = 0x9;
const PONG: u8 = 0xa;

impl Socket {
    /// Connects to `path` on a port of this machine; reading gives up after `patience`.
    pub fn connect(port: u16, path: &str, patience: Duration) -> io::Result<Self> {
        let stream = TcpStream::connect(("127.0.0.1", port))?;
        stream.set_read_timeout(Some(patience))?;
        let mut socket = Self { stream: BufReader::new(stream) };
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n\
             Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: aW1wZXJpYWwgY29udGVzdA==\r\n\r\n"
        );
        socket.stream.get_mut().write_all(request.as_bytes())?;
        let mut answer = String::new();
        while !answer.ends_with("\r\n\r\n") {
            if socket.stream.read_line(&mut answer)? == 0 {
                return Err(io::Error::other(format!("the browser hung up: {answer}")));
            }
        }
        let switched = answer.starts_with("HTTP/1.1 101");
        if switched { Ok(socket) } else { Err(io::Error::other(answer)) }
    }

    /// Sends a text.
    pub fn send(&mut self, text: &str) -> io::Result<()> {
        self.send_frame(TEXT, text.as_bytes())
    }

    /// Waits for the next text.
    pub fn receive(&mut self) -> io::Result<String> {
        let mut text = Vec::new();
        loop {
            let (kind, last, payload) = self.frame()?;
            match kind {
                PING => self.send_frame(PONG, &payload)?,
                CLOSE => return Err(io::Error::other("the browser closed the connection")),
                PONG => {}
                _ => {
                    text.extend(payload);
                    if last {
                        return String::from_utf8(text).map_err(io::Error::other);
                    }
                }
            }
        }
    }

    /// A frame from a client is masked; a mask of zeros leaves it readable.
    fn send_frame(&mut self, kind: u8, payload: &[u8]) -> io::Result<()> {
        let mut frame = vec![0x80 | kind];
        match payload.len() {
            short @ 0..=125 => frame.push(0x80 | short as u8),
            medium @ 126..=0xffff => {
                frame.push(0x80 | 126);
                frame.extend((medium as u16).to_be_bytes());
            }
            long => {
                frame.push(0x80 | 127);
                frame.extend((long as u64).to_be_bytes());
            }
        }
        frame.extend([0; 4]);
        frame.extend(payload);
        self.stream.get_mut().write_all(&frame)
    }

    /// Kind, whether it is the last of its message, payload.
    fn frame(&mut self) -> io::Result<(u8, bool, Vec<u8>)> {
        let [first, second] = self.bytes()?;
        let length = match second & 0x7f {
            126 => u64::from(u16::from_be_bytes(self.bytes()?)),
            127 => u64::from_be_bytes(self.bytes()?),
            short => u64::from(short),
        };
        let mut payload = vec![0; length as usize];
        self.stream.read_exact(&mut payload)?;
        Ok((first & 0x0f, first & 0x80 != 0, payload))
    }

    fn bytes<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.stream.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}
