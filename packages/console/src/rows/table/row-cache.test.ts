import type { RowsRequest } from "@wellhead/workbench/protocol";
import { expect, test } from "vitest";
import { RowCache } from "./row-cache.js";

/** Returns a fetch function over a million rows, its requests, and a function that answers the oldest one. */
function slowRows() {
  const requests: RowsRequest[] = [];
  const waiting: (() => void)[] = [];
  const fetchRows = async (request: RowsRequest) => {
    requests.push(request);
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
    const { offset, limit, columns = [] } = request;
    const rows = Array.from({ length: limit }, (_, index) =>
      columns.map((name) => `${name}${offset + index}`),
    );
    const numbers = rows.map((_, index) => 999_999 - offset - index);
    return { offset, matching: 1_000_000, columns, rows, numbers };
  };
  const answer = async (): Promise<void> => {
    waiting.shift()?.();
    await new Promise(setImmediate);
  };
  return { requests, fetchRows, answer };
}

test("`RowCache` makes one request at a time and skips what was scrolled past", async () => {
  const { requests, fetchRows, answer } = slowRows();
  const cache = new RowCache(fetchRows, { sort: [{ column: "a" }] });
  for (let from = 0; from < 1_000; from += 10) cache.need({ from, to: from + 5, columns: ["a"] });
  await answer();
  await answer();
  expect(requests.map(({ offset }) => offset)).toEqual([0, 990]);
  expect(cache.rows.value.get(991)?.cells.get("a")).toBe("a991");
  expect(cache.rows.value.get(991)?.number).toBe(999_008);
  expect(cache.matching.value).toBe(1_000_000);
});

test("`RowCache` fetches columns that come into sight, keeps those of the same rows, and fetches nothing twice", async () => {
  const { requests, fetchRows, answer } = slowRows();
  const cache = new RowCache(fetchRows, {});
  cache.need({ from: 0, to: 3, columns: ["a"] });
  await answer();
  cache.need({ from: 0, to: 3, columns: ["b"] });
  await answer();
  cache.need({ from: 1, to: 3, columns: ["a", "b"] });
  expect(requests).toHaveLength(2);
  expect([...(cache.rows.value.get(2)?.cells ?? [])]).toEqual([
    ["a", "a2"],
    ["b", "b2"],
  ]);
});

test("`RowCache` reports why rows could not be loaded, and recovers", async () => {
  let fails = true;
  const cache = new RowCache(async () => {
    if (fails) throw new Error("Could not load rows: the run is no longer kept. Run again.");
    return { offset: 0, matching: 0, columns: [], rows: [], numbers: [] };
  }, {});
  cache.need({ from: 0, to: 3, columns: ["a"] });
  await new Promise(setImmediate);
  expect(cache.problem.value).toContain("Run again");
  fails = false;
  cache.need({ from: 0, to: 3, columns: ["a"] });
  await new Promise(setImmediate);
  expect(cache.problem.value).toBe("");
});
