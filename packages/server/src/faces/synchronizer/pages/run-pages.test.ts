import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import {
  type AnyAccount,
  defineConnector,
  encodedRows,
  type Fields,
  id,
  Pages,
  type Position,
  type Rows,
  type RowsContext,
} from "@wellhead/sdk";
import { afterEach, expect, it, vi } from "vitest";
import { type StartedApp, startApp } from "../../../../test/start-app.js";

const accounts = { variables: { WELLHEAD_SECRET: "a secret of the deployment, which replicas share" } };
const apps: StartedApp[] = [];
afterEach(async () => {
  await Promise.all(apps.splice(0).map(({ app }) => app.close()));
});

/** Starts a replica of a service whose only source is read by a function. */
async function replica(
  rows: (context: RowsContext<AnyAccount, Fields>) => Rows<{ id: string }> | Promise<Rows<{ id: string }>>,
  limits: object = {},
): Promise<StartedApp> {
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

/**
 * A table whose rows are ordered by a number, which a source reads in segments.
 *
 * @param count - Number of rows
 * @param before - Called before each batch of three rows, with the number of segments so far and the first row; and as
 * a segment is started, with -1
 * @returns What reads the rows, the maximum size of each segment that was read, and its signal
 */
function table(
  count: number,
  before: (segment: number, start: number) => Promise<void> | undefined = () => undefined,
) {
  const log: number[] = [];
  const signals: AbortSignal[] = [];
  const rows = async ({ page, signal }: RowsContext<AnyAccount, Fields>): Promise<Rows<{ id: string }>> => {
    const { maxRows, after: [last = 0] = [] } = page ?? { maxRows: count };
    const segment = log.push(maxRows);
    signals.push(signal);
    await before(segment, -1);
    const ids = Array.from({ length: Math.min(maxRows + 1, count - Number(last)) }, (_, index) => {
      const number = Number(last) + index + 1;
      return `{"id":"n${number}","place":"${number}"}`;
    });
    return encodedRows({
      columns: ["id", "place"],
      async *encode({ separator }) {
        for (let start = 0; start < ids.length; start += 3) {
          await before(segment, start);
          const batch = ids.slice(start, start + 3);
          yield { bytes: Buffer.from(batch.join(separator)), rows: batch.length };
        }
      },
      positions: { columns: ["place"], maxRows },
    });
  };
  return { rows, log, signals };
}

/** Reads all pages, each from the next replica. */
async function readAll(replicas: readonly StartedApp[], between: (pages: number) => void = () => undefined) {
  const ids: string[] = [];
  let pages = 0;
  for (let pagination: object | undefined = {}; pagination !== undefined; ) {
    const [status, items, page] = await read(replicas[pages % replicas.length] as StartedApp, pagination);
    expect(status).toBe(200);
    ids.push(...items);
    pages += 1;
    pagination = page.pagination.nextPageConfig;
    between(pages);
  }
  return { ids, pages };
}

const idsTo = (count: number): string[] => Array.from({ length: count }, (_, index) => `n${index + 1}`);

it("a table is read in segments that grow while the pages come to the same replica", async () => {
  const one = table(101);
  const { ids, pages } = await readAll([await replica(one.rows)]);
  expect([ids, pages]).toEqual([idsTo(101), 51]);
  expect(one.log).toEqual([2, 8, 32, 128]);
  const both = table(21);
  const turns = await readAll([await replica(both.rows), await replica(both.rows)]);
  expect([turns.ids, turns.pages]).toEqual([idsTo(21), 11]);
  expect(both.log).toEqual(Array(11).fill(2));
});

it.each([0, 1, 2, 3, 7, 8, 9, 10, 11, 41, 42, 43])(
  "a table of %i rows ends with its last row",
  async (count) => {
    const { rows } = table(count);
    const { ids, pages } = await readAll([await replica(rows)]);
    expect([ids, pages]).toEqual([idsTo(count), Math.max(1, Math.ceil(count / 2))]);
  },
);

it("a segment that fails while it waits is read again from the page on", async () => {
  const gate = withResolvers();
  const { rows, log } = table(30, async (segment, start) => {
    if (segment !== 2 || start < 6) return;
    await gate.promise;
    throw new Error("The connection was closed");
  });
  const { ids } = await readAll([await replica(rows)], (pages) => {
    // The second page has been returned, and the third one is to go on with its segment.
    if (pages === 2) gate.resolve();
  });
  expect(ids).toEqual(idsTo(30));
  expect(log.slice(0, 3)).toEqual([2, 8, 2]);
});

it("a segment is read while its pages wait to be taken", async () => {
  const last = withResolvers();
  const { rows } = table(30, async (segment, start) => {
    if (segment === 2 && start === 6) last.resolve();
  });
  const one = await replica(rows);
  await read(one, next(await read(one)));
  await expect(last.promise).resolves.toBeUndefined();
});

it("the next segment is started when half of one has been taken, and both are stopped with the service", async () => {
  const { rows, log, signals } = table(101);
  const one = await replica(rows);
  let page = await read(one);
  page = await read(one, next(page));
  // Time in which a segment would be started too soon.
  await wait(20);
  expect(log).toEqual([2, 8]);
  page = await read(one, next(page));
  await vi.waitFor(() => expect(log).toEqual([2, 8, 32]));
  expect(page[1]).toEqual(["n5", "n6"]);
  await one.app.close();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
});

it("a segment that could not be started is read again from the page on", async () => {
  const { rows, log } = table(30, async (segment, start) => {
    if (segment === 3 && start === -1) throw new Error("The database refused the connection");
  });
  const { ids } = await readAll([await replica(rows)]);
  expect(ids).toEqual(idsTo(30));
  expect(log.slice(0, 4)).toEqual([2, 8, 32, 2]);
});

it("a segment whose source does not notice that it was stopped is read no further than its current batch", async () => {
  const [reached, gate] = [withResolvers(), withResolvers()];
  const starts: number[] = [];
  const { rows } = table(101, async (segment, start) => {
    if (segment !== 3) return;
    starts.push(start);
    if (start !== 3) return;
    reached.resolve();
    await gate.promise;
  });
  const one = await replica(rows);
  await read(one, next(await read(one, next(await read(one)))));
  await reached.promise;
  await one.app.close();
  gate.resolve();
  await wait(20);
  expect(starts).toEqual([-1, 0, 3]);
});
