import { setTimeout as sleep } from "node:timers/promises";
import { MemoryStore, openRedisStore, type RedisStore, type Store } from "@wellhead/runtime";
import { freePort } from "@wellhead/test-support/programs/free-port";
import { startRedis, type ThrowawayRedis } from "@wellhead/test-support/stores/throwaway-redis";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openOAuthApp } from "../../test/oauth-app.js";
import { callStore } from "../isolate/connector-worker.js";
import { RemoteStore } from "../isolate/remote-store.js";
import type { AccountSettings } from "./service-accounts.js";

let redis: ThrowawayRedis;
let opened: RedisStore;

beforeAll(async () => {
  redis = await startRedis();
  opened = await openRedisStore(redis.address);
});

afterAll(async () => {
  opened.close();
  await redis.remove();
});

/** Opens a store as a worker does whose messages another process answers. */
function openRemote(store: Store): Store {
  const remote = new RemoteStore((message) => {
    if (message.type !== "store") return;
    const { call, method, args } = structuredClone(message);
    void callStore(store, method, args).then((value) => remote.settle(call, value, false));
  });
  return remote;
}

describe("createApp()", () => {
  it("refuses to start replicas without a common secret, or with an invalid setting", async () => {
    const start = (accounts: AccountSettings) =>
      openOAuthApp({ provider: "https://provider.example", accounts: { secret: "", ...accounts } });
    await expect(start({ store: redis.address })).rejects.toThrow("WELLHEAD_SECRET is not set");
    await expect(start({ replicas: 2 })).rejects.toThrow("WELLHEAD_SECRET is not set");
    await expect(start({ store: redis.address, secret: "short" })).rejects.toThrow("at least 32");
    await expect(start({ store: "localhost" })).rejects.toThrow("expected an address such as redis://");
    // One client is the store of these tests, the other is the one that runs this command.
    await vi.waitFor(
      () => expect(redis.command("client", "list").trim().split("\n")).toHaveLength(2),
      60_000,
    );
  });
});

describe("openRedisStore()", () => {
  it("refuses a server of a cluster that is named as a single one", async () => {
    const member = await startRedis({
      settings: ["--cluster-enabled", "yes", "--cluster-port", String(await freePort())],
    });
    try {
      await expect(openRedisStore(member.address, { timeout: 60_000 })).rejects.toThrow(
        "the server is part of a cluster. Begin its address with redis-cluster://",
      );
    } finally {
      await member.remove();
    }
  });
});

describe("RedisStore", () => {
  it("accepts a response that arrived in time although the process was blocked and reads it late", async () => {
    const store = await openRedisStore(redis.address, { timeout: 300 });
    await vi.waitFor(() => store.set("held up", "1", 60_000), { timeout: 60_000 });
    const pending = store.get("held up");
    // This loop blocks the process, so it reads nothing. Redis answers other clients meanwhile, so the reply was sent.
    const end = performance.now() + 400;
    do expect(redis.command("ping")).toContain("PONG");
    while (performance.now() < end);
    expect(await pending).toBe("1");
    store.close();
  });

  it("opens although the server never finishes the handshake, and is there once it does", async () => {
    redis.pause();
    const store = await openRedisStore(redis.address, { timeout: 100 });
    await expect(store.get("a")).rejects.toThrow(Error);
    redis.resume();
    await vi.waitFor(() => store.set("resumed", "1", 1000), { timeout: 60_000 });
    store.close();
  });
});

describe.each<[string, () => Store]>([
  ["MemoryStore", () => new MemoryStore()],
  ["RedisStore", () => opened],
  ["RemoteStore", () => openRemote(new MemoryStore())],
])("%s", (_name, make) => {
  it("keeps, replaces, guards and forgets values as a store does", async () => {
    const store = make();
    expect(await store.get("a")).toBeUndefined();
    await store.set("a", "1", 10_000);
    expect(await store.setIfAbsent("a", "2", 10_000)).toBe(false);
    expect(await store.get("a")).toBe("1");
    const lifetime = 10_000;
    expect(await store.setIfEqual("a", { before: "2", value: "3", lifetime })).toBe(false);
    expect(await store.setIfEqual("b", { before: "1", value: "2", lifetime })).toBe(false);
    expect([await store.get("a"), await store.get("b")]).toEqual(["1", undefined]);
    expect(await store.setIfEqual("a", { before: "1", value: "2", lifetime })).toBe(true);
    expect(await store.deleteIfEqual("a", "1")).toBe(false);
    expect(await store.deleteIfEqual("a", "2")).toBe(true);
    expect(await store.setIfAbsent("a", "3", lifetime)).toBe(true);
    expect(await store.setIfEqual("a", { before: "3", value: "4", lifetime })).toBe(true);
    expect(await store.get("a")).toBe("4");
    expect(await store.setIfEqual("a", { before: "4", value: "5", lifetime: 30 })).toBe(true);
    await sleep(60);
    expect(await store.get("a")).toBeUndefined();
    expect(await store.setIfAbsent("a", "6", 30)).toBe(true);
    await sleep(60);
    expect(await store.get("a")).toBeUndefined();
  });

  it("lets one of many place a value", async () => {
    const store = make();
    const placed = await Promise.all(
      Array.from({ length: 50 }, (_, index) => store.setIfAbsent("one", String(index), 10_000)),
    );
    expect(placed.filter(Boolean)).toHaveLength(1);
  });

  it("counts, and lets a counter live as long as it was made to", async () => {
    const store = make();
    await Promise.all(Array.from({ length: 20 }, () => store.increment("count", 2, 1500)));
    expect(await store.increment("count", -1, 600_000)).toBe(39);
    const gone = async (): Promise<void> => expect(await store.get("count")).toBeUndefined();
    await vi.waitFor(gone, { timeout: 60_000, interval: 100 });
    expect(await store.increment("count", 1, 1000)).toBe(1);
  });

  it("grants at most the maximum of leases, renews them, and reclaims expired ones", async () => {
    const store = make();
    const lend = async (holder: string, lifetime = 600_000): Promise<boolean | undefined> =>
      await store.lease?.("leases", holder, { maxHolders: 5, lifetime });
    const lent = await Promise.all(Array.from({ length: 40 }, (_, index) => lend(`holder ${index}`)));
    expect(lent.filter(Boolean)).toHaveLength(5);
    const holders = lent.flatMap((isLent, index) => (isLent === true ? [`holder ${index}`] : []));
    expect(await lend(holders[0] ?? "")).toBe(true);
    await store.release?.("leases", holders[1] ?? "");
    await store.release?.("leases", "somebody else");
    expect(await lend("next")).toBe(true);
    expect(await lend("another")).toBe(false);
    // A holder that crashed no longer renews its lease, so the lease expires.
    expect(await lend("next", 50)).toBe(true);
    const taken = async (): Promise<void> => expect(await lend("another")).toBe(true);
    await vi.waitFor(taken, { timeout: 60_000, interval: 20 });
  });
});
