import { accountExpired, rateLimited, upstreamUnavailable } from "@wellhead/sdk";
import { SharedStore } from "@wellhead/test-support/stores/shared-store";
import { describe, expect, it } from "vitest";
import { type CallOutcome, ProviderFailure } from "../oauth/call-provider.js";
import { oauthEnvironment } from "../oauth/oauth-environment.js";
import type { TokenSet } from "../oauth2/request-tokens.js";
import type { Store } from "../store/store.js";
import { RefreshCoordinator, type RefreshTimes } from "./refresh-coordinator.js";
import type { RefreshOutcome, RefreshRequest } from "./refresh-request.js";

const hour = 3_600_000;
const next: TokenSet = { accessToken: "new", refreshToken: "next", kept: {} };

const gone = () => Promise.reject(new Error("The store is gone"));

/** A response of the provider: tokens, or one of three kinds of failure. */
type Answer = TokenSet | CallOutcome;

/** Creates a provider that returns these responses in turn and then repeats the last one, and replicas that use it. */
function open(
  answers: readonly Answer[],
  given: Partial<RefreshRequest> = {},
  {
    store,
    replicas = 1,
    ...times
  }: Partial<RefreshTimes> & { store?: Partial<Store>; replicas?: number } = {},
) {
  let now = 1_800_000_000_000;
  let sent = 0;
  const shared = Object.assign(new SharedStore(() => now), store);
  const environment = () =>
    oauthEnvironment({
      secret: "s".repeat(32),
      store: shared,
      variables: {},
      now: () => now,
      replicas,
    });
  const outcomes: RefreshOutcome[] = [];
  const send = async (): Promise<TokenSet> => {
    const answer = answers[Math.min(sent, answers.length - 1)] ?? "unknown";
    sent += 1;
    if (typeof answer !== "string") return await Promise.resolve(answer);
    const error =
      answer === "refused" ? accountExpired("Refused.") : upstreamUnavailable(`Failed ${answer}.`);
    throw new ProviderFailure(answer, error);
  };
  const request: RefreshRequest = {
    connector: "c",
    provider: "P",
    audience: ["t"],
    refreshToken: "old",
    rotation: "single-use",
    send,
    ...given,
  };
  const replica = () => {
    const coordinator = new RefreshCoordinator(environment(), times);
    return {
      coordinator,
      refresh: (changes: Partial<RefreshRequest> = {}) =>
        coordinator.refresh({ ...request, ...changes }, (outcome) => outcomes.push(outcome)),
      holds: (changes: Partial<RefreshRequest> = {}) => coordinator.holds({ ...request, ...changes }),
    };
  };
  const wait = (milliseconds: number): void => {
    now += milliseconds;
  };
  return { replica, store: shared, outcomes, wait, sent: () => sent };
}

