import type { Socket } from "node:net";
import { PassThrough } from "node:stream";
import { Egress, processEgress } from "@wellhead/runtime";
import { describe, expect, test } from "vitest";
import { Deadlines, RequestControl, watchCaller } from "./request-control.js";

/** Returns a promise of work that never ends by itself. */
function never(): Promise<never> {
  return new Promise(() => {
    // Nothing settles it.
  });
}

describe("RequestControl", () => {
  test("`call()` gives what the work gives, at once or later", async () => {
    const control = new RequestControl(new Deadlines(0));
    expect(await control.call({ action: "do it" }, () => 1)).toBe(1);
    expect(await control.call({ action: "do it" }, async () => 2)).toBe(2);
    await expect(control.call({ action: "do it" }, () => Promise.reject(new Error("no")))).rejects.toThrow(
      "no",
    );
  });

  test("`call()` ends with the first reason the request is given up for", async () => {
    const control = new RequestControl(new Deadlines(0));
    const pending = control.call({ action: "do it" }, never);
    control.abort(new Error("first"));
    control.abort(new Error("second"));
    await expect(pending).rejects.toThrow("first");
    await expect(control.call({ action: "do it" }, () => 1)).rejects.toThrow("first");
    expect(control.signal.aborted).toBe(true);
    expect(control.signal.reason).toMatchObject({ message: "first" });
  });

  test("has one signal, and one that is aborted already if it is asked for late", () => {
    const control = new RequestControl(new Deadlines(0));
    expect(control.signal).toBe(control.signal);
    expect(control.signal.aborted).toBe(false);
    const late = new RequestControl(new Deadlines(0));
    late.abort(new Error("gone"));
    expect(late.signal.reason).toMatchObject({ message: "gone" });
  });

  test("`call()` gives the reason when the work fails because of it", async () => {
    const control = new RequestControl(new Deadlines(0));
    const { signal } = control;
    const pending = control.call(
      { action: "do it" },
      () =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(new Error("aborted by signal")));
        }),
    );
    control.abort(new Error("reason"));
    await expect(pending).rejects.toThrow("reason");
  });

  test("`call()` times out by the deadline of the request, or by a limit of its own", async () => {
    await expect(new RequestControl(new Deadlines(10)).call({ action: "find it" }, never)).rejects.toThrow(
      "Could not find it: no response within 0.01 s",
    );
    await expect(
      new RequestControl(new Deadlines(0)).call({ action: "do it", limit: 10 }, never),
    ).rejects.toMatchObject({
      code: "upstream_timeout",
    });
  });

  test("`onAbort()` tells late listeners at once and forgets those that leave", () => {
    const control = new RequestControl(new Deadlines(0));
    const heard: string[] = [];
    control.onAbort(() => heard.push("stays"));
    control.onAbort(() => heard.push("leaves"))();
    control.abort(new Error("over"));
    control.onAbort(() => heard.push("late"));
    expect(heard).toStrictEqual(["stays", "late"]);
  });
});

test("the deadline begins with the first call that takes time, and ends when the request is released", async () => {
  const control = new RequestControl(new Deadlines(60_000));
  await control.call({ action: "do it" }, () => 1);
  expect(control.deadline).toBeUndefined();
  void control.call({ action: "do it" }, never);
  expect(control.deadline).toBeDefined();
  control.release();
  expect(control.deadline).toBeUndefined();
});

test("`enter()` runs code with the egress of the request, or with that of the process", () => {
  const control = new RequestControl(new Deadlines(0));
  expect(control.enter(processEgress)).toBe(processEgress());
  control.egress = new Egress();
  expect(control.enter(processEgress)).toBe(control.egress);
  expect(processEgress()).not.toBe(control.egress);
});

test("a listener that is removed twice takes no other with it", () => {
  const control = new RequestControl(new Deadlines(0));
  const heard: string[] = [];
  const remove = control.onAbort(() => heard.push("removed"));
  control.onAbort(() => heard.push("stays"));
  remove();
  remove();
  control.abort(new Error("over"));
  expect(heard).toEqual(["stays"]);
});

test("`call()` returns null, functions and objects as they are, and waits for anything with `then`", async () => {
  const control = new RequestControl(new Deadlines(0));
  const call = async (value: unknown) => await control.call({ action: "do it" }, () => value);
  expect(await call(null)).toBeNull();
  expect(await call(7)).toBe(7);
  // oxlint-disable-next-line unicorn/no-thenable -- connectors return such objects
  expect(await call({ then: (resolve: (value: number) => void) => resolve(3) })).toBe(3);
});

test("`watchCaller()` aborts every request of a connection that ends, and none that has been answered", () => {
  const socket = new PassThrough() as unknown as Socket; // only its events are used
  const deadlines = new Deadlines(0);
  const controls = [1, 2, 3].map(() => new RequestControl(deadlines));
  const [answered, ...waiting] = controls.map((control) => watchCaller(socket, control));
  // A request that ends because of the abort no longer watches.
  controls[1]?.onAbort(() => waiting[0]?.());
  expect(socket.listenerCount("close")).toBeLessThanOrEqual(3);
  answered?.();
  socket.emit("close");
  expect(controls.map(({ aborted }) => aborted)).toEqual([false, true, true]);
  expect(controls[1]?.reason).toMatchObject({ name: "CallerGone" });
  waiting[1]?.();
  socket.destroy();
  const late = new RequestControl(deadlines);
  watchCaller(socket, late);
  expect(late.aborted).toBe(true);
});

test("a reason that throws when it is looked at is replaced for everybody who is told", () => {
  const fail = (): never => {
    throw new Error("trap");
  };
  const trap = new Proxy(new Error("x"), { get: fail, has: fail, getPrototypeOf: fail, ownKeys: fail });
  const control = new RequestControl(new Deadlines(1000));
  const { signal } = control;
  const told: unknown[] = [];
  control.onAbort((reason) => told.push(reason));
  control.abort(trap);
  for (const reason of [control.reason, signal.reason, ...told]) expect(reason instanceof Error).toBe(true);
  expect(told).toHaveLength(1);
});
