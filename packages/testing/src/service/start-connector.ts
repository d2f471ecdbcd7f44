import { type Account, Connector as ConnectorClient } from "@wellhead/client";
import { type Connector, upstreamInvalid } from "@wellhead/sdk";
import { createApp, type Limits, patientLimits } from "@wellhead/server";
import type { SentRequest, Upstream } from "../upstream/upstream.js";
import { servingOptions } from "./serving-options.js";
import { StartedConnector } from "./started-connector.js";

/** Options of {@link startConnector}. */
export interface StartConnectorOptions {
  /** What the connector reads from. Default: nothing; every HTTP request of the connector fails. */
  readonly upstream?: Upstream;
  /** The account of calls that do not bring their own. Default: none. */
  readonly account?: Account;
  /** Time of the service, which advances only by waits. Default: that of the tape, else the system's. */
  readonly now?: Date | string;
  /** Start of the random numbers of the service. Default: that of the tape, else 1. */
  readonly seed?: number;
  /** Variables of the deployment, such as client ids of OAuth. Default: none. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Limits of the service to override. Default: those of the service, but requests wait on a busy machine. */
  readonly limits?: Partial<Limits>;
}

/**
 * Serves a connector on a free port of this machine, with an upstream instead of the network. The service is the one
 * that `wellhead serve` runs. Every test may start its own, also at the same time as others.
 *
 * @param connector - The connector, as `defineConnector` returns it
 * @param options - Upstream, account, clock and seed
 * @returns The running connector; close it at the end of the test
 * @throws TypeError when the connector cannot be served or `now` is not a date
 * @example
 * ```ts snippet=examples/github-issues/github-issues.test.ts#test-kit
 * const issues = [
 *   { number: 1, title: "It squeaks", state: "open", updated_at: "2026-03-01T10:00:00Z" },
 *   { number: 2, title: "Add wheels", state: "open", updated_at: "2026-03-02T10:00:00Z", pull_request: {} },
 *   { number: 3, title: "It rolls away", state: "closed", updated_at: "2026-03-03T10:00:00Z" },
 * ];
 *
 * it("reads every page of a repository, without pull requests", async () => {
 *   const github = await startConnector(connector, {
 *     account: { auth: "token", token: "right" },
 *     upstream: answers(({ url, headers }) => {
 *       if (headers["authorization"] !== "Bearer right")
 *         return { status: 401, body: { message: "Bad credentials" } };
 *       const page = Number(url.searchParams.get("page") ?? 1);
 *       const next = { link: `<${url.pathname}?page=${page + 1}>; rel="next"` };
 *       return { body: issues.slice(page - 1, page), ...(page < issues.length && { headers: next }) };
 *     }),
 *   });
 *   const { rows, verdict } = await github.rows("issues", { filter: { repository: "ada/engine" } });
 *   expect(rows.map(({ title }) => title)).toEqual(["It squeaks", "It rolls away"]);
 *   expect(verdict.ending).toBe("whole");
 *   expect(github.requests.map(({ url }) => url.pathname)).toEqual(Array(3).fill("/repos/ada/engine/issues"));
 *   await github.close();
 * });
 * ```
 */
export async function startConnector(
  connector: Connector,
  options: StartConnectorOptions = {},
): Promise<StartedConnector> {
  const { upstream = noUpstream, limits, variables = {} } = options;
  const requests: SentRequest[] = [];
  const serving = servingOptions(upstream, { now: timeOf(options.now), seed: options.seed, sent: requests });
  const app = await createApp({
    connectors: [connector],
    ...serving,
    accounts: { variables },
    callers: {},
    tls: false,
    // A test of wrong accounts is not an attack.
    failures: false,
    logger: false,
    audit: false,
    limits: { ...patientLimits, ...limits },
  });
  const { url } = await app.listen({ port: 0 });
  return new StartedConnector({
    url,
    client: new ConnectorClient(url, { now: () => serving.now().getTime() }),
    account: options.account,
    requests,
    now: () => serving.now().getTime(),
    unread: () => upstream.unread?.() ?? [],
    missed: () => upstream.missed?.() ?? [],
    stop: () => app.close(),
  });
}

function timeOf(now: Date | string | undefined): number | undefined {
  const time = now === undefined ? undefined : new Date(now).getTime();
  if (time === undefined || Number.isFinite(time)) return time;
  throw new TypeError(`Could not start the connector: expected a date in "now", got "${String(now)}".`);
}

const noUpstream: Upstream = {
  respond: ({ method, url }) =>
    Promise.reject(
      upstreamInvalid(
        `Could not send ${method} ${url.origin}${url.pathname}: the test has no upstream. Pass \`upstream\` to startConnector().`,
      ),
    ),
};
