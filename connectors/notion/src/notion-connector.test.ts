import { configureEgress } from "@wellhead/runtime";
import { skipWaits, type TestUpstream, type UpstreamRequest } from "@wellhead/runtime/testing";
import { type App, createApp } from "@wellhead/server";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { spoiltAnswers } from "@wellhead/test-support/upstream";
import { afterEach, describe, expect, it } from "vitest";
import { notionConnector } from "./notion-connector.js";
import { notionContent } from "./test/notion-content.js";
import { type NotionContent, secret, startNotion } from "./test/start-notion.js";

let upstream: TestUpstream;
let app: App;

afterEach(async () => {
  await app.close();
  await upstream.close();
});

type Row = Readonly<Record<string, unknown>>;

async function serve(content: (request: UpstreamRequest) => NotionContent) {
  configureEgress({ allow: "127.0.0.1/32:*" });
  skipWaits();
  upstream = await startNotion(content);
  const connector = notionConnector({ baseUrl: `${upstream.url}/v1`, signIn: false });
  app = await createApp({ connectors: [connector], logger: false });
  const { url } = await app.listen({ port: 0 });
  return async (source: string, filter: object = {}, path = "/") => {
    const response = await fetch(new URL(path, url), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ source, filter, account: { auth: "token", token: secret } }),
    });
    return { status: response.status, body: (await response.json()) as readonly Row[] };
  };
}

function idsOf({ body }: { readonly body: readonly Row[] }): readonly unknown[] {
  return body.map((row) => row["page id"]);
}

const whole = { source: "ds1" };

describe("the rows of a data source", () => {
  it("have a cell of its column's type for every type of property", async () => {
    const read = await serve(() => notionContent(2));
    expect((await read("rows", whole)).body).toEqual([
      {
        "page id": "page-0",
        "page created": "2026-01-01T10:00:00.000Z",
        "page edited": "2026-01-01T10:00:00.000Z",
        "page address": "https://notion.so/0",
        Name: "The Patient Tide",
        Notes: "old and wet",
        Price: 12.5,
        Stage: "Sold",
        Kind: "Book",
        Tags: ["sea", "old"],
        When: "2026-03-01",
        "When end": "2026-03-03",
        Done: true,
        Owner: ["Ada"],
        Files: ["https://files.example/a.png"],
        Site: "https://example.com/",
        Mail: "ada@example.com",
        Phone: "+44 20 7946 0000",
        Number: "TASK-7",
        Sum: "2",
        Parts: ["p1", "p2"],
        "Parts cost": 332,
        "Parts names": ["Wheel", "Axle"],
        "First due": "2026-02-01",
        "page id 2": "mine",
        Made: "2026-01-01T10:00:00.000Z",
        Author: "Ada",
      },
      expect.objectContaining({ Name: "Row 1", Price: null, Done: false, Tags: [], "When end": null }),
    ]);
    const { body } = await read("rows", whole, "/schema");
    expect(body).toMatchObject({
      "page id": { type: "id" },
      "page id 2": { type: "text", name: "page id" },
      Notes: { description: "Whatever comes to mind" },
      "Parts cost": { type: "number" },
      "Parts names": { type: "array[text]" },
      "First due": { type: "date" },
    });
    expect(Object.keys(body)).not.toContain("Go");
  });

  it.each([
    [0, 1],
    [100, 1],
    [101, 1],
    [250, 7],
  ])("are all read: %i of them, %i made in a minute", async (count, perMinute) => {
    const content = notionContent(count, perMinute);
    const read = await serve(() => content);
    expect(idsOf(await read("rows", whole))).toEqual(content.pages.map(({ id }) => id));
  });

  it.each([1, 3, 100, 249])(
    "are all read, once each, where Notion ends a query early (%i made in a minute)",
    async (perMinute) => {
      const content = { ...notionContent(1000, perMinute), maxResults: 250 };
      const read = await serve(() => content);
      expect(idsOf(await read("rows", whole))).toEqual(content.pages.map(({ id }) => id));
    },
  );

  it("end in an error where Notion would hide some for good", async () => {
    const content = { ...notionContent(1000, 400), maxResults: 250 };
    const read = await serve(() => content);
    expect(JSON.stringify((await read("rows", whole)).body)).toContain(
      "more than that were created in the same minute",
    );
  });

  it("are those of a period, both ends included", async () => {
    const read = await serve(() => notionContent(10));
    const period = { _min: "2026-01-01T10:03:00Z", _max: "2026-01-01T10:05:00Z" };
    for (const name of ["created", "edited"]) {
      expect(idsOf(await read("rows", { ...whole, [name]: period }))).toEqual(["page-3", "page-4", "page-5"]);
    }
  });

  it("have whole lists where a page brings 25 items only", async () => {
    const content = notionContent(1);
    const relations = Array.from({ length: 130 }, (_, index) => ({ id: `part-${index}` }));
    const pieces = Array.from({ length: 40 }, (_, index) => ({ plain_text: `${index} ` }));
    const [page] = content.pages;
    const cut = {
      ...page?.properties,
      Parts: { id: "p%3A15", type: "relation", relation: relations.slice(0, 25), has_more: true },
      Notes: { id: "p%3A1", type: "rich_text", rich_text: pieces.slice(0, 25) },
    };
    const pages = content.pages.map((one) => ({ ...one, properties: cut }));
    const items = {
      "page-0/p:15": relations.map((relation) => ({ object: "property_item", type: "relation", relation })),
      "page-0/p:1": pieces.map((piece) => ({ object: "property_item", type: "rich_text", rich_text: piece })),
    };
    const computed = { "page-0/p:14": { type: "formula", formula: { type: "number", number: 2 } } };
    const read = await serve(() => ({ ...content, pages, items, computed }));
    expect((await read("rows", whole)).body).toMatchObject([
      { Parts: relations.map(({ id }) => id), Notes: pieces.map((piece) => piece.plain_text).join("") },
    ]);
  });
});

