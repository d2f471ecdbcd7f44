import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LineWriter, makeLog } from "./service-log.js";

/** A reader that reads only when the test calls it. */
function slowTarget() {
  const read: string[] = [];
  let resume = (): void => undefined;
  const target = new Writable({
    highWaterMark: 1,
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      resume = () => {
        read.push(chunk);
        done();
      };
    },
  });
  return { target, read, next: () => resume() };
}

test("unread lines are dropped and counted, and queued lines are written", () => {
  const { target, read, next } = slowTarget();
  const writer = new LineWriter({ target, maxWaitingBytes: 1000 });
  const line = `${"x".repeat(99)}\n`;
  for (let index = 0; index < 50; index += 1) {
    writer.write(line);
    writer.flush();
  }
  expect(target.writableLength).toBe(1000);
  // Each read lets the next write start.
  while (target.writableLength > 0) next();
  writer.flush();
  next();
  expect(read.slice(0, -1).join("")).toBe(line.repeat(10));
  expect(JSON.parse(read.at(-1) ?? "")).toMatchObject({ level: "warn", lines: 40 });
  writer.write("after\n");
  writer.flush();
  next();
  expect(read.at(-1)).toBe("after\n");
});

test("a target that fails does not end the process", () => {
  const { target } = slowTarget();
  const writer = new LineWriter({ target, maxWaitingBytes: 1000 });
  writer.write("lost\n");
  target.destroy(new Error("EPIPE"));
  expect(() => writer.write("line\n")).not.toThrow();
});

const program = `
  import { makeLog } from ${JSON.stringify(new URL("../../../dist/observe/logs/service-log.js", import.meta.url).href)};
  const log = makeLog({ target: process.stderr });
  for (let index = 0; index < 150_000; index += 1) {
    log.info({ index }, "x".repeat(200));
    if (index % 1000 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  process.stdout.write(String(process.stderr.writableLength));
  process.exit();
`;

test("a process whose log is not read keeps a bounded number of lines, and can exit", async () => {
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  // Writes 35 MB of lines to a pipe that is never read.
  child.stderr.pause();
  let waiting = "";
  child.stdout.on("data", (chunk: Buffer) => (waiting += chunk.toString()));
  const [code] = (await once(child, "exit")) as [number | null];
  child.stderr.destroy();
  expect(code).toBe(0);
  expect(Number(waiting)).toBeGreaterThan(0);
  expect(Number(waiting)).toBeLessThan(4 * 1024 * 1024 + 1);
});

test("the last lines are written when the process exits", async () => {
  const short = program
    .replace("150_000", "3")
    .replace("process.stdout", "process.exitCode = 0; process.stdout");
  const { stderr } = await new Promise<{ stderr: string }>((resolve) => {
    execFile(process.execPath, ["--input-type=module", "-e", short], (_error, _stdout, text) =>
      resolve({ stderr: text }),
    );
  });
  expect(stderr.trim().split("\n")).toHaveLength(3);
});

/** Records what is written, and reports a buffer of the given length. */
function recordingTarget() {
  const written: string[] = [];
  const target = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      written.push(chunk);
      done();
    },
  });
  return { target, written };
}

describe("a line", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: Date.UTC(2026, 2, 3) });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  test("is written within 200 ms, together with the others, or as soon as they have 8 KB", () => {
    const { target, written } = recordingTarget();
    const writer = new LineWriter({ target, maxWaitingBytes: 100_000 });
    writer.write("one\n");
    writer.write("two\n");
    vi.advanceTimersByTime(199);
    expect(written).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(written).toEqual(["one\ntwo\n"]);
    const half = `${"x".repeat(4095)}\n`;
    writer.write(half);
    expect(written).toHaveLength(1);
    writer.write(half);
    expect(written[1]).toBe(half + half);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("that was dropped is reported as soon as half of the buffer is free, without another line", () => {
    let writableLength = 1000;
    const written: string[] = [];
    const target = {
      get writableLength() {
        return writableLength;
      },
      write: (text: string) => written.push(text) > 0,
      on: () => target,
    };
    // The writer uses these three members only.
    const writer = new LineWriter({ target: target as unknown as Writable, maxWaitingBytes: 1000 });
    writer.write("lost\n");
    writableLength = 501;
    vi.advanceTimersByTime(1000);
    expect(written).toEqual([]);
    writableLength = 500;
    vi.advanceTimersByTime(200);
    expect(written.map((text) => JSON.parse(text) as unknown)).toMatchObject([{ lines: 1 }]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("of the default log has level, time and members, no host, and is written when the process exits", () => {
    const { target, written } = recordingTarget();
    const before = process.listeners("exit");
    const log = makeLog({ target, level: "warn" });
    const [onExit] = process.listeners("exit").filter((listener) => !before.includes(listener));
    log.info({ a: 1 }, "not shown");
    log.warn({ a: 1 }, "first");
    log.warn({ a: 2 }, "second");
    vi.setSystemTime(Date.UTC(2026, 2, 3) + 1);
    log.error({ a: 3 }, "third");
    expect(written).toEqual([]);
    onExit?.(0);
    process.off("exit", onExit ?? (() => undefined));
    const time = "2026-03-03T00:00:00.000Z";
    expect(
      written
        .join("")
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      { level: "warn", time, a: 1, msg: "first" },
      { level: "warn", time, a: 2, msg: "second" },
      { level: "error", time: "2026-03-03T00:00:00.001Z", a: 3, msg: "third" },
    ]);
  });
});
