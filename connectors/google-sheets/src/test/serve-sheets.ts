import type { TestUpstream } from "@wellhead/runtime/testing";
import { type App, createApp } from "@wellhead/server";
import { googleSheetsConnector } from "../google-sheets-connector.js";

/** A served connector that reads from a test server. */
export interface ServedSheets {
  readonly app: App;
  /** Reads the rows of a source. Default: those of the sheet 7 of the test spreadsheet. */
  readonly read: (
    filter?: object,
    source?: string,
  ) => Promise<{ readonly status: number; readonly body: unknown }>;
}

const account = { auth: "oauth2", access_token: "first", refresh_token: "keep" };

/**
 * Serves the connector with a test server in place of Google.
 *
 * @param upstream - The test server
 * @returns The service
 */
export async function serveSheets(upstream: TestUpstream): Promise<ServedSheets> {
  const variables = { GOOGLE_CLIENT_ID: "client", GOOGLE_CLIENT_SECRET: "client-secret" };
  const connectors = [googleSheetsConnector({ server: upstream.url })];
  const app = await createApp({ connectors, accounts: { variables }, logger: false });
  const { url } = await app.listen({ port: 0 });
  return {
    app,
    read: async (filter = { spreadsheet: "book", sheet: "7" }, source = "rows") => {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ source, account, filter });
      const response = await fetch(url, { method: "POST", headers, body });
      return { status: response.status, body: await response.json() };
    },
  };
}
