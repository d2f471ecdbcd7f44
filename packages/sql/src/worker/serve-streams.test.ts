import { once } from "node:events";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { spareBuffers } from "@wellhead/rows";
import { ConnectorError, type EncodedBatch, type RowEncoding } from "@wellhead/sdk";
import { afterEach, describe, expect, it } from "vitest";
import { type OpenStream, serveStreams } from "./serve-streams.js";
import type { StreamCommand, StreamReply } from "./stream-messages.js";

const encoding: RowEncoding = { format: "json", separator: "," };
let ports: MessagePort[] = [];

afterEach(() => {
  for (const port of ports) port.close();
  ports = [];
});

const barrier = "barrier";

/** Serves streams at one end of a channel. This thread uses the other end. */
function serve(open: OpenStream) {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1);
  serveStreams(
    (job, signal) => (job === barrier ? Promise.resolve(rows(0).opened) : open(job, signal)),
    port2,
  );
  const replies: StreamReply[] = [];
  port1.on("message", (reply: StreamReply) => replies.push(reply));
  const send = (command: StreamCommand): void => port1.postMessage(command);
  let last = 1000;
  return {
    send,
    /** Waits for a number of replies and returns them. */
    next: async (count: number): Promise<readonly StreamReply[]> => {
      while (replies.length < count) await once(port1, "message");
      return replies.splice(0);
    },
    /** Waits until the server has processed everything that was sent, and returns its replies. */
    settle: async (): Promise<readonly StreamReply[]> => {
      for (let turn = 0; turn < 2; turn += 1) {
        last += 1;
        send({ kind: "open", id: last, job: barrier });
        while (replies.at(-1)?.id !== last) await once(port1, "message");
      }
      return replies.splice(0).filter(({ id }) => id <= 1000);
    },
  };
}

/** Encodes rows as batches, and records what was requested and how it ended. */
function rows(count: number) {
  const log: string[] = [];
  async function* encode(given: RowEncoding): AsyncGenerator<EncodedBatch> {
    log.push(`encode ${given.format}`);
    try {
      for (let index = 0; index < count; index += 1) {
        log.push(`batch ${index}`);
        yield await Promise.resolve({ bytes: new Uint8Array([index]), rows: index + 1 });
      }
      log.push("whole");
    } finally {
      log.push("end");
    }
  }
  return { log, opened: { columns: ["a", "b"], encode } };
}

const more = (id: number): StreamCommand => ({ kind: "more", id, spare: [] });

