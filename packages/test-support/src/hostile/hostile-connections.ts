import { type HostileRequest, hostileRequest } from "./hostile-requests.js";
import type { Random } from "./random.js";

/** What a hostile client does on one connection. */
export interface HostileConnection {
  /** Number of requests it sends, complete or not. */
  readonly requests: number;
  /** The parts it writes, each in its own turn of the event loop. */
  readonly parts: readonly Buffer[];
  /** How it ends: it closes its side and reads, or it resets the connection. */
  readonly end: "half-close" | "reset";
}

/** The parts of a request, which are corrupted before they are joined. */
interface Message {
  line: string;
  headers: string[];
  body: Buffer;
}

type Bend = (message: Message, random: Random) => void;

/** Request lines that are not a method, a path and a version. */
const requestLines: readonly string[] = [
  "GET /",
  "GET  / HTTP/1.1",
  " GET / HTTP/1.1",
  "GET / HTTP/1.2",
  "GET / HTTP/2.0",
  "GET / HTTP/9.9",
  "GET / HTTP/1.10",
  "get / http/1.1",
  "GET / HTTP/1.1 ",
  "GET\t/\tHTTP/1.1",
  "GET / / HTTP/1.1",
  "GET http://evil.example/ HTTP/1.1",
  "GET http://127.0.0.1:1/ HTTP/1.1",
  "GET ftp://127.0.0.1/ HTTP/1.1",
  "GET // HTTP/1.1",
  "GET ? HTTP/1.1",
  "GET # HTTP/1.1",
  "GET a HTTP/1.1",
  "OPTIONS * HTTP/1.1",
  "POST * HTTP/1.1",
  "CONNECT 127.0.0.1:1 HTTP/1.1",
  "CONNECT / HTTP/1.1",
  "PRI * HTTP/2.0",
  "HELO example",
  "SSH-2.0-x",
  "\u0016\u0003\u0001\u0002\u0000\u0001\u0000",
  "GET /\u00e9 HTTP/1.1",
  "GET /\u0000 HTTP/1.1",
  "GET /\u007f HTTP/1.1",
  `GET /${"a".repeat(20_000)} HTTP/1.1`,
  `${"A".repeat(5_000)} / HTTP/1.1`,
  "",
];

/** Header lines that are invalid, duplicate or contradictory. */
const headerLines: readonly string[] = [
  "Host: 127.0.0.1",
  "Host: evil.example",
  "Content-Length: 0",
  "Content-Length: 1",
  "Content-Length: -1",
  "Content-Length: +5",
  "Content-Length: 5, 5",
  "Content-Length: 0x5",
  "Content-Length: 99999999999999999999",
  "Content-Length: 1000000000",
  "Content-Length:",
  "Transfer-Encoding: chunked",
  "Transfer-Encoding: chunked, chunked",
  "Transfer-Encoding: identity",
  "Transfer-Encoding: gzip, chunked",
  "Transfer-Encoding: chunked, gzip",
  "Transfer-Encoding:\tchunked",
  "Transfer-Encoding: xchunked",
  "Transfer-Encoding : chunked",
  "Content-Encoding: gzip",
  "Content-Type: text/plain",
  "Connection: keep-alive, close, upgrade",
  "Connection: Host, Content-Length",
  "Upgrade: websocket",
  "Upgrade: h2c",
  "Expect: 100-continue",
  "Expect: 200-maybe",
  "Trailer: Content-Length",
  "__proto__: 1",
  "constructor: 1",
  ": empty",
  "no colon",
  "name with space: 1",
  " folded: 1",
  "X-Null: a\u0000b",
  "X-Return: a\rb",
  "X-Eight: \u00ff\u00fe",
  `X-Long: ${"a".repeat(17_000)}`,
  ...Array.from({ length: 3 }, (_unused, index) => `X-Twice: ${index}`),
];

