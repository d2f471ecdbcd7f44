import { type Rotation, upstreamUnavailable } from "@wellhead/sdk";
import { describe, expect, it } from "vitest";
import { ProviderFailure } from "../oauth/call-provider.js";
import { oauthEnvironment } from "../oauth/oauth-environment.js";
import type { TokenSet } from "../oauth2/request-tokens.js";
import { MemoryStore } from "../store/memory-store.js";
import type { Store } from "../store/store.js";
import { RefreshCoordinator } from "./refresh-coordinator.js";
import type { RefreshOutcome } from "./refresh-request.js";

const tokens: TokenSet = { accessToken: "a", refreshToken: "r", kept: {} };
const secret = "s".repeat(32);

/** A store whose methods fail where a test says so. */
class FailingStore extends MemoryStore {
  readonly failing = new Set<keyof Store>();
  executed = false;

  override async get(key: string): Promise<string | undefined> {
    this.#check("get");
    return await super.get(key);
  }

  override async set(key: string, value: string, lifetime: number): Promise<void> {
    this.#check("set");
    await super.set(key, value, lifetime);
  }

  override async setIfAbsent(key: string, value: string, lifetime: number): Promise<boolean> {
    const isMark = key.startsWith("refresh:");
    if (isMark && this.executed) await super.setIfAbsent(key, value, lifetime);
    if (isMark) this.#check("setIfAbsent");
    return await super.setIfAbsent(key, value, lifetime);
  }

  #check(name: keyof Store): void {
    if (this.failing.has(name)) throw new Error("The store is gone");
  }
}

function coordinate(store: Store, send: () => Promise<TokenSet>, rotation: Rotation = "single-use") {
  const coordinator = new RefreshCoordinator(oauthEnvironment({ secret, store, variables: {} }));
  const outcomes: RefreshOutcome[] = [];
  const request = { connector: "c", provider: "P", audience: ["t"], refreshToken: "old", rotation, send };
  const refresh = () => coordinator.refresh(request, (outcome) => outcomes.push(outcome));
  return { refresh, outcomes, coordinator };
}

describe("RefreshCoordinator", () => {
  it("counts how each request ended", async () => {
    const store = new MemoryStore();
    const one = coordinate(store, () => Promise.resolve(tokens));
    await Promise.all([one.refresh(), one.refresh()]);
    await one.refresh();
    expect(one.outcomes).toEqual(["refreshed", "joined", "replayed"]);
  });

  it("is idle once what is under way has ended, or its callers would have left", async () => {
    const environment = oauthEnvironment({ secret, store: new MemoryStore(), variables: {} });
    const coordinator = new RefreshCoordinator(environment, { callerMs: 50 });
    const ends: ((given: TokenSet) => void)[] = [];
    const request = {
      connector: "c",
      provider: "P",
      audience: ["t"],
      rotation: "single-use",
      send: () =>
        new Promise<TokenSet>((resolve) => {
          ends.push(resolve);
        }),
    } as const;
    const ask = (refreshToken: string) =>
      coordinator.refresh({ ...request, refreshToken }, () => undefined).catch(() => "left");
    await coordinator.idle();
    const asked = [ask("one"), ask("two")];
    await coordinator.idle();
    expect(await Promise.all(asked)).toEqual(["left", "left"]);
    for (const end of ends) end(tokens);
    await coordinator.idle();
    expect(await Promise.all([ask("one"), ask("two")])).toEqual([tokens, tokens]);
    expect(ends).toHaveLength(2);
  });

  it("does not gamble with a single-use token when the store fails, and does with any other", async () => {
    const store = new FailingStore();
    store.failing.add("get");
    let presented = 0;
    const present = () => {
      presented += 1;
      return Promise.resolve(tokens);
    };
    await expect(coordinate(store, present).refresh()).rejects.toMatchObject({ status: 503 });
    expect(presented).toBe(0);
    expect(await coordinate(store, present, "none").refresh()).toEqual(tokens);
    expect(presented).toBe(1);
  });

  it("serves tokens that could not be written down to who asked for them", async () => {
    const store = new FailingStore();
    store.failing.add("set");
    const one = coordinate(store, () => Promise.resolve(tokens));
    expect(await one.refresh()).toEqual(tokens);
    await expect(one.refresh()).rejects.toMatchObject({ status: 503 });
  });

  it("presents a token whose mark was written although the store reported a failure", async () => {
    const store = new FailingStore();
    store.failing.add("setIfAbsent");
    store.executed = true;
    let presented = 0;
    const one = coordinate(store, () => {
      presented += 1;
      return Promise.resolve(tokens);
    });
    await expect(one.refresh()).rejects.toMatchObject({ status: 503 });
    expect(presented).toBe(0);
    store.failing.clear();
    expect(await one.refresh()).toEqual(tokens);
    expect(presented).toBe(1);
  });

  it("presents a token with leeway again while it lasts, and not after", async () => {
    let now = 1_000_000;
    let presented = 0;
    const environment = oauthEnvironment({ secret, variables: {}, now: () => now });
    const coordinator = new RefreshCoordinator(environment);
    const request = {
      connector: "c",
      provider: "P",
      audience: ["t"],
      refreshToken: "old",
      rotation: { leeway: 30 },
      send: () => {
        presented += 1;
        return Promise.reject(new ProviderFailure("unknown", upstreamUnavailable("down")));
      },
    };
    const refresh = () => coordinator.refresh(request, () => undefined);
    await expect(refresh()).rejects.toThrow("down");
    now += 29_000;
    await expect(refresh()).rejects.toThrow("down");
    now += 1_500;
    // After the leeway it has the cooldown of a single-use token: 30 seconds, doubled after the second attempt.
    await expect(refresh()).rejects.toMatchObject({ code: "upstream_unavailable", retryAfter: 59 });
    now += 59_000;
    await expect(refresh()).rejects.toThrow("down");
    expect(presented).toBe(3);
  });
});
