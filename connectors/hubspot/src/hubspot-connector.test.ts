import { configureEgress } from "@wellhead/runtime";
import {
  skipWaits,
  type TestUpstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from "@wellhead/runtime/testing";
import { type App, createApp } from "@wellhead/server";
import { spoiltAnswers } from "@wellhead/test-support/upstream";
import { afterEach, describe, expect, it } from "vitest";
import { hubspotConnector } from "./hubspot-connector.js";
import type { Crm, StoredObject } from "./test/hubspot-answers.js";
import { startHubspot, token } from "./test/start-hubspot.js";

let upstream: TestUpstream;
let app: App;

afterEach(async () => {
  await app.close();
  await upstream.close();
});

type Row = Readonly<Record<string, unknown>>;

async function serve(crm: () => Crm, replace?: (request: UpstreamRequest) => UpstreamAnswer | undefined) {
  configureEgress({ allow: "127.0.0.1/32:*" });
  skipWaits();
  upstream = await startHubspot(crm, replace);
  const connector = hubspotConnector({ baseUrl: upstream.url, signIn: false });
  app = await createApp({ connectors: [connector], logger: false });
  const { url } = await app.listen({ port: 0 });
  return async (source: string, filter: object = {}, path = "/") => {
    const response = await fetch(new URL(path, url), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ source, filter, account: { auth: "token", token } }),
    });
    return { status: response.status, body: (await response.json()) as readonly Row[] };
  };
}

const start = Date.parse("2026-01-01T00:00:00Z");
const day = 86_400_000;

/** Returns objects that were changed a day apart. */
function objectsOf(count: number): readonly StoredObject[] {
  return Array.from({ length: count }, (_, index) => {
    const changed = new Date(start + index * day).toISOString();
    const values = { name: `Deal ${index}`, lastmodifieddate: changed, hs_lastmodifieddate: changed };
    return { id: String(index + 1), properties: values };
  });
}

function idsOf({ body }: { readonly body: readonly Row[] }): readonly unknown[] {
  return body.map(({ id }) => id);
}

const whole = {
  name: "Engine",
  amount: "9007199254740993",
  closed: "true",
  closedate: "2026-03-01T10:00:00Z",
  birthday: "1767225600000",
  tags: "a;b",
  stage: "s1",
};

describe("objects", () => {
  it("have cells of the types of their properties, and the ids of associated objects", async () => {
    const companies = Array.from({ length: 250 }, (_, index) => String(index + 1000));
    const deals = [{ id: "5", properties: whole }, ...objectsOf(1)];
    const read = await serve(() => ({
      objects: { deals },
      associations: { "deals/5/companies": companies },
    }));
    const { body } = await read("deals");
    expect(body).toMatchObject([
      {
        id: "5",
        name: "Engine",
        closed: true,
        closedate: "2026-03-01T10:00:00Z",
        birthday: "2026-01-01T00:00:00.000Z",
        tags: ["a", "b"],
        stage: "s1",
        "companies ids": companies,
        "contacts ids": [],
      },
      { id: "1", name: "Deal 0", amount: null, tags: [], "companies ids": [] },
    ]);
    expect(JSON.stringify(body)).toContain("9007199254740993");
    expect(Object.keys(body[0] ?? {})).not.toContain("hs_secret");
    const columns = (await read("deals", {}, "/schema")).body;
    expect(columns).toMatchObject({
      amount: { type: "number" },
      tags: { type: "array[text]" },
      id: { type: "id" },
    });
  });

  it("are only those properties that were chosen", async () => {
    const read = await serve(() => ({ objects: { companies: [{ id: "5", properties: whole }] } }));
    const { body } = await read("companies", { properties: ["stage"] });
    expect(body.map((row) => Object.keys(row))).toEqual([["stage", "id", "created at", "updated at"]]);
  });

  it.each([0, 1, 99, 100, 101, 250])("are all read: %i of them", async (count) => {
    const contacts = objectsOf(count);
    const read = await serve(() => ({ objects: { contacts } }));
    expect(idsOf(await read("contacts"))).toEqual(contacts.map(({ id }) => id));
  });

  it.each([200, 399, 400, 401, 1000])(
    "are all found, once each, where a search ends after 400: %i of them",
    async (count) => {
      const tickets = objectsOf(count).toReversed();
      const read = await serve(() => ({ objects: { tickets }, maxSearchResults: 400 }));
      const found = idsOf(await read("tickets", { modified: { _min: "2025-01-01" } }));
      expect(found).toEqual(Array.from({ length: count }, (_, index) => String(index + 1)));
    },
  );

  it.each(["contacts", "deals"])(
    "of the type %s are those changed in a period, both ends included",
    async (source) => {
      const read = await serve(() => ({ objects: { [source]: objectsOf(10) } }));
      const modified = { _min: "2026-01-03T00:00:00Z", _max: "2026-01-05T00:00:00Z" };
      expect(idsOf(await read(source, { modified }))).toEqual(["3", "4", "5"]);
    },
  );

  it("that were deleted while they were read are left out", async () => {
    let deals = objectsOf(3);
    const read = await serve(() => {
      const crm = { objects: { deals } };
      if (upstream.requests.some(({ url }) => url.pathname.endsWith("/objects/deals")))
        deals = deals.slice(1);
      return crm;
    });
    expect(idsOf(await read("deals"))).toEqual(["2", "3"]);
  });
});

