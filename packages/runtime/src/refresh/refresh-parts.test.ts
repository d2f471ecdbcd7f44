import { ConnectorError } from "@wellhead/sdk";
import { SharedStore } from "@wellhead/test-support/stores/shared-store";
import { describe, expect, it, vi } from "vitest";
import { ProviderFailure } from "../oauth/call-provider.js";
import { StoreGeneration } from "./journal-mirror.js";
import {
  checkMark,
  cooldownOf,
  type JournalEntry,
  type KnownTokensOptions,
  knownTokens,
  nextMark,
  usualCooldown,
} from "./refresh-journal.js";
import type { RefreshRequest } from "./refresh-request.js";
import { RefreshLock } from "./refresh-runner.js";

const now = 1_800_000_000_000;

describe("the cool-down of a token whose response was lost", () => {
  it("is 30 seconds, doubled each time up to an hour", () => {
    const seconds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 60].map(
      (attempt) => cooldownOf(attempt, usualCooldown) / 1000,
    );
    expect(seconds).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]);
  });

  it("is written in the mark, with the time of the first try", () => {
    const first = nextMark(undefined, { owner: "a", now, cooldown: usualCooldown });
    expect(first).toEqual({ kind: "mark", owner: "a", time: now, attempt: 1, until: now + 30_000 });
    const later = now + 45_000;
    const second = nextMark(first, { owner: "b", now: later, cooldown: usualCooldown });
    expect(second).toEqual({ kind: "mark", owner: "b", time: now, attempt: 2, until: later + 60_000 });
  });

  const cases: ReadonlyArray<
    [Pick<RefreshRequest, "rotation" | "onUnknown">, passed: number, waits: number | "lost" | undefined]
  > = [
    [{ rotation: "none" }, 0, undefined],
    [{ rotation: "none", onUnknown: "stop" }, 0, undefined],
    [{ rotation: "single-use" }, 0, 30],
    [{ rotation: "single-use" }, 1, 30],
    [{ rotation: "single-use" }, 1000, 29],
    [{ rotation: "single-use" }, 29_999, 1],
    [{ rotation: "single-use" }, 30_000, undefined],
    [{ rotation: "single-use", onUnknown: "ask-again" }, 0, 30],
    [{ rotation: "single-use", onUnknown: "stop" }, 0, "lost"],
    [{ rotation: "single-use", onUnknown: "stop" }, 86_400_000, "lost"],
    [{ rotation: { leeway: 10 } }, 9999, undefined],
    [{ rotation: { leeway: 10 } }, 10_000, 20],
    [{ rotation: { leeway: 10 }, onUnknown: "stop" }, 10_000, 20],
    [{ rotation: { leeway: 10 } }, 30_000, undefined],
    // The clock was set back.
    [{ rotation: { leeway: 10 } }, -9999, undefined],
    [{ rotation: { leeway: 10 } }, -10_000, 40],
    [{ rotation: "single-use" }, -100_000_000, 3600],
  ];

  it.each(cases)("with %j, %i ms after the first try, is kept: %s", (given, passed, waits) => {
    const mark = nextMark(undefined, { owner: "a", now, cooldown: usualCooldown });
    const request = { ...given, provider: "P" } as RefreshRequest;
    let found: unknown;
    try {
      checkMark(mark, request, { now: now + passed, cooldown: usualCooldown });
    } catch (error) {
      if (!(error instanceof ProviderFailure && error.error instanceof ConnectorError)) throw error;
      found = error.error.code === "account_expired" ? "lost" : error.error.retryAfter;
    }
    expect(found).toBe(waits);
  });
});

describe("knownTokens()", () => {
  const tokens = { accessToken: "a1", refreshToken: "r1", expiry: now + 1, kept: {} };
  const entry: JournalEntry = { kind: "tokens", tokens };
  const same: JournalEntry = { kind: "tokens", tokens: { ...tokens, refreshToken: "r0" } };
  const none: JournalEntry = { kind: "tokens", tokens: { accessToken: "a1", expiry: now + 1, kept: {} } };
  const endless: JournalEntry = { kind: "tokens", tokens: { accessToken: "a1", kept: {} } };
  const asked: KnownTokensOptions = { refreshToken: "r0", accessToken: "a0", now };

  it.each<[string, JournalEntry | undefined, Partial<KnownTokensOptions>, boolean]>([
    ["no entry", undefined, {}, false],
    ["a mark", { kind: "mark", owner: "o", time: now, attempt: 1, until: now }, {}, false],
    ["a new refresh token", entry, {}, true],
    ["a new refresh token, to who has the access token", entry, { accessToken: "a1" }, true],
    ["a new refresh token, when the access token is over", entry, { now: now + 1000 }, true],
    ["the same refresh token", same, {}, true],
    ["the same refresh token, to who has no access token", same, { accessToken: undefined }, true],
    ["the same refresh token, to who has the access token", same, { accessToken: "a1" }, false],
    ["the same refresh token at its end", same, { now: now + 1 }, false],
    ["no refresh token", none, {}, true],
    ["no refresh token, to who has the access token", none, { accessToken: "a1" }, false],
    ["no refresh token at its end", none, { now: now + 1 }, false],
    ["tokens without an end", endless, { now: now * 2 }, true],
    ["tokens without an end, to who has the access token", endless, { accessToken: "a1" }, false],
  ])("answers from the journal: %s", (_what, found, options, isAnswer) => {
    const expected = isAnswer && found?.kind === "tokens" ? found.tokens : undefined;
    expect(knownTokens(found, { ...asked, ...options })).toEqual(expected);
  });

  it("repeats a refusal with its code, sentence and time", () => {
    const refusal = { kind: "failure", code: "account_expired", message: "Over." } as const;
    const read = (found: JournalEntry) => () => knownTokens(found, asked);
    expect(read(refusal)).toThrow(expect.objectContaining({ code: "account_expired", message: "Over." }));
    expect(read({ ...refusal, code: "rate_limited", until: now + 6001 })).toThrow(
      expect.objectContaining({ code: "rate_limited", retryAfter: 7 }),
    );
  });
});

