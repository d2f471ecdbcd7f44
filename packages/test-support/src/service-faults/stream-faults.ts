import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { upstreamInvalid } from "@wellhead/sdk";
import type { MatrixFault } from "./fault-cell.js";

/** A fault inside one response that is read as a stream. */
export interface StreamFault extends Pick<MatrixFault, "title" | "definition"> {
  /** Source that reads the response. */
  readonly source: "items" | "lines";
  readonly code: string;
  /** Start of the response. */
  readonly begin: string | Uint8Array;
  /** Called when the caller of the service has received its first rows. */
  readonly end: (socket: Socket) => unknown;
}

/** Number of items before the fault; more than the service buffers for a retry. */
export const itemsBefore = 3000;

const quick = { limits: { firstByte: 80, idle: 80, page: 160, answer: 160 } };
const rows = Array.from({ length: itemsBefore }, (_, id) => `{"id":${id},"text":"${"x".repeat(100)}"}`);
const array = `{"ok":true,"items":[${rows.join(",")}`;
const lines = `${rows.join("\n")}\n`;
const counted = "HTTP/1.1 200 OK\r\ncontent-length: 99999999\r\n\r\n";
const chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
const closing = "HTTP/1.0 200 OK\r\n\r\n";

/** Faults in the middle of a response, in an array and in lines. */
export const streamFaults: readonly StreamFault[] = [
  ...both("U11 the body stalls", {
    head: counted,
    end: () => undefined,
    code: "upstream_timeout",
    quick: true,
  }),
  ...both("U12 the body drips", { head: counted, end: drip, code: "upstream_timeout", quick: true }),
  ...both("U13 reset", {
    head: counted,
    end: (socket) => socket.resetAndDestroy(),
    code: "upstream_unavailable",
  }),
  ...both("U14 end short of the length", {
    head: counted,
    end: (socket) => socket.end(),
    code: "upstream_unavailable",
  }),
  ...both("U15 chunked without end", {
    head: chunked,
    end: (socket) => socket.end(),
    code: "upstream_unavailable",
  }),
  ...both("U15 chunked with a bad size", {
    head: chunked,
    end: (socket) => socket.end("zz\r\n"),
    code: "upstream_invalid",
  }),
  ...both("U25 JSON that breaks", {
    head: closing,
    end: (socket) => socket.end(',{"id":]\n'),
    code: "upstream_invalid",
  }),
  ...both("U26 bytes that are not UTF-8", {
    head: closing,
    end: (socket) => socket.end(Buffer.from([0x2c, 0x22, 0xff, 0x22, 0x5d, 0x7d])),
    code: "upstream_invalid",
  }),
  ...both("U27 nested too deep", {
    head: closing,
    end: (socket) => socket.end(`,${"[".repeat(10_000)}`),
    code: "upstream_invalid",
  }),
  ...both("U28 one item above the cap", {
    head: closing,
    // So far above the cap that a single chunk, which may hold all buffered bytes, cannot hold the difference.
    end: (socket) => socket.end(`,"${"x".repeat(4_000_000)}"]}`),
    code: "upstream_invalid",
    pageBytes: 300_000,
  }),
  ...zipped("U29 cut gzip", (bytes) => bytes.subarray(0, -1000)),
  ...zipped("U29 gzip bomb", (_bytes, text) => gzipSync(text + " ".repeat(60_000_000))),
  onlyItems("U25 cut JSON", ""),
  onlyItems("U25 something behind the end", "]} {}"),
  onlyItems("U24 two lists", '],"items":[1]}'),
  onlyItems("U24 error behind the items", '],"ok":false}', {
    fault: ({ body }) =>
      JSON.stringify(body).includes('"ok":false') ? upstreamInvalid("Read: refused") : undefined,
  }),
  {
    ...onlyItems("U38 a line that is cut", ""),
    source: "lines",
    begin: closing + lines,
    end: (socket) => socket.end('{"id":'),
  },
];

interface BodyFault {
  readonly head: string;
  readonly end: (socket: Socket) => unknown;
  readonly code: string;
  readonly quick?: boolean;
  readonly pageBytes?: number;
}

function both(title: string, { head, end, code, ...options }: BodyFault): StreamFault[] {
  const body = { items: array, lines };
  const limits = {
    ...(options.quick && quick.limits),
    ...(options.pageBytes && { pageBytes: options.pageBytes }),
  };
  return (["items", "lines"] as const).map((source) => ({
    title: `${title}, in ${source}`,
    source,
    begin: head + framed(head, body[source]),
    end,
    code,
    ...(Object.keys(limits).length > 0 && { definition: { limits } }),
  }));
}

function zipped(title: string, change: (bytes: Buffer, text: string) => Buffer): StreamFault[] {
  return (["items", "lines"] as const).map((source) => {
    const text = source === "items" ? array : lines;
    const bytes = change(gzipSync(text), text);
    const head = Buffer.from("HTTP/1.0 200 OK\r\ncontent-encoding: gzip\r\n\r\n");
    return {
      title: `${title}, in ${source}`,
      source,
      // Sent at once, because the caller cannot wait for rows that a decoder buffers.
      begin: Buffer.concat([head, bytes]),
      end: (socket) => socket.end(),
      code: "upstream_invalid",
    };
  });
}

function onlyItems(title: string, tail: string, definition?: StreamFault["definition"]): StreamFault {
  return {
    title: `${title}, in items`,
    source: "items",
    begin: closing + array,
    end: (socket) => socket.end(tail),
    code: "upstream_invalid",
    ...(definition && { definition }),
  };
}

function framed(head: string, body: string): string {
  return head === chunked ? `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n` : body;
}

function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write(" "), 50);
  socket.on("close", () => clearInterval(timer));
}
