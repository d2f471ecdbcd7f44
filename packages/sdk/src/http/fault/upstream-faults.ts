import { brotliCompressSync, gzipSync } from "node:zlib";
import { upstreamInvalid } from "../../errors/upstream-errors.js";
import type { HttpDefinition } from "../http-definition.js";
import { type AnswerRaw, rawAnswer } from "./raw-upstream.js";

/** One way in which an upstream fails, and what must come of it. For tests. */
export interface UpstreamFault {
  /** Number in the failure model, and what happens. */
  readonly title: string;
  /** Answers the requests to the faulty page; `attempt` counts them from 0. */
  readonly answer: (...parameters: [...Parameters<AnswerRaw>, number]) => void;
  /** Code of the error; absent when the page is read in the end. */
  readonly code?: string;
  /** Requests that arrive for the page. */
  readonly requests: number;
  /** Waits in milliseconds; absent when they do not matter. */
  readonly waits?: readonly number[];
  readonly definition?: Partial<HttpDefinition>;
}

const page = JSON.stringify({ items: [{ id: 1 }], next: null });
const good = rawAnswer(page);
const quick = { limits: { firstByte: 80, idle: 80, page: 160, answer: 160 } };
const chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";

function once(bytes: Uint8Array | string): UpstreamFault["answer"] {
  return (socket) => socket.write(bytes);
}

/** The bytes on the first attempt, a good answer afterwards. */
function first(bytes: Uint8Array | string, end?: "end"): UpstreamFault["answer"] {
  return (socket, _request, attempt) => {
    socket.write(attempt === 0 ? bytes : good);
    if (attempt === 0 && end !== undefined) socket.end();
  };
}

function drip(head: string, rest: string): UpstreamFault["answer"] {
  return (socket) => {
    socket.write(head);
    let index = 0;
    const timer = setInterval(() => socket.write(rest[(index += 1) % rest.length] ?? " "), 20);
    socket.on("close", () => clearInterval(timer));
  };
}

function status(line: string, ...headers: readonly string[]): Buffer {
  return rawAnswer('{"secret":"vendor text"}', headers, line);
}

function limited(retryAfter: string): Buffer {
  return status(
    "429 Too Many",
    ...(retryAfter === "" ? [] : [`retry-after: ${retryAfter}`]),
    "date: Tue, 03 Mar 2026 10:00:00 GMT",
  );
}

