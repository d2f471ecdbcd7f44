import { afterAll, beforeAll, expect, test } from "vitest";
import { type OAuthProvider, startOAuthProvider } from "../oauth/oauth-provider.js";
import { runConformance } from "../run/run-conformance.js";
import { applicationOf, rightToken, type Variant } from "./reference-application.js";
import { startReference } from "./start-reference.js";

const account = { auth: "token", token: rightToken, site: "ada" };
let provider: OAuthProvider;

beforeAll(async () => {
  provider = await startOAuthProvider();
});

afterAll(() => provider.close());

test.each<Variant>(["full", "single", "moved"])(
  "runConformance() finds nothing wrong with the right server, %s",
  async (variant) => {
    const server = await startReference({ variant, provider });
    const report = await runConformance(server.url, {
      ...{ account, oauthProvider: provider, concurrency: 3, previous: applicationOf(variant) },
      ...(variant === "full" && { failing: { source: "broken" } }),
    });
    await server.close();
    const wrong = report.results.filter(({ verdict }) => verdict !== "pass" && verdict !== "not-applicable");
    expect(wrong.map(({ id, verdict, detail }) => `${id} ${verdict}: ${detail}`)).toEqual([]);
    expect(report.profile).toBe("all");
    expect(report.measurements.requests).toBeLessThanOrEqual(600);
    const skipped = report.results
      .filter(({ verdict }) => verdict === "not-applicable")
      .map(({ id, capability }) => `${id}: ${capability}`);
    if (variant === "full") expect(skipped).toMatchSnapshot();
  },
);
