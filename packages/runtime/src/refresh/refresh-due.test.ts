import { ConnectorError, type OAuth2Definition } from "@wellhead/sdk";
import { describe, expect, it } from "vitest";
import { oauthEnvironment } from "../oauth/oauth-environment.js";
import type { TokenSet } from "../oauth2/request-tokens.js";
import { RefreshCoordinator } from "./refresh-coordinator.js";
import type { RefreshOutcome, RefreshRequest } from "./refresh-request.js";
import { accountNameOf, refreshTokensIfDue } from "./refresh-tokens.js";

const start = 1_800_000_000_000;
const provider = { name: "P", authorize: "https://p.example/a", token: "https://p.example/t", docs: "" };
const definition: OAuth2Definition = { provider, prefix: "P", keep: [], clientId: "c", clientSecret: "s" };

/** A deployment whose coordinator refreshes `r0` to `r1`, `r1` to `r2`, and so on, or fails. */
function deploy(failure?: RefreshOutcome) {
  const clock = { now: start };
  const environment = oauthEnvironment({ variables: {}, now: () => clock.now });
  const sent: RefreshRequest[] = [];
  const outcomes: RefreshOutcome[] = [];
  /** Refresh tokens for which the journal holds newer tokens, and those that were looked up there. */
  const journal = { newer: new Set<string>(), asked: new Array<string>() };
  class Coordinator extends RefreshCoordinator {
    override holds({ refreshToken }: Omit<RefreshRequest, "send">): Promise<boolean> {
      journal.asked.push(refreshToken);
      return Promise.resolve(journal.newer.has(refreshToken));
    }
    override refresh(request: RefreshRequest, count: (outcome: RefreshOutcome) => void): Promise<TokenSet> {
      sent.push(request);
      count(failure ?? "refreshed");
      if (failure !== undefined) throw new ConnectorError("upstream_unavailable", "failed");
      const step = Number(request.refreshToken.slice(1)) + 1;
      const expiry = clock.now + 3_600_000;
      return Promise.resolve({ accessToken: `a${step}`, refreshToken: `r${step}`, expiry, kept: {} });
    }
  }
  const context = {
    connector: "tracker",
    environment,
    coordinator: new Coordinator(environment),
    count: (outcome: RefreshOutcome) => void outcomes.push(outcome),
  };
  const check = (left: number | undefined, members: object = { refresh_token: "r0" }) =>
    refreshTokensIfDue(
      definition,
      {
        access_token: "a0",
        ...(left !== undefined && { expires_on: new Date(clock.now + left).toISOString() }),
        ...members,
      },
      context,
    );
  return { clock, environment, context, sent, outcomes, journal, check };
}

const { margin } = deploy().environment;

describe("refreshTokensIfDue()", () => {
  it("sends nothing for an access token that lives longer than the margin, or whose expiry is unknown", async () => {
    const { check, sent, outcomes } = deploy();
    expect(await check(margin + 1)).toBeUndefined();
    expect(await check(undefined)).toBeUndefined();
    expect([sent, outcomes]).toEqual([[], []]);
  });

  it.each([margin, 1, 0, -1, -86_400_000])(
    "refreshes an access token with %i ms left, once",
    async (left) => {
      const { check, sent, outcomes } = deploy();
      expect(await check(left)).toMatchObject({ access_token: "a1", refresh_token: "r1" });
      expect(sent).toEqual([
        expect.objectContaining({ accessToken: "a0", refreshToken: "r0", connector: "tracker" }),
      ]);
      expect(outcomes).toEqual(["refreshed"]);
    },
  );

  it("uses an account without a refresh token until its access token expires", async () => {
    const { check, sent, journal } = deploy();
    for (const left of [undefined, margin + 1, 1])
      expect(await check(left, {}), String(left)).toBeUndefined();
    await expect(check(0, {})).rejects.toMatchObject({ code: "account_expired" });
    expect([sent, journal.asked]).toEqual([[], []]);
  });

  it.each([undefined, margin + 1])(
    "takes newer tokens of an earlier request while the access token is valid (%s ms left)",
    async (left) => {
      const { check, journal } = deploy();
      expect(await check(left)).toBeUndefined();
      journal.newer.add("r0");
      expect(await check(left)).toMatchObject({ access_token: "a1", refresh_token: "r1" });
      expect(journal.asked).toEqual(["r0", "r0"]);
    },
  );

  it("goes on with a valid access token when newer tokens cannot be had", async () => {
    const { check, journal, outcomes } = deploy("unavailable");
    journal.newer.add("r0");
    expect(await check(margin + 1)).toBeUndefined();
    expect(outcomes).toEqual(["unavailable"]);
  });

  it("looks up nothing where the client of the provider is not configured", async () => {
    const { context, journal } = deploy();
    journal.newer.add("r0");
    const account = { access_token: "a0", refresh_token: "r0" };
    const unset: OAuth2Definition = { ...definition, clientId: undefined, clientSecret: undefined };
    expect(await refreshTokensIfDue(unset, account, context)).toBeUndefined();
    expect(journal.asked).toEqual([]);
  });

  it.each<RefreshOutcome>(["unavailable", "unknown"])(
    "uses an access token that lives for more than 30 s when the outcome of its refresh is %s",
    async (outcome) => {
      const { check, outcomes } = deploy(outcome);
      expect(await check(30_001)).toBeUndefined();
      await expect(check(30_000)).rejects.toMatchObject({ code: "upstream_unavailable" });
      expect(outcomes).toEqual([outcome, outcome]);
    },
  );

  it("reports a refresh that was refused at once", async () => {
    const { check } = deploy("refused");
    await expect(check(margin)).rejects.toMatchObject({ code: "upstream_unavailable" });
  });
});

describe("accountNameOf()", () => {
  it("stays the same across refreshes for seven days, and differs between accounts and connectors", async () => {
    const { check, clock, context } = deploy();
    const name = await accountNameOf("a0", context);
    await check(0);
    await check(0, { access_token: "a1", refresh_token: "r1" });
    expect(await accountNameOf("a1", context)).toBe(name);
    expect(await accountNameOf("a2", context)).toBe(name);
    expect(await accountNameOf("a3", context)).not.toBe(name);
    expect(await accountNameOf("a0", { ...context, connector: "other" })).not.toBe(name);
    clock.now += 7 * 86_400_000 - 1;
    expect(await accountNameOf("a2", context)).toBe(name);
    clock.now += 1;
    expect(await accountNameOf("a2", context)).not.toBe(name);
  });
});
