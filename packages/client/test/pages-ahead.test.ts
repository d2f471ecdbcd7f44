import type { ServerResponse } from "node:http";
import { SynchronizerConnector } from "@wellhead/test-support/services/synchronizer-connector";
import { describe, expect, onTestFinished, test } from "vitest";
import { Connector, type EntityPage, type Synchronizer } from "../src/index.js";
import { answerWith, type Seen, startForeignConnector } from "./foreign-connector.js";
import { pagesOf } from "./pages-of.js";

const application = { name: "x", responsibleFor: { dataSynchronization: true }, authentication: [] };

/** Starts a connector with eight issues. */
async function start(plain: SynchronizerConnector): Promise<Synchronizer> {
  const { entities } = plain.addType("issue");
  for (let n = 1; n <= 8; n += 1)
    entities.set(`i${n}`, { row: { name: `Item ${n}` }, changedAt: n, isRemoved: false });
  const { synchronizer } = new Connector(await plain.listen());
  onTestFinished(() => plain.close());
  return synchronizer;
}

/** Reads a connector whose first page has a pagination, and whose second one has none. */
async function pagesAfter(pagination: string): Promise<AsyncIterable<EntityPage>> {
  const { url } = await startForeignConnector({
    "GET /": application,
    "POST /api/v1/synchronizer/data": ({ body }: Seen, response: ServerResponse) =>
      response.end(`{"items":[{"id":1}]${"pagination" in body ? "" : `,"pagination":{${pagination}}`}}`),
  });
  return new Connector(url).synchronizer.pages({ type: "x" });
}

describe("Synchronizer.pages()", () => {
  test("requests one page ahead from the second one on, and no more", async () => {
    const plain = new SynchronizerConnector({ pageSize: 1 });
    const pages = (await start(plain)).pages({ type: "issue" });
    const requested = () => plain.requests.filter(({ path }) => path.endsWith("/data")).length;
    for (const expected of [1, 3, 4, 5]) {
      const { value } = await pages.next();
      const taken = value?.state?.pages ?? 0;
      expect(value?.state).toMatchObject({ pagination: { after: `i${taken}` } });
      await expect.poll(requested, { timeout: 60_000 }).toBe(expected);
    }
    await pages.return();
    expect(requested()).toBe(5);
  });

  test("throws the error of a page only when that page is read", async () => {
    const plain = new SynchronizerConnector({ pageSize: 2 });
    const pages = (await start(plain)).pages({ type: "issue" });
    let refused = 0;
    plain.spoil = (_path, { pagination }) => {
      if (!JSON.stringify(pagination ?? "").includes("i4")) return undefined;
      refused += 1;
      return { status: 503, body: `{"message":"Down"}` };
    };
    await pages.next();
    const { value } = await pages.next();
    expect(value?.state).toMatchObject({ pagination: { after: "i4" }, pages: 2 });
    await expect.poll(() => refused, { timeout: 60_000 }).toBe(1);
    await expect(pages.next()).rejects.toThrow("Down");
    expect(await pages.next()).toEqual({ done: true, value: undefined });
    expect(refused).toBe(1);
  });

  test("aborts the request for the next page when the reader returns", async () => {
    let last: ServerResponse | undefined;
    const { url } = await startForeignConnector({
      "GET /": application,
      "POST /api/v1/synchronizer/data": ({ body }: Seen, response: ServerResponse) => {
        const page = Number(body["pagination"] ?? 1);
        if (page === 3) last = response;
        else
          response.end(
            `{"items":[{"id":${page}}],"pagination":{"hasNext":true,"nextPageConfig":${page + 1}}}`,
          );
      },
    });
    const pages = new Connector(url).synchronizer.pages({ type: "x" });
    await pages.next();
    await pages.next();
    await expect.poll(() => last, { timeout: 60_000 }).toBeDefined();
    await pages.return();
    await expect.poll(() => last?.destroyed, { timeout: 60_000 }).toBe(true);
  });
});

describe("the end and the kind of a run", () => {
  test.each([
    [`"hasNext":"true","nextPageConfig":2`, 2],
    [`"hasNext":1,"nextPageConfig":2`, 2],
    [`"hasNext":null,"nextPageConfig":2`, 2],
    [`"nextPageConfig":[2]`, 2],
    [`"hasNext":"false","nextPageConfig":2`, 1],
    [`"hasNext":0,"nextPageConfig":2`, 1],
    [`"hasNext":null,"nextPageConfig":null`, 1],
  ])("reads what is meant by %s", async (pagination, count) => {
    expect(await pagesOf(await pagesAfter(pagination))).toHaveLength(count);
  });

  test.each([`"yes"`, `""`, "2", "{}"])("refuses hasNext %s, which may end a run early", async (hasNext) => {
    await expect(pagesOf(await pagesAfter(`"hasNext":${hasNext},"nextPageConfig":2`))).rejects.toThrow(
      `expected true or false as "hasNext", got ${hasNext}`,
    );
  });

  test.each([
    [`"full"`, false],
    [`"Full"`, false],
    ["null", false],
    [`"delta"`, true],
    [`"DELTA"`, true],
    [`"partial"`, true],
    ["true", true],
  ])("takes synchronizationType %s for full only when nothing else can be meant", async (given, isDelta) => {
    const { url } = await startForeignConnector({
      "GET /": application,
      "POST /api/v1/synchronizer/data": answerWith(
        `{"items":[],"synchronizationType":${given}}`,
        "application/json",
      ),
    });
    expect(await pagesOf(new Connector(url).synchronizer.pages({ type: "x" }))).toMatchObject([{ isDelta }]);
  });
});
