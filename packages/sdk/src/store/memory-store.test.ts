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
});
