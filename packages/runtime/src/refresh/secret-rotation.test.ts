import { describe, expect, it } from "vitest";
import { oauthEnvironment } from "../oauth/oauth-environment.js";
import type { TokenSet } from "../oauth2/request-tokens.js";
import { MemoryStore } from "../store/memory-store.js";
import { RefreshCoordinator } from "./refresh-coordinator.js";
import { RefreshLock } from "./refresh-runner.js";

const older = "o".repeat(32);
const newer = "n".repeat(32);
/** The replicas of a deployment before, during and after the replacement of its secret. */
const replicas = {
  before: { WELLHEAD_SECRET: older },
  meanwhile: { WELLHEAD_SECRET: newer, WELLHEAD_SECRET_PREVIOUS: older },
  afterwards: { WELLHEAD_SECRET: newer },
};
type Replica = keyof typeof replicas;

/** Creates replicas with one store and a provider that responds when `answer` is called. */
function open() {
  const store = new MemoryStore();
  const waiting: (() => void)[] = [];
  let sent = 0;
  const send = async (): Promise<TokenSet> => {
    sent += 1;
    const tokens = { accessToken: `a${sent}`, refreshToken: `r${sent}`, kept: {} };
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
    return tokens;
  };
  const request = { connector: "c", provider: "P", audience: ["t"], rotation: "single-use", send } as const;
  const coordinators = new Map(
    Object.entries(replicas).map(([name, variables]) => [
      name,
      new RefreshCoordinator(oauthEnvironment({ store, variables })),
    ]),
  );
  return {
    sent: () => sent,
    refresh: async (replica: Replica, refreshToken: string) =>
      await coordinators.get(replica)?.refresh({ ...request, refreshToken }, () => undefined),
    /** Waits for a request to the provider and lets it respond. */
    answer: async () => {
      while (waiting.length === 0) await new Promise(setImmediate);
      waiting.shift()?.();
    },
  };
}

describe("a deployment whose secret is replaced", () => {
  it.each<[Replica, Replica]>([
    ["before", "meanwhile"],
    ["meanwhile", "before"],
    ["meanwhile", "afterwards"],
    ["afterwards", "meanwhile"],
  ])("finds in the journal what a replica of the time %s wrote, in one of %s", async (writer, reader) => {
    const { refresh, answer, sent } = open();
    const [written] = await Promise.all([refresh(writer, "old"), answer()]);
    expect(await refresh(reader, "old")).toEqual(written);
    expect(sent()).toBe(1);
  });

  it.each<[Replica, Replica]>([
    ["before", "meanwhile"],
    ["meanwhile", "before"],
    ["meanwhile", "afterwards"],
    ["afterwards", "meanwhile"],
  ])("sends a token once that replicas of the times %s and %s have at the same time", async (one, other) => {
    const { refresh, answer, sent } = open();
    const [first, second] = await Promise.all([refresh(one, "old"), refresh(other, "old"), answer()]);
    expect(first).toEqual({ accessToken: "a1", refreshToken: "r1", kept: {} });
    expect(second).toEqual(first);
    expect(sent()).toBe(1);
  });
});

describe("RefreshLock", () => {
  it("excludes the holders of either id, and keeps neither when it gets only one", async () => {
    const store = new MemoryStore();
    const lock = (...ids: readonly string[]): RefreshLock => new RefreshLock(store, ids, 60_000);
    const [before, meanwhile, afterwards] = [lock("old"), lock("new", "old"), lock("new")];
    expect(await afterwards.take()).toBe(true);
    expect(await meanwhile.take()).toBe(false);
    expect(await before.take()).toBe(true);
    await afterwards.release();
    expect(await meanwhile.take()).toBe(false);
    expect(await afterwards.take()).toBe(true);
    await Promise.all([before.release(), afterwards.release()]);
    expect(await meanwhile.take()).toBe(true);
    expect([await before.take(), await afterwards.take()]).toEqual([false, false]);
    await meanwhile.release();
    expect([await before.take(), await afterwards.take()]).toEqual([true, true]);
  });
});
