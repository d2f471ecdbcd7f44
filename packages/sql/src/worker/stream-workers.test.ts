import { Buffer } from "node:buffer";
import { availableParallelism } from "node:os";
import type { EncodedRows, RowEncoding } from "@wellhead/sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { StreamWorkers } from "./stream-workers.js";

const encoding: RowEncoding = { format: "csv", separator: "\r\n" };

/** The replies that a job makes its worker send; `batches` are sent one at a time, on request. */
interface Script {
  readonly opens?: "never" | "crash" | "exit" | "wrongly";
  readonly failed?: object;
  readonly batches?: readonly (string | object)[];
}

/** A worker that follows its jobs. The columns of a stream are the worker's id and the messages it has received. */
const source = `
import { parentPort as port, threadId } from "node:worker_threads";
const seen = [];
const jobs = new Map();
port.on("message", ({ kind, id, job, spare }) => {
  seen.push(kind + " " + id);
  if (kind === "open") {
    jobs.set(id, [...(job.batches ?? [])]);
    if (job.opens === "crash") throw new Error("crashed");
    if (job.opens === "exit") process.exit(0);
    if (job.opens === "never") return;
    if (job.opens === "wrongly") return port.postMessage({ kind: "batch", id, bytes: new Uint8Array(1), rows: 1 });
    if (job.failed) port.postMessage({ kind: "failed", id, error: job.failed });
    else port.postMessage({ kind: "opened", id, columns: [String(threadId), ...seen] });
  }
  if (kind !== "more") return;
  const left = jobs.get(id);
  const batch = left.shift();
  if (typeof batch === "object") port.postMessage({ ...batch, id });
  if (typeof batch !== "string") return;
  const bytes = new TextEncoder().encode(batch + ":" + spare.map(({ byteLength }) => byteLength).join());
  port.postMessage({ kind: "batch", id, bytes, rows: left.length });
});`;
const entry = new URL(`data:text/javascript,${encodeURIComponent(source)}`);

let workers: StreamWorkers[] = [];

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(workers.map((one) => one.close()));
  workers = [];
});

function make() {
  const made = new StreamWorkers(entry);
  workers.push(made);
  const open = async (script: Script = {}, signal = new AbortController().signal): Promise<EncodedRows> =>
    await made.open(script, signal);
  /** Returns what the worker of a new stream has received so far. */
  const seen = async (): Promise<readonly string[]> => {
    const rows = await open();
    await rows.encode(encoding)[Symbol.asyncIterator]().return?.();
    return rows.columns.slice(1);
  };
  return { made, open, seen };
}

async function read(rows: EncodedRows, isReleased = false): Promise<readonly string[]> {
  const texts: string[] = [];
  for await (const { bytes, rows: count, release } of rows.encode(encoding)) {
    texts.push(`${Buffer.from(bytes).toString()} (${count})`);
    if (isReleased) release?.();
  }
  return texts;
}

const end = { kind: "end" };

