import { first, good, once, page, type UpstreamFault } from "./upstream-fault.js";

/** Long enough for a request to arrive on a busy machine. */
const quick = { limits: { firstByte: 400, idle: 400, page: 800, answer: 800 } };
const chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";

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

function drip(head: string, rest: string): UpstreamFault["answer"] {
  return (socket) => {
    socket.write(head);
    let index = 0;
    const timer = setInterval(() => socket.write(rest[(index += 1) % rest.length] ?? " "), 20);
    socket.on("close", () => clearInterval(timer));
  };
}
