import type { OAuthProvider } from "../../oauth/oauth-provider.js";
import { runConformance } from "../../run/run-conformance.js";
import { applicationOf, rightToken } from "../reference-application.js";
import { startReference } from "../start-reference.js";
import type { Writable, WrongServer } from "./wrong-server.js";

/** What the suite found wrong with a wrong server. */
export interface JudgedWrong {
  /** Ids of requirements that failed or were warned of, sorted. */
  readonly unmet: readonly string[];
  /** Ids of requirements that could not be judged. */
  readonly unjudged: readonly string[];
}

/** Runs the suite, or some areas of it, against a wrong server. */
export async function judgeWrong(
  server: WrongServer,
  provider: OAuthProvider,
  only?: readonly string[],
): Promise<JudgedWrong> {
  const { variant = "full", change, left, before, previous, host, together } = server;
  provider.behave("right");
  const running = await startReference({
    variant,
    provider,
    change,
    ...(left && { left }),
    ...(before && { before }),
  });
  // JSON text in between: the edit must not reach the application that other servers share.
  const earlier = JSON.parse(JSON.stringify(applicationOf(variant))) as Writable;
  previous?.(earlier);
  const address = running.url.replace("127.0.0.1", host ?? "127.0.0.1");
  const report = await runConformance(address, {
    ...{ account: { auth: "token", token: rightToken, site: "ada" }, previous: earlier, profile: "all" },
    ...(together && { concurrency: 3 }),
    ...(only && { only }),
    ...(variant === "full" && { oauthProvider: provider, failing: { source: "broken" } }),
  });
  await running.close();
  const { results } = report;
  const ids = (verdicts: readonly string[]): readonly string[] =>
    results
      .filter(({ verdict }) => verdicts.includes(verdict))
      .map(({ id }) => id)
      .toSorted();
  return { unmet: ids(["fail", "warn"]), unjudged: ids(["could-not-run"]) };
}
