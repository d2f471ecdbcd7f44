import { configureEgress } from "@wellhead/runtime";
import { startUpstream, type TestUpstream } from "@wellhead/runtime/testing";
import { type App, createApp } from "@wellhead/server";
import { spoiltAnswers } from "@wellhead/test-support/upstream";
import { afterEach, describe, expect, it } from "vitest";
import { airtableConnector } from "../airtable-connector.js";

const result = (type: string) => ({ isValid: true, result: { type } });

/** A table with every kind of computed field, and with names that collide with our columns. */
const tables = {
  tables: [
    {
      id: "tblBooks",
      name: "Books",
      primaryFieldId: "fld1",
      fields: [
        { id: "fld1", name: "record id", type: "singleLineText" },
        { id: "fld2", name: "__proto__", type: "number", options: { precision: 0 } },
        { id: "fld3", name: "Boxes", type: "multipleLookupValues", options: result("checkbox") },
        { id: "fld4", name: "Pages", type: "multipleLookupValues", options: result("number") },
        { id: "fld5", name: "Bought", type: "multipleLookupValues", options: result("date") },
        { id: "fld6", name: "Sum", type: "rollup", options: result("number") },
        { id: "fld7", name: "Word", type: "formula", options: result("singleLineText") },
        { id: "fld8", name: "Score", type: "formula", options: result("number") },
        { id: "fld9", name: "Read", type: "checkbox" },
      ],
      views: [{ id: "viwAll", name: "All", type: "grid" }],
    },
  ],
};

const fault = { error: "#ERROR!" };

const records = {
  records: [
    {
      id: "rec1",
      createdTime: "2026-03-03T10:00:00.000Z",
      fields: JSON.parse(
        '{"record id":"mine","__proto__":7,"Boxes":[true,null],"Pages":[320,null,12],"Bought":["2026-03-01"],"Sum":332,"Word":"sea","Score":1.5,"Read":true}',
      ) as unknown,
    },
    {
      id: "rec2",
      createdTime: "2026-03-03T10:00:00.000Z",
      fields: {
        Pages: [{ specialValue: "NaN" }, 3],
        Sum: { specialValue: "Infinity" },
        Word: fault,
        Score: fault,
        Read: null,
      },
    },
  ],
};

const account = { auth: "token", token: "pat.right" };
const filter = {
  base: "appA",
  table: "tblBooks",
  view: "viwAll",
  created: { _min: "2026-01-01", _max: "2026-12-31" },
  modified: { _min: "2026-02-01" },
};

let upstream: TestUpstream;
let app: App;

afterEach(async () => {
  await app.close();
  await upstream.close();
});

/** Responses of the two URLs that are read; a function creates the response for a URL. */
interface Answers {
  tables: unknown;
  records: unknown;
}

async function serve(answers: Answers) {
  configureEgress({ allow: "127.0.0.1/32:*" });
  upstream = await startUpstream(({ url }) => ({
    body: url.pathname.startsWith("/meta/") ? answers.tables : recordsOf(answers, url),
  }));
  app = await createApp({ connectors: [airtableConnector({ baseUrl: upstream.url })], logger: false });
  const { url } = await app.listen({ port: 0 });
  let index = 0;
  return async (path = "/", body: object = { source: "records", filter }) => {
    // Uses another account each time, because each is limited to five requests per second.
    index += 1;
    const headers = { "content-type": "application/json" };
    const sent = JSON.stringify({ ...body, account: { ...account, token: `pat.${index}` } });
    const response = await fetch(new URL(path, url), { method: "POST", headers, body: sent });
    return { status: response.status, body: await response.json() };
  };
}

function recordsOf({ records: given }: Answers, url: URL): unknown {
  // Functions among the responses take the URL.
  return typeof given === "function" ? (given as (url: URL) => unknown)(url) : given;
}

it("types look-ups, keeps both columns of one name, and leaves what a formula fails with empty everywhere", async () => {
  const read = await serve({ tables, records });
  const { body: columns } = await read("/schema");
  expect(columns).toMatchObject({
    "record id": { type: "id" },
    "record id 2": { type: "text", name: "record id" },
    Boxes: { type: "array[text]" },
    Pages: { type: "array[number]" },
    Bought: { type: "array[date]" },
    Sum: { type: "number" },
  });
  const { body } = await read();
  expect(body).toEqual([
    {
      "record id": "rec1",
      "created time": "2026-03-03T10:00:00.000Z",
      "record id 2": "mine",
      "__proto__ 2": 7,
      Boxes: ["true", "false"],
      Pages: [320, 12],
      Bought: ["2026-03-01"],
      Sum: 332,
      Word: "sea",
      Score: 1.5,
      Read: true,
    },
    expect.objectContaining({
      "record id": "rec2",
      Pages: [3],
      Sum: null,
      Word: null,
      Score: null,
      Read: false,
    }),
  ]);
});

