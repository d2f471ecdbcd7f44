import { describe, expect, it, vi } from "vitest";
import { type CacheEvent, CacheStore } from "./cache-store.js";
import { MemoryStore } from "./memory-store.js";
import type { Replacement, Store } from "./store.js";

/** A store that fails or never responds, as a test chooses. */
class FaultyStore extends MemoryStore {
  fault: "none" | "fails" | "hangs" = "none";
  calls = 0;

  override get(key: string): Promise<string | undefined> {
    return this.#ask(() => super.get(key));
  }

  override set(key: string, value: string, lifetime: number): Promise<void> {
    return this.#ask(() => super.set(key, value, lifetime));
  }

  override setIfAbsent(key: string, value: string, lifetime: number): Promise<boolean> {
    return this.#ask(() => super.setIfAbsent(key, value, lifetime));
  }

  override setIfEqual(key: string, replacement: Replacement): Promise<boolean> {
    return this.#ask(() => super.setIfEqual(key, replacement));
  }

  override deleteIfEqual(key: string, value: string): Promise<boolean> {
    return this.#ask(() => super.deleteIfEqual(key, value));
  }

  override increment(key: string, amount: number, lifetime: number): Promise<number> {
    return this.#ask(() => super.increment(key, amount, lifetime));
  }

  #ask<Value>(work: () => Promise<Value>): Promise<Value> {
    this.calls += 1;
    if (this.fault === "fails") return Promise.reject(new Error("READONLY"));
    return this.fault === "hangs" ? Promise.race([]) : work();
  }
}

const everything: readonly ((store: Store) => Promise<unknown>)[] = [
  (store) => store.get("a"),
  (store) => store.set("a", "1", 1000),
  (store) => store.setIfAbsent("a", "2", 1000),
  (store) => store.setIfEqual("a", { before: "2", value: "1", lifetime: 1000 }),
  (store) => store.deleteIfEqual("a", "1"),
  (store) => store.increment("n", 1, 1000),
];

function open(options: { readonly maxSharedBytes?: number } = {}) {
  let now = 1_800_000_000_000;
  const shared = new FaultyStore(() => now);
  const events: CacheEvent[] = [];
  const make = () =>
    new CacheStore({ shared, now: () => now, onEvent: (event) => events.push(event), ...options });
  return {
    shared,
    events,
    make,
    wait: (milliseconds: number): void => {
      now += milliseconds;
    },
  };
}

describe("CacheStore", () => {
  it("shares with other processes while the shared store responds", async () => {
    const { make } = open();
    const [one, two] = [make(), make()];
    await one.set("a", "1", 1000);
    expect(await two.get("a")).toBe("1");
    expect(await two.setIfAbsent("a", "2", 1000)).toBe(false);
    expect([await one.increment("n", 1, 1000), await two.increment("n", 1, 1000)]).toEqual([1, 2]);
    expect(await two.setIfEqual("a", { before: "2", value: "3", lifetime: 1000 })).toBe(false);
    expect(await two.setIfEqual("a", { before: "1", value: "2", lifetime: 1000 })).toBe(true);
    expect(await one.get("a")).toBe("2");
    expect(await two.deleteIfEqual("a", "2")).toBe(true);
    expect(await two.get("a")).toBeUndefined();
  });

  it.each(["fails", "hangs"] as const)(
    "goes on alone while the shared store %s, and asks it seldom",
    async (fault) => {
      vi.useFakeTimers();
      try {
        const { shared, events, make } = open();
        const store = make();
        shared.fault = fault;
        for (let round = 1; round <= 20; round += 1) {
          for (const work of everything) {
            const done = work(store);
            // An answer that arrives in time is still accepted in the turn after the timeout.
            await vi.advanceTimersByTimeAsync(251);
            await done;
          }
          expect(await store.increment("counted", 1, 1000)).toBe(round);
        }
        expect(shared.calls).toBe(1);
        expect(events).toEqual(["shared_failed"]);
      } finally {
        vi.useRealTimers();
      }
    },
  );

  it("uses the shared store again once it has had time to come back", async () => {
    const { shared, make, wait } = open();
    const store = make();
    shared.fault = "fails";
    await store.set("a", "1", 60_000);
    shared.fault = "none";
    wait(1999);
    await store.set("b", "1", 60_000);
    expect(await shared.get("b")).toBeUndefined();
    wait(1);
    await store.set("c", "1", 60_000);
    expect(await shared.get("c")).toBe("1");
  });

  it("writes so many bytes an hour to the shared store and no more; counters go on in it", async () => {
    const { shared, events, make, wait } = open({ maxSharedBytes: 10_000 });
    const store = make();
    await store.increment("n", 1, 7_200_000);
    for (let index = 0; index < 1000; index += 1) await store.set(`key ${index}`, "v".repeat(100), 7_200_000);
    expect(shared.bytes).toBeLessThan(12_000);
    expect(events).toContain("shared_full");
    expect(await store.get("key 999")).toBe("v".repeat(100));
    wait(3_600_000);
    await store.set("next hour", "1", 1000);
    expect(await shared.get("next hour")).toBe("1");
  });

  it("counts no bytes of a value that replaces one as long", async () => {
    const { shared, events, make } = open({ maxSharedBytes: 1000 });
    const store = make();
    const value = (index: number) => String(index).padStart(100, "0");
    await store.setIfAbsent("k", value(0), 60_000);
    for (let index = 0; index < 50; index += 1) {
      const replacement = { before: value(index), value: value(index + 1), lifetime: 60_000 };
      expect(await store.setIfEqual("k", replacement)).toBe(true);
    }
    expect(await shared.get("k")).toBe(value(50));
    expect(events).toEqual([]);
  });
});
