import { describe, expect, it } from "vitest";
import { openRedisStore } from "./open-redis-store.js";

describe("openRedisStore()", () => {
  it.each(["localhost:6379", "http://localhost", "redis://", "", "redis-sentinel://a", "redis://%@a"])(
    "refuses the address %j",
    async (address) => {
      await expect(openRedisStore(address)).rejects.toThrow(
        "expected an address such as redis://127.0.0.1:6379/0",
      );
    },
  );

  it("opens a store that fails immediately while the server cannot be reached, and says so", async () => {
    const faults: string[] = [];
    const store = await openRedisStore("redis://127.0.0.1:1/0", { onFault: (fault) => faults.push(fault) });
    await expect(store.get("a")).rejects.toThrow(Error);
    expect(faults).toContain("ECONNREFUSED");
    store.close();
  });
});
