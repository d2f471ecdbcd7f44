import { once } from "node:events";
import { Socket } from "node:net";
import { PassThrough } from "node:stream";
import { constants, createGzip, gunzipSync } from "node:zlib";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { openResponse, readToEnd, sinkOf } from "../../test/open-response.js";
import { ReaderStalled, watchReader } from "./response-sink.js";

/** More bytes than the buffers of both ends hold. */
const much = Buffer.alloc(24 * 1024 * 1024);

describe("ResponseSink", () => {
  it("stops waiting for a caller when the request is aborted", async () => {
    const { response } = await openResponse();
    const { sink, control } = sinkOf(response);
    const written = sink.write(much);
    control.abort(new Error("The service stops."));
    await expect(written).rejects.toThrow("The service stops.");
    // A reason that is not an error is wrapped.
    const next = sinkOf((await openResponse()).response);
    const pending = next.sink.write(much);
    next.control.abort("text");
    await expect(pending).rejects.toMatchObject({ cause: "text" });
  });

  it("measures how long rows wait for the caller, and nothing while the caller keeps up", async () => {
    const { response, caller } = await openResponse();
    const { sink, control } = sinkOf(response);
    await sink.write("little");
    expect(control.readerWaitMs).toBe(0);
    const written = sink.write(much);
    const start = control.readerWaitStart ?? 0;
    expect(start).toBeGreaterThan(0);
    const before = performance.now() - start;
    caller.resume();
    await written;
    expect(control.readerWaitMs).toBeGreaterThanOrEqual(before);
    expect(control.readerWaitMs).toBeLessThanOrEqual(performance.now() - start);
  });

  it("sends the last bytes although the request is given up, unless the caller reads nothing", async () => {
    const { response, caller } = await openResponse();
    const { sink, control } = sinkOf(response);
    const ended = sink.end(much.toString("latin1"));
    control.abort(new Error("The service stops."));
    const text = readToEnd(caller);
    await ended;
    expect(response.writableFinished).toBe(true);
    caller.end();
    expect(await text).toMatch(/0\r\n\r\n$/);
    const stalled = await openResponse();
    const other = sinkOf(stalled.response);
    const waiting = other.sink.end(much.toString("latin1"));
    other.control.abort(new ReaderStalled(0, 1000));
    await expect(waiting).rejects.toBeInstanceOf(ReaderStalled);
  });

  it("destroys the connection when the compressor fails, so that the rows do not look complete", async () => {
    const { response, caller } = await openResponse();
    const compressor = createGzip();
    const { sink } = sinkOf(response, { compressor });
    await sink.write("rows");
    compressor.destroy(new Error("The compressor is broken."));
    expect(await readToEnd(caller)).not.toMatch(/0\r\n\r\n$/);
    expect(response.destroyed).toBe(true);
    await expect(sink.write("more")).rejects.toMatchObject({ name: "CallerGone" });
  });

  it("reports when the bytes can be reused, and never when they could not be sent", async () => {
    const { response, caller } = await openResponse();
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

  it("counts bytes, not characters, and writes nothing for an empty text", async () => {
    const { sink } = sinkOf((await openResponse()).response);
    await sink.write("é€");
    await sink.write("");
    expect(sink.bytes).toBe(5);
  });

  it("destroys the compressor when the response is cut", async () => {
    const { response } = await openResponse();
    const compressor = createGzip();
    const { sink } = sinkOf(response, { compressor });
    await sink.write("rows");
    sink.cut();
    expect([compressor.destroyed, response.destroyed]).toEqual([true, true]);
  });

  it("has no room for a caller that left, and flushes only where something is compressed", async () => {
    const { response, caller } = await openResponse();
    const { sink } = sinkOf(response);
    expect(() => sink.flush()).not.toThrow();
    const closed = once(response, "close");
    caller.destroy();
    await closed;
    await expect(sink.write("rows")).rejects.toMatchObject({ name: "CallerGone" });
    await expect(sink.end("]")).rejects.toMatchObject({ name: "CallerGone" });
    expect(sink.bytes).toBe(0);
  });

  it("flushes rows that the compressor holds back, and ends them", async () => {
    const { response, caller } = await openResponse();
    const compressor = createGzip();
    const { sink } = sinkOf(response, { compressor });
    const parts: Buffer[] = [];
    compressor.on("data", (part: Buffer) => parts.push(part));
    await sink.write("rows");
    sink.flush();
    const decoded = () => gunzipSync(Buffer.concat(parts), { finishFlush: constants.Z_SYNC_FLUSH });
    await expect.poll(() => decoded().toString()).toBe("rows");
    const text = readToEnd(caller);
    await sink.end("]");
    caller.end();
    expect(await text).toMatch(/0\r\n\r\n$/);
  });

  it("leaves a compressor to the hooks of the application that read it", async () => {
    const { response } = await openResponse();
    const compressor = createGzip();
    sinkOf(response, { compressor, piped: compressor });
    expect([compressor.listenerCount("data"), compressor.isPaused()]).toEqual([0, false]);
    sinkOf(response, { compressor });
    expect(compressor.listenerCount("data")).toBe(1);
  });

  it("reports the bytes that wait in the compressor and in the response", async () => {
    const { response } = await openResponse();
    const compressor = createGzip({ level: 0 });
    const { sink, control } = sinkOf(response, { compressor });
    const pending = sink.write(much);
    expect(control.bufferedBytes?.()).toBe(much.length);
    await expect.poll(() => response.writableLength).toBeGreaterThan(0);
    expect(control.bufferedBytes?.()).toBe(compressor.writableLength + response.writableLength);
    control.abort(new Error("The service stops."));
    await expect(pending).rejects.toThrow("The service stops.");
    const plain = sinkOf((await openResponse()).response);
    expect(plain.control.bufferedBytes?.()).toBe(0);
  });

  it("copies bytes that a hook of the application may read later than they are written", async () => {
    const { response } = await openResponse();
    const piped = new PassThrough();
    const { sink } = sinkOf(response, { piped });
    const rows = Buffer.from("rows");
    await sink.write(rows);
    rows.fill("x");
    expect(String(piped.read())).toBe("rows");
    // A stream that the hooks broke cuts the response.
    piped.destroy(new Error("A hook failed."));
    await expect.poll(() => response.destroyed).toBe(true);
  });

  it("calls a request aborted whose connection was closed before the last bytes", async () => {
    const { response } = await openResponse();
    const { sink, control } = sinkOf(response);
    const ended = sink.end(much.toString("latin1"));
    control.abort(new Error("The service stops."));
    response.destroy();
    await expect(ended).rejects.toMatchObject({ cause: { message: "The service stops." } });
  });
});

it("an answer is not complete where Node says so although its connection is gone", async () => {
  const { response } = await openResponse();
  const { sink } = sinkOf(response);
  const ended = sink.end("]");
  response.req.socket.destroy();
  // The listener of the sink only: Node's own do not expect the event again.
  response.listeners("finish").at(-1)?.call(response);
  await expect(ended).rejects.toMatchObject({ name: "CallerGone" });
});

it("a connection that is gone has taken nothing more", () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const reasons: ReaderStalled[] = [];
  // A socket without a connection has no handle, as one whose connection was closed.
  const endWatch = watchReader(new Socket(), { stallTimeout: 1000, minReadRate: 0 }, (reason) => {
    reasons.push(reason);
  });
  vi.advanceTimersByTime(1000);
  endWatch();
  vi.advanceTimersByTime(9000);
  expect(reasons).toMatchObject([{ name: "ReaderStalled" }]);
});

/** More than the buffers of both ends hold: whoever has read so many has made the other side send. */
const round = 12 * 1024 * 1024;

describe("a caller that reads slowly", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Starts to send five rounds; only `pass()` lets the time pass in which the caller is judged. */
  async function send(minReadRate: number) {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { response, caller } = await openResponse();
    const { sink } = sinkOf(response, { stallTimeout: 1000, minReadRate });
    const state = { outcome: "waiting" };
    const written = sink.write(Buffer.alloc(5 * round)).then(
      () => (state.outcome = "written"),
      (error: unknown) => (state.outcome = String(error)),
    );
    let received = 0;
    caller.on("data", (part: Buffer) => {
      received += part.length;
    });
    caller.pause();
    /** Reads at least one round. */
    const read = async (): Promise<void> => {
      const enough = received + round;
      caller.resume();
      await vi.waitFor(() => expect(received).toBeGreaterThanOrEqual(enough), {
        timeout: 60_000,
        interval: 1,
      });
      caller.pause();
    };
    return { state, written, read, pass: () => vi.advanceTimersByTime(1000) };
  }

  it("is not cut while it reads, although nothing drains; it is cut once it has stopped", async () => {
    const { state, written, read, pass } = await send(1);
    for (let time = 0; time < 3; time += 1) {
      await read();
      pass();
      await Promise.resolve();
      expect(state.outcome).toBe("waiting");
    }
    // What the operating system still buffers for the caller counts as read once.
    for (let time = 0; time < 3; time += 1) pass();
    await written;
    expect(state.outcome).toContain("the caller read 0 bytes in 1 s");
  });

  it("is cut without a minimum too once it reads nothing", async () => {
    const { state, written, read, pass } = await send(0);
    await read();
    pass();
    await Promise.resolve();
    expect(state.outcome).toBe("waiting");
    for (let time = 0; time < 3; time += 1) pass();
    await written;
    expect(state.outcome).toContain("the caller read 0 bytes in 1 s");
  });

  it("is cut when it reads, but less than the minimum", async () => {
    const { state, written, read, pass } = await send(1024 * 1024 * 1024);
    await read();
    pass();
    await written;
    expect(state.outcome).toMatch(/ReaderStalled: .* the caller read [1-9]\d+ bytes in 1 s/);
  });
});
