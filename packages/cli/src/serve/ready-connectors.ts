import type { Connector } from "@wellhead/sdk";

/**
 * Connectors that are served by name alone, because each caller brings an account. A connector and its driver are
 * loaded only when the name is used.
 */
export const readyConnectors: ReadonlyMap<string, () => Promise<Connector>> = new Map([
  ["airtable", async () => (await import("@wellhead/airtable")).default],
  ["github", async () => (await import("@wellhead/github")).default],
  ["google-sheets", async () => (await import("@wellhead/google-sheets")).default],
  ["hubspot", async () => (await import("@wellhead/hubspot")).default],
  ["jira", async () => (await import("@wellhead/jira")).default],
  ["mysql", async () => (await import("@wellhead/mysql")).mysql()],
  ["notion", async () => (await import("@wellhead/notion")).default],
  ["postgres", async () => (await import("@wellhead/postgres")).postgres()],
  ["stripe", async () => (await import("@wellhead/stripe")).default],
  ["trello", async () => (await import("@wellhead/trello")).default],
]);

/** Connectors that are served by name followed by the path of their data. */
export const pathConnectors: ReadonlyMap<string, (path: string) => Promise<Connector>> = new Map([
  ["sqlite", async (path: string) => (await import("@wellhead/sqlite")).sqlite({ path })],
]);