describe("a rollup", () => {
  const { dataSource, pages } = notionContent(1);
  const described = dataSource as typeof dataSource & { readonly properties: object };
  const dates = { start: "2026-01-01", end: "2026-01-05" };

  /** Reads a row with one more property. */
  async function readValue(property: object, value: object, content: object = {}) {
    const read = await serve(() => ({
      dataSource: {
        ...described,
        properties: { Parts: parts, Extra: { id: "x", name: "Extra", ...property } },
      } as never,
      pages: pages.map((page) => ({
        ...page,
        properties: { Parts: cutRelation, Extra: { id: "x", ...value } },
      })),
      items: { "page-0/p:15": [] },
      ...content,
    }));
    const { status, body } = await read("rows", whole);
    expect(status).toBe(200);
    return body[0]?.["Extra"];
  }

  const parts = { id: "p%3A15", type: "relation", relation: {} };
  const cutRelation = {
    id: "p%3A15",
    type: "relation",
    relation: Array.from({ length: 25 }, (_, index) => ({ id: `part-${index}` })),
    has_more: true,
  };
  const rollup = (name: string) => ({
    type: "rollup",
    rollup: { function: name, relation_property_name: "Parts" },
  });

  it("counts all relations, of which Notion includes 25 with the page", async () => {
    const value = { type: "rollup", rollup: { type: "number", number: 25, function: "count" } };
    const whole40 = { type: "number", number: 40, function: "count" };
    const content = { items: { "page-0/p:15": [], "page-0/x": [] }, rollups: { "page-0/x": whole40 } };
    expect(await readValue(rollup("count"), value, content)).toBe(40);
  });

  it("computes formulas from all relations, of which Notion uses 25 for the value with the page", async () => {
    const valueOf = (count: number) => ({ type: "formula", formula: { type: "number", number: count } });
    const content = { items: { "page-0/p:15": [] }, computed: { "page-0/x": valueOf(40) } };
    expect(await readValue({ type: "formula", formula: { expression: "" } }, valueOf(25), content)).toBe(
      "40",
    );
  });

  it("has the titles of all relations", async () => {
    const titles = Array.from({ length: 130 }, (_, index) => `Part ${index}`);
    const value = { type: "rollup", rollup: { type: "array", array: [], function: "show_original" } };
    const results = titles.map((title) => ({
      object: "property_item",
      type: "title",
      title: { plain_text: title },
    }));
    const content = {
      items: { "page-0/p:15": [], "page-0/x": results },
      rollups: { "page-0/x": { type: "array", array: [], function: "show_original" } },
    };
    expect(await readValue(rollup("show_original"), value, content)).toEqual(titles);
  });

  it.each([
    [
      "a rollup",
      { type: "rollup", rollup: { function: "date_range" } },
      { type: "rollup", rollup: { type: "date", date: dates } },
    ],
    [
      "a formula",
      { type: "formula", formula: {} },
      { type: "formula", formula: { type: "date", date: dates } },
    ],
  ])("has both ends of a range of dates in %s", async (_name, property, value) => {
    const content = { items: { "page-0/p:15": [] }, computed: { "page-0/x": value } };
    expect(await readValue(property, value, content)).toBe("2026-01-01/2026-01-05");
  });
});

