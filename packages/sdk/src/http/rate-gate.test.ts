import { describe, expect, it } from "vitest";
import { Egress } from "../egress/egress.js";
import { MemoryStore } from "../store/memory-store.js";
import type { RateBudget } from "./http-definition.js";
import { makeHttpEnvironment } from "./http-environment.js";
import { RateGate } from "./rate-gate.js";

/** A store whose server is gone. */
class GoneStore extends MemoryStore {
  override get(): Promise<never> {
    return Promise.reject(new Error("ECONNREFUSED"));
  }

  override increment(): Promise<never> {
    return Promise.reject(new Error("ECONNREFUSED"));
  }
}

/** Two replicas that share a store and a clock. */
function makeGates(budget: RateBudget, shared?: MemoryStore) {
  let now = 1_000_000_000;
  const waits: number[] = [];
  const environment = makeHttpEnvironment(new Egress({ allow: "" }), {
    store: shared ?? new MemoryStore(() => now),
    now: () => now,
    wait: (milliseconds) => {
      waits.push(milliseconds);
      now += milliseconds;
      return Promise.resolve();
    },
  });
  const gate = (interactive: boolean) =>
    new RateGate({
      environment,
      key: () => Promise.resolve("k"),
      budgets: [budget],
      interactive,
      patience: interactive ? 5000 : 60_000,
    });
  return { waits, bulk: gate(false), other: gate(false), person: gate(true), at: () => now };
}

const { signal } = new AbortController();

describe("RateGate", () => {
  it("`enter()` lets replicas share one budget and waits for the next window", async () => {
    const { bulk, other, waits } = makeGates({ requests: 4, seconds: 10, reserve: 0 });
    for (const gate of [bulk, other, bulk, other]) await gate.enter(signal);
    expect(waits).toEqual([]);
    await bulk.enter(signal);
    expect(waits).toEqual([10_000]);
  });

  it("`enter()` keeps the reserve for people, whatever bulk reads try", async () => {
    const { bulk, person, waits } = makeGates({ requests: 10, seconds: 3, reserve: 0.2 });
    for (let count = 0; count < 8; count += 1) await bulk.enter(signal);
    await person.enter(signal);
    await person.enter(signal);
    expect(waits).toEqual([]);
    await person.enter(signal);
    expect(waits).toHaveLength(1);
  });

  it("`enter()` says when to come back if the wait is too long", async () => {
    const { person } = makeGates({ requests: 1, seconds: 3600 });
    await person.enter(signal);
    await expect(person.enter(signal)).rejects.toMatchObject({
      code: "rate_limited",
      retryAfter: expect.any(Number) as number,
    });
  });

  it("`observe()` stops all replicas until the announced reset", async () => {
    const { bulk, other, waits } = makeGates({ requests: 100, seconds: 10 });
    await bulk.observe({ "x-ratelimit-remaining": "3", "x-ratelimit-reset": "7" });
    await other.enter(signal);
    expect(waits).toEqual([]);
    await bulk.observe({ "x-ratelimit-remaining": "0", "x-ratelimit-reset": "7" });
    await other.enter(signal);
    expect(waits).toEqual([7000]);
  });

  it("lets calls through and keeps counting alone while the shared store fails", async () => {
    const { bulk, waits } = makeGates({ requests: 4, seconds: 10, reserve: 0 }, new GoneStore());
    for (let count = 0; count < 4; count += 1) await bulk.enter(signal);
    await bulk.observe({});
    expect(waits).toEqual([]);
    await bulk.enter(signal);
    expect(waits).toEqual([10_000]);
  });
});
