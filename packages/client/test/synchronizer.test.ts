import type { ServerResponse } from "node:http";
import { SynchronizerConnector } from "@wellhead/test-support/services/synchronizer-connector";
import { afterEach, describe, expect, test } from "vitest";
import { Connector, type EntityPage, type PagesOptions } from "../src/index.js";
import { answerWith, startForeignConnector } from "./foreign-connector.js";
import { pagesOf } from "./pages-of.js";

const started: SynchronizerConnector[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((plain) => plain.close()));
});

async function start(plain: SynchronizerConnector) {
  started.push(plain);
  const issues = plain.addType("issue", { size: { name: "Size", type: "number", order: 1 } });
  for (let n = 1; n <= 8; n += 1) {
    issues.entities.set(`i${n}`, { row: { name: `Item ${n}`, size: n }, changedAt: n, isRemoved: n === 8 });
  }
  return new Connector(await plain.listen()).synchronizer;
}

const idsOf = (pages: readonly EntityPage[]) => pages.map(({ rows }) => rows.map(({ id }) => id));
const seven = [["i1", "i2", "i3"], ["i4", "i5", "i6"], ["i7"]];

describe("Synchronizer.pages()", () => {
  test.each([
    { position: "config" },
    { position: "flat" },
    { position: "beside" },
    { paging: "offset" },
    { needsOperation: true },
  ] as const)("reads a connector with %j, and goes on after any of its pages", async (oddities) => {
    const synchronizer = await start(new SynchronizerConnector(oddities));
    const options: PagesOptions = { type: "issue", operationId: "run-1" };
    const all = await pagesOf(synchronizer.pages(options));
    expect(idsOf(all)).toEqual(seven);
    expect(all.map(({ isDelta }) => isDelta)).toEqual([false, false, false]);
    expect(all.at(-1)?.state).toBeUndefined();
    const from = JSON.parse(JSON.stringify(all[0]?.state));
    expect(idsOf(await pagesOf(synchronizer.pages({ ...options, from })))).toEqual(seven.slice(1));
  });

  test("asks for changes since the last run, and hands out tombstones", async () => {
    const synchronizer = await start(new SynchronizerConnector({ hasChanges: true }));
    const lastSynchronizedAt = new Date(7).toISOString();
    const [page] = await pagesOf(synchronizer.pages({ type: "issue", lastSynchronizedAt }));
    expect(page?.isDelta).toBe(true);
    expect(page?.rows).toEqual([
      { id: "i7", name: "Item 7", size: 7 },
      { id: "i8", __syncAction: "REMOVE" },
    ]);
  });

  test("takes an empty page for one of many", async () => {
    const synchronizer = await start(new SynchronizerConnector({ hasEmptyPage: true }));
    expect(idsOf(await pagesOf(synchronizer.pages({ type: "issue" })))).toEqual([
      ...seven.slice(0, 2),
      [],
      ...seven.slice(2),
    ]);
  });

  test("keeps every digit of rows and positions", async () => {
    const exact = `{"items":[{"id":9007199254740993,"n":0.12345678901234567890}],"pagination":{"hasNext":true,"nextPageConfig":{"at":9007199254740993}}}`;
    let sent = "";
    const { url } = await startForeignConnector({
      "GET /": { name: "x", responsibleFor: { dataSynchronization: true }, authentication: [] },
      "POST /api/v1/synchronizer/data": answerWith(exact, "text/plain"),
    });
    const connector = new Connector(url, {
      observe: ({ body = "" }) => {
        sent = body;
        return undefined;
      },
    });
    const pages = connector.synchronizer.pages({ type: "x" });
    const { value } = await pages.next();
    expect(String(value?.rows[0]?.["id"])).toBe("9007199254740993");
    await expect(pages.next()).rejects.toThrow("position of an earlier page");
    expect(sent).toContain(`"pagination":{"at":9007199254740993}`);
  });

  const wrong: readonly (readonly [string, string, string])[] = [
    ["a page without items", `{"rows":[]}`, `expected an object with "items"`],
    ["an item that is not an object", `{"items":[{"id":1},2]}`, "items[1]"],
    [
      "a next page without a position",
      `{"items":[],"pagination":{"hasNext":true}}`,
      'without "nextPageConfig"',
    ],
  ];
  test.each(wrong)("refuses %s", async (_what, body, message) => {
    const plain = new SynchronizerConnector();
    const synchronizer = await start(plain);
    plain.spoil = (path) => (path.endsWith("/data") ? { body } : undefined);
    const error = await pagesOf(synchronizer.pages({ type: "issue" })).catch((error_: unknown) => error_);
    expect(error).toMatchObject({
      code: "invalid",
      isRetryable: false,
      message: expect.stringContaining(message),
    });
  });

  test("refuses pages that never bring anything new", async () => {
    const plain = new SynchronizerConnector();
    plain.addType("issue");
    const { synchronizer } = new Connector("http://plain.test", { fetch: plain.fetch });
    let page = 0;
    plain.spoil = (path) => {
      if (!path.endsWith("/data")) return undefined;
      page += 1;
      const items = page % 2 === 0 ? [] : [{ id: "a" }];
      return {
        body: JSON.stringify({
          items: page > 10 ? [{ id: "b" }] : items,
          pagination: { hasNext: true, nextPageConfig: { page } },
        }),
      };
    };
    await expect(pagesOf(synchronizer.pages({ type: "issue" }))).rejects.toThrow("1000 pages in a row");
    expect(page).toBe(1011);
  });

  test.each([
    [
      { status: 400, body: `{"message":"No such type","field":"team"}` },
      { message: "No such type", field: "team", isRetryable: false },
    ],
    [
      { status: 400, body: `{"message":"Busy","tryLater":true}` },
      { message: "Busy", isRetryable: true },
    ],
    [{ status: 500, body: `{"message":"Broken","tryLater":false}` }, { isRetryable: false }],
    [
      { status: 503, headers: { "retry-after": "7" }, body: "{}" },
      { isRetryable: true, retryAfter: 7 },
    ],
    [
      {
        status: 429,
        headers: { date: "Wed, 21 Oct 2015 07:28:00 GMT", "retry-after": "Wed, 21 Oct 2015 07:28:09 GMT" },
        body: "{}",
      },
      { isRetryable: true, retryAfter: 9 },
    ],
    [
      { status: 503, headers: { "retry-after": "Wed, 21 Oct 2015 07:28:09 GMT" }, body: "{}" },
      { isRetryable: true, retryAfter: 0 },
    ],
    [
      { status: 503, headers: { "retry-after": "soon" }, body: "{}" },
      { isRetryable: true, retryAfter: undefined },
    ],
    [
      { status: 429, body: `{"message":"Slowly"}` },
      { message: "Slowly", isRetryable: true },
    ],
    [{ cutAfter: 40 }, { code: "unreachable", isRetryable: true }],
    [{ body: `{"items":[{"id"` }, { code: "invalid", isRetryable: true }],
  ])("after %j the error says whether to go on later", async (spoilt, expected) => {
    const plain = new SynchronizerConnector();
    const synchronizer = await start(plain);
    plain.spoil = (path) => (path.endsWith("/data") ? spoilt : undefined);
    const error = await pagesOf(synchronizer.pages({ type: "issue" })).catch((error_: unknown) => error_);
    expect(error).toMatchObject(expected);
  });
});

