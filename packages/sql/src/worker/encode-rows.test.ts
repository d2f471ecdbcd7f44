import { Buffer } from "node:buffer";
import { type WrittenColumn, writeCsvText, writeJsonText } from "@wellhead/rows";
import type { RowEncoding } from "@wellhead/sdk";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { encodeRows } from "./encode-rows.js";
import type { RowBytes, RowsOfServer } from "./rows-of-server.js";

const json: RowEncoding = { format: "json", separator: "," };
const csv: RowEncoding = { format: "csv", separator: "\r\n" };
const columns: readonly WrittenColumn[] = [{ name: "v", json: writeJsonText, csv: writeCsvText }];

/** A server that sends what a test tells it to, and records the calls it receives. */
function makeServer(given: Partial<RowsOfServer> = {}) {
  const log: string[] = [];
  let receive: (row: RowBytes) => void = () => undefined;
  let settle: { resolve: () => void; reject: (error: unknown) => void } | undefined;
  const server = {
    action: "Read t",
    columns: ["v"],
    skip: 0,
    limit: undefined,
    silence: 60_000,
    received: 0,
    start: () => Promise.resolve(columns),
    run: (take: (row: RowBytes) => void) => {
      receive = take;
      log.push("run");
      return new Promise<void>((resolve, reject) => {
        settle = { resolve, reject };
      });
    },
    write: (writer: Parameters<RowsOfServer["write"]>[0], { bytes, start, end }: RowBytes) => {
      writer.begin(end - start);
      writer.target.read(bytes);
      writer.cell(0, start, end);
      writer.end();
    },
    pause: () => void log.push("pause"),
    resume: () => void log.push("resume"),
    end: (whole: boolean) => {
      log.push(`end ${whole}`);
      settle?.reject(new Error("closed"));
      return Promise.resolve();
    },
    explain: (error: unknown) => new Error("explained", { cause: error }),
    ...given,
  };
  const send = (...texts: readonly (string | Buffer)[]) => {
    for (const text of texts) {
      const bytes = Buffer.concat([Buffer.from("<"), Buffer.from(text), Buffer.from(">")]);
      server.received += 1;
      receive({ bytes, start: 1, end: bytes.length - 1 });
    }
  };
  return {
    server,
    log,
    send,
    done: () => settle?.resolve(),
    fail: (error: unknown) => settle?.reject(error),
  };
}

/** Lets promises settle without advancing the clock. */
const turn = () => vi.advanceTimersByTimeAsync(0);

beforeEach(
  () => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] }),
);
afterEach(() => void vi.useRealTimers());

const long = "x".repeat(30_000);

