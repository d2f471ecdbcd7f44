import { request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** Formats by their media type, each with how to count the rows of a body that looks complete. */
const formats = {
  "application/json": (body) => JSON.parse(body).map((row) => row.__streamError ?? row.id),
  "application/x-ndjson": linesOf,
  "application/vnd.wellhead.ndjson": linesOf,
  "text/csv": (body) => body.split("\r\n").slice(1, -1),
};

function linesOf(body) {
  return body
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line))
    .map((row) => ("__streamError" in row ? row.__streamError : row.id));
}

/**
 * Sends requests at random moments, in every format, some of readers that are slow or stop for a while.
 *
 * @returns {Promise<object[]>} How each ended
 */
export async function askAll(url, { random, count, maxRows }) {
  const asked = Array.from({ length: count }, () => {
    const accept = Object.keys(formats)[random(4)];
    const rows = Math.min(maxRows, [0, 50, 3000, 20_000, 200_000, 3_000_000][random(6)]);
    return {
      accept,
      rows,
      pause: random(3) === 0 ? 1 + random(20) : 0,
      isSlow: random(4) === 0,
      // Some readers stop until after the last streams are marked: the service then waits for them.
      stopMs: random(3) === 0 ? random(3000) : 0,
      wait: random(700),
    };
  });
  return Promise.all(asked.map((one) => ask(url, one)));
}

async function ask(url, { accept, rows, pause, isSlow, stopMs, wait }) {
  await delay(wait);
  const body = JSON.stringify({ source: "rows", filter: { count: rows, pause } });
  const headers = { "content-type": "application/json", accept };
  return new Promise((resolve) => {
    const end = (answer) => resolve({ accept, rows, ...answer });
    const sent = request(`${url}/counting/`, { method: "POST", headers, agent: false }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => {
        const pauseMs = chunks.push(chunk) === 1 ? stopMs : Number(isSlow) * 3;
        if (pauseMs === 0) return;
        response.pause();
        setTimeout(() => response.resume(), pauseMs);
      });
      response.on("error", () => undefined);
      response.on("close", () =>
        end({
          status: response.statusCode,
          body: Buffer.concat(chunks).toString(),
          ending: response.complete ? endingOf(response.statusCode, Buffer.concat(chunks).toString()) : "cut",
        }),
      );
    });
    sent.on("error", () => end({ ending: "no answer" }));
    sent.end(body);
  });
}

function endingOf(status, body) {
  if (status !== 200) return `status ${status}`;
  return body.includes('"__streamError":{') ? "marked" : "whole";
}

/**
 * Returns what is wrong with an answer that looks complete.
 *
 * @returns {string | undefined} The fault; `undefined` when rows are complete, or the answer shows that they are not
 */
export function faultOf({ accept, rows, ending, status, body }) {
  if (ending === "cut" || ending === "no answer") return undefined;
  if (status !== 200)
    return [503, 429].includes(status) ? undefined : `status ${status}: ${body.slice(0, 200)}`;
  try {
    const found = formats[accept](body);
    if (ending === "marked") return undefined;
    const ids = accept === "application/vnd.wellhead.ndjson" ? found.slice(0, -1) : found;
    if (accept === "application/vnd.wellhead.ndjson" && found.at(-1) !== null)
      return `${accept} without its end`;
    const isWhole = ids.length === rows && ids.every((id, at) => String(id) === String(at));
    return isWhole ? undefined : `${accept} looks complete with ${ids.length} of ${rows} rows`;
  } catch (error) {
    return `${accept} looks complete and is broken: ${String(error).slice(0, 100)}`;
  }
}

/** Returns numbers from 0 below a limit, by a seed. */
export function generator(seed) {
  let state = seed + 1;
  return (limit) => {
    state = (state * 48_271 + 11) % 2_147_483_647;
    return state % limit;
  };
}
