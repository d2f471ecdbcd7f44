import { describe, expect, it } from "vitest";
import { upstreamUnavailable } from "../../errors/upstream-errors.js";
import { oauthEnvironment } from "../../oauth/oauth-environment.js";
import { ProviderFailure } from "../../oauth/provider-failure.js";
import { MemoryStore } from "../../store/memory-store.js";
import type { Rotation } from "../oauth2-provider.js";
import type { TokenSet } from "../token-set.js";
import { RefreshCoordinator } from "./refresh-coordinator.js";

/** A store whose keys can be seen, and that can lose everything. */
class LosingStore extends MemoryStore {
  readonly keys = new Set<string>();
  /** Called once, before the next lock is taken. */
  beforeLock: (() => Promise<unknown>) | undefined;

  override async setIfAbsent(key: string, value: string, lifetime: number): Promise<boolean> {
    this.keys.add(key);
    const { beforeLock } = this;
    if (key.startsWith("lock:")) this.beforeLock = undefined;
    if (key.startsWith("lock:")) await beforeLock?.();
    return await super.setIfAbsent(key, value, lifetime);
  }

  async lose(): Promise<void> {
    for (const key of this.keys) await this.deleteIfEqual(key, (await this.get(key)) ?? "");
  }
}

function open(rotation: Rotation, send: (call: number) => Promise<TokenSet>) {
  let now = 1_800_000_000_000;
  let calls = 0;
  const store = new LosingStore(() => now);
  const environment = oauthEnvironment({ secret: "s".repeat(32), store, variables: {}, now: () => now });
  const coordinator = new RefreshCoordinator(environment);
  const request = { connector: "c", provider: "P", audience: ["t"], refreshToken: "old", rotation };
  const refresh = (accessToken: string): Promise<TokenSet> =>
    coordinator.refresh(
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
    refresh,
    calls: () => calls,
    wait: (milliseconds: number): void => {
      now += milliseconds;
    },
  };
}

const next: TokenSet = { accessToken: "new", refreshToken: "next", kept: {} };

describe("RefreshCoordinator", () => {
  it("sends a token at once whose first try never left", async () => {
    const { refresh } = open("single-use", (call) =>
      call === 1
        ? Promise.reject(new ProviderFailure("unsent", upstreamUnavailable("not reached")))
        : Promise.resolve(next),
    );
    await expect(refresh("a")).rejects.toThrow("not reached");
    expect(await refresh("a")).toEqual(next);
  });

  it("never answers the access token a caller has already, whoever asks at the same time", async () => {
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

  it("asks nobody when a replica was done just before it got the lock", async () => {
    const { refresh, store, calls } = open("single-use", () => Promise.resolve(next));
    // Another access token makes it a run of its own, as in another replica.
    store.beforeLock = () => refresh("b");
    expect(await refresh("a")).toEqual(next);
    expect(calls()).toBe(1);
  });
});