describe("encodeRows()", () => {
  it.each([
    [json, '{"v":"a"},{"v":"b"},{"v":"c"}'],
    [csv, "a\r\nb\r\nc"],
  ])("writes the rows that came in one batch, and ends the connection whole: %j", async (encoding, text) => {
    const { server, log, send, done } = makeServer();
    const batches = encodeRows({ rows: server, encoding });
    const first = batches.next();
    await turn();
    send("a", "b", "c");
    done();
    const { value } = await first;
    expect([Buffer.from(value?.bytes ?? []).toString(), value?.rows]).toEqual([text, 3]);
    expect(await batches.next()).toEqual({ done: true, value: undefined });
    expect(log).toEqual(["run", "end true"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("sends a reader who waits the rows there are, after ten milliseconds, and then again", async () => {
    const { server, send, done } = makeServer();
    const batches = encodeRows({ rows: server, encoding: csv });
    const read: string[] = [];
    const reading = (async () => {
      for await (const { bytes } of batches) read.push(Buffer.from(bytes).toString());
    })();
    await turn();
    send("a", "b");
    await vi.advanceTimersByTimeAsync(9);
    expect(read).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(read).toEqual(["a\r\nb"]);
    await vi.advanceTimersByTimeAsync(100);
    send("c");
    await vi.advanceTimersByTimeAsync(10);
    expect(read).toEqual(["a\r\nb", "c"]);
    done();
    await reading;
    expect(read).toEqual(["a\r\nb", "c"]);
  });

  it("collects rows into a full batch while no reader waits", async () => {
    const { server, send, done } = makeServer();
    const batches = encodeRows({ rows: server, encoding: csv });
    const first = batches.next();
    await turn();
    send("a");
    await vi.advanceTimersByTimeAsync(10);
    await first;
    send("b");
    await vi.advanceTimersByTimeAsync(10);
    send("c");
    await vi.advanceTimersByTimeAsync(10);
    done();
    await turn();
    expect((await batches.next()).value?.rows).toBe(2);
  });

  it("begins a batch where the one before is full, and loses no row between them", async () => {
    const { server, send, done } = makeServer();
    const batches = encodeRows({ rows: server, encoding: csv });
    const first = batches.next();
    await turn();
    const sent = Array.from({ length: 20 }, (_, index) => `${index}${long}`);
    send(...sent);
    done();
    const sizes: number[] = [];
    const read: string[] = [];
    for (let next = await first; next.done !== true; next = await batches.next()) {
      sizes.push(next.value.bytes.length);
      read.push(...Buffer.from(next.value.bytes).toString().split("\r\n"));
      expect(next.value.rows).toBe(Buffer.from(next.value.bytes).toString().split("\r\n").length);
    }
    expect(read).toEqual(sent);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(128 * 1024);
    expect(sizes.length).toBeGreaterThan(4);
  });

  it("writes a row that is longer than a batch", async () => {
    const { server, send, done } = makeServer();
    const batches = encodeRows({ rows: server, encoding: csv });
    const first = batches.next();
    await turn();
    const huge = "y".repeat(300_000);
    send("a", huge, "b");
    done();
    const texts: string[] = [];
    for (let next = await first; next.done !== true; next = await batches.next())
      texts.push(Buffer.from(next.value.bytes).toString());
    expect(texts[0]).toBe("a");
    expect(texts.join("\r\n")).toBe(`a\r\n${huge}\r\nb`);
  });

  it("pauses the server while no reader reads, and resumes it when the queue has room", async () => {
    const { server, log, send } = makeServer();
    const batches = encodeRows({ rows: server, encoding: csv });
    const first = batches.next();
    await turn();
    for (let count = 0; count < 30; count += 1) send(`${count}${long}`);
    await first;
    expect(log).toEqual(["run", "pause"]);
    while (!log.includes("resume")) await batches.next();
    expect(log).toEqual(["run", "pause", "resume"]);
    await batches.return(undefined);
    expect(log.at(-1)).toBe("end false");
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([0, 1, 2, 3, 4])("leaves out the first %i rows of three", async (skip) => {
    const { server, send, done } = makeServer({ skip });
    const batches = encodeRows({ rows: server, encoding: csv });
    const first = batches.next();
    await turn();
    send("a", "b", "c");
    done();
    const { value } = await first;
    expect(Buffer.from(value?.bytes ?? []).toString()).toBe(["a", "b", "c"].slice(skip).join("\r\n"));
    expect(value?.rows ?? 0).toBe(Math.max(0, 3 - skip));
  });

  it("asks the server for nothing when no row is wanted", async () => {
    const { server, log } = makeServer({ limit: 0 });
    expect(await encodeRows({ rows: server, encoding: csv }).next()).toEqual({
      done: true,
      value: undefined,
    });
    expect(log).toEqual(["end true"]);
  });

  it("says why the server stopped, after the rows that came before, and ends the connection as broken", async () => {
    const { server, log, send, fail } = makeServer();
    const batches = encodeRows({ rows: server, encoding: csv });
    const first = batches.next();
    await turn();
    send("a");
    await vi.advanceTimersByTimeAsync(10);
    send("b");
    const cause = new Error("lost");
    fail(cause);
    expect(Buffer.from((await first).value?.bytes ?? []).toString()).toBe("a");
    await expect(batches.next()).rejects.toMatchObject({ message: "explained", cause });
    expect(log).toEqual(["run", "end false"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("says why the statement could not be run", async () => {
    const cause = new Error("no such table");
    const { server, log } = makeServer({ start: () => Promise.reject(cause) });
    await expect(encodeRows({ rows: server, encoding: csv }).next()).rejects.toMatchObject({ cause });
    expect(log).toEqual(["end false"]);
  });

  it("names row, column and encoding of text that is not what it should be", async () => {
    const latin1 = Buffer.from([0x5a, 0x6f, 0xeb]);
    const explain = (error: unknown): unknown => error;
    const read = async (given: Partial<RowsOfServer>) => {
      const { server, send, done } = makeServer({ explain, ...given });
      const batches = encodeRows({ rows: server, encoding: json });
      const first = batches.next();
      await turn();
      send("left out", "a");
      await vi.advanceTimersByTimeAsync(10);
      await first;
      send("b", latin1);
      done();
      await batches.next();
    };
    await expect(read({ skip: 1 })).rejects.toMatchObject({
      code: "upstream_invalid",
      message: expect.stringMatching(/^Read t: row 4 .*column "v".* not UTF-8\./) as string,
    });
    await expect(read({ textEncoding: "GBK" })).rejects.toThrow(/row 4 .* not GBK\./);
  });

  it("ends when the server is silent for as long as it may be, and not while rows come", async () => {
    const explain = (error: unknown): unknown => error;
    const { server, log, send } = makeServer({ silence: 5000, explain });
    const batches = encodeRows({ rows: server, encoding: csv });
    const first = batches.next();
    await turn();
    for (let count = 0; count < 10; count += 1) {
      server.received += 1;
      await vi.advanceTimersByTimeAsync(4000);
    }
    send("a");
    await vi.advanceTimersByTimeAsync(10);
    await first;
    const outcome = Promise.allSettled([batches.next()]);
    await vi.advanceTimersByTimeAsync(3000);
    expect(log).toEqual(["run"]);
    await vi.advanceTimersByTimeAsync(3000);
    const message = expect.stringContaining("for 5 seconds") as string;
    expect(await outcome).toMatchObject([{ reason: { code: "upstream_timeout", message } }]);
    expect(log).toEqual(["run", "end false"]);
  });

  it("does not hold a slow reader against the server", async () => {
    const { server, log, send } = makeServer({ silence: 5000 });
    const batches = encodeRows({ rows: server, encoding: csv });
    const first = batches.next();
    await turn();
    for (let count = 0; count < 30; count += 1) send(`${count}${long}`);
    await first;
    await vi.advanceTimersByTimeAsync(60_000);
    await batches.next();
    expect(log).toEqual(["run", "pause"]);
    await batches.return(undefined);
  });
});
