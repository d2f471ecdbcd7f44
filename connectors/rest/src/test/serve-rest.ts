import { configureEgress } from "@wellhead/runtime";
import {
  startUpstream,
  type TestUpstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from "@wellhead/runtime/testing";
import { createApp } from "@wellhead/server";
import type { RestConfig } from "../config/rest-config.js";
import type { SourceConfig } from "../config/source-config.js";
import { restConnector } from "../rest-connector.js";

/** A source of an API without its name. */
export type TestSource = Omit<SourceConfig, "name">;

/** A connector with one source, and the API it reads. */
export interface ServedRest {
  readonly upstream: TestUpstream;
  /**
   * Reads the rows.
   *
   * @param filter - Values of the filter
   * @param account - Members of the account
   * @returns Status and parsed body
   */
  readonly read: (
    filter?: object,
    account?: object,
  ) => Promise<{ readonly status: number; readonly body: unknown }>;
  /** Closes both. */
  readonly close: () => Promise<void>;
}

/**
 * Serves a connector with one source that reads from a test server. For tests.
 *
 * @param source - The source
 * @param answer - Returns the response to a request to the API
 * @param account - How the API authenticates callers
 * @returns The connector
 */
export async function serveRest(
  source: TestSource,
  answer: (request: UpstreamRequest) => UpstreamAnswer | Promise<UpstreamAnswer>,
  account: NonNullable<RestConfig["account"]> = { kind: "none" },
): Promise<ServedRest> {
  configureEgress({ allow: "127.0.0.1/32:*" });
  const upstream = await startUpstream(answer);
  const sources = { list: { name: "List", ...source } };
  const connector = restConnector({ id: "api", name: "API", baseUrl: upstream.url, account, sources });
  const app = await createApp({ connectors: [connector], logger: false });
  const { url } = await app.listen({ port: 0 });
  return {
    upstream,
    read: async (filter = {}, members = { auth: "none" }) => {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ source: "list", filter, account: members }),
      });
      return { status: response.status, body: await response.json() };
    },
    close: async () => {
      await app.close();
      await upstream.close();
    },
  };
}