describe("serveStreams()", () => {
  it("opens a job, then sends as many batches as are asked for, then the end", async () => {
    const { opened, log } = rows(2);
    const jobs: unknown[] = [];
    const { send, next, settle } = serve((job) => {
      jobs.push(job);
      return Promise.resolve(opened);
    });
    send({ kind: "open", id: 7, job: { table: "t" } });
    expect(await next(1)).toEqual([{ kind: "opened", id: 7, columns: ["a", "b"], hasArrow: false }]);
    expect({ jobs, log }).toEqual({ jobs: [{ table: "t" }], log: [] });
    send({ kind: "start", id: 7, encoding });
    expect(await settle()).toEqual([]);
    send(more(7));
    expect(await next(1)).toEqual([{ kind: "batch", id: 7, bytes: new Uint8Array([0]), rows: 1 }]);
    // The upstream waits: one batch is ready, and no further one is created.
    expect(await settle()).toEqual([]);
    expect(log).toEqual(["encode json", "batch 0", "batch 1"]);
    send(more(7));
    expect(await next(2)).toEqual([
      { kind: "batch", id: 7, bytes: new Uint8Array([1]), rows: 2 },
      { kind: "end", id: 7 },
    ]);
    expect(log.slice(3)).toEqual(["whole", "end"]);
  });

  it("counts what is asked for before the first batch is there", async () => {
    const { opened } = rows(5);
    const { send, next, settle } = serve(() => Promise.resolve(opened));
    send({ kind: "open", id: 1, job: 0 });
    await next(1);
    for (let count = 0; count < 3; count += 1) send(more(1));
    send({ kind: "start", id: 1, encoding });
    expect((await next(3)).map(({ kind }) => kind)).toEqual(["batch", "batch", "batch"]);
    expect(await settle()).toEqual([]);
  });

  it("says where it belongs when there is no thread to serve", () => {
    const open = () => Promise.resolve(rows(0).opened);
    expect(() => serveStreams(open, null)).toThrow("expected a worker, got the main thread");
  });

  it("keeps streams apart", async () => {
    const { send, next } = serve((job) => Promise.resolve(rows(Number(job)).opened));
    for (const id of [1, 2]) send({ kind: "open", id, job: id });
    await next(2);
    for (const id of [1, 2]) send({ kind: "start", id, encoding });
    for (const id of [2, 2, 1]) send(more(id));
    const replies = await next(5);
    expect(replies.filter(({ id }) => id === 1).map(({ kind }) => kind)).toEqual(["batch", "end"]);
    expect(replies.filter(({ id }) => id === 2).map(({ kind }) => kind)).toEqual(["batch", "batch", "end"]);
  });

  it("stops a stream that waits for its reader, and says nothing more about it", async () => {
    const { opened, log } = rows(9);
    let signal: AbortSignal | undefined;
    const { send, next, settle } = serve((_job, given) => {
      signal = given;
      return Promise.resolve(opened);
    });
    send({ kind: "open", id: 1, job: 0 });
    await next(1);
    send({ kind: "start", id: 1, encoding });
    send(more(1));
    await next(1);
    expect(signal?.aborted).toBe(false);
    send({ kind: "stop", id: 1 });
    await expect.poll(() => log.at(-1)).toBe("end");
    expect(signal?.aborted).toBe(true);
    expect(log).not.toContain("whole");
    send(more(1));
    send({ kind: "start", id: 1, encoding });
    expect(await settle()).toEqual([]);
  });

  it("stops a job that is still being opened, and does not report its failure", async () => {
    let signal: AbortSignal | undefined;
    const { send, settle } = serve((_job, given) => {
      signal = given;
      return once(given, "abort").then(() => Promise.reject(new Error("stopped")));
    });
    send({ kind: "open", id: 1, job: 0 });
    await expect.poll(() => signal).toBeDefined();
    send({ kind: "stop", id: 1 });
    await expect.poll(() => signal?.aborted).toBe(true);
    expect(await settle()).toEqual([]);
  });

  it("reports why a job could not be opened, or failed, and forgets it", async () => {
    const failure = new ConnectorError("upstream_unavailable", "Gone.");
    async function* encode(): AsyncGenerator<EncodedBatch> {
      yield await Promise.reject<EncodedBatch>(failure);
    }
    const failing: OpenStream = (job) =>
      job === "open" ? Promise.reject(failure) : Promise.resolve({ columns: [], encode });
    const { send, next, settle } = serve(failing);
    send({ kind: "open", id: 1, job: "open" });
    const error = expect.objectContaining({ code: "upstream_unavailable", message: "Gone." }) as unknown;
    expect(await next(1)).toEqual([{ kind: "failed", id: 1, error }]);
    send({ kind: "open", id: 2, job: "read" });
    await next(1);
    send({ kind: "start", id: 2, encoding });
    expect(await next(1)).toEqual([{ kind: "failed", id: 2, error }]);
    for (const id of [1, 2]) send({ kind: "start", id, encoding });
    expect(await settle()).toEqual([]);
  });

  it("says that a stream is not open when it is started too early, and knows no others", async () => {
    const { send, next, settle } = serve((_job, signal) => once(signal, "abort").then(() => rows(0).opened));
    send({ kind: "start", id: 3, encoding });
    send(more(3));
    send({ kind: "stop", id: 3 });
    send({ kind: "open", id: 4, job: 0 });
    send({ kind: "start", id: 4, encoding });
    expect(await next(1)).toMatchObject([{ kind: "failed", id: 4, error: { code: "internal" } }]);
    expect(await settle()).toEqual([]);
  });

  it("transfers the memory of a batch, and takes memory back to be used again", async () => {
    const bytes = new Uint8Array(4321);
    async function* encode() {
      yield await Promise.resolve({ bytes, rows: 1 });
    }
    const { send, next } = serve(() => Promise.resolve({ columns: [], encode }));
    send({ kind: "open", id: 1, job: 0 });
    await next(1);
    send({ kind: "start", id: 1, encoding });
    send(more(1));
    await next(2);
    expect(bytes.byteLength).toBe(0);
    // Buffers of a size are kept only after that size has been requested.
    spareBuffers.take(4321);
    const spare = new ArrayBuffer(4321);
    new Uint8Array(spare).fill(9);
    send({ kind: "more", id: 99, spare: [spare] });
    send({ kind: "open", id: 2, job: 0 });
    await next(1);
    expect(spareBuffers.take(4321)[0]).toBe(9);
  });
});
