import { randomBytes } from "node:crypto";
import { defineConnector, id, Pages, type Position, type Rows } from "@wellhead/sdk";
import { afterEach, expect, it } from "vitest";
import { type StartedApp, startApp } from "../../../../test/start-app.js";

const accounts = { variables: { WELLHEAD_SECRET: "a secret of the deployment, which replicas share" } };
const apps: StartedApp[] = [];
afterEach(async () => {
  await Promise.all(apps.splice(0).map(({ app }) => app.close()));
});

/** Starts a replica of a service whose only source is read by a function. */
async function replica(rows: () => Rows<{ id: string }>, limits: object = {}): Promise<StartedApp> {
  const connector = defineConnector({
    id: "one",
    name: "One",
    version: "1",
    description: "One source",
    sources: (source) => ({ rows: source({ name: "Rows", fields: { id: id() }, rows }) }),
  });
  const started = await startApp([connector], { accounts, limits: { maxPageRows: 2, ...limits } });
  apps.push(started);
  return started;
}

interface Page {
  readonly items: readonly { readonly id: string }[];
  readonly pagination: { readonly nextPageConfig?: { readonly p: string; readonly page: number } };
  readonly message?: string;
}

async function read(at: StartedApp, pagination: object = {}): Promise<[number, readonly string[], Page]> {
  const response = await at.post("/api/v1/synchronizer/data", { requestedType: "rows", pagination });
  const page = (await response.json()) as Page;
  return [response.status, page.items?.map((item) => item.id), page];
}

const next = ([, , page]: [number, readonly string[], Page]): object => page.pagination.nextPageConfig ?? {};

it("a page goes on with the reading of the page before, and another replica reads the rows before it again", async () => {
  let readings = 0;
  const rows = async function* () {
    readings += 1;
    for (const name of ["a", "b", "c", "d", "e", "f"]) yield [{ id: name }];
  };
  const [one, other] = [await replica(rows), await replica(rows)];
  const first = await read(one);
  const second = await read(one, next(first));
  expect([first[1], second[1], readings]).toEqual([["a", "b"], ["c", "d"], 1]);
  expect([(await read(other, next(second)))[1], readings]).toEqual([["e", "f"], 2]);
  expect([(await read(one, next(second)))[1], readings]).toEqual([["e", "f"], 2]);
  expect([(await read(one, next(first)))[1], readings]).toEqual([["c", "d"], 3]);
});

it("a page is refused when the rows before it are no longer the same", async () => {
  let names = ["a", "b", "c", "d", "e"];
  const rows = () => names.map((name) => ({ id: name }));
  const [one, other] = [await replica(rows), await replica(rows)];
  const second = next(await read(one));
  for (const changed of [["b", "c", "d", "e"], ["a", "x", "b", "c"], ["a", "B", "c"], ["a"], []]) {
    names = changed;
    const [status, , { message }] = await read(other, second);
    expect([status, message]).toEqual([400, expect.stringContaining("Start the synchronization again")]);
  }
  names = ["a", "b", "new", "c"];
  expect((await read(other, second))[1]).toEqual(["new", "c"]);
});

it("a page is empty while the first row takes longer than the time of a page, and its rows are not lost", async () => {
  const gate = withResolvers();
  let readings = 0;
  const one = await replica(
    async function* () {
      readings += 1;
      await gate.promise;
      yield [{ id: "a" }];
    },
    { pageTime: 1 },
  );
  const first = await read(one);
  const second = await read(one, next(first));
  expect([first[0], first[1], second[0], second[1]]).toEqual([200, [], 200, []]);
  gate.resolve();
  let page = second;
  while (page[1].length === 0) page = await read(one, next(page));
  expect([page[1], page[2].pagination, readings]).toEqual([["a"], { hasNext: false }, 1]);
});

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

it("a failure after the first rows is an error, not a short page", async () => {
  const one = await replica(async function* () {
    yield [{ id: "a" }];
    throw new Error("The upstream broke");
  });
  expect((await read(one))[0]).toBe(500);
});

it("a position that is too long for a token is kept by the service", async () => {
  let length = 6000;
  const positions: Position[] = [];
  const rows = (): Pages<{ id: string }> =>
    new Pages(async function* (position: Position | undefined) {
      if (position !== undefined) positions.push(position);
      const place = typeof position === "string" ? Number(position.split(" ")[0]) : 0;
      const after = `${place + 1} ${randomBytes(length / 2).toString("hex")}`;
      yield { items: [{ id: `p${place}` }, { id: `q${place}` }], after: place < 2 ? after : undefined };
    });
  const one = await replica(rows);
  const first = await read(one);
  const second = await read(one, next(first));
  expect([first[1], second[1]]).toEqual([
    ["p0", "q0"],
    ["p1", "q1"],
  ]);
  expect(JSON.stringify(positions[0]).length).toBeGreaterThan(6000);
  expect(first[2].pagination.nextPageConfig?.p.length).toBeLessThanOrEqual(4096);
  // Another replica with a store of its own does not have it.
  const [status, , { message }] = await read(await replica(rows), next(first));
  expect([status, message]).toEqual([400, expect.stringContaining("Start the synchronization again")]);
  length = 200_000;
  expect((await read(one))[0]).toBe(502);
});

it("a page ends when its rows have reached the maximum size, and has at least one row", async () => {
  const big = "x".repeat(5000);
  const one = await replica(() => [{ id: "a" }, { id: big }, { id: "b" }, { id: "c" }], {
    maxPageRows: 100,
    maxPageBytes: 200,
  });
  const pages: (readonly string[])[] = [];
  let page = await read(one);
  for (;;) {
    pages.push(page[1]);
    if (page[2].pagination.nextPageConfig === undefined) break;
    page = await read(one, next(page));
  }
  expect(pages).toEqual([["a"], [big], ["b", "c"]]);
});