describe("a refresh token of single use", () => {
  it("whose response was lost is sent again after 30 s, 60 s, 120 s …, by whichever replica", async () => {
    const { replica, sent, wait, outcomes } = open(["unknown", "unknown", "unknown", next]);
    for (const [index, seconds] of [30, 60, 120].entries()) {
      await expect(replica().refresh()).rejects.toMatchObject({
        code: "upstream_unavailable",
        retryAfter: seconds,
      });
      expect(sent()).toBe(index + 1);
      wait(seconds * 1000 - 1);
      await expect(replica().refresh()).rejects.toMatchObject({ retryAfter: 1 });
      expect(sent()).toBe(index + 1);
      wait(1);
    }
    expect(await replica().refresh()).toEqual(next);
    expect(outcomes).toEqual([...Array.from({ length: 6 }, () => "unknown"), "refreshed"]);
  });

  it("whose response was lost is sent again immediately after two hours without a request", async () => {
    const { replica, wait } = open(["unknown", "unknown"]);
    await expect(replica().refresh()).rejects.toMatchObject({ retryAfter: 30 });
    wait(2 * hour);
    // The mark has expired, so the count of attempts starts again.
    await expect(replica().refresh()).rejects.toMatchObject({ retryAfter: 30 });
  });

  it.each([["ask-again"], ["stop"]] as const)(
    "is refused for half a minute without asking: %s",
    async (onUnknown) => {
      const { replica, sent, wait, outcomes } = open(["refused", next], { onUnknown });
      await expect(replica().refresh()).rejects.toMatchObject({
        code: "account_expired",
        message: "Refused.",
      });
      wait(29_999);
      await expect(replica().refresh()).rejects.toMatchObject({
        code: "account_expired",
        message: "Refused.",
      });
      expect(sent()).toBe(1);
      wait(1);
      expect(await replica().refresh()).toEqual(next);
      expect(outcomes).toEqual(["refused", "refused", "refreshed"]);
    },
  );

  it.each([1, 90])("is not sent for the %i s that the provider stated, and then at once", async (seconds) => {
    let sent = 0;
    const send = async (): Promise<TokenSet> => {
      sent += 1;
      if (sent > 1) return await Promise.resolve(next);
      throw new ProviderFailure("refused", rateLimited("Limited.", { retryAfter: seconds }));
    };
    const { replica, wait } = open([], { send });
    const limited = (retryAfter: number) => ({ code: "rate_limited", message: "Limited.", retryAfter });
    await expect(replica().refresh()).rejects.toMatchObject(limited(seconds));
    wait(seconds * 1000 - 1);
    await expect(replica().refresh()).rejects.toMatchObject(limited(1));
    expect(sent).toBe(1);
    wait(1);
    expect(await replica().refresh()).toEqual(next);
  });

  it("is never sent twice where that would end the account, for as long as the journal lasts", async () => {
    const { replica, sent, wait } = open(["unknown", next], { onUnknown: "stop" });
    const first = await replica()
      .refresh()
      .then(String, (error: unknown) => error);
    expect(first).toMatchObject({ code: "account_expired", cause: { message: "Failed unknown." } });
    for (const passed of [0, 1000, hour, 22 * hour]) {
      wait(passed);
      await expect(replica().refresh()).rejects.toMatchObject({ code: "account_expired" });
    }
    expect(sent()).toBe(1);
    wait(2 * hour);
    expect(await replica().refresh()).toEqual(next);
  });

  it("counts as not sent when it never left, however often it was sent before", async () => {
    const { replica, sent, wait } = open(["unknown", "unsent", "unknown", next]);
    await expect(replica().refresh()).rejects.toMatchObject({ retryAfter: 30 });
    wait(30_000);
    await expect(replica().refresh()).rejects.toThrow("Failed unsent.");
    // The unsent attempt does not count: the token is sent at once, and as the second attempt it waits one minute.
    await expect(replica().refresh()).rejects.toMatchObject({ retryAfter: 60 });
    expect(sent()).toBe(3);
  });

  it("that never left leaves no trace: another replica sends it at once, as the first attempt", async () => {
    const { replica, sent } = open(["unsent", "unknown"]);
    await expect(replica().refresh()).rejects.toThrow("Failed unsent.");
    await expect(replica().refresh()).rejects.toMatchObject({ retryAfter: 30 });
    expect(sent()).toBe(2);
  });

  it("returns the resulting tokens for a day, and for 90 days when nobody received them", async () => {
    const { replica, sent, wait, outcomes } = open([next]);
    await replica().refresh();
    wait(24 * hour - 1);
    expect(await replica().refresh()).toEqual(next);
    expect({ sent: sent(), outcomes }).toEqual({ sent: 1, outcomes: ["refreshed", "replayed"] });
    wait(1);
    await replica().refresh();
    expect(sent()).toBe(2);
    const kept = open([next], { cannotDeliver: true });
    await kept.replica().refresh();
    kept.wait(90 * 24 * hour - 1);
    expect(await kept.replica().refresh()).toEqual(next);
    expect(kept.sent()).toBe(1);
    kept.wait(1);
    await kept.replica().refresh();
    expect(kept.sent()).toBe(2);
  });

  it("is not sent by replicas that share no store, and says what the operator must do", async () => {
    const environment = (replicas: number) =>
      oauthEnvironment({ secret: "s".repeat(32), variables: {}, replicas });
    const ask = async (replicas: number, rotation: RefreshRequest["rotation"]) => {
      const send = () => Promise.resolve(next);
      const request = { connector: "c", provider: "P", audience: [], refreshToken: "r", rotation, send };
      return await new RefreshCoordinator(environment(replicas)).refresh(request, () => undefined);
    };
    await expect(ask(2, "single-use")).rejects.toMatchObject({
      code: "unavailable",
      retryAfter: 300,
      message: expect.stringContaining("WELLHEAD_STORE") as string,
    });
    expect(await ask(1, "single-use")).toEqual(next);
    expect(await ask(2, "none")).toEqual(next);
    expect(await open([next], {}, { replicas: 2 }).replica().refresh()).toEqual(next);
  });

  it("is not sent when another replica's mark is there although the lock was free", async () => {
    const setIfAbsent = (key: string) => Promise.resolve(!key.startsWith("refresh:"));
    const { replica, sent, outcomes } = open([next], {}, { store: { setIfAbsent } });
    await expect(replica().refresh()).rejects.toMatchObject({ status: 503, retryAfter: 15 });
    expect({ sent: sent(), outcomes }).toEqual({ sent: 0, outcomes: ["unavailable"] });
  });

  it("is sent by one replica, and the other waits for what comes of it", async () => {
    const calls: ((tokens: TokenSet) => void)[] = [];
    const send = () =>
      new Promise<TokenSet>((resolve) => {
        calls.push(resolve);
      });
    const { replica, outcomes } = open([], { send });
    const first = replica().refresh();
    await expect.poll(() => calls.length).toBe(1);
    const second = replica().refresh();
    calls[0]?.(next);
    expect(await Promise.all([first, second])).toEqual([next, next]);
    expect(calls).toHaveLength(1);
    expect(outcomes.toSorted()).toEqual(["awaited", "refreshed"]);
  });

  it("goes on when its caller stops waiting, and hands its tokens to the next one", async () => {
    let answer: (tokens: TokenSet) => void = () => undefined;
    const send = () =>
      new Promise<TokenSet>((resolve) => {
        answer = resolve;
      });
    const { replica, outcomes } = open([], { send }, { callerMs: 20, lockMs: 60_000 });
    const { coordinator, refresh } = replica();
    await expect(refresh()).rejects.toMatchObject({ code: "upstream_unavailable", retryAfter: 5 });
    answer(next);
    await coordinator.idle();
    expect(await refresh()).toEqual(next);
    expect(outcomes).toEqual(["unknown", "replayed"]);
  });
});

