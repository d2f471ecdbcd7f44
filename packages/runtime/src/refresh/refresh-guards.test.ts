import { type OnUnknown, type Rotation, upstreamUnavailable } from "@wellhead/sdk";
import { describe, expect, it, vi } from "vitest";
import { ProviderFailure } from "../oauth/call-provider.js";
import { oauthEnvironment } from "../oauth/oauth-environment.js";
import type { TokenSet } from "../oauth2/request-tokens.js";
import { MemoryStore } from "../store/memory-store.js";
import type { Replacement } from "../store/store.js";
import { RefreshCoordinator } from "./refresh-coordinator.js";

/** A store that records its keys, and can lose its contents and replies, and delay writes. */
class LosingStore extends MemoryStore {
  readonly keys = new Set<string>();
  /** Whether the replies to marks are lost, which are written all the same. */
  losesReplies = false;
  /** If set, replacements are added to it instead of being written, and fail as after a timeout. A test calls them later. */
  delayed: (() => Promise<unknown>)[] | undefined;
  /** Called once, before the next lock is taken. */
  beforeLock: (() => Promise<unknown>) | undefined;

  override async setIfAbsent(key: string, value: string, lifetime: number): Promise<boolean> {
    this.keys.add(key);
    const { beforeLock } = this;
    if (key.startsWith("lock:")) this.beforeLock = undefined;
    if (key.startsWith("lock:")) await beforeLock?.();
    const isWritten = await super.setIfAbsent(key, value, lifetime);
    this.#reply(key);
    return isWritten;
  }

  override async setIfEqual(key: string, replacement: Replacement): Promise<boolean> {
    const write = (): Promise<boolean> => super.setIfEqual(key, replacement);
    if (this.delayed !== undefined) {
      this.delayed.push(write);
      throw new Error("The store did not respond in time");
    }
    const isWritten = await write();
    this.#reply(key);
    return isWritten;
  }

  #reply(key: string): void {
    if (this.losesReplies && key.startsWith("refresh:")) throw new Error("The connection was closed");
  }

  async lose(): Promise<void> {
    for (const key of this.keys) await this.deleteIfEqual(key, (await this.get(key)) ?? "");
  }
}

function open(rotation: Rotation, send: (call: number) => Promise<TokenSet>, onUnknown?: OnUnknown) {
  let now = 1_800_000_000_000;
  let calls = 0;
  const store = new LosingStore(() => now);
  const environment = oauthEnvironment({ secret: "s".repeat(32), store, variables: {}, now: () => now });
  const coordinator = new RefreshCoordinator(environment);
  const request = {
    connector: "c",
    provider: "P",
    audience: ["t"],
    refreshToken: "old",
    rotation,
    onUnknown,
  };
  const refreshAt = (replica: RefreshCoordinator) => (accessToken: string) =>
    replica.refresh(
      {
        ...request,
        accessToken,
        send: () => {
          calls += 1;
          return send(calls);
        },
      },
      () => undefined,
    );
  return {
    store,
    coordinator,
    refresh: refreshAt(coordinator),
    refreshElsewhere: refreshAt(new RefreshCoordinator(environment)),
    openReplica: () => refreshAt(new RefreshCoordinator(environment)),
    calls: () => calls,
    wait: (milliseconds: number): void => {
      now += milliseconds;
    },
  };
}

const unknown = () => Promise.reject(new ProviderFailure("unknown", upstreamUnavailable("cut off")));

const next: TokenSet = { accessToken: "new", refreshToken: "next", kept: {} };