describe("StoreGeneration", () => {
  function open() {
    let passed = 0;
    const clock = (): number => now + passed;
    const store = new SharedStore(clock);
    let losses = 0;
    const watch = () => new StoreGeneration(store, clock, () => (losses += 1));
    const pass = (milliseconds: number): void => {
      passed += milliseconds;
    };
    return { store, watch, pass, clock, losses: () => losses };
  }

  it("counts from when a store lost what it held", async () => {
    const { store, watch, pass, losses } = open();
    const generation = watch();
    expect(await generation.age()).toBe(Number.POSITIVE_INFINITY);
    pass(5000);
    expect(await generation.age()).toBe(Number.POSITIVE_INFINITY);
    expect(losses()).toBe(0);
    store.lose();
    expect(await generation.age()).toBe(0);
    pass(5000);
    expect(await generation.age()).toBe(5000);
    expect(losses()).toBe(1);
  });

  it("sees no loss in a store that runs for a year", async () => {
    const { watch, pass, losses } = open();
    const generation = watch();
    await generation.age();
    pass(366 * 24 * 3_600_000);
    expect(await generation.age()).toBe(Number.POSITIVE_INFINITY);
    expect(losses()).toBe(0);
  });

  it.each([
    ["an hour behind", -3_600_000],
    ["an hour ahead", 3_600_000],
  ])("counts by its own clock when the replica that detected the loss first is %s", async (_how, aheadMs) => {
    const { store, watch, pass, losses, clock } = open();
    const own = watch();
    const first = new StoreGeneration(store, () => clock() + aheadMs);
    await first.age();
    await own.age();
    store.lose();
    await first.age();
    pass(3000);
    expect(await own.age()).toBe(0);
    pass(5000);
    expect([await own.age(), losses()]).toEqual([5000, 1]);
    // A replica that starts after the loss does not notice one.
    expect(await watch().age()).toBe(Number.POSITIVE_INFINITY);
  });

  it("takes another server for a loss, and the same one for none", async () => {
    const { store, watch, losses } = open();
    store.server = "one";
    const generation = watch();
    await generation.age();
    expect(await generation.age()).toBe(Number.POSITIVE_INFINITY);
    store.server = "two";
    expect(await generation.age()).toBe(0);
    expect(losses()).toBe(1);
    // A second replica accepts the generation that the first one began on the new server.
    expect(await watch().age()).toBe(Number.POSITIVE_INFINITY);
    await generation.age();
    expect(losses()).toBe(1);
  });

  it("takes a server that does not say its name any more for the same one", async () => {
    const { store, watch, losses } = open();
    store.server = "one";
    const generation = watch();
    await generation.age();
    store.server = undefined;
    expect(await generation.age()).toBe(Number.POSITIVE_INFINITY);
    expect(losses()).toBe(0);
  });

  it("fails with the store, and does not take that for a loss", async () => {
    const { store, watch, losses } = open();
    const generation = watch();
    await generation.age();
    store.down = true;
    await expect(generation.age()).rejects.toThrow("gone");
    store.down = false;
    expect(await generation.age()).toBe(Number.POSITIVE_INFINITY);
    expect(losses()).toBe(0);
  });
});

describe("RefreshLock", () => {
  it("is extended in time, with what belongs to it, also in a store that has lost it, until it is stopped", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      let passed = 0;
      const store = new SharedStore(() => now + passed);
      const lock = new RefreshLock(store, ["i"], 30_000);
      const isHeld = async () => !(await new RefreshLock(store, ["i"], 30_000).take());
      const pass = async (milliseconds: number) => {
        passed += milliseconds;
        await vi.advanceTimersByTimeAsync(milliseconds);
      };
      await lock.take();
      let extended = 0;
      const stop = lock.extend(() => {
        extended += 1;
        return extended === 1 ? Promise.reject(new Error("The store is gone")) : Promise.resolve();
      });
      store.lose();
      await pass(10_000);
      expect([extended, await isHeld()]).toEqual([1, true]);
      for (let count = 0; count < 5; count += 1) await pass(10_000);
      expect([extended, await isHeld()]).toEqual([6, true]);
      stop();
      await pass(29_999);
      expect([extended, await isHeld()]).toEqual([6, true]);
      await pass(1);
      expect([extended, await isHeld()]).toEqual([6, false]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("is not released by who does not hold it, and its release never fails", async () => {
    const store = new SharedStore(() => now);
    const [one, other] = [new RefreshLock(store, ["i"], 1000), new RefreshLock(store, ["i"], 1000)];
    await one.take();
    await other.release();
    expect(await other.take()).toBe(false);
    store.down = true;
    await one.release();
    store.down = false;
    expect(await other.take()).toBe(false);
    await one.release();
    expect(await other.take()).toBe(true);
  });
});