describe("StreamWorkers", () => {
  it("opens a stream, asks for four batches, and for one more with each that is read", async () => {
    const { open } = make();
    const rows = await open({ batches: ["a", "b", "c", "d", "e", end] });
    expect(rows.columns.slice(1)).toEqual(["open 1"]);
    expect(await read(rows)).toEqual(["a: (5)", "b: (4)", "c: (3)", "d: (2)", "e: (1)"]);
  });

  it("hands memory back to the worker once its batch was sent", async () => {
    const { open } = make();
    const batches = ["a", "b", "c", "d", "e", "f", end];
    // The fifth batch is requested when the first one, of two bytes, is released.
    expect(await read(await open({ batches }), true)).toEqual([
      "a: (6)",
      "b: (5)",
      "c: (4)",
      "d: (3)",
      "e:2 (2)",
      "f:2 (1)",
    ]);
  });

  it("throws what the worker says went wrong, when it is opened or after batches that came before", async () => {
    const { open, seen } = make();
    const failed = { code: "upstream_unavailable", message: "Gone." };
    await expect(open({ failed })).rejects.toMatchObject(failed);
    const rows = await open({ batches: ["a", { kind: "failed", error: failed }] });
    const batches = rows.encode(encoding)[Symbol.asyncIterator]();
    expect((await batches.next()).value?.rows).toBe(1);
    await expect(batches.next()).rejects.toMatchObject(failed);
    // There is no stream left to stop.
    expect((await seen()).filter((one) => one.startsWith("stop"))).toEqual([]);
  });

  it("does not take a reply out of turn for rows", async () => {
    const { open, seen } = make();
    await expect(open({ opens: "wrongly" })).rejects.toMatchObject({ code: "internal" });
    const rows = await open({ batches: [{ kind: "opened", columns: [] }] });
    await expect(read(rows)).rejects.toMatchObject({ code: "internal" });
    expect((await seen()).filter((one) => one.startsWith("stop"))).toEqual(["stop 1", "stop 2"]);
  });

  it("stops the stream in the worker when its reader stops", async () => {
    const { open, seen } = make();
    const rows = await open({ batches: ["a", "b"] });
    const batches = rows.encode(encoding)[Symbol.asyncIterator]();
    await batches.next();
    await batches.return?.();
    expect(await seen()).toContain("stop 1");
  });

  it("opens nothing for a request that has ended, and ends one with its reason", async () => {
    const { open, seen } = make();
    const reason = new Error("left");
    await expect(open({}, AbortSignal.abort(reason))).rejects.toBe(reason);
    const control = new AbortController();
    const opening = open({ opens: "never" }, control.signal);
    control.abort(reason);
    await expect(opening).rejects.toBe(reason);
    const second = new AbortController();
    const reading = read(await open({}, second.signal));
    second.abort("left");
    await expect(reading).rejects.toMatchObject({ name: "AbortError" });
    expect(await seen()).toEqual([
      "open 1",
      "stop 1",
      "open 2",
      "start 2",
      ...more(2, 4),
      "stop 2",
      "open 3",
    ]);
  });

  it("stops a stream that is not read for half a minute, and no other", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { open, seen } = make();
    const unread = await open({ batches: ["a", end] });
    const control = new AbortController();
    const opened = await open({ batches: ["a", end] }, control.signal);
    const reading = read(opened);
    vi.advanceTimersByTime(29_999);
    const before = await open({ batches: ["a", end] });
    vi.advanceTimersByTime(1);
    await expect(read(unread)).rejects.toMatchObject({ name: "AbortError" });
    expect(await reading).toEqual(["a: (1)"]);
    expect(await read(before)).toEqual(["a: (1)"]);
    vi.useRealTimers();
    await seen();
  });

  it("starts a worker for each stream up to a maximum, then shares them, and starts no more", async () => {
    const { open } = make();
    const max = Math.min(4, availableParallelism());
    const opened = await Promise.all(Array.from({ length: max * 2 }, () => open()));
    const ids = opened.map(({ columns }) => columns[0]);
    expect(new Set(ids).size).toBe(max);
    // All workers have the same number of streams.
    for (const id of ids) expect(ids.filter((one) => one === id)).toHaveLength(2);
    for (const rows of opened) await rows.encode(encoding)[Symbol.asyncIterator]().return?.();
  });

  it("uses a worker again that has nothing to do", async () => {
    const { open } = make();
    const ids: unknown[] = [];
    for (let count = 0; count < 3; count += 1) {
      const rows = await open({ batches: [end] });
      ids.push(rows.columns[0]);
      await read(rows);
    }
    expect(new Set(ids).size).toBe(1);
  });

  it.each(["crash", "exit"] as const)(
    "fails the streams of a worker that ends, and starts another: %s",
    async (opens) => {
      const { open } = make();
      // Enough streams that the workers must be shared.
      const max = Math.min(4, availableParallelism());
      const others = await Promise.all(Array.from({ length: max }, () => open()));
      const readings = others.map((rows) => read(rows));
      const outcomes = Promise.allSettled(readings);
      await expect(open({ opens })).rejects.toMatchObject({
        code: "internal",
        message: expect.stringContaining("worker ended") as string,
      });
      const lost = others[0]?.columns[0];
      const again = await open({ batches: ["a", end] });
      expect(again.columns[0]).not.toBe(lost);
      expect(await read(again)).toEqual(["a: (1)"]);
      await workers[0]?.close();
      const errors = (await outcomes).map((one) => (one.status === "rejected" ? String(one.reason) : "read"));
      expect(errors[0]).toContain("worker ended");
      for (const error of errors.slice(1)) expect(error).toContain("stopping");
    },
  );

  it("ends every stream when it is closed, and opens the next one in a new worker", async () => {
    const { made, open } = make();
    const [first, second] = [await open(), open({ opens: "never" })];
    const reading = read(first);
    const outcomes = Promise.allSettled([reading, second]);
    await made.close();
    const stopping = {
      reason: { code: "internal", message: expect.stringContaining("stopping") as string },
    };
    expect(await outcomes).toMatchObject([stopping, stopping]);
    const again = await open({ batches: [end] });
    expect(again.columns[1]).toBe("open 3");
    expect(await read(again)).toEqual([]);
  });
});

function more(id: number, count: number): readonly string[] {
  return Array.from({ length: count }, () => `more ${id}`);
}
