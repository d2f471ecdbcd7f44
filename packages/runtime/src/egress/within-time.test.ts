import { setImmediate as turn } from "node:timers/promises";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { abortReason, withinTime } from "./within-time.js";

const late = new Error("late");
const gone = new Error("gone");
const never = new Promise<string>(() => {});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

function wait(work: Promise<string>, signal?: AbortSignal): Promise<unknown> {
  return withinTime(work, { timeoutMs: 1000, signal, timeoutError: () => late }).catch(
    (error: unknown) => error,
  );
}

/** Whether a promise is still pending. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  await turn();
  return (await Promise.race([promise, turn("pending")])) === "pending";
}

it("`withinTime()` settles as its work does, and leaves no timer", async () => {
  const broken = new Error("broken");
  expect(await wait(Promise.resolve("done"))).toBe("done");
  expect(await wait(Promise.reject(broken))).toBe(broken);
  await turn();
  expect(vi.getTimerCount()).toBe(0);
});

it("`withinTime()` fails after its time, and not before", async () => {
  const waiting = wait(never);
  await vi.advanceTimersByTimeAsync(999);
  expect(await isPending(waiting)).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(await waiting).toBe(late);
});

it("`withinTime()` takes a result that arrives with the end of its time", async () => {
  let finish: (value: string) => void = () => undefined;
  const waiting = wait(
    new Promise((resolve) => {
      finish = resolve;
    }),
  );
  vi.advanceTimersByTime(1000);
  finish("done");
  expect(await waiting).toBe("done");
});

it("`withinTime()` ends with the reason of its signal, whenever it is aborted", async () => {
  expect(await wait(never, AbortSignal.abort(gone))).toBe(gone);
  const control = new AbortController();
  const waiting = wait(never, control.signal);
  expect(await isPending(waiting)).toBe(true);
  control.abort(gone);
  expect(await waiting).toBe(gone);
  expect(await wait(never, AbortSignal.abort("no error"))).toMatchObject({ name: "AbortError" });
});

it("`abortReason()` is an error also where there is no signal", () => {
  expect(abortReason(undefined)).toMatchObject({ name: "AbortError" });
});
