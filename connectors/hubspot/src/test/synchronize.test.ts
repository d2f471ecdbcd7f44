import { configureEgress, configureStore, MemoryStore } from "@wellhead/runtime";
import { createApp } from "@wellhead/server";
import { playHistory } from "@wellhead/testing";
import { expect, it } from "vitest";
import { hubspotConnector } from "../hubspot-connector.js";
import { type StoredObject, startHubspot, token } from "./start-hubspot.js";

/** A store that does not count requests, because this test does not test waiting for HubSpot's limits. */
class Uncounted extends MemoryStore {
  override increment(): Promise<number> {
    return Promise.resolve(1);
  }
}

it.each([1, 2])("copies contacts that change between runs (history %i)", async (seed) => {
  let contacts: readonly StoredObject[] = [];
  let now = new Date();
  configureEgress({ allow: "127.0.0.1/32:*" });
  configureStore(new Uncounted());
  const upstream = await startHubspot(() => ({ objects: { contacts }, maxSearchResults: 200 }));
  const connector = hubspotConnector({ baseUrl: upstream.url, signIn: false, maxSearchResults: 200 });
  const app = await createApp({
    connectors: [connector],
    logger: false,
    now: () => now,
    limits: { maxPageRows: 60 },
  });
  try {
    await playHistory({
      seed,
      request: { requestedType: "contacts", account: { auth: "token", token }, filter: {} },
      post: async (path, body) => {
        const answer = await app.fastify.inject({ method: "POST", url: path, payload: body });
        expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
        return JSON.parse(answer.body) as unknown;
      },
      setRows: (rows) => {
        contacts = rows.map(({ id, text, changedAt }) => ({
          id,
          properties: { amount: id, stage: text, lastmodifieddate: new Date(changedAt).toISOString() },
        }));
      },
      setNow: (time) => {
        now = time;
      },
      textOf: ({ stage }) => stage,
    });
  } finally {
    await app.close();
    await upstream.close();
  }
});
