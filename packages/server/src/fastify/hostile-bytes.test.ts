import { rawRequest } from "@wellhead/test-support/http/raw-request";
import { parse, pick } from "@wellhead/test-support/json/pick";
import { sampleConnector } from "@wellhead/test-support/services/sample-connector";
import { expect, test } from "vitest";
import { startApp } from "../../test/start-app.js";

const head = "Host: 127.0.0.1\r\nConnection: close\r\n";
const chunked = `POST / HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n`;
const body = '{"source":"moons","account":{"auth":"none"}}';
const hexadecimal = body.length.toString(16);

/** Bytes that no HTTP client would send, and the status of each response; none if the connection is closed. */
const requests: Readonly<Record<string, readonly [bytes: string, ...statuses: number[]]>> = {
  "a target of another host": [`GET http://evil.example/ HTTP/1.1\r\n${head}\r\n`, 403],
  "a target of this host": [`GET http://localhost/ HTTP/1.1\r\n${head}\r\n`, 200],
  "a target of a tunnel": [`CONNECT 127.0.0.1:1 HTTP/1.1\r\n${head}\r\n`, 405],
  "a tunnel after a request": [
    `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nCONNECT 127.0.0.1:1 HTTP/1.1\r\n${head}\r\nbytes`,
    200,
    405,
  ],
  "a tunnel without a host": ["CONNECT 127.0.0.1:1 HTTP/1.1\r\nConnection: close\r\n\r\n", 405],
  "an expectation": [`POST / HTTP/1.1\r\n${head}Expect: more\r\nContent-Length: 2\r\n\r\n{}`, 400],
  "an expectation after one that is known": [
    `POST / HTTP/1.1\r\n${head}Expect: 100-continue\r\nExpect: more\r\nContent-Length: 2\r\n\r\n{}`,
    400,
  ],
  "an expectation in the list of a known one": [
    `PUT /nowhere HTTP/1.1\r\n${head}Expect: more, 100-continue\r\nContent-Length: 2\r\n\r\n{}`,
    400,
  ],
  "an expectation that contains the word": [`GET / HTTP/1.1\r\n${head}Expect: "100-continue"\r\n\r\n`, 400],
  "a target that is a star": [`OPTIONS * HTTP/1.1\r\n${head}\r\n`, 204],
  "two hosts": [`GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n${head}\r\n`, 400],
  "no host": ["GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
  "no host, with a body": ["POST / HTTP/1.1\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}", 400],
  "no host in HTTP/1.0": ["GET / HTTP/1.0\r\n\r\n", 200],
  "HTTP/0.9": ["GET /\r\n\r\n", 400],
  "HTTP/2 in plain": ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
  "TLS in plain": ["\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001", 400],
  TRACE: [`TRACE / HTTP/1.1\r\n${head}\r\n`, 405],
  "a method of other protocols": [`PROPFIND / HTTP/1.1\r\n${head}Content-Length: 2\r\n\r\n{}`, 405],
  "a method that is unknown": [`BREW / HTTP/1.1\r\n${head}\r\n`, 400],
  "an upgrade": [
    `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close, upgrade\r\nUpgrade: websocket\r\n\r\n`,
    200,
  ],
  "a path that cannot be decoded": [`GET /%zz HTTP/1.1\r\n${head}\r\n`, 400],
  "a path with a zero byte": [`GET /\u0000 HTTP/1.1\r\n${head}\r\n`, 400],
  "a length and chunks": [`${chunked}Content-Length: 3\r\n\r\n0\r\n\r\n`, 400],
  "two lengths": [`POST / HTTP/1.1\r\n${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
  "a length below zero": [`POST / HTTP/1.1\r\n${head}Content-Length: -1\r\n\r\n{}`, 400],
  "a length beyond numbers": [
    `POST / HTTP/1.1\r\n${head}Content-Length: 99999999999999999999\r\n\r\n{}`,
    400,
  ],
  "another transfer coding": [`POST / HTTP/1.1\r\n${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`, 400],
  "a chunk without a size": [`${chunked}\r\nzz\r\n`, 400],
  "a chunk of another size": [`${chunked}\r\n5\r\n{}\r\n0\r\n\r\n`, 400],
  "a chunk with an extension": [`${chunked}\r\n${hexadecimal};a=b\r\n${body}\r\n0\r\n\r\n`, 200],
  "a trailer": [`${chunked}Trailer: X\r\n\r\n${hexadecimal}\r\n${body}\r\n0\r\nX-Hostile: y\r\n\r\n`, 200],
  "a trailer that sets a length": [
    `${chunked}\r\n${hexadecimal}\r\n${body}\r\n0\r\nContent-Length: 1\r\n\r\n`,
    400,
  ],
  "a body that names a compression": [
    `POST / HTTP/1.1\r\n${head}Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}`,
    415,
  ],
  "a header folded over lines": [`GET / HTTP/1.1\r\n${head}X-A: 1\r\n 2\r\n\r\n`, 400],
  "a header name with a space": [`GET / HTTP/1.1\r\n${head}X A: 1\r\n\r\n`, 400],
  "line feeds alone": ["GET / HTTP/1.1\nHost: 127.0.0.1\nConnection: close\n\n", 400],
  "requests in a row": [
    `GET /logo HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET / HTTP/1.1\r\n${head}\r\n`,
    204,
    404,
    200,
  ],
};

interface RawAnswer {
  readonly status: number;
  readonly id: string | undefined;
  readonly content: string;
}

/** Splits the text of one connection into its responses. */
function answersIn(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf("\r\n\r\n", at) + 4;
    const lines = text.slice(at, end);
    const stated = /\r\ncontent-length: (\d+)/i.exec(lines)?.[1];
    const next = text.indexOf("HTTP/1.1 ", end);
    // Rows are sent without a length, errors always with one.
    const length = stated === undefined ? (next === -1 ? text.length : next) - end : Number(stated);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(lines)?.[1]);
    const id = /\r\nx-request-id: (\S+)/i.exec(lines)?.[1];
    answers.push({ status, id, content: text.slice(end, end + length) });
    at = end + length;
  }
  return answers;
}

test("malformed bytes of every kind get a 4xx response, and the next valid request is served", async () => {
  const started = await startApp([sampleConnector()], { admin: { port: 0 }, limits: { drainDelay: 0 } });
  const refused: Record<number, number> = {};
  for (const [name, [bytes, ...statuses]] of Object.entries(requests)) {
    const { text } = await rawRequest(started.url, bytes);
    const answers = answersIn(text);
    expect({ name, found: answers.map(({ status }) => status) }).toStrictEqual({ name, found: statuses });
    for (const { status, id, content } of answers.filter((answer) => answer.status >= 400)) {
      expect({ name, body: parse(content) }).toEqual({
        name,
        body: expect.objectContaining({ status, requestId: id, error: expect.stringMatching(/./) }),
      });
      const lines = started.lines.filter((line) => line.includes(`"requestId":"${id}"`));
      expect(lines.map((line) => pick(parse(line), "status"), name)).toEqual([status]);
      refused[status] = (refused[status] ?? 0) + 1;
    }
    expect((await fetch(started.url)).status).toBe(200);
  }
  const metrics = await (await fetch(`${started.adminUrl}/metrics`)).text();
  for (const [status, count] of Object.entries(refused)) {
    const counts = [
      ...metrics.matchAll(new RegExp(`^wellhead_requests_total\\{.*status="${status}"\\} (\\d+)`, "gm")),
    ];
    expect([status, counts.reduce((sum, [, value]) => sum + Number(value), 0)]).toEqual([status, count]);
  }
  await started.app.close();
});
