import type { RateBudget } from "@wellhead/sdk";
import { describe, expect, it } from "vitest";
import { Egress } from "../egress/egress.js";
import { MemoryStore } from "../store/memory-store.js";
import { makeHttpEnvironment } from "./http-environment.js";
import { RateGate } from "./rate-gate.js";

/** A store whose server is unavailable. */
class GoneStore extends MemoryStore {
  override get(): Promise<never> {
    return Promise.reject(new Error("ECONNREFUSED"));
  }

  override increment(): Promise<never> {
    return Promise.reject(new Error("ECONNREFUSED"));
  }
}

/** Creates two replicas that share a store and a clock. */
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
      maxWaitMs: interactive ? 5000 : 60_000,
    });
  const pass = (milliseconds: number): void => {
    now += milliseconds;
  };
  return {
    waits,
    environment,
    bulk: gate(false),
    other: gate(false),
    person: gate(true),
    at: () => now,
    pass,
  };
}

const { signal } = new AbortController();

describe("RateGate", () => {
  it("`enter()` lets replicas share one budget and waits for the next window", async () => {
    const { bulk, other, waits } = makeGates({ requests: 4, seconds: 10, reserve: 0 });
    for (const gate of [bulk, other, bulk, other]) await gate.enter(signal);
    expect(waits).toEqual([]);
    await bulk.enter(signal);
    expect(waits).toEqual([11_000]);
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
    expect(waits).toEqual([11_000]);
  });

  // Bulk reads may use each budget except the reserve, at least one request; people use what is left, if anything.
  it.each<[budget: RateBudget, bulk: number, people: number]>([
    [{ requests: 10, seconds: 10 }, 9, 1],
    [{ requests: 10, seconds: 10, reserve: 0.5 }, 5, 5],
    [{ requests: 9, seconds: 10, reserve: 0.5 }, 4, 5],
    [{ requests: 1, seconds: 10 }, 1, 0],
    [{ requests: 2, seconds: 10, reserve: 0.9 }, 1, 1],
    [{ requests: 4, seconds: 10, reserve: 0 }, 4, 0],
  ])("`enter()` spends %j: %i in bulk, then %i for people", async (budget, bulkCount, peopleCount) => {
    const { bulk, other, person, waits } = makeGates({ ...budget, seconds: 3 });
    for (let count = 0; count < bulkCount; count += 1) await (count % 2 === 0 ? bulk : other).enter(signal);
    expect(waits).toEqual([]);
    for (let count = 0; count < peopleCount; count += 1) await person.enter(signal);
    expect(waits).toEqual([]);
    await person.enter(signal);
    expect(waits).toHaveLength(1);
  });

  it("`enter()` lets people have everything that bulk reads did not take", async () => {
    const { person, waits } = makeGates({ requests: 4, seconds: 3 });
    for (let count = 0; count < 4; count += 1) await person.enter(signal);
    expect(waits).toEqual([]);
    await person.enter(signal);
    expect(waits).toHaveLength(1);
  });

  it("`enter()` lets no bulk read use what people have used already", async () => {
    const { bulk, person, waits } = makeGates({ requests: 4, seconds: 3 });
    for (let count = 0; count < 4; count += 1) await person.enter(signal);
    await bulk.enter(signal);
    expect(waits).toHaveLength(1);
  });

  it("`enter()` gives requests that wait at the same time a turn each", async () => {
    const { bulk, other, waits, at } = makeGates({ requests: 1, seconds: 1, reserve: 0 });
    const start = at();
    const times = await Promise.all(
      [bulk, other, bulk].map((gate) => gate.enter(signal).then(() => at() - start)),
    );
    expect(waits).toHaveLength(2);
    expect(times.toSorted((one, another) => one - another)).toEqual([0, 1100, 2200]);
  });

  it("`enter()` waits for a new turn when the limit is reached while it waits", async () => {
    const { bulk, other, environment, waits } = makeGates({ requests: 1, seconds: 1, reserve: 0 });
    await bulk.enter(signal);
    const { wait } = environment;
    let isRefused = false;
    Object.assign(environment, {
      wait: async (milliseconds: number) => {
        await wait(milliseconds, signal);
        if (!isRefused) await bulk.observe({}, 5000);
        isRefused = true;
      },
    });
    await other.enter(signal);
    expect(waits).toEqual([1100, 5000]);
    await other.enter(signal);
    expect(waits).toEqual([1100, 5000, 1100]);
  });

  it("lets calls through that a store does not keep", async () => {
    const forgetful = Object.assign(new MemoryStore(), { setIfAbsent: () => Promise.resolve(false) });
    const { environment, waits } = makeGates({ requests: 1, seconds: 1 }, forgetful);
    Object.assign(environment, { store: forgetful });
    const gate = new RateGate({
      environment,
      key: () => Promise.resolve("k"),
      budgets: [{ requests: 1, seconds: 1 }],
      interactive: false,
      maxWaitMs: 0,
    });
    await gate.enter(signal);
    await gate.enter(signal);
    expect(waits).toEqual([]);
  });

  it.each([
    [{ "retry-after": "9" }, undefined, []],
    [{ "x-ratelimit-remaining": "0", "x-ratelimit-reset": "9" }, undefined, [9000]],
    [{ "x-ratelimit-remaining": "0", "x-ratelimit-reset": "9" }, 4000, [4000]],
    [{}, 4000, [4000]],
    [{}, 0, []],
    [{}, -1, []],
    [{}, undefined, []],
  ])("`observe()` learns from %j and a hint of %s ms", async (headers, hint, waited) => {
    const { bulk, other, waits } = makeGates({ requests: 100, seconds: 10 });
    await bulk.observe(headers, hint);
    await other.enter(signal);
    expect(waits).toEqual(waited);
  });

  it("`enter()` waits as long as its patience and not a millisecond longer, and says when to come back", async () => {
    const { bulk, other, waits } = makeGates({ requests: 100, seconds: 10 });
    await bulk.observe({}, 60_000);
    await other.enter(signal);
    expect(waits).toEqual([60_000]);
    await bulk.observe({}, 60_001);
    await expect(other.enter(signal)).rejects.toMatchObject({ code: "rate_limited", retryAfter: 61 });
    // A block is remembered for a day at most.
    await bulk.observe({}, 1e12);
    await expect(other.enter(signal)).rejects.toMatchObject({
      retryAfter: 86_400,
      message: expect.stringContaining("86400 s") as string,
    });
    await expect(other.pause(1e12, signal)).rejects.toMatchObject({ retryAfter: 86_400 });
    expect(waits).toEqual([60_000]);
  });

  it("`enter()` waits for others where the period itself is not too long", async () => {
    const { bulk, person, waits } = makeGates({ requests: 1, seconds: 60, reserve: 0 });
    await bulk.enter(signal);
    await bulk.enter(signal);
    expect(waits).toEqual([65_000]);
    await expect(person.enter(signal)).rejects.toMatchObject({ code: "rate_limited", retryAfter: 66 });
  });

  it("asks for its name once", async () => {
    let asked = 0;
    const { environment } = makeGates({ requests: 1, seconds: 1 });
    const key = () => Promise.resolve(`k${(asked += 1)}`);
    const gate = new RateGate({ environment, key, budgets: [], interactive: false, maxWaitMs: 0 });
    await gate.enter(signal);
    await gate.observe({}, 5);
    await expect(gate.enter(signal)).rejects.toMatchObject({ code: "rate_limited" });
    expect(asked).toBe(1);
  });
});

