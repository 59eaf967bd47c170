// Questions to the server: answers at once, and streams of messages.

/** An answer that says what is wrong; it `lasts` where the same question would be refused again. */
export class Refused extends Error {
  constructor(words, status = 0) {
    super(words);
    this.lasts = status >= 400 && status < 500 && status !== 429;
  }
}

const GONE = "The server does not answer. Start `imperial serve` again and reload; the game is kept here.";

const random = () => [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(36)).join("");

// The name by which the server tells pages apart, so that each gets its turn.
const client = (() => {
  try {
    const known = sessionStorage.getItem("client") ?? random();
    sessionStorage.setItem("client", known);
    return known;
  } catch {
    return random();
  }
})();

const post = async (path, body, signal) => {
  const headers = { "content-type": "application/json", "x-client": client };
  const request = body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) };
  let response;
  try {
    response = await fetch(path, { ...request, signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused(GONE);
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => null);
  throw new Refused(answer?.error ?? `The server answers with ${response.status}.`, response.status);
};

/** The answer to a question; without a body it only fetches. */
export const ask = async (path, body) => (await post(path, body)).json();

const parse = (block) => {
  let [name, data] = ["message", ""];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    if (line.startsWith("data:")) data += line.slice(5).trim();
  }
  return data ? [name, JSON.parse(data)] : null;
};

const read = async (response, hear) => {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (text + value).split("\n\n");
    text = blocks.pop();
    for (const message of blocks.map(parse)) if (message) hear(...message);
  }
};

/**
 * Asks for a stream of messages. `hear` gets the name and the data of each, and `end` or `error` at last.
 * Gives a function that stops the stream, after which nothing more is heard.
 */
export const listen = (path, body, hear) => {
  const control = new AbortController();
  let [stopped, failed] = [false, false];
  const tell = (name, data) => {
    if (stopped) return;
    failed ||= name === "error";
    hear(name, data);
  };
  post(path, body, control.signal)
    .then((response) => read(response, tell))
    .then(() => failed || tell("end", null))
    .catch((error) => {
      if (error.name !== "AbortError") tell("error", { error: error instanceof Refused ? error.message : GONE });
    });
  return () => {
    stopped = true;
    control.abort();
  };
};
