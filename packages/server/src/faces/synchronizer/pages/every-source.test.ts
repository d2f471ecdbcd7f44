import { configureEgress } from "@wellhead/runtime";
import { startUpstream, type TestUpstream } from "@wellhead/runtime/testing";
import {
  cursorInBody,
  cursorInHeader,
  defineConnector,
  encodedRows,
  id,
  linkHeader,
  nextUrlInBody,
  offset,
  type Paging,
  pageNumber,
  text,
} from "@wellhead/sdk";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StartedApp, startApp } from "../../../../test/start-app.js";

const rows = Array.from({ length: 13 }, (_, index) => ({ id: `r${index}`, note: `"é"\n${index}` }));
const perPage = 5;

const pagings: Readonly<Record<string, Paging>> = {
  number: pageNumber({ total: "total" }),
  offset: offset({ total: "total" }),
  cursor: cursorInBody({ cursor: "cursor", parameter: "at" }),
  header: cursorInHeader({ header: "x-next", parameter: "at" }),
  link: linkHeader(),
  address: nextUrlInBody(),
};

/** Lists the rows in pages, and says in every way at once where the next one is. */
async function startList(): Promise<TestUpstream> {
  return await startUpstream(({ url }) => {
    const number = Number(url.searchParams.get("page") ?? 1);
    const given = url.searchParams.get("at") ?? url.searchParams.get("offset");
    const start = given === null ? (number - 1) * perPage : Number(given);
    const end = start + perPage;
    const next = end < rows.length ? end : undefined;
    const address = next === undefined ? null : `${url.pathname}?at=${next}`;
    return {
      ...(next !== undefined && { headers: { "x-next": `${next}`, link: `<${address}>; rel="next"` } }),
      body: { items: rows.slice(start, end), total: rows.length, cursor: next ?? null, next: address },
    };
  });
}

async function* batches(): AsyncGenerator<readonly object[]> {
  for (let start = 0; start < rows.length; start += 4) yield rows.slice(start, start + 4);
}

function connector(url: string) {
  const fields = { id: id(), note: text() };
  return defineConnector({
    id: "lists",
    name: "Lists",
    version: "1",
    description: "The same rows from every kind of source",
    http: { baseUrl: url },
    sources: (source) => ({
      ...Object.fromEntries(
        Object.entries(pagings).map(([name, paging]) => [
          name,
          source({
            name,
            fields,
            rows: ({ http }) =>
              http
                .pages<{ id: string; note: string }>("list", { items: "items", paging })
                .filter((row) => row.id !== "r7")
                .map((row) => ({ ...row })),
          }),
        ]),
      ),
      array: source({ name: "array", fields, rows: () => rows }),
      generator: source({ name: "generator", fields, rows: batches }),
      encoded: source({
        name: "encoded",
        fields,
        pages: true,
        rows: () =>
          encodedRows({
            columns: ["id", "note"],
            async *encode({ separator }) {
              for await (const batch of batches())
                yield {
                  bytes: Buffer.from(batch.map((row) => JSON.stringify(row)).join(separator)),
                  rows: batch.length,
                };
            },
          }),
      }),
    }),
  });
}

/** Pages that end within, with and after pages of the upstream and batches. */
const pageSizes = isLong ? [1, 2, 3, 4, 5, 6, 7, 1000] : [2, 4, 5, 1000];
const sources = [...Object.keys(pagings), "array", "generator", "encoded"];
let upstream: TestUpstream;
const replicas = new Map<number, readonly [StartedApp, StartedApp]>();

beforeAll(async () => {
  upstream = await startList();
  configureEgress({ allow: `127.0.0.1/32:${new URL(upstream.url).port}` });
  const accounts = { variables: { WELLHEAD_SECRET: "a secret of the deployment, which replicas share" } };
  for (const maxPageRows of pageSizes) {
    const start = () => startApp([connector(upstream.url)], { accounts, limits: { maxPageRows } });
    replicas.set(maxPageRows, [await start(), await start()]);
  }
});

afterAll(async () => {
  for (const apps of replicas.values()) await Promise.all(apps.map(({ app }) => app.close()));
  configureEgress({});
  await upstream.close();
});

