import { configureEgress } from "@wellhead/runtime";
import { startUpstream, type TestUpstream } from "@wellhead/runtime/testing";
import { type App, createApp } from "@wellhead/server";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { spoiltAnswers } from "@wellhead/test-support/upstream";
import { afterEach, describe, expect, it } from "vitest";
import { restConnector } from "../rest-connector.js";

const answers: Readonly<Record<string, unknown>> = {
  me: { user: { name: "ada" } },
  cities: { data: [{ code: "bn", label: "Bonn" }] },
  stations: {
    data: {
      items: [{ id: 1, name: "Rhein", place: { lat: 50.7 }, open: "yes", seen: 1_772_323_200, tags: ["a"] }],
    },
    next: null,
  },
};

const fields = {
  id: "id",
  name: "text",
  lat: { type: "number", path: "place.lat" },
  open: "bool",
  seen: "date",
  tags: "text",
} as const;

let upstream: TestUpstream;
let app: App;

afterEach(async () => {
  await app.close();
  await upstream.close();
});

async function serve(given: ReadonlyMap<string, unknown>): Promise<string> {
  configureEgress({ allow: "127.0.0.1/32:*" });
  upstream = await startUpstream(({ url }) => ({ body: given.get(url.pathname.slice(1)) ?? null }));
  const stations = { name: "Stations", path: "stations", items: "data.items" };
  const paging = { kind: "cursorInBody", cursor: "next" } as const;
  const connector = restConnector({
    id: "stations",
    name: "Stations",
    baseUrl: upstream.url,
    account: { kind: "bearer" },
    check: { path: "me", name: "user.name" },
    sources: {
      paged: {
        ...stations,
        paging,
        fields,
        query: { city: "{city}" },
        filter: {
          city: {
            type: "list",
            optional: true,
            options: { path: "cities", items: "data", value: "code", title: "label" },
          },
        },
      },
      whole: stations,
    },
  });
  app = await createApp({ connectors: [connector], logger: false });
  return (await app.listen({ port: 0 })).url;
}

/** Only every nth spoilt response is tried in `npm test` and its long form; `WELLHEAD_ANSWERS_EVERY=1` tries all. */
const usual = isLong ? 17 : 53;
const every = Number(process.env["WELLHEAD_ANSWERS_EVERY"] ?? usual);
const account = { auth: "token", token: "right" };

describe("a response with one member replaced or removed", () => {
  it.each([
    ["stations", "/", { source: "paged", account, filter: {} }],
    ["stations", "/", { source: "whole", account, filter: {} }],
    ["stations", "/schema", { source: "whole", account, filter: {} }],
    ["cities", "/datalist?source=paged&field=city", account],
    ["me", "/validate", { id: "token", fields: account }],
  ])(
    "of %s makes an answer of %s, or an error that is not ours",
    async (name, path, body) => {
      const given = new Map(Object.entries(answers));
      const url = await serve(given);
      const ours: string[] = [];
      for (const [index, spoilt] of [...spoiltAnswers(answers[name])].entries()) {
        if (index % every > 0) continue;
        given.set(name, spoilt.body);
        const headers = { "content-type": "application/json" };
        const response = await fetch(new URL(path, url), {
          method: "POST",
          headers,
          body: JSON.stringify(body),
        });
        if (response.status === 500 || (await response.text()).includes('"internal"'))
          ours.push(spoilt.change);
      }
      expect(ours).toEqual([]);
    },
    600_000,
  );
});
