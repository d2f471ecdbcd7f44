import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createBrotliDecompress, createGunzip, gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { bodyStream } from "./body-stream.js";

/** Serves bytes on a bare socket, and closes it as the test says. */
async function answerOf(serve: (socket: Socket) => void): Promise<{
  readonly answer: IncomingMessage;
  /** Resolves once the client has noticed the end of the connection. */
  readonly noticed: Promise<unknown>;
}> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => serve(socket));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  const request = get({ port, host: "127.0.0.1", agent: false });
  const [answer]: IncomingMessage[] = await once(request, "response");
  if (answer === undefined) throw new Error("expected a response");
  return { answer, noticed: once(answer.socket, "close") };
}

const rows = Array.from({ length: 5000 }, (_, n) => `{"n":${n}}\n`).join("");
const head = (encoding: string, length: number): string =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\nContent-Encoding: ${encoding}\r\n\r\n`;

async function readAll(stream: ReadableStream<Uint8Array>): Promise<{ text: string; error: unknown }> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of stream) text += decoder.decode(chunk, { stream: true });
  } catch (error) {
    return { text, error };
  }
  return { text, error: undefined };
}

describe("bodyStream()", () => {
  test("hands out all that arrived before the connection was cut, then the error", async () => {
    const { answer, noticed } = await answerOf((socket) => {
      socket.write(head("identity", rows.length + 1) + rows, () => socket.destroy());
    });
    const stream = bodyStream(answer);
    await noticed;
    const { text, error } = await readAll(stream);
    expect(text).toBe(rows);
    expect(error).toBeInstanceOf(Error);
  });

  test("decompresses all that arrived before the connection was cut, then throws the error", async () => {
    const gzip = gzipSync(rows.repeat(20));
    const sent = gzip.subarray(0, Math.floor(gzip.length / 2));
    const { answer, noticed } = await answerOf((socket) => {
      socket.write(head("gzip", gzip.length));
      socket.write(sent, () => socket.destroy());
    });
    const stream = bodyStream(answer, createGunzip());
    await noticed;
    const { text, error } = await readAll(stream);
    expect(rows.repeat(20).startsWith(text)).toBe(true);
    expect(text.length).toBeGreaterThan(rows.length * 8);
    expect(error).toMatchObject({ message: expect.not.stringContaining("decompress") });
  });

  test("fails when a compressed body is truncated, and does not otherwise", async () => {
    const gzip = gzipSync(rows);
    for (const [length, message] of [
      [gzip.length, undefined],
      [gzip.length - 1, "could not decompress the response"],
    ] as const) {
      const { answer } = await answerOf((socket) => {
        socket.write(head("gzip", length));
        socket.end(gzip.subarray(0, length));
      });
      const { text, error } = await readAll(bodyStream(answer, createGunzip()));
      expect(rows.startsWith(text)).toBe(true);
      const reason = error instanceof Error ? error.message : undefined;
      expect(reason?.replace(/: .*/, "")).toBe(message);
    }
  });

  test("says that a body is not compressed as it says", async () => {
    const { answer } = await answerOf((socket) => socket.end(head("br", 5) + "plain"));
    const { error } = await readAll(bodyStream(answer, createBrotliDecompress()));
    expect(error).toMatchObject({ message: expect.stringContaining("could not decompress") });
  });

  test("closes the connection when its reader leaves", async () => {
    const { answer, noticed } = await answerOf((socket) => void socket.write(head("identity", 1e9) + rows));
    const reader = bodyStream(answer).getReader();
    await reader.read();
    await reader.cancel();
    await expect(noticed).resolves.toBeDefined();
  });
});