interface Page {
  readonly items: readonly object[];
  readonly pagination: { readonly hasNext: boolean; readonly nextPageConfig?: { readonly rows: number } };
}

/** Reads a type as a platform does that knows nothing of the service but its addresses, which it takes in turns. */
async function readPages(addresses: readonly string[], requestedType: string): Promise<Page[]> {
  const pages: Page[] = [];
  for (let pagination: object | undefined = {}; pagination !== undefined; ) {
    const response = await fetch(`${addresses[pages.length % addresses.length]}/api/v1/synchronizer/data`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ requestedType, pagination }),
    });
    const page = (await response.json()) as Page;
    expect([response.status, page]).toEqual([
      200,
      expect.objectContaining({ items: expect.any(Array) as [] }),
    ]);
    pages.push(page);
    pagination = page.pagination.nextPageConfig;
  }
  return pages;
}

describe.each(sources)("the pages of %s", (source) => {
  it.each(pageSizes)("of at most %i rows are together the rows of one stream", async (size) => {
    const apps = replicas.get(size) ?? [];
    const [first] = apps;
    const stream = (await (await first?.post("/", { source }))?.json()) as typeof rows;
    expect(stream.length).toBeGreaterThan(10);
    const wanted = stream.map((row) => ({ id: row.id, name: row.id, note: row.note }));
    // Without positions, a replica that has read the page before goes on where it stopped.
    const isParked = !Object.hasOwn(pagings, source);
    for (const addresses of isParked ? [apps.slice(0, 1), apps] : [apps]) {
      const pages = await readPages(
        addresses.map(({ url }) => url),
        source,
      );
      expect(pages.flatMap(({ items }) => items)).toEqual(wanted);
      expect(pages.every(({ items }) => items.length <= size)).toBe(true);
      const counts = pages.flatMap(({ pagination }) => pagination.nextPageConfig?.rows ?? []);
      expect(counts).toEqual(counts.toSorted((one, other) => one - other));
    }
  });
});

describe("a page whose time is up before the rows of the pages before it are read again", () => {
  it("is empty and continues where it began", async () => {
    let waiting: Promise<void> | undefined;
    const slow = defineConnector({
      id: "slow",
      name: "Slow",
      version: "1",
      description: "Waits before its third batch when it is told to",
      sources: (source) => ({
        rows: source({
          name: "Rows",
          fields: { id: id(), note: text() },
          async *rows() {
            let count = 0;
            for await (const batch of batches()) {
              if ((count += 1) === 3) await waiting;
              yield batch;
            }
          },
        }),
      }),
    });
    const accounts = { variables: { WELLHEAD_SECRET: "a secret of the deployment, which replicas share" } };
    const limits = { maxPageRows: 10 };
    // Only the second replica may run out of time, so that a slow machine does not end the other pages early.
    const apps = [
      await startApp([slow], { accounts, limits }),
      await startApp([slow], { accounts, limits: { ...limits, pageTime: 100 } }),
    ] as const;
    const ask = async (app: StartedApp, pagination: object): Promise<Page> => {
      const answer = await app.post("/api/v1/synchronizer/data", { requestedType: "rows", pagination });
      return (await answer.json()) as Page;
    };
    try {
      const [first, other] = apps;
      const one = await ask(first, {});
      let open = (): void => undefined;
      waiting = new Promise<void>((resolve) => {
        open = resolve;
      });
      const empty = await ask(other, one.pagination.nextPageConfig ?? {});
      open();
      expect(empty).toMatchObject({ items: [], pagination: { hasNext: true, nextPageConfig: { rows: 10 } } });
      // The replica that has read the first page reads the rows again too, because it did not read the empty one.
      const last = await ask(first, empty.pagination.nextPageConfig ?? {});
      expect([...one.items, ...last.items]).toEqual(
        rows.map((row) => ({ id: row.id, name: row.id, note: row.note })),
      );
      expect(last.pagination.hasNext).toBe(false);
    } finally {
      await Promise.all(apps.map(({ app }) => app.close()));
    }
  });
});
