import { configureEgress } from "@wellhead/runtime";
import { skipWaits } from "@wellhead/runtime/testing";
import { serveHistory } from "@wellhead/test-support";
import { expect, it } from "vitest";
import { hubspotConnector } from "../hubspot-connector.js";
import type { StoredObject } from "./hubspot-answers.js";
import { startHubspot, token } from "./start-hubspot.js";

it.each([1, 2])("copies contacts that change between runs (history %i)", async (seed) => {
  let contacts: readonly StoredObject[] = [];
  configureEgress({ allow: "127.0.0.1/32:*" });
  skipWaits();
  const upstream = await startHubspot(() => ({ objects: { contacts }, maxSearchResults: 200 }));
  const connector = hubspotConnector({ baseUrl: upstream.url, signIn: false });
  try {
    const copied = serveHistory({
      connector,
      seed,
      request: { requestedType: "contacts", account: { auth: "token", token }, filter: {} },
      setRows: (rows) => {
        contacts = rows.map(({ id, text, changedAt }) => ({
          id,
          properties: { amount: id, stage: text, lastmodifieddate: new Date(changedAt).toISOString() },
        }));
      },
      textOf: ({ stage }) => stage,
    });
    await expect(copied).resolves.toBeUndefined();
  } finally {
    await upstream.close();
  }
});
