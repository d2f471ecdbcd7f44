import { configureEgress, configureStore, MemoryStore } from "@wellhead/runtime";
import { startUpstream, type TestUpstream } from "@wellhead/runtime/testing";
import { type App, createApp } from "@wellhead/server";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { breakAnswers, spoiltAnswers } from "@wellhead/test-support/upstream";
import { afterEach, expect, it } from "vitest";
import { graphqlConnector } from "../graphql-connector.js";
import { startFleet } from "./start-fleet.js";

/** Only every nth spoilt response is tried in `npm test` and its long form; `WELLHEAD_ANSWERS_EVERY=1` tries all. */
const usual = isLong ? 5 : 11;
const every = Number(process.env["WELLHEAD_ANSWERS_EVERY"] ?? usual);

let app: App | undefined;
let upstream: TestUpstream | undefined;

afterEach(async () => {
  await app?.close();
  await upstream?.close();
});

it("reads no broken response as an empty list, or as an internal error", async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  configureStore(new MemoryStore());
  const fleet = await startFleet({ ships: 2 });
  ({ upstream } = fleet);
  const { faults, tried } = await breakAnswers({
    upstream: fleet.upstream.url,
    serve: async (address) => {
      const served = await createApp({
        connectors: [graphqlConnector({ url: `${address}/graphql` })],
        logger: false,
      });
      return { url: (await served.listen({ port: 0 })).url, close: () => served.close() };
    },
    account: () => ({ auth: "none" }),
    filters: { "harbour.voyages": { name: "Oslo" } },
  });
  expect(faults).toEqual([]);
  expect(tried).toBeGreaterThan(20);
}, 600_000);

it("makes rows of a page with one member replaced or removed, or an error that is not ours", {
  timeout: 120_000 + 3_600_000 / every,
}, async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  const fleet = await startFleet({ ships: 2 });
  const { body: schema } = { body: await introspect(fleet.url) };
  await fleet.upstream.close();
  const ship = {
    __typename: "Ship",
    id: "1",
    name: "A",
    crew: 1,
    tags: ["a"],
    launched: "2026-01-01",
    captain: { id: "c" },
  };
  const page = {
    data: { ships: { edges: [{ node: ship }], pageInfo: { hasNextPage: true, endCursor: "x" } } },
  };
  const last = { data: { ships: { edges: [], pageInfo: { hasNextPage: false, endCursor: null } } } };
  let body: unknown = page;
  upstream = await startUpstream((request) => {
    if (request.body.includes("__schema")) return { body: schema };
    if (request.body.includes('"after":"x"')) return { body: last };
    return { body: request.body.includes("query List") ? body : { data: { __typename: "Query" } } };
  });
  app = await createApp({
    connectors: [graphqlConnector({ url: `${upstream.url}/graphql` })],
    logger: false,
  });
  const ours: string[] = [];
  for (const [index, spoilt] of [...spoiltAnswers(page)].entries()) {
    if (index % every > 0) continue;
    ({ body } = spoilt);
    const payload = { source: "ships", filter: {}, account: { auth: "none" } };
    const answer = await app.fastify.inject({ method: "POST", url: "/", payload });
    if (answer.statusCode === 500 || answer.body.includes('"internal"')) ours.push(spoilt.change);
  }
  expect(ours).toEqual([]);
});

async function introspect(url: string): Promise<unknown> {
  const served = await createApp({ connectors: [graphqlConnector({ url })], logger: false });
  await served.fastify.inject({ url: "/" });
  await served.close();
  const { getIntrospectionQuery } = await import("graphql");
  const response = await fetch(url, {
    method: "POST",
    body: JSON.stringify({ query: getIntrospectionQuery() }),
  });
  return await response.json();
}
