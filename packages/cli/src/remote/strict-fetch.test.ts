import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createSocketServer } from "node:net";
import { setImmediate } from "node:timers/promises";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, test, vi } from "vitest";
import { strictFetch } from "./strict-fetch.js";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function serve(answer: (response: ServerResponse, acceptEncoding: unknown) => void): Promise<string> {
  const server = createServer((request, response) => {
    answer(response, request.headers["accept-encoding"]);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  // `address()` returns an object of this type for a server on a TCP port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const text = "a row of text\n".repeat(5000);

describe("strictFetch()", () => {
  test.each([
    ["gzip", gzipSync(text)],
    ["br", brotliCompressSync(text)],
    ["identity", Buffer.from(text)],
  ])("decompresses %s, and fails wherever it breaks off", async (encoding, bytes) => {
    let length = bytes.length;
    const url = await serve((response, accepted) => {
      expect(accepted).toBe("gzip, br");
      if (encoding === "identity") response.setHeader("content-length", bytes.length);
      else response.setHeader("content-encoding", encoding);
      response.write(bytes.subarray(0, length), () => {
        if (encoding === "identity" && length < bytes.length) response.destroy();
        else response.end();
      });
    });
    const whole = await strictFetch(url);
    expect(whole.headers.get("content-encoding")).toBeNull();
    expect(await whole.text()).toBe(text);
    for (length = 1; length < bytes.length; length += Math.ceil(bytes.length / 40)) {
      const read = strictFetch(url).then((response) => response.text());
      const reason = encoding === "identity" ? /.+/ : "could not decompress the response: ";
      await expect(read, `after ${length} bytes`).rejects.toThrow(reason);
    }
  });

  test("returns redirects and responses without a body unchanged", async () => {
    const url = await serve((response) => response.writeHead(302, { location: "/elsewhere" }).end());
    expect((await strictFetch(url)).headers.get("location")).toBe("/elsewhere");
    const empty = await serve((response) => response.writeHead(204).end());
    expect((await strictFetch(empty)).status).toBe(204);
  });

  test("hands out every row that arrived before the connection was cut", async () => {
    const rows = Array.from({ length: 1000 }, (_, n) => `{"n":${n}}\n`).join("");
    const server = createSocketServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n${rows}`, () => socket.destroy());
      });
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    closers.push(() => void server.close());
    // `address()` returns an object of this type for a server on a TCP port.
    const { port } = server.address() as AddressInfo;
    const reader = (await strictFetch(`http://127.0.0.1:${port}/`)).body?.getReader();
    // The client notices the end of the connection before anything is read.
    for (let turn = 0; turn < 50; turn += 1) await setImmediate();
    let received = "";
    const readAll = async () => {
      for (;;) {
        const part = await reader?.read();
        if (part?.value === undefined) return;
        received += Buffer.from(part.value).toString();
      }
    };
    await expect(readAll()).rejects.toThrow(/.+/);
    expect(received).toBe(rows);
  });

  test("ends with its signal", async () => {
    const url = await serve((response) => response.write("some"));
    const controller = new AbortController();
    const response = await strictFetch(url, { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(response.text()).rejects.toThrow("enough");
  });

  test.each(["http", "https"])("waits at most ten seconds for a connection of %s", async (protocol) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const server = createSocketServer((socket) => socket.on("error", () => undefined).resume());
    await once(server.listen(0, "127.0.0.1"), "listening");
    closers.push(
      () => void vi.useRealTimers(),
      () => void server.close(),
    );
    // `address()` returns an object of this type for a server on a TCP port.
    const { port } = server.address() as AddressInfo;
    const controller = new AbortController();
    const asked = strictFetch(`${protocol}://127.0.0.1:${port}/`, { signal: controller.signal });
    const fault = asked.then(
      () => undefined,
      (error: unknown) => error,
    );
    await once(server, "connection");
    for (let turn = 0; turn < 50; turn += 1) await setImmediate();
    vi.advanceTimersByTime(10_000);
    for (let turn = 0; turn < 50; turn += 1) await setImmediate();
    controller.abort(new Error("still waiting"));
    const reason = protocol === "https" ? { code: "ETIMEDOUT" } : { message: "still waiting" };
    expect(await fault).toMatchObject(reason);
  });
});
