import { openConnections } from "@wellhead/test-support/network/open-connections";
import { type FaultProxy, startFaultProxy } from "@wellhead/test-support/network/start-fault-proxy";
import { startRedis, type ThrowawayRedis } from "@wellhead/test-support/stores/throwaway-redis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRedisStore } from "./open-redis-store.js";
import type { RedisStore } from "./redis-store.js";

/** More messages than the server sends for the work below, its handshake included. */
const maxPieces = 12;

let redis: ThrowawayRedis;

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.remove());

/** Sends a command of each kind; returns how many have failed. */
async function work(store: RedisStore): Promise<number> {
  const calls = [
    () => store.set("a", "1", 60_000),
    () => store.get("a"),
    () => store.setIfEqual("a", { value: "2", before: "1", lifetime: 60_000 }),
    () => store.identity(),
  ];
  let failed = 0;
  for (const call of calls) await call().catch(() => (failed += 1));
  return failed;
}

/** Uses a store whose server falls silent until it has connected several times, and returns the connections it held. */
async function mostConnections(proxy: FaultProxy, address: string): Promise<number> {
  const store = await openRedisStore(address.replace("PORT", String(proxy.port)), { timeout: 100 });
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, openConnections(proxy.port))), 1);
  await expect
    .poll(async () => (await work(store)) === 0 || proxy.accepted >= 6, { timeout: 60_000, interval: 20 })
    .toBe(true);
  clearInterval(watch);
  store.close();
  await expect.poll(() => openConnections(proxy.port)).toBe(0);
  return most;
}

describe("openRedisStore()", () => {
  it.each([
    ["redis://127.0.0.1:PORT/0", 1, maxPieces],
    ["rediss://127.0.0.1:PORT/0", 1, 1],
    ["redis-sentinel://127.0.0.1:PORT/0#main", 1, 1],
    // A second one asks for the servers of the cluster.
    ["redis-cluster://127.0.0.1:PORT", 2, 1],
  ])(
    "with %s holds %i connections at most, and one that is closing, to a server that falls silent after any of its messages",
    async (address, held, last) => {
      const counts = Array.from({ length: last }, async (_, pieces) => {
        const proxy = await startFaultProxy(redis.port);
        proxy.pieces = pieces;
        const most = await mostConnections(proxy, address);
        proxy.stop();
        return most;
      });
      for (const most of await Promise.all(counts)) {
        expect(most).toBeGreaterThan(0);
        expect(most).toBeLessThanOrEqual(held + 1);
      }
    },
  );
});
