import { RowServer } from "@wellhead/test-support/http/row-server";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { Results } from "../store/results.js";
import { SpareEngine, type StartTimer } from "./spare-engine.js";

const maxMemory = 2 ** 28;
const server = new RowServer();
const spares: SpareEngine[] = [];

beforeAll(() => server.start());
afterAll(() => server.stop());
afterEach(() => {
  for (const spare of spares.splice(0)) spare.close();
});

/** A spare engine whose timers the test ends. */
function makeSpare() {
  const timers = new Set<{ readonly callback: () => void; readonly milliseconds: number }>();
  const startTimer: StartTimer = (callback, milliseconds) => {
    const timer = { callback, milliseconds };
    timers.add(timer);
    return () => timers.delete(timer);
  };
  const spare = new SpareEngine({ maxMemory, maxIdleMs: 1234, startTimer });
  spares.push(spare);
  return { spare, timers };
}

/** Waits until a process has ended, which the system does asynchronously. */
async function hasEnded(pid: number | undefined): Promise<void> {
  expect(pid).toBeTypeOf("number");
  await vi.waitFor(() => expect(() => process.kill(pid ?? 0, 0)).toThrow("ESRCH"), { timeout: 60_000 });
}

test("the process of closed results serves the next ones, without their rows", async () => {
  const { spare, timers } = makeSpare();
  Results.prepare(spare);
  const prepared = spare.pid;
  Results.prepare(spare);
  expect(spare.pid).toBe(prepared);
  expect([...timers].map(({ milliseconds }) => milliseconds)).toEqual([1234]);

  const first = await Results.open({ maxMemory, spare });
  expect([first.pid, spare.pid, timers.size]).toEqual([prepared, undefined, 0]);
  await first.load(await server.read('{"n":1}\n'), { schema: "s", name: "secret" });
  await first.close();
  expect(spare.pid).toBe(prepared);

  const second = await Results.open({ maxMemory, spare });
  const other = await Results.open({ maxMemory, spare });
  expect(second.pid).toBe(prepared);
  expect(other.pid).not.toBe(prepared);
  await expect(second.query("select * from s.secret")).rejects.toMatchObject({ code: "statement" });
  await second.load(await server.read('{"n":2}\n'), { schema: "s", name: "t" });
  expect((await second.query("select n from s.t")).rowCount).toBe(1);
  const otherPid = other.pid;
  await second.close();
  await other.close();
  // One process waits, never two.
  expect(spare.pid).toBe(prepared);
  await hasEnded(otherPid);
});

test("a waiting process ends after its time, and with the program's stop", async () => {
  const { spare, timers } = makeSpare();
  Results.prepare(spare);
  const idle = spare.pid;
  for (const { callback } of timers) callback();
  expect([spare.pid, timers.size]).toEqual([undefined, 0]);
  await hasEnded(idle);

  Results.prepare(spare);
  const stopped = spare.pid;
  const running = await Results.open({ maxMemory: maxMemory * 2, spare });
  expect(running.pid).not.toBe(stopped);
  spare.close();
  await hasEnded(stopped);
  Results.prepare(spare);
  expect(spare.pid).toBeUndefined();
  const last = running.pid;
  await running.close();
  await hasEnded(last);
});

test("a process that was computing, or has ended, is not kept", async () => {
  const { spare } = makeSpare();
  const busy = await Results.open({ maxMemory, spare });
  const { pid } = busy;
  const query = busy.query(
    "select count(*) from range(100000000) a, range(100000000) b where a.range + b.range = 7",
  );
  const ended = query.catch((error: unknown) => error);
  await busy.close();
  expect(await ended).toMatchObject({ code: "engine" });
  expect(spare.pid).toBeUndefined();
  await hasEnded(pid);

  Results.prepare(spare);
  const killed = spare.pid;
  process.kill(killed ?? 0, "SIGKILL");
  await hasEnded(killed);
  const next = await Results.open({ maxMemory, spare });
  expect(next.pid).not.toBe(killed);
  await next.close();
});
