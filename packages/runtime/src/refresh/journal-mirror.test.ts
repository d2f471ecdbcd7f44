import { SharedStore } from "@wellhead/test-support/stores/shared-store";
import { describe, expect, it } from "vitest";
import { oauthEnvironment, type StoreEvent } from "../oauth/oauth-environment.js";
import { MemoryStore } from "../store/memory-store.js";
import type { Store } from "../store/store.js";
import { JournalMirror } from "./journal-mirror.js";

const now = 1_800_000_000_000;

describe("JournalMirror", () => {
  function open(store: Store) {
    let passed = 0;
    const events: StoreEvent[] = [];
    const environment = oauthEnvironment({
      store,
      variables: {},
      now: () => now + passed,
      onEvent: (event) => events.push(event),
    });
    const pass = (milliseconds: number): void => {
      passed += milliseconds;
    };
    return { mirror: new JournalMirror(environment), events, pass };
  }

  it("keeps what the store did not take, and writes it with what is left of its life", async () => {
    const store = new SharedStore(() => now);
    const { mirror, events, pass } = open(store);
    store.down = true;
    await mirror.write("p", "sealed", 60_000);
    expect({ pending: mirror.pending, found: mirror.find("p"), events }).toEqual({
      pending: 1,
      found: "sealed",
      events: ["tokens_pending"],
    });
    pass(20_000);
    // `settle()` stops waiting for a store that stays down.
    await mirror.settle(1);
    expect(mirror.pending).toBe(1);
    store.down = false;
    await mirror.settle(60_000);
    expect({ pending: mirror.pending, events }).toEqual({
      pending: 0,
      events: ["tokens_pending", "tokens_written"],
    });
    expect(store.writes).toEqual([{ key: "p", lifetime: 40_000 }]);
  });

  it("writes what a second outage kept from the store as well", async () => {
    const store = new SharedStore(() => now);
    const { mirror } = open(store);
    for (const place of ["p", "q"]) {
      store.down = true;
      await mirror.write(place, "sealed", 60_000);
      store.down = false;
      await mirror.settle(60_000);
    }
    expect(mirror.pending).toBe(0);
    expect(store.writes.map(({ key }) => key)).toEqual(["p", "q"]);
  });

  it("does not write what ended while the store was down", async () => {
    const store = new SharedStore(() => now);
    const { mirror, pass } = open(store);
    store.down = true;
    await mirror.write("p", "sealed", 1000);
    pass(1000);
    store.down = false;
    await mirror.settle(60_000);
    expect({ pending: mirror.pending, writes: store.writes }).toEqual({ pending: 0, writes: [] });
  });

  it("finds an entry until its last millisecond, the latest of those written", async () => {
    const { mirror, pass } = open(new SharedStore(() => now));
    await mirror.write("p", "first", 1000);
    await mirror.write("p", "second", 2000);
    mirror.remember("p", "other", 9000);
    pass(1999);
    expect(mirror.find("p")).toBe("second");
    expect(mirror.find("q")).toBeUndefined();
    pass(1);
    expect(mirror.find("p")).toBeUndefined();
    mirror.remember("p", "third", 1000);
    expect(mirror.find("p")).toBe("third");
  });

  it("writes everything again to a store that has lost it", async () => {
    const store = new SharedStore(() => now);
    const { mirror } = open(store);
    await mirror.write("p", "one", 1000);
    mirror.remember("q", "two", 2000);
    store.lose();
    mirror.restore();
    await mirror.settle(60_000);
    expect([await store.get("p"), await store.get("q")]).toEqual(["one", "two"]);
  });

  it("keeps nothing twice where the store is the memory of this process", async () => {
    const { mirror } = open(new MemoryStore(() => now));
    await mirror.write("p", "sealed", 1000);
    mirror.remember("q", "sealed", 1000);
    expect([mirror.find("p"), mirror.find("q")]).toEqual([undefined, undefined]);
  });

  it("keeps entries of exactly 64 MiB, and none that is a byte larger", () => {
    const { mirror } = open(new SharedStore(() => now));
    // The name of an entry is one character here, and the mirror counts 200 bytes for each entry besides its texts.
    const whole = 64 * 1024 * 1024 - 201;
    mirror.remember("a", "x".repeat(whole), 1000);
    expect(mirror.find("a")).toHaveLength(whole);
    mirror.remember("b", "x".repeat(whole + 1), 1000);
    expect([mirror.find("a"), mirror.find("b")]).toEqual([undefined, undefined]);
  });

  it("forgets the oldest entries above 64 MiB, but none that the store does not have", async () => {
    const store = new SharedStore(() => now);
    const { mirror } = open(store);
    // All entries share one string, which keeps the test small. The mirror counts its length for each entry.
    const sealed = "x".repeat(1024 * 1024);
    store.down = true;
    await mirror.write("pending", sealed, 1000);
    for (let index = 0; index < 100; index += 1) mirror.remember(`p${index}`, sealed, 1000);
    const kept = Array.from({ length: 100 }, (_, index) => mirror.find(`p${index}`) !== undefined);
    expect(mirror.find("pending")).toBeDefined();
    expect(kept.filter(Boolean)).toHaveLength(62);
    expect(kept.slice(38)).toEqual(Array.from({ length: 62 }, () => true));
    // An entry that is written many times counts once.
    for (let index = 0; index < 100; index += 1) {
      await mirror.write("pending", sealed, 1000);
    }
    expect(mirror.find("p99")).toBeDefined();
    store.down = false;
  });
});
