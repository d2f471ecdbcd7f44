import { EventEmitter, once } from "node:events";
import { connect } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { defineConnector } from "@wellhead/sdk";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StartedApp, startApp } from "../../test/start-app.js";
import { ArrivingBytes } from "../host/arriving-bytes.js";
import { readBody } from "./read-body.js";

const maxBodyBytes = 5000;
const connector = defineConnector({
  id: "echo",
  name: "Echo",
  version: "1.0.0",
  description: "Returns what it is sent",
  sources: (source) => ({ rows: source({ name: "Rows", rows: () => [{ id: "1" }] }) }),
});

let started: StartedApp;
beforeAll(async () => {
  started = await startApp([connector], { limits: { maxBodyBytes } });
});
afterAll(() => started.app.close());

/** Sends a body in chunks of the given lengths, in one write, and returns the status. */
async function statusOf(body: string, chunkLength: number): Promise<string | undefined> {
  let chunks = "";
  for (let from = 0; from < body.length; from += chunkLength) {
    const chunk = body.slice(from, from + chunkLength);
    chunks += `${chunk.length.toString(16)}\r\n${chunk}\r\n`;
  }
  return send(`Transfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`);
}

/** Sends the end of a request to the connector, and returns the status. */
async function send(end: string): Promise<string | undefined> {
  const { hostname, port } = new URL(started.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n${end}`,
  );
  let text = "";
  socket.on("data", (part: Buffer) => (text += part.toString()));
  await once(socket, "close");
  return /^HTTP\/1\.1 (\d+)/.exec(text)?.[1];
}

describe("readBody", () => {
  test.each([1, 2, 3, 7, 64, 1000, maxBodyBytes])(
    "a body is read whole up to its maximum length, and refused above it, in chunks of %d bytes",
    async (chunkLength) => {
      const source = '{"source":"rows"}';
      expect(await statusOf(source, chunkLength)).toBe("200");
      expect(await statusOf(source.padEnd(maxBodyBytes), chunkLength)).toBe("200");
      expect(await statusOf(source.padStart(maxBodyBytes), chunkLength)).toBe("200");
      expect(await statusOf(source.padEnd(maxBodyBytes + 1), chunkLength)).toBe("413");
      expect(await statusOf(source.slice(1).padEnd(100), chunkLength)).toBe("400");
    },
  );

  test("a body that is declared too long is refused before it arrives", async () => {
    expect(await send(`Content-Length: ${maxBodyBytes + 1}\r\n\r\n`)).toBe("413");
  });

  test("a body whose connection fails ends with that error, once", () => {
    const payload = new EventEmitter();
    const ends: unknown[] = [];
    readBody(
      { declaredLength: undefined, payload, maxBytes: 10, arrivingBytes: new ArrivingBytes(100) },
      (error, body) => ends.push(error ?? body),
    );
    payload.emit("data", Buffer.from("a"));
    payload.emit("error", new Error("reset"));
    payload.emit("data", Buffer.from("b"));
    payload.emit("end");
    expect(ends).toEqual([expect.objectContaining({ message: "reset", statusCode: 400 })]);
  });

  test.runIf(isLong)("a body in chunks of one byte takes little more memory than its bytes", () => {
    setFlagsFromString("--expose-gc");
    const collect: () => void = runInNewContext("gc");
    const usedMb = (): number => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      return (heapUsed + external) / 1e6;
    };
    const payload = new EventEmitter();
    let read: Buffer | undefined;
    readBody(
      {
        declaredLength: undefined,
        payload,
        maxBytes: 1_000_000,
        arrivingBytes: new ArrivingBytes(1_000_000),
      },
      (_error, body) => {
        read = body;
      },
    );
    const before = usedMb();
    for (let count = 0; count < 300_000; count += 1) payload.emit("data", Buffer.alloc(1, 32));
    // The chunks themselves would take 60 MB.
    expect(usedMb() - before).toBeLessThan(20);
    payload.emit("end");
    expect(read?.equals(Buffer.alloc(300_000, 32))).toBe(true);
  });
});

describe("bodies that never end", () => {
  test("of all callers together are held up to a maximum; further ones get 503, and others are read again after them", async () => {
    const limits = { maxBodyBytes: 100_000, maxArrivingBytes: 250_000 };
    const { app, url } = await startApp([connector], { limits });
    const { hostname, port } = new URL(url);
    const part = "x".repeat(90_000);
    const head =
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99000\r\n\r\n";
    const answers: string[] = [];
    const sockets = Array.from({ length: 6 }, () => {
      const socket = connect(Number(port), hostname, () => socket.write(head + part));
      socket.on("error", () => undefined).on("data", (answer: Buffer) => answers.push(answer.toString()));
      return socket;
    });
    await expect.poll(() => answers.length, { timeout: 20_000 }).toBe(4);
    expect(answers.every((answer) => answer.startsWith("HTTP/1.1 503"))).toBe(true);
    expect(answers[0]).toMatch(/retry-after: 5[^]*"code":"unavailable"/i);
    for (const socket of sockets) socket.destroy();
    const whole = JSON.stringify({ source: "rows" }).padEnd(99_000);
    await expect
      .poll(
        async () => {
          const headers = { "content-type": "application/json" };
          return (await fetch(url, { method: "POST", headers, body: whole })).status;
        },
        { timeout: 20_000 },
      )
      .toBe(200);
    await app.close();
  });
});
