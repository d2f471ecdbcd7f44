import { describe, expect, it } from "vitest";
import { oauthEnvironment } from "../../oauth/oauth-environment.js";
import { oauth2Client } from "../oauth2-client.js";
import type { TokenSet } from "../token-set.js";
import { presentTokens } from "./present-tokens.js";
import { RefreshCoordinator } from "./refresh-coordinator.js";
import type { RefreshOutcome } from "./refresh-outcome.js";
import type { RefreshRequest } from "./refresh-request.js";

const now = 1_800_000_000_000;
const environment = oauthEnvironment({ variables: {}, now: () => now });
const provider = { name: "P", authorize: "https://p.example/a", token: "https://p.example/t", docs: "" };
const client = oauth2Client(
  { provider, prefix: "P", keep: [], clientId: "c", clientSecret: "s" },
  environment.variables,
);

/** What a journal knows of a refresh token: when the access token that came of it ends, and how it is known. */
interface Step {
  readonly expiry: number;
  readonly outcome: RefreshOutcome;
}

/** A journal in which token `r0` was followed by `r1`, that by `r2`, and so on. */
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
    const { expiry, outcome } = this.#steps(step);
    count(outcome);
    return Promise.resolve({ accessToken: `a${step}`, refreshToken: `r${step}`, expiry, kept: {} });
  }
}

async function present(coordinator: RefreshCoordinator) {
  const outcomes: RefreshOutcome[] = [];
  const count = (outcome: RefreshOutcome): void => void outcomes.push(outcome);
  const context = { connector: "c", environment, coordinator, count };
  const tokens = await presentTokens(
    { accessToken: "a0", refreshToken: "r0" },
    { client, rotation: "single-use", context },
  );
  return { tokens, outcomes };
}

describe("presentTokens()", () => {
  it("leads on from an access token that ends at this very instant, and stops at one that lives a millisecond", async () => {
    const journal = new LongJournal((step) => ({
      expiry: step < 3 ? now : now + 1,
      outcome: "replayed",
    }));
    const { tokens, outcomes } = await present(journal);
    expect(tokens).toMatchObject({ accessToken: "a3", refreshToken: "r3" });
    expect(journal.asked).toEqual(["r0", "r1", "r2"]);
    // However long the way was, it was one request.
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
});