/** Faults of the connection and of its timing. */
export const connectionFaults: readonly UpstreamFault[] = [
  {
    title: "U8 closes with no bytes",
    answer: (socket) => socket.end(),
    code: "upstream_unavailable",
    requests: 3,
  },
  {
    title: "U8 closes with no bytes, once",
    answer: (socket, _request, attempt) => (attempt === 0 ? socket.destroy() : socket.write(good)),
    requests: 2,
  },
  {
    title: "U9 no headers",
    answer: () => undefined,
    code: "upstream_timeout",
    requests: 1,
    definition: quick,
  },
  {
    title: "U10 header drip",
    answer: drip("HTTP/1.1 200 OK\r\nx-a: ", "a"),
    code: "upstream_timeout",
    requests: 1,
    definition: quick,
  },
  {
    title: "U11 body stalls",
    answer: once("HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"),
    code: "upstream_timeout",
    requests: 1,
    definition: quick,
  },
  {
    title: "U12 one byte at a time",
    answer: drip("HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n[", " "),
    code: "upstream_timeout",
    requests: 1,
    definition: quick,
  },
  {
    title: "U13 reset in the body",
    answer: (socket) =>
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n[{", () => socket.resetAndDestroy()),
    code: "upstream_unavailable",
    requests: 3,
  },
  {
    title: "U14 end short of the length",
    answer: (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n[]"),
    code: "upstream_unavailable",
    requests: 3,
  },
  {
    title: "U14 end short of the length, once",
    answer: first("HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n[]", "end"),
    requests: 2,
  },
  {
    title: "U15 chunked without end",
    answer: (socket) => socket.end(`${chunked}2\r\n[]\r\n`),
    code: "upstream_unavailable",
    requests: 3,
  },
  {
    title: "U15 chunked with a bad size",
    answer: once(`${chunked}zz\r\n[]\r\n`),
    code: "upstream_invalid",
    requests: 1,
  },
  {
    title: "U30 10,000 headers",
    answer: once(`HTTP/1.1 200 OK\r\n${"x: y\r\n".repeat(10_000)}\r\n`),
    code: "upstream_invalid",
    requests: 1,
  },
  {
    title: "U30 1 MiB header",
    answer: once(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(1_048_576)}\r\n\r\n`),
    code: "upstream_invalid",
    requests: 1,
  },
  {
    title: "U38 HTTP/1.0 ended by closing",
    answer: (socket) => socket.end(`HTTP/1.0 200 OK\r\n\r\n${page}`),
    requests: 1,
  },
  {
    title: "U38 HTTP/1.0 cut short",
    answer: (socket) => socket.end(`HTTP/1.0 200 OK\r\n\r\n${page.slice(0, -3)}`),
    code: "upstream_invalid",
    requests: 1,
  },
  {
    title: "U39 early replies",
    answer: once(
      Buffer.concat([
        Buffer.from("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n"),
        good,
      ]),
    ),
    requests: 1,
  },
  {
    title: "not HTTP at all",
    answer: once("220 mail.example ESMTP\r\n"),
    code: "upstream_invalid",
    requests: 1,
  },
];

/** Statuses and the hints that come with them. */
export const statusFaults: readonly UpstreamFault[] = [
  {
    title: "U16 422 with vendor text",
    answer: once(status("422 Unprocessable")),
    code: "upstream_invalid",
    requests: 1,
  },
  { title: "U16 404", answer: once(status("404 Not Found")), code: "invalid_field", requests: 1 },
  { title: "U17 401", answer: once(status("401 Unauthorized")), code: "account_invalid", requests: 1 },
  { title: "U18 403", answer: once(status("403 Forbidden")), code: "account_invalid", requests: 1 },
  { title: "U19 429 with seconds, once", answer: first(limited("2")), requests: 2, waits: [2000] },
  {
    title: "U19 429 for ever",
    answer: once(limited("2")),
    code: "rate_limited",
    requests: 3,
    waits: [2000, 2000],
  },
  {
    title: "U20 429 with a date, once",
    answer: first(limited("Tue, 03 Mar 2026 10:00:07 GMT")),
    requests: 2,
    waits: [7000],
  },
  {
    title: "U20 429 with a date past",
    answer: first(limited("Tue, 03 Mar 2026 09:00:00 GMT")),
    requests: 2,
    waits: [],
  },
  { title: "U20 429 with garbage", answer: first(limited("soon")), requests: 2, waits: [125] },
  { title: "U20 429 with a negative value", answer: first(limited("-5")), requests: 2, waits: [125] },
  {
    title: "U20 429 with a huge value",
    answer: once(limited("86400")),
    code: "rate_limited",
    requests: 1,
    waits: [],
  },
  { title: "U20 429 without a value", answer: first(limited("")), requests: 2, waits: [125] },
  {
    title: "U20 403 with a limit reached",
    answer: first(status("403 Forbidden", "x-ratelimit-remaining: 0", "x-ratelimit-reset: 3")),
    requests: 2,
    waits: [3000],
  },
  {
    title: "U21 503 with seconds, once",
    answer: first(status("503 Busy", "retry-after: 1")),
    requests: 2,
    waits: [1000],
  },
  {
    title: "U21 500 twice, then fine",
    answer: (socket, _request, attempt) => socket.write(attempt < 2 ? status("500 Oops") : good),
    requests: 3,
    waits: [125, 250],
  },
  {
    title: "U22 500 for ever",
    answer: once(status("500 Oops")),
    code: "upstream_unavailable",
    requests: 3,
    waits: [125, 250],
  },
  {
    title: "204 where a list should be",
    answer: once("HTTP/1.1 204 No Content\r\n\r\n"),
    code: "upstream_invalid",
    requests: 1,
  },
  {
    title: "U31 redirect, none followed",
    answer: once(status("302 Found", "location: /elsewhere")),
    code: "upstream_invalid",
    requests: 1,
  },
  {
    title: "U31 redirect loop",
    answer: (socket, { target }) => socket.write(status("302 Found", `location: ${target}`)),
    code: "upstream_invalid",
    requests: 4,
    definition: { redirects: 3 },
  },
  {
    title: "U32 redirect to cloud metadata",
    answer: once(status("302 Found", "location: http://169.254.169.254/latest")),
    code: "invalid_field",
    requests: 1,
    definition: { redirects: 3 },
  },
  {
    title: "U32 redirect to a file",
    answer: once(status("302 Found", "location: file:///etc/passwd")),
    code: "upstream_invalid",
    requests: 1,
    definition: { redirects: 3 },
  },
];

/** Faults of the body. */
export const bodyFaults: readonly UpstreamFault[] = [
  {
    title: "U23 200 with HTML",
    answer: once(rawAnswer("<html>sign in</html>", ["content-type: text/html"])),
    code: "upstream_invalid",
    requests: 1,
  },
  { title: "U23 200 with nothing", answer: once(rawAnswer("")), code: "upstream_invalid", requests: 1 },
  { title: "U24 null", answer: once(rawAnswer("null")), code: "upstream_invalid", requests: 1 },
  {
    title: "U24 wrong shape",
    answer: once(rawAnswer('{"items":{"id":1}}')),
    code: "upstream_invalid",
    requests: 1,
  },
  {
    title: "U24 error inside 200",
    answer: once(rawAnswer('{"ok":false,"items":[]}')),
    code: "upstream_invalid",
    requests: 1,
    definition: {
      fault: ({ body }) =>
        JSON.stringify(body).includes('"ok":false') ? upstreamInvalid("Read: refused") : undefined,
    },
  },
  {
    title: "U25 cut JSON",
    answer: once(rawAnswer(page.slice(0, -2))),
    code: "upstream_invalid",
    requests: 1,
  },
  { title: "U26 byte order mark", answer: once(rawAnswer(`\uFEFF${page}`)), requests: 1 },
  {
    title: "U26 UTF-16",
    answer: once(rawAnswer(Buffer.from(page, "utf16le"))),
    code: "upstream_invalid",
    requests: 1,
  },
  {
    title: "U26 bad UTF-8",
    answer: once(
      rawAnswer(Buffer.concat([Buffer.from('{"items":[{"a":"'), Buffer.from([0xff]), Buffer.from('"}]}')])),
    ),
    code: "upstream_invalid",
    requests: 1,
  },
  {
    title: "U27 depth 10,000",
    answer: once(rawAnswer(`${"[".repeat(10_000)}${"]".repeat(10_000)}`)),
    code: "upstream_invalid",
    requests: 1,
  },
  {
    title: "U28 page above the cap",
    answer: once(rawAnswer(`{"items":["${"x".repeat(20_000)}"]}`)),
    code: "upstream_invalid",
    requests: 1,
    definition: { limits: { pageBytes: 10_000 } },
  },
  { title: "U29 gzip", answer: once(rawAnswer(gzipSync(page), ["content-encoding: gzip"])), requests: 1 },
  {
    title: "U29 brotli",
    answer: once(rawAnswer(brotliCompressSync(page), ["content-encoding: br"])),
    requests: 1,
  },
  {
    title: "U29 gzip bomb",
    answer: once(rawAnswer(gzipSync(Buffer.alloc(50_000_000, 32)), ["content-encoding: gzip"])),
    code: "upstream_invalid",
    requests: 1,
  },
  {
    title: "U29 brotli bomb",
    answer: once(rawAnswer(brotliCompressSync(Buffer.alloc(4_000_000, 32)), ["content-encoding: br"])),
    code: "upstream_invalid",
    requests: 1,
  },
  {
    title: "U29 false encoding",
    answer: once(rawAnswer(page, ["content-encoding: gzip"])),
    code: "upstream_invalid",
    requests: 1,
  },
  {
    title: "U29 cut gzip",
    answer: once(rawAnswer(gzipSync(page).subarray(0, 20), ["content-encoding: gzip"])),
    code: "upstream_invalid",
    requests: 1,
  },
  {
    title: "U29 chained encoding",
    answer: once(rawAnswer(gzipSync(gzipSync(page)), ["content-encoding: gzip, gzip"])),
    code: "upstream_invalid",
    requests: 1,
  },
  {
    title: "U29 unknown encoding",
    answer: once(rawAnswer(page, ["content-encoding: zstd"])),
    code: "upstream_invalid",
    requests: 1,
  },
];
