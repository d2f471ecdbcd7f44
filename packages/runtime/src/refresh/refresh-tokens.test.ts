import { describe, expect, it } from "vitest";
import { Egress } from "../egress/egress.js";
import { oauthEnvironment } from "../oauth/oauth-environment.js";
import { oauth2Client } from "../oauth2/oauth2-client.js";
import type { TokenSet } from "../oauth2/request-tokens.js";
import { startUpstream } from "../testing/start-upstream.js";
import { RefreshCoordinator } from "./refresh-coordinator.js";
import type { RefreshOutcome, RefreshRequest } from "./refresh-request.js";
import { hasNewerTokens, refreshChain } from "./refresh-tokens.js";

const now = 1_800_000_000_000;
const environment = oauthEnvironment({ variables: {}, now: () => now });
const provider = { name: "P", authorize: "https://p.example/a", token: "https://p.example/t", docs: "" };
const client = oauth2Client(
  { provider, prefix: "P", keep: [], clientId: "c", clientSecret: "s" },
  environment.variables,
);

/** The result of one refresh: the expiry of the new access token, and the reported outcome. */
interface Step {
  readonly expiry: number | undefined;
  readonly outcome: RefreshOutcome;
  /** Refresh token of the result. Default: a new one at each step. */
  readonly refreshToken?: string;
}

/** A coordinator whose journal leads from token `r0` to `r1`, from `r1` to `r2`, and so on. */
class LongJournal extends RefreshCoordinator {
  readonly asked: string[] = [];
  readonly #steps: (step: number) => Step;

  constructor(steps: (step: number) => Step) {
    super(environment);
    this.#steps = steps;
  }

  override refresh(
    { refreshToken }: RefreshRequest,
    count: (outcome: RefreshOutcome) => void,
  ): Promise<TokenSet> {
    this.asked.push(refreshToken);
    const step = Number(refreshToken.slice(1)) + 1;
    const { expiry, outcome, refreshToken: next = `r${step}` } = this.#steps(step);
    count(outcome);
    const tokens = { accessToken: `a${step}`, refreshToken: next, kept: {} };
    return Promise.resolve(expiry === undefined ? tokens : { ...tokens, expiry });
  }
}

async function present(coordinator: RefreshCoordinator) {
  const outcomes: RefreshOutcome[] = [];
  const count = (outcome: RefreshOutcome): void => void outcomes.push(outcome);
  const context = { connector: "c", environment, coordinator, count };
  const tokens = await refreshChain(
    { accessToken: "a0", refreshToken: "r0" },
    { client, rotation: "single-use", context },
  );
  return { tokens, outcomes };
}

describe("refreshChain()", () => {
  it("leads on from an access token that ends at this very instant, and stops at one that lives a millisecond", async () => {
    const journal = new LongJournal((step) => ({
      expiry: step < 3 ? now : now + 1,
      outcome: "replayed",
    }));
    const { tokens, outcomes } = await present(journal);
    expect(tokens).toMatchObject({ accessToken: "a3", refreshToken: "r3" });
    expect(journal.asked).toEqual(["r0", "r1", "r2"]);
    // All steps together count as one request.
    expect(outcomes).toEqual(["replayed"]);
  });

  it("does not send the token it has just got, although the access token that came with it is over", async () => {
    const journal = new LongJournal(() => ({ expiry: now - 1, outcome: "refreshed" }));
    expect((await present(journal)).tokens).toMatchObject({ accessToken: "a1", refreshToken: "r1" });
    expect(journal.asked).toEqual(["r0"]);
  });

  it("follows a provider that never comes to an end for 1,000 steps", async () => {
    const journal = new LongJournal(() => ({ expiry: now, outcome: "replayed" }));
    expect((await present(journal)).tokens).toMatchObject({ accessToken: "a1000" });
    expect(journal.asked).toHaveLength(1000);
  });

  it.each<[string, Partial<Step>]>([
    ["it lives", { expiry: now + 1 }],
    ["it has no end", { expiry: undefined }],
    ["the refresh token stays", { refreshToken: "r0" }],
    ["it is new", { outcome: "refreshed" }],
    ["another request has just got it", { outcome: "joined" }],
    ["another replica has just got it", { outcome: "awaited" }],
  ])("asks once for an access token although it may be over: %s", async (_why, step) => {
    const journal = new LongJournal(() => ({ expiry: now - 1, outcome: "replayed", ...step }));
    expect((await present(journal)).tokens.accessToken).toBe("a1");
    expect(journal.asked).toEqual(["r0"]);
  });

  it("counts the failure of a step as how the request ended, and nothing when there was none", async () => {
    const failing = new LongJournal((step) => {
      if (step === 2) throw new Error("refused");
      return { expiry: now, outcome: "replayed" };
    });
    const outcomes: RefreshOutcome[] = [];
    const present1 = (coordinator: RefreshCoordinator) => {
      const count = (outcome: RefreshOutcome): void => void outcomes.push(outcome);
      const context = { connector: "c", environment, coordinator, count };
      return refreshChain({ accessToken: "a0", refreshToken: "r0" }, { client, rotation: "none", context });
    };
    await expect(present1(failing)).rejects.toThrow("refused");
    expect(outcomes).toEqual(["replayed"]);
    const broken = new LongJournal(() => {
      throw new Error("refused");
    });
    await expect(present1(broken)).rejects.toThrow("refused");
    expect(outcomes).toEqual(["replayed"]);
  });
});

describe("at a provider", () => {
  async function refreshAt(reply: Readonly<Record<string, unknown>>, refreshToken = "r0") {
    let clock = now;
    const upstream = await startUpstream(() => {
      clock += 1000;
      return { body: { access_token: "a1", token_type: "Bearer", ...reply } };
    });
    const deployment = oauthEnvironment({
      variables: {},
      now: () => clock,
      egress: new Egress({ allow: "127.0.0.1/32:*" }),
    });
    const local = oauth2Client(
      {
        provider: { ...provider, token: `${upstream.url}/token` },
        prefix: "P",
        keep: [],
        clientId: "c",
        clientSecret: "s",
      },
      {},
    );
    const coordinator = new RefreshCoordinator(deployment);
    const context = { connector: "c", environment: deployment, coordinator, count: () => undefined };
    const options = { client: local, rotation: "none", context } as const;
    try {
      const tokens = await refreshChain({ accessToken: "a0", refreshToken }, options);
      const other = { ...options, client: { ...local, clientId: "another" } };
      const old = { accessToken: "a0", refreshToken };
      return { tokens, successors: [await hasNewerTokens(old, options), await hasNewerTokens(old, other)] };
    } finally {
      await upstream.close();
    }
  }

  it("that does not say how long its token lives, it is an hour from when it was asked", async () => {
    const { tokens } = await refreshAt({});
    expect(tokens).toMatchObject({ accessToken: "a1", refreshToken: "r0", expiry: now + 3_600_000 });
  });

  it("that does say so, it is as long as it says, and its new refresh token is kept", async () => {
    const { tokens } = await refreshAt({ expires_in: 60, refresh_token: "r1" });
    expect(tokens).toMatchObject({ accessToken: "a1", refreshToken: "r1" });
    expect(tokens.expiry).toBeLessThanOrEqual(now + 61_000);
  });

  it("whose response the platform has not received yet has successors, only of the same client", async () => {
    const { successors } = await refreshAt({ expires_in: 60, refresh_token: "r1" });
    expect(successors).toEqual([true, false]);
  });
});
