import { afterAll, expect, test } from "vitest";
import { historyTargets, stopTargets } from "../../../test/history-targets.js";
import { packRows } from "../cells/packed-rows.js";

afterAll(stopTargets);

const texts = [
  null,
  "",
  "null",
  'a "quote", a comma',
  "back\\slash \\u0000 \\n",
  "line\r\nfeed\u2028\u2029\t\u0001",
  "],[",
  "😀 ẞ 日本",
  "2026-11-22",
  "00012.50",
];
const pages = [
  texts.map((text, index) => [String(index), text, null]),
  [["only", "one", "row"]],
  // More than the engine of DuckDB reads at once, and more than its usual memory is enough for.
  [["large", "x".repeat(36_000_000), ""]],
  texts.toReversed().map((text, index) => [`b${index}`, null, text]),
];

test.each(historyTargets)("append() stores each cell of each page in %s as it is", async (_name, open) => {
  const database = await open();
  try {
    await database.run("CREATE TABLE cells (a TEXT, b TEXT, c TEXT)");
    await database.transaction(() => database.append("cells", 3, [packRows([["first", "", null]])]));
    await database.transaction(async () => {
      // All that a transaction did is repeated when the engine had too little memory.
      await database.append("cells", 3, pages.slice(0, 1).map(packRows));
      await database.append("cells", 3, pages.slice(1).map(packRows));
    });
    const rows = await database.run("SELECT a, b, c FROM cells");
    const inOrder = (cells: readonly (readonly (string | null)[])[]) =>
      cells.map((row) => JSON.stringify(row)).toSorted();
    expect(inOrder(rows)).toEqual(inOrder([["first", "", null], ...pages.flat()]));
  } finally {
    await database.close();
  }
});
