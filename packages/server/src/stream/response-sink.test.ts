import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { createGzip } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { Deadlines } from "../deadline/deadlines.js";
import { RequestControl } from "../deadline/request-control.js";
import { ReaderStalled } from "./reader-stalled.js";
import { ResponseSink, type ResponseSinkOptions } from "./response-sink.js";

const opened: (() => void)[] = [];

afterEach(() => {
  for (const close of opened.splice(0)) close();
});

/** Opens a response to a caller that reads nothing until it is resumed. */
async function respond(): Promise<{ readonly response: ServerResponse; readonly caller: Socket }> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const caller = connect(port, "127.0.0.1").pause();
  caller.on("error", () => undefined);
  opened.push(() => {
    caller.destroy();
    server.closeAllConnections();
    server.close();
  });
  caller.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n");
  // The event's second argument is the response.
  const [, response] = (await once(server, "request")) as [unknown, ServerResponse];
  response.writeHead(200);
  return { response, caller };
}

function sinkOf(response: ServerResponse, options: Partial<ResponseSinkOptions> = {}) {
  const control = new RequestControl(new Deadlines(0));
  const sink = new ResponseSink({
    response,
    compressor: undefined,
    piped: undefined,
    stallTimeout: 600_000,
    minReadRate: 1,
    control,
    ...options,
  });
  return { sink, control };
}

/** More bytes than the buffers of both ends hold. */
const much = Buffer.alloc(24 * 1024 * 1024);

/** Reads until the connection ends, and returns how it ended. */
async function readAll(caller: Socket): Promise<string> {
  let text = "";
  caller.setEncoding("latin1").on("data", (part: string) => {
    text = (text + part).slice(-100);
  });
  caller.resume();
  await once(caller, "close");
  return text;
}

describe("ResponseSink", () => {
  it("gives up waiting for a caller when the request is given up", async () => {
    const { response } = await respond();
    const { sink, control } = sinkOf(response);
    const written = sink.write(much);
    control.abort(new Error("The service stops."));
    await expect(written).rejects.toThrow("The service stops.");
    // A reason that is not an error is wrapped.
    const next = sinkOf((await respond()).response);
    const pending = next.sink.write(much);
    next.control.abort("text");
    await expect(pending).rejects.toMatchObject({ cause: "text" });
  });

  it("sends the last bytes although the request is given up, unless the caller reads nothing", async () => {
    const { response, caller } = await respond();
    const { sink, control } = sinkOf(response);
    const ended = sink.end(much.toString("latin1"));
    control.abort(new Error("The service stops."));
    const text = readAll(caller);
    await ended;
    expect(response.writableFinished).toBe(true);
    caller.end();
    expect(await text).toMatch(/0\r\n\r\n$/);
    const stalled = await respond();
    const other = sinkOf(stalled.response);
    const waiting = other.sink.end(much.toString("latin1"));
    other.control.abort(new ReaderStalled(0, 1000));
    await expect(waiting).rejects.toBeInstanceOf(ReaderStalled);
  });

  it("destroys the connection when the compressor fails, so that nobody takes the rows for whole", async () => {
    const { response, caller } = await respond();
    const compressor = createGzip();
    const { sink } = sinkOf(response, { compressor });
    await sink.write("rows");
    compressor.destroy(new Error("The compressor is broken."));
    expect(await readAll(caller)).not.toMatch(/0\r\n\r\n$/);
    expect(response.destroyed).toBe(true);
    await expect(sink.write("more")).rejects.toMatchObject({ name: "CallerGone" });
  });

  it("says when nobody looks at the bytes any more, and never when they could not be sent", async () => {
    const { response, caller } = await respond();
    const { sink } = sinkOf(response);
    let released = 0;
    const release = (): void => {
      released += 1;
    };
    await sink.write(Buffer.from("rows"), release);
    await expect.poll(() => released).toBe(1);
    const pending = sink.write(much, release);
    caller.destroy();
    await expect(pending).rejects.toMatchObject({ name: "CallerGone" });
    expect(released).toBe(1);
    expect(sink.bytes).toBe(4 + much.length);
  });
});
