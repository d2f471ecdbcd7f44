import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { assert, nat, property } from "fast-check";
import { expect, test } from "vitest";
import { PageProgress, readPage } from "./entity-page.js";

/** Returns the number of pages after which a reading is stopped; `undefined` when it is not. */
function pagesUntilStopped(positions: Iterable<number>, from?: number): number | undefined {
  const progress = new PageProgress("rows", from === undefined ? undefined : { pagination: from, pages: 1 });
  let pages = 0;
  for (const pagination of positions) {
    pages += 1;
    try {
      progress.check({ rows: [{ id: pages }], isDelta: false, pagination });
    } catch {
      return pages;
    }
  }
  return undefined;
}

function* repeating(before: number, length: number): Generator<number> {
  for (let page = 0; page < 5000; page += 1) yield page < before ? page : before + ((page - before) % length);
}

test("PageProgress stops a reading whose positions repeat, and no other", () => {
  assert(
    property(nat({ max: 300 }), nat({ max: 300 }), (before, more) => {
      const length = more + 1;
      const pages = pagesUntilStopped(repeating(before, length)) ?? Number.POSITIVE_INFINITY;
      expect(pages).toBeGreaterThan(before + length);
      expect(pages).toBeLessThanOrEqual(3 * (before + length) + 1);
      expect(pagesUntilStopped(Array.from({ length: before + length }, (_, page) => page))).toBeUndefined();
    }),
  );
});

test("PageProgress stops a reading that returns to where it began", () => {
  expect(pagesUntilStopped([7], 7)).toBe(1);
  expect(pagesUntilStopped(repeating(0, 2), 1)).toBeLessThanOrEqual(6);
});

test("PageProgress needs no more memory for more pages", async () => {
  const address = import.meta.resolve("../../dist/synchronizer/entity-page.js");
  const read = `import(${JSON.stringify(address)}).then(({ PageProgress }) => {
    const progress = new PageProgress("rows", undefined);
    for (let page = 0; page < 30000; page += 1) {
      const pagination = { p: String(page).padStart(4096, "x") };
      progress.check({ rows: [{ id: page }], isDelta: false, pagination });
    }
  })`;
  // All positions are 120 MiB.
  const worker = new Worker(read, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 40 } });
  const failures: unknown[] = [];
  worker.on("error", (error) => failures.push(error));
  await once(worker, "exit");
  expect(failures).toEqual([]);
});

test("readPage() repeats what a connector says whose failure has status 200", () => {
  expect(() => readPage({ message: "The plan has expired" }, "rows")).toThrow(
    'Could not read a page of "rows": expected an object with "items", got an error: "The plan has expired". Report',
  );
  expect(() => readPage([], "rows")).toThrow('expected an object with "items". Report');
});

test("readPage() cuts a long message", () => {
  expect(() => readPage({ error: "e".repeat(600) }, "rows")).toThrow(
    `got an error: "${"e".repeat(500)}". Report`,
  );
});

test.each([
  [{}, undefined],
  [{ hasNext: null }, undefined],
  [{ nextPageConfig: 7 }, 7],
  [{ hasNext: true, nextPageConfig: 7 }, 7],
  [{ hasNext: "true", nextPageConfig: 7 }, 7],
  [{ hasNext: 1, nextPageConfig: 7 }, 7],
  [{ hasNext: false, nextPageConfig: 7 }, undefined],
  [{ hasNext: "false", nextPageConfig: 7 }, undefined],
  [{ hasNext: 0, nextPageConfig: 7 }, undefined],
  [{ hasNext: true, page: 2 }, { page: 2 }],
  [{ page: 2 }, { page: 2 }],
])("readPage() takes the pagination %j for the next position %j", (pagination, next) => {
  expect(readPage({ items: [], pagination }, "rows").pagination).toEqual(next);
});

test.each([
  [{ items: [], pagination: { hasNext: "yes" } }, 'expected true or false as "hasNext", got "yes"'],
  [{ items: [], hasNext: true }, 'it has a next page without "nextPageConfig"'],
  [{ items: [{}, 1] }, "expected an object, got another value in items[1]"],
])("readPage() never guesses the end of %j", (answer, message) => {
  expect(() => readPage(answer, "rows")).toThrow(`Could not read a page of "rows": ${message}`);
});

test.each([
  [undefined, false],
  [null, false],
  ["full", false],
  ["FULL", false],
  ["delta", true],
  ["", true],
  [false, true],
])("a page whose synchronizationType is %j has changes only: %s", (synchronizationType, isDelta) => {
  expect(readPage({ items: [], synchronizationType }, "rows").isDelta).toBe(isDelta);
});

test("PageProgress stops after 1000 pages in a row without anything new, and no earlier", () => {
  const pagesOf = (rowsOf: (page: number) => readonly { readonly id: number }[]): number | undefined => {
    const progress = new PageProgress("rows", undefined);
    for (let page = 1; page <= 2500; page += 1)
      try {
        progress.check({ rows: rowsOf(page), isDelta: false, pagination: page });
      } catch {
        return page;
      }
    return undefined;
  };
  expect(pagesOf(() => [])).toBe(1000);
  expect(pagesOf(() => [{ id: 1 }])).toBe(1001);
  expect(pagesOf((page) => (page === 999 ? [{ id: 1 }] : []))).toBe(1999);
  for (const rows of [
    (page: number) => [{ id: page }, { id: 1 }, { id: 1 }],
    (page: number) => [{ id: 1 }, { id: 1 }, { id: page }],
    (page: number) => Array.from({ length: page }, () => ({ id: 1 })),
  ])
    expect(pagesOf(rows)).toBeUndefined();
});