it("lists the fields of all tables", async () => {
  const read = await serve({ tables, records });
  const { body } = await read("/", { source: "fields", filter: { base: "appA" } });
  expect(body).toHaveLength(9);
  expect(body).toMatchObject([
    { table: "Books", name: "record id", primary: true },
    {},
    { result: "checkbox", primary: false },
    ...Array.from({ length: 6 }, () => ({})),
  ]);
});

it("asks with parameters that Airtable documents", async () => {
  // https://airtable.com/developers/web/api/list-records and https://airtable.com/developers/web/api/get-base-schema
  const documented = new Set(
    "timeZone userLocale pageSize maxRecords offset view sort filterByFormula cellFormat fields returnFieldsByFieldId recordMetadata include".split(
      " ",
    ),
  );
  const read = await serve({ tables, records });
  expect(await read()).toMatchObject({ status: 200 });
  const sent = upstream.requests.flatMap(({ url }) => [...url.searchParams.keys()]);
  expect(sent.filter((name) => !documented.has(name))).toEqual([]);
  const formula = upstream.requests
    .map(({ url }) => url.searchParams.get("filterByFormula"))
    .find((text) => text !== null);
  expect(formula).toBe(
    "AND(NOT(IS_BEFORE(CREATED_TIME(), '2026-01-01T00:00:00.000Z')), NOT(IS_AFTER(CREATED_TIME(), '2026-12-31T23:59:59.999Z')), NOT(IS_BEFORE(LAST_MODIFIED_TIME(), '2026-02-01T00:00:00.000Z')))",
  );
});

/** Only every nth spoilt response is tried in `npm test`; `WELLHEAD_ANSWERS_EVERY=1` tries all. */
const every = Number(process.env["WELLHEAD_ANSWERS_EVERY"] ?? 37);

describe("a response with one member replaced or removed", () => {
  it.each(["tables", "records"] as const)(
    "of %s makes rows, or an error that is not ours",
    async (name) => {
      const answers: Answers = { tables, records };
      const recorded = answers[name];
      const read = await serve(answers);
      const ours: string[] = [];
      for (const [index, spoilt] of [...spoiltAnswers(recorded)].entries()) {
        if (index % every > 0) continue;
        answers[name] = spoilt.body;
        const outcome = await read();
        if (JSON.stringify(outcome).includes('"internal"') || outcome.status === 500)
          ours.push(spoilt.change);
      }
      expect(ours).toEqual([]);
    },
    600_000,
  );
});

describe("records of other tables", () => {
  const linking = {
    tables: [
      {
        id: "tblBooks",
        name: "Books",
        primaryFieldId: "fld1",
        fields: [
          { id: "fld1", name: "Title", type: "singleLineText" },
          {
            id: "fld2",
            name: "Authors",
            type: "multipleRecordLinks",
            options: { linkedTableId: "tblPeople" },
          },
        ],
        views: [],
      },
      {
        id: "tblPeople",
        name: "People",
        primaryFieldId: "fld3",
        fields: [{ id: "fld3", name: "Number", type: "autoNumber" }],
        views: [],
      },
    ],
  };
  const books = [
    { id: "rec1", createdTime: "2026-03-03T10:00:00.000Z", fields: { Authors: ["recA", "recB", "recGone"] } },
  ];
  const people = Array.from({ length: 2 }, (_, index) => ({
    id: `rec${"AB"[index] ?? ""}`,
    fields: { Number: index + 1 },
  }));

  it.each([
    [{}, ["recA", "recB", "recGone"]],
    [{ links: "names" }, ["1", "2", "recGone"]],
  ])("are shown as the filter says: %j", async (chosen, expected) => {
    const read = await serve({
      tables: linking,
      records: ({ pathname }: URL) => ({ records: pathname.endsWith("tblPeople") ? people : books }),
    });
    const { body } = await read("/", {
      source: "records",
      filter: { base: "appA", table: "tblBooks", ...chosen },
    });
    expect(body).toMatchObject([{ Authors: expected }]);
  });
});

it("reads the comments of the records that have some", async () => {
  const counted = [
    { id: "rec1", fields: {}, commentCount: 2 },
    { id: "rec2", fields: {}, commentCount: 0 },
  ];
  const author = { id: "usr1", name: "Ada", email: "ada@example.org" };
  const comment = (id: string) => ({
    id,
    author,
    text: "Nice",
    createdTime: "2026-03-03T10:00:00.000Z",
    lastUpdatedTime: null,
  });
  const read = await serve({
    tables,
    records: ({ pathname, searchParams }: URL) => {
      if (!pathname.endsWith("/comments")) return { records: counted };
      return searchParams.has("offset")
        ? { comments: [comment("com2")], offset: null }
        : { comments: [comment("com1")], offset: "o" };
    },
  });
  const { body } = await read("/", { source: "comments", filter: { base: "appA", table: "tblBooks" } });
  expect(body).toMatchObject([
    { id: "com1", record_id: "rec1", author: "Ada", position: 1 },
    { id: "com2", position: 2, updated: null },
  ]);
  // The offset may count comments, so two pages are read again.
  expect(upstream.requests.filter(({ url }) => url.pathname.endsWith("/comments"))).toHaveLength(4);
});
