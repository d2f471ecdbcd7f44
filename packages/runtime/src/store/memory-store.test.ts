import { describe, expect, it } from "vitest";
import { MemoryStore } from "./memory-store.js";

describe("MemoryStore", () => {
  it("forgets values when their life is over", async () => {
    let now = 0;
    const store = new MemoryStore(() => now);
    await store.set("a", "1", 10);
    expect(await store.get("a")).toBe("1");
    now = 10;
    expect(await store.get("a")).toBeUndefined();
    expect(await store.setIfAbsent("a", "2", 10)).toBe(true);
    expect(await store.setIfAbsent("a", "3", 10)).toBe(false);
    expect(await store.deleteIfEqual("a", "3")).toBe(false);
    expect(await store.deleteIfEqual("a", "2")).toBe(true);
    expect(await store.get("a")).toBeUndefined();
  });

  it("counts within one life", async () => {
    let now = 0;
    const store = new MemoryStore(() => now);
    expect([await store.increment("c", 1, 10), await store.increment("c", 2, 10)]).toEqual([1, 3]);
    now = 9;
    expect(await store.increment("c", 1, 10)).toBe(4);
    now = 10;
    expect(await store.increment("c", 1, 10)).toBe(1);
  });

  it("sweeps the dead when it has grown", async () => {
    let now = 0;
    const store = new MemoryStore(() => now);
    for (let count = 0; count < 3000; count += 1) {
      now = count * 10;
      await store.set(String(count), "x", 5);
    }
    expect(await store.get("2999")).toBe("x");
    expect(await store.get("2998")).toBeUndefined();
  });

  it("never grows beyond its maximum, evicts the oldest first and says how many", async () => {
    const evicted: number[] = [];
    const store = new MemoryStore(() => 0, { maxBytes: 100_000, onEvict: (count) => evicted.push(count) });
    for (let index = 0; index < 2000; index += 1) {
      await store.set(`key ${index}`, "v".repeat(index % 500), 1000);
      expect(store.bytes).toBeLessThanOrEqual(100_000);
      // This key is written again and again, so it is never the oldest.
      await store.set("kept", String(index), 1000);
    }
    expect(await store.get("kept")).toBe("1999");
    expect(await store.get("key 1999")).toBe("v".repeat(499));
    expect(await store.get("key 0")).toBeUndefined();
    const kept = (
      await Promise.all(Array.from({ length: 2000 }, (_, index) => store.get(`key ${index}`)))
    ).filter((value) => value !== undefined);
    expect(kept.length + evicted.reduce((sum, count) => sum + count, 0)).toBe(2000);
  });

  it("counts no bytes for what it has forgotten", async () => {
    let now = 0;
    const store = new MemoryStore(() => now, { maxBytes: 10_000 });
    for (let index = 0; index < 500; index += 1) {
      now = index * 10;
      await store.setIfAbsent(`key ${index}`, "v".repeat(100), 5);
      await store.deleteIfEqual(`key ${index}`, "v".repeat(100));
    }
    expect(store.bytes).toBe(0);
  });
});
