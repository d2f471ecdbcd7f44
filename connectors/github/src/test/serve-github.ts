import { configureEgress } from "@wellhead/runtime";
import {
  startUpstream,
  type TestUpstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from "@wellhead/runtime/testing";
import { createApp } from "@wellhead/server";
import { githubConnector } from "../github-connector.js";

/** A served connector that reads from a test server. */
export interface ServedGithub {
  readonly upstream: TestUpstream;
  /** Returns the options of a field. */
  options(source: string, field: string): Promise<unknown>;
  /** Requests the rows of a source, to be read as a stream. */
  open(source: string, filter: object): Promise<Response>;
  /** Reads the rows of a source. */
  rows(source: string, filter: object): Promise<{ readonly status: number; readonly body: unknown }>;
  close(): Promise<void>;
}

/**
 * Serves the connector with a test server in place of GitHub.
 *
 * @param answer - Returns the response to a request
 * @returns The service and the test server
 */
export async function serveGithub(
  answer: (request: UpstreamRequest) => UpstreamAnswer | Promise<UpstreamAnswer>,
): Promise<ServedGithub> {
  configureEgress({ allow: "127.0.0.1/32:*" });
  const upstream = await startUpstream(answer);
  const connector = githubConnector({ baseUrl: upstream.url, site: "https://github.com", signIn: false });
  const app = await createApp({ connectors: [connector], logger: false });
  const { url } = await app.listen({ port: 0 });
  const headers = { "content-type": "application/json" };
  const account = { auth: "token", token: "github_pat_right" };
  const open = async (source: string, filter: object): Promise<Response> =>
    await fetch(url, { method: "POST", headers, body: JSON.stringify({ source, account, filter }) });
  return {
    open,
    upstream,
    options: async (source, field) => {
      const address = new URL(`/datalist?source=${source}&field=${field}`, url);
      return await (await fetch(address, { method: "POST", headers, body: JSON.stringify(account) })).json();
    },
    rows: async (source, filter) => {
      const response = await open(source, filter);
      return { status: response.status, body: await response.json() };
    },
    close: async () => {
      await app.close();
      await upstream.close();
    },
  };
}