/** Counts as strict upstreams do, and returns how many of these requests they refuse. */
const countings: Readonly<
  Record<string, (times: readonly number[], budget: RateBudget, begin: number) => number>
> = {
  "the seconds before each request": (times, { requests, seconds }) => {
    const accepted: number[] = [];
    for (const time of times.toSorted((one, other) => one - other))
      if (accepted.filter((one) => one > time - seconds * 1000).length < requests) accepted.push(time);
    return times.length - accepted.length;
  },
  "windows that begin at a time of their own": (times, { requests, seconds }, begin) => {
    const counts = new Map<number, number>();
    for (const time of times) {
      const window = Math.floor((time - begin) / (seconds * 1000));
      counts.set(window, (counts.get(window) ?? 0) + 1);
    }
    return [...counts.values()].reduce((refused, count) => refused + Math.max(0, count - requests), 0);
  },
};

describe.each(Object.keys(countings))("an upstream that counts %s", (name) => {
  it.each<RateBudget>([
    { requests: 1, seconds: 1 },
    { requests: 6, seconds: 1 },
    { requests: 6, seconds: 1, reserve: 0 },
    { requests: 20, seconds: 10, reserve: 0 },
    { requests: 90, seconds: 60, reserve: 0 },
  ])("refuses nothing of what `enter()` lets through: %j", async (budget) => {
    const length = budget.seconds * 1000;
    for (let seed = 1; seed <= 25; seed += 1) {
      const random = randomOf(seed);
      const { bulk, other, person, at, pass } = makeGates(budget);
      pass(Math.floor(random() * length));
      const times: number[] = [];
      for (let count = 0; count < 60; count += 1) {
        // Requests need up to a twentieth of the window to arrive, and come at once or after a pause.
        if (random() < 0.3) pass(Math.floor(random() * length * 0.4));
        const gate = [bulk, other, person, bulk][Math.floor(random() * 4)] ?? bulk;
        await gate.enter(signal).catch(() => undefined);
        times.push(at() + random() * length * 0.05);
      }
      const begin = random() * length;
      expect({ seed, refused: countings[name]?.(times, budget, begin) }).toEqual({ seed, refused: 0 });
      // It is not slower than the upstream allows by more than an eighth.
      const elapsed = Math.max(...times) - Math.min(...times);
      const share = Math.max(1, Math.floor(budget.requests * (1 - (budget.reserve ?? 0.1))));
      expect(elapsed).toBeLessThan((60 / share) * length * 1.15 + 60 * 0.3 * length * 0.4);
    }
  });
});

/** Returns a generator of numbers from 0 to 1 that are always the same. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