describe("a refresh token that may be used again", () => {
  const rotation = "none";

  it("is sent whatever became of it before, and its failures are told as they are", async () => {
    const { replica, sent, outcomes } = open(["unknown", "unsent", next], { rotation });
    await expect(replica().refresh()).rejects.toThrow("Failed unknown.");
    await expect(replica().refresh()).rejects.toThrow("Failed unsent.");
    expect(await replica().refresh()).toEqual(next);
    expect({ sent: sent(), outcomes }).toEqual({
      sent: 3,
      outcomes: ["unknown", "unavailable", "refreshed"],
    });
  });

  it("is sent although the store lost what it held, or fails", async () => {
    const identities = ["one", "two"];
    const identity = () => Promise.resolve(identities.shift() ?? "two");
    const lost = open([next], { rotation }, { store: { identity } }).replica();
    await lost.coordinator.open();
    expect(await lost.refresh()).toEqual(next);
    const failing = open([next], { rotation }, { store: { get: gone, set: gone, setIfAbsent: gone } });
    expect(await failing.replica().refresh()).toEqual(next);
    expect(failing.outcomes).toEqual(["refreshed"]);
  });
});

describe("RefreshCoordinator", () => {
  it("reports whether the journal holds tokens that the caller does not have", async () => {
    const { replica } = open([{ accessToken: "a1", refreshToken: "old", kept: {} }], { rotation: "none" });
    const { refresh, holds } = replica();
    expect(await holds()).toBe(false);
    await refresh();
    expect(await holds({ accessToken: "a0" })).toBe(true);
    expect(await holds({ accessToken: "a1" })).toBe(false);
    expect(await holds({ refreshToken: "another" })).toBe(false);
  });

  it("holds nothing where the provider refused, or the store fails", async () => {
    const refused = open(["refused"]).replica();
    await refused.refresh().catch(() => undefined);
    expect(await refused.holds()).toBe(false);
    expect(
      await open([next], {}, { store: { get: gone } })
        .replica()
        .holds(),
    ).toBe(false);
  });

  it("keeps the tokens of connectors, audiences and refresh tokens apart", async () => {
    const { replica, sent } = open([next]);
    const { refresh } = replica();
    const others = [{}, { connector: "d" }, { audience: ["u"] }, { audience: [] }, { refreshToken: "older" }];
    await Promise.all(others.map((other) => refresh(other)));
    for (const other of others) await refresh(other);
    expect(sent()).toBe(others.length);
  });

  it("says whether the store takes what must not be lost", async () => {
    const check = (store: Partial<Store>) => open([next], {}, { store }).replica().coordinator.checkStore();
    expect(await check({})).toBe(true);
    expect(await check({ set: gone })).toBe(false);
    expect(await check({ get: gone })).toBe(false);
    expect(await check({ identity: gone })).toBe(false);
  });

  it("writes tokens again to a store that lost them", async () => {
    const { replica, store } = open([next]);
    const { coordinator, refresh } = replica();
    await coordinator.open();
    await refresh();
    store.lose();
    expect(await coordinator.checkStore()).toBe(true);
    await coordinator.idle();
    // A replica that has just started has only what is in the store.
    expect(await replica().holds()).toBe(true);
  });
});