describe("RefreshCoordinator", () => {
  it("immediately sends a token whose first attempt was never sent", async () => {
    const { refresh } = open("single-use", (call) =>
      call === 1
        ? Promise.reject(new ProviderFailure("unsent", upstreamUnavailable("not reached")))
        : Promise.resolve(next),
    );
    await expect(refresh("a")).rejects.toThrow("not reached");
    expect(await refresh("a")).toEqual(next);
  });

  it("never returns the access token that a caller already has, whatever concurrent callers do", async () => {
    const { refresh } = open("none", (call) =>
      Promise.resolve({ accessToken: call === 1 ? "first" : "second", refreshToken: "old", kept: {} }),
    );
    const [one, two] = await Promise.all([refresh("older"), refresh("first")]);
    expect(one.accessToken).toBe("first");
    expect(two.accessToken).toBe("second");
  });

  it.each<[string, (call: number) => Promise<TokenSet>]>([
    ["succeeded", () => Promise.resolve(next)],
    ["failed", () => Promise.reject(new ProviderFailure("unknown", upstreamUnavailable("down")))],
  ])("holds no lock after a refresh that %s", async (_how, send) => {
    const { refresh, store } = open("single-use", send);
    await refresh("a").catch(() => undefined);
    const locks = [...store.keys].filter((key) => key.startsWith("lock:"));
    expect(locks).toHaveLength(1);
    for (const key of locks) expect(await store.get(key)).toBeUndefined();
  });

  it("sends nothing good for one use right after the store lost what it held, and does a little later", async () => {
    const { refresh, store, coordinator, calls, wait } = open("single-use", () => Promise.resolve(next));
    await coordinator.open();
    await store.lose();
    await expect(refresh("a")).rejects.toMatchObject({ status: 503 });
    wait(14_000);
    await expect(refresh("a")).rejects.toMatchObject({ status: 503 });
    expect(calls()).toBe(0);
    wait(1_000);
    expect(await refresh("a")).toEqual(next);
    expect(calls()).toBe(1);
  });

  it("sends no request when another replica finished just before it got the lock", async () => {
    const { refresh, store, calls } = open("single-use", () => Promise.resolve(next));
    // A different access token starts a separate run, as another replica would.
    store.beforeLock = () => refresh("b");
    expect(await refresh("a")).toEqual(next);
    expect(calls()).toBe(1);
  });

  it("sends an unchanged token again, although it must not be sent twice for one response", async () => {
    const { refresh, calls } = open(
      "single-use",
      (call) => Promise.resolve({ accessToken: `a${call}`, kept: {} }),
      "stop",
    );
    expect((await refresh("a0")).accessToken).toBe("a1");
    expect((await refresh("a0")).accessToken).toBe("a1");
    expect((await refresh("a1")).accessToken).toBe("a2");
    expect(calls()).toBe(2);
  });

  it("starts the cool-down when the response was lost, not when the token was sent", async () => {
    const { refresh, calls, wait } = open("single-use", () => {
      wait(100_000);
      return unknown();
    });
    await expect(refresh("a")).rejects.toMatchObject({ retryAfter: 30 });
    await expect(refresh("a")).rejects.toMatchObject({ retryAfter: 30 });
    wait(29_999);
    await expect(refresh("a")).rejects.toMatchObject({ retryAfter: 1 });
    expect(calls()).toBe(1);
    wait(1);
    await expect(refresh("a")).rejects.toMatchObject({ retryAfter: 60 });
    expect(calls()).toBe(2);
  });

  it("does not count attempts whose mark was written, but whose reply was lost", async () => {
    const { refresh, refreshElsewhere, store, calls, wait } = open("single-use", (call) =>
      call === 2
        ? Promise.reject(new ProviderFailure("unsent", upstreamUnavailable("not reached")))
        : unknown(),
    );
    store.losesReplies = true;
    for (let times = 0; times < 4; times += 1)
      await expect(refresh("a")).rejects.toMatchObject({ code: "unavailable" });
    expect(calls()).toBe(0);
    // Another replica cannot know that, and waits as after the first attempt.
    await expect(refreshElsewhere("a")).rejects.toMatchObject({ retryAfter: 30 });
    store.losesReplies = false;
    await expect(refresh("a")).rejects.toMatchObject({ retryAfter: 30 });
    expect(calls()).toBe(1);
    wait(30_000);
    store.losesReplies = true;
    await expect(refresh("a")).rejects.toMatchObject({ code: "unavailable" });
    store.losesReplies = false;
    // The attempt that never left does not count either.
    await expect(refresh("a")).rejects.toThrow("not reached");
    await expect(refresh("a")).rejects.toMatchObject({ retryAfter: 60 });
    expect(calls()).toBe(3);
  });

  it("does not send a token again when an earlier mark arrives after it was sent", async () => {
    const { refresh, store, calls, wait } = open("single-use", unknown);
    store.losesReplies = true;
    await expect(refresh("a")).rejects.toMatchObject({ code: "unavailable" });
    const [place = ""] = [...store.keys].filter((key) => key.startsWith("refresh:"));
    const late = (await store.get(place)) ?? "";
    store.losesReplies = false;
    await expect(refresh("a")).rejects.toMatchObject({ retryAfter: 30 });
    wait(10_000);
    await store.set(place, late, 3_600_000);
    await expect(refresh("a")).rejects.toMatchObject({ retryAfter: 20 });
    expect(calls()).toBe(1);
  });

  it("keeps the new tokens when a mark arrives that another replica wrote before them", async () => {
    const { refresh, refreshElsewhere, openReplica, store, calls, wait } = open("single-use", (call) =>
      call === 1 ? unknown() : Promise.resolve(next),
    );
    await expect(refresh("a")).rejects.toMatchObject({ retryAfter: 30 });
    wait(30_000);
    store.delayed = [];
    await expect(refresh("a")).rejects.toMatchObject({ code: "unavailable" });
    const { delayed } = store;
    store.delayed = undefined;
    expect(delayed).toHaveLength(1);
    expect(await refreshElsewhere("a")).toEqual(next);
    for (const write of delayed) await write();
    expect(await openReplica()("a")).toEqual(next);
    expect(calls()).toBe(2);
  });

  it("writes lock and mark again while it waits for the provider, and no longer", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      let answer: (tokens: TokenSet) => void = () => undefined;
      const { refresh, store, calls } = open(
        "single-use",
        () =>
          new Promise((resolve) => {
            answer = resolve;
          }),
      );
      const refreshing = refresh("a");
      await expect.poll(calls).toBe(1);
      await store.lose();
      await vi.advanceTimersByTimeAsync(5000);
      const kept = await Promise.all(
        [...store.keys].map(async (key) => [key, await store.get(key)] as const),
      );
      const found = kept.filter(([key, value]) => value !== undefined && key !== "generation");
      expect(found.map(([key]) => key.split(":")[0])).toEqual(["lock", "refresh"]);
      expect(vi.getTimerCount()).toBe(1);
      answer(next);
      await refreshing;
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});