describe("Synchronizer", () => {
  test("config() and schema() read what there is", async () => {
    const synchronizer = await start(new SynchronizerConnector({ hasTextVersion: true }));
    expect(await synchronizer.config()).toMatchObject({
      types: [{ id: "issue", name: "ISSUE" }],
      filter: [{ id: "team", required: false }],
      version: "1",
    });
    const { types } = await synchronizer.schema({ types: ["issue"] });
    expect(types.get("issue")?.map(({ id, type }) => [id, type])).toEqual([
      ["id", "id"],
      ["size", "number"],
      ["name", "text"],
    ]);
  });

  test("config() and schema() read the valid parts, and schema() recognizes types of the platform itself", async () => {
    const { url } = await startForeignConnector({
      "GET /": { name: "x", responsibleFor: { dataSynchronization: true }, authentication: [{ id: "none" }] },
      "POST /api/v1/synchronizer/config": {
        types: [{ id: "a", title: "A" }, { name: "without an id" }, { id: "a", name: "again" }, { id: "b" }],
      },
      "POST /api/v1/synchronizer/schema": {
        a: {
          zero: { type: "text", order: 0, ignore: true, options: [{ name: "Low" }, 1, { title: "High" }] },
          id: { type: "id" },
          one: { type: "text", title: "One", relation: { targetType: "b" } },
          two: { type: "text", relation: { targetType: "b", kind: "native" } },
          three: { type: "text", relation: { targetType: "fibery/user" } },
        },
      },
    });
    const { synchronizer } = new Connector(url);
    const { types } = await synchronizer.config();
    expect(types.map(({ id, name }) => `${id} ${name}`)).toEqual(["a A", "b b"]);
    const fields = (await synchronizer.schema({ types: ["a"] })).types.get("a");
    expect(fields?.map(({ name, relation }) => [name, relation?.isNative])).toEqual([
      ["id", undefined],
      ["zero", undefined],
      ["One", false],
      ["two", true],
      ["three", true],
    ]);
    expect(fields?.map(({ isIgnored }) => isIgnored)).toEqual([false, true, false, false, false]);
    expect(fields?.[1]?.options).toEqual(["Low", "High"]);
  });

  test.each([{}, [], { types: {} }])("config() refuses %j", async (answer) => {
    const { url } = await startForeignConnector({
      "GET /": { name: "x", responsibleFor: { dataSynchronization: true }, authentication: [{ id: "none" }] },
      "POST /api/v1/synchronizer/config": answer,
    });
    await expect(new Connector(url).synchronizer.config()).rejects.toThrow('expected an object with "types"');
  });

  test("options(), validateFilter() and resource() speak to their endpoints", async () => {
    const { url, seen } = await startForeignConnector({
      "GET /": { name: "x", responsibleFor: { dataSynchronization: true }, authentication: [{ id: "none" }] },
      "POST /api/v1/synchronizer/datalist": { items: [{ title: "One", value: 1 }] },
      "POST /api/v1/synchronizer/filter/validate": (_: unknown, response: ServerResponse) =>
        response.writeHead(400).end(`{"message":"No such team","field":"team"}`),
      "POST /api/v1/synchronizer/resource": answerWith("bytes", "image/png"),
    });
    const { synchronizer } = new Connector(url);
    expect(await synchronizer.options({ field: "team", dependsOn: { a: 1 } })).toEqual([
      { title: "One", value: 1 },
    ]);
    const account = { auth: "none", identifier: "none" };
    expect(seen.at(-1)?.body).toEqual({ types: [], account, field: "team", dependsOn: { a: 1 } });
    await expect(synchronizer.validateFilter({ filter: { team: "?" } })).rejects.toMatchObject({
      message: "No such team",
      field: "team",
      status: 400,
    });
    const file = await synchronizer.resource({ address: "app://resource?f=a%26b&g=2" });
    expect(file.headers.get("content-type")).toBe("image/png");
    const pieces: Uint8Array[] = [];
    for await (const piece of file.body) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toBe("bytes");
    expect(seen.at(-1)?.body).toMatchObject({ params: { f: "a&b", g: "2" }, account: { auth: "none" } });
    await expect(synchronizer.resource({ address: "https://a.example/b" })).rejects.toThrow(
      "app://resource?…",
    );
  });

  test("validateFilter() accepts a connector without the endpoint", async () => {
    const synchronizer = await start(new SynchronizerConnector());
    await expect(synchronizer.validateFilter({})).resolves.toBeUndefined();
  });
});