describe("a batch in which HubSpot fails to read an object", () => {
  const deals = objectsOf(3);

  /** Serves deals; each response to a batch read of them is replaced until there are no more failures. */
  async function serveFailing(action: string, failures: unknown[]) {
    return await serve(
      () => ({ objects: { deals }, associations: { "deals/1/contacts": ["9"] } }),
      (request) => {
        if (!request.url.pathname.includes(action)) return undefined;
        const errors = failures.shift();
        return errors === undefined
          ? undefined
          : { status: 207, body: { status: "COMPLETE", results: [], errors } };
      },
    );
  }

  const failure = { status: "error", category: "INTERNAL_ERROR", message: "Oops", context: { ids: ["2"] } };

  it.each(["/objects/deals/batch", "/associations/deals/contacts"])("is read again: %s", async (action) => {
    const read = await serveFailing(action, [[failure]]);
    const { body } = await read("deals");
    expect(body.map((row) => [row["id"], row["contacts ids"]])).toEqual([
      ["1", ["9"]],
      ["2", []],
      ["3", []],
    ]);
  });

  it.each(["/objects/deals/batch", "/associations/deals/contacts"])(
    "ends with an error: %s",
    async (action) => {
      const read = await serveFailing(
        action,
        Array.from({ length: 20 }, () => [failure]),
      );
      expect(await read("deals")).toMatchObject({
        status: 503,
        body: { error: expect.stringContaining("failed to read some objects") as string },
      });
    },
  );

  it("is read without those that HubSpot does not find", async () => {
    const missing = { status: "error", category: "OBJECT_NOT_FOUND", context: { ids: ["1", "2", "3"] } };
    const read = await serveFailing("/objects/deals/batch", [[missing]]);
    expect(await read("deals")).toEqual({ status: 200, body: [] });
  });

  it("is an error when an object that exists is missing without a reason", async () => {
    const read = await serveFailing("/objects/deals/batch", [[]]);
    expect(await read("deals")).toMatchObject({ status: 503 });
  });

  it("is an error when the next page of associations repeats", async () => {
    const page = { from: { id: "1" }, to: [{ toObjectId: 9 }], paging: { next: { after: "x" } } };
    const read = await serve(
      () => ({ objects: { deals } }),
      ({ url }) => (url.pathname.includes("/associations/") ? { body: { results: [page] } } : undefined),
    );
    expect(await read("deals")).toMatchObject({ status: 502 });
  });
});

it("names the column of a property that is called id", async () => {
  const properties = [{ name: "id", label: "Number", type: "string", fieldType: "text" }];
  const read = await serve(
    () => ({ objects: { companies: [{ id: "5", properties: { id: "A-5" } }] } }),
    ({ url }) => (url.pathname.includes("/properties/") ? { body: { results: properties } } : undefined),
  );
  expect((await read("companies")).body).toMatchObject([{ "id 2": "A-5", id: "5" }]);
});

it("lists owners and stages", async () => {
  const read = await serve(() => ({ objects: {} }));
  expect((await read("owners")).body).toMatchObject([{ id: "7", first_name: "Ada", user_id: "70" }]);
  expect((await read("deal-stages")).body).toMatchObject([
    { name: "Open", probability: 0.2, pipeline: "deals" },
    { name: "Won", probability: 1 },
  ]);
});

/** Only every nth spoilt response is tried in `npm test`; `WELLHEAD_ANSWERS_EVERY=1` tries all. */
const every = Number(process.env["WELLHEAD_ANSWERS_EVERY"] ?? 23);

it("makes rows of objects with one member replaced or removed, or an error that is not ours", {
  timeout: 120_000 + 3_600_000 / every,
}, async () => {
  const stored = [{ id: "5", properties: whole }];
  let deals: readonly StoredObject[] = stored;
  const read = await serve(() => ({ objects: { deals }, associations: { "deals/5/contacts": ["1"] } }));
  const ours: string[] = [];
  for (const [index, { change, body }] of [...spoiltAnswers(whole)].entries()) {
    if (index % every > 0) continue;
    deals = [{ id: "5", properties: body as StoredObject["properties"] }]; // properties that HubSpot would not send
    const { status, body: answer } = await read("deals");
    if (status === 500 && !upstreamFailed(body)) ours.push(change);
    if (JSON.stringify(answer).includes('"internal"')) ours.push(change);
  }
  expect(ours).toEqual([]);
});

/** Returns whether the test server itself fails, because the properties are not an object. */
function upstreamFailed(body: unknown): boolean {
  return typeof body !== "object" || body === null;
}