describe("a row whose long properties cannot be read", () => {
  const content = notionContent(3);
  const long = { id: "p%3A15", type: "relation", relation: [], has_more: true };
  const pages = content.pages.map((page, index) =>
    index === 1 ? { ...page, properties: { Parts: long } } : page,
  );

  it("is skipped when it was deleted", async () => {
    const read = await serve(({ url }) => {
      const isListed = url.pathname.endsWith("/query");
      return { ...content, pages: isListed ? pages : pages.filter(({ id }) => id !== "page-1") };
    });
    expect(idsOf(await read("rows", whole))).toEqual(["page-0", "page-2"]);
  });

  it("ends the rows with an error when it still exists", async () => {
    const read = await serve(() => ({ ...content, pages }));
    expect(JSON.stringify((await read("rows", whole)).body)).toContain(
      "one of its properties cannot be read",
    );
  });
});

it("lists data sources and users", async () => {
  const read = await serve(() => notionContent(1));
  expect((await read("data-sources")).body).toMatchObject([
    { id: "ds1", title: "Books", database_id: "db1" },
  ]);
  expect((await read("users")).body).toMatchObject([
    { name: "Ada", email: "ada@example.com" },
    { name: "Grace" },
    { type: "bot" },
  ]);
});

const usual = isLong ? 41 : 127;
/** Only every nth spoilt response is tried in `npm test` and its long form; `WELLHEAD_ANSWERS_EVERY=1` tries all. */
const every = Number(process.env["WELLHEAD_ANSWERS_EVERY"] ?? usual);

describe("a response with one member replaced or removed", () => {
  it.each(["page", "data source"] as const)(
    "of a %s makes rows, or an error that is not ours",
    async (part) => {
      const content = notionContent(1);
      let spoiltContent = content;
      const read = await serve(() => spoiltContent);
      const ours: string[] = [];
      const recorded = part === "page" ? content.pages : content.dataSource;
      for (const [index, { change, body }] of [...spoiltAnswers(recorded)].entries()) {
        if (index % every > 0) continue;
        // A response that Notion would not send.
        const spoilt =
          part === "page"
            ? { pages: body as NotionContent["pages"] }
            : { dataSource: { id: "ds1", ...(body as object) } };
        spoiltContent = { ...content, ...spoilt };
        const outcome = await read("rows", whole);
        if (outcome.status === 500 || JSON.stringify(outcome.body).includes('"internal"')) ours.push(change);
      }
      expect(ours).toEqual([]);
    },
    600_000,
  );
});