/** Invalid chunked bodies. */
const chunkedBodies: readonly string[] = [
  "0\r\n\r\n",
  "5\r\n{}\r\n0\r\n\r\n",
  "1\r\n{}\r\n0\r\n\r\n",
  "-1\r\n{}\r\n0\r\n\r\n",
  "0x2\r\n{}\r\n0\r\n\r\n",
  " 2\r\n{}\r\n0\r\n\r\n",
  "2 \r\n{}\r\n0\r\n\r\n",
  "2;a=b;c\r\n{}\r\n0\r\n\r\n",
  `2;${"e".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
  "2\n{}\n0\n\n",
  "2\r{}\r0\r\r",
  "ffffffffffffffff\r\n{}",
  "fffffffffffffffff\r\n{}",
  "7fffffff\r\n{}",
  "00000000000000000000002\r\n{}\r\n0\r\n\r\n",
  "zz\r\n",
  "2\r\n{}",
  "2\r\n{}\r\n",
  "2\r\n{}\r\n0\r\nX: y\r\n\r\n",
  "2\r\n{}\r\n0\r\nContent-Length: 5\r\nHost: evil.example\r\n\r\n",
  "2\r\n{}\r\n0\r\n: \r\n\r\n",
  "1\r\n{\r\n1\r\n}\r\n0\r\n\r\n",
  `${"1\r\n \r\n".repeat(2_000)}2\r\n{}\r\n0\r\n\r\n`,
  "0\r\n\r\nGET /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
];

const bends: readonly Bend[] = [
  (message, random) => {
    message.line = random.of(requestLines);
  },
  (message, random) => {
    message.headers.splice(random.below(message.headers.length + 1), 0, random.of(headerLines));
  },
  (message, random) => {
    message.headers.push(random.of(headerLines), random.of(headerLines));
  },
  (message, random) => {
    message.headers.splice(random.below(message.headers.length), 1);
  },
  (message, random) => {
    message.headers = message.headers.filter((header) => !header.startsWith("content-length"));
    message.headers.push("Transfer-Encoding: chunked");
    message.body = Buffer.from(random.of(chunkedBodies));
  },
  (message) => {
    message.headers.push(...Array.from({ length: 2_100 }, (_unused, index) => `X${index}: 1`));
  },
  (message, random) => {
    // A length that differs from that of the body. Excess bytes become the next request; missing bytes never arrive.
    const lie = random.of([0, 1, message.body.length + 1, message.body.length * 2 + 5, 1024 * 1024 + 1]);
    message.headers = message.headers.map((header) =>
      header.startsWith("content-length") ? `content-length: ${lie}` : header,
    );
  },
];

/**
 * Generates the behavior of a hostile client on one connection: some requests in a row and the end of the connection.
 * The last request is corrupted, and its bytes may be changed or cut. The bytes may be spread over several writes.
 *
 * @param random - Random numbers
 * @returns The behavior of the client
 */
export function hostileConnection(random: Random): HostileConnection {
  const before = Array.from({ length: random.below(4) }, () => messageOf(hostileRequest(random)));
  const last = messageOf(hostileRequest(random));
  for (let count = 1 + random.below(2); count > 0; count -= 1) random.of(bends)(last, random);
  const bytes = Buffer.concat([...before.map(bytesOf), changed(bytesOf(last), random)]);
  return {
    requests: before.length + 1,
    parts: cut(bytes, random),
    end: random.of(["half-close", "half-close", "half-close", "reset"]),
  };
}

function messageOf({ method, url, headers, payload }: HostileRequest): Message {
  const body = Buffer.from(payload);
  const lines = Object.entries({ host: "127.0.0.1", ...headers }).map(([name, value]) => `${name}: ${value}`);
  lines.push(`content-length: ${body.length}`);
  return { line: `${method} ${url} HTTP/1.1`, headers: lines, body };
}

function bytesOf({ line, headers, body }: Message): Buffer {
  return Buffer.concat([Buffer.from(`${[line, ...headers].join("\r\n")}\r\n\r\n`, "latin1"), body]);
}

/** Changes some bytes of a request, or none. */
function changed(bytes: Buffer, random: Random): Buffer {
  const place = random.below(bytes.length);
  switch (random.below(6)) {
    case 0:
      return bytes.subarray(0, place);
    case 1:
      bytes[place] = random.below(256);
      return bytes;
    case 2:
      return Buffer.concat([bytes.subarray(0, place), random.of(junk), bytes.subarray(place)]);
    case 3:
      return Buffer.concat([bytes, random.of(junk)]);
    default:
      return bytes;
  }
}

const junk: readonly Buffer[] = [
  Buffer.from("\r\n"),
  Buffer.from("\n"),
  Buffer.from("\r\n\r\n"),
  Buffer.from([0]),
  Buffer.from([0xff, 0xfe]),
  Buffer.from("\r\nContent-Length: 3"),
  Buffer.from("GET / HTTP/1.1\r\n"),
  Buffer.alloc(2_000, "A"),
];

/** Splits bytes into one or several writes. */
function cut(bytes: Buffer, random: Random): readonly Buffer[] {
  if (random.below(3) > 0) return [bytes];
  const places = Array.from({ length: 1 + random.below(5) }, () => random.below(bytes.length + 1));
  const ordered = [0, ...places.toSorted((left, right) => left - right), bytes.length];
  return ordered.slice(1).map((place, index) => bytes.subarray(ordered[index], place));
}
