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
