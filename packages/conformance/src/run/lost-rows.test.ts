import { afterEach, expect, test } from "vitest";
import { rightToken } from "../fixtures/reference-application.js";
import { type Reference, startReference } from "../fixtures/start-reference.js";
import { runConformance } from "./run-conformance.js";

const account = { auth: "token", token: rightToken, site: "ada" };
const started: Reference[] = [];

afterEach(async () => {
  for (const server of started.splice(0)) await server.close();
});

/** Judges a correct connector whose rows are edited. `index` counts the requests for all rows. */
async function judge(edit: (rows: readonly object[], index: number) => readonly object[]) {
  let count = -1;
  const server = await startReference({
    change: (answer, { method, path }) => {
      if (method !== "POST" || path !== "/" || answer.status !== 200) return;
      const rows: unknown = JSON.parse(String(answer.body));
      if (!Array.isArray(rows) || rows.length < 4) return;
      count += 1;
      answer.body = JSON.stringify(edit(rows, count));
    },
  });
  started.push(server);
  const { results } = await runConformance(server.url, {
    account,
    only: ["data.steady", "data.again"],
    profile: "v2",
  });
  return results.find(({ id }) => id === "data.again");
}

test.each([
  [2, 0],
  [2, 1],
  [3, 0],
  [3, 1],
  [3, 2],
])("of every %i responses, response %i that ends early is reported", async (every, at) => {
  const found = await judge((rows, index) => (index % every === at ? rows.slice(0, -2) : rows));
  expect(found).toMatchObject({ verdict: "fail" });
});

test("a list that lacks a page now and then is reported", async () => {
  const found = await judge((rows, index) => (index % 3 === 1 ? rows.toSpliced(1, 2) : rows));
  expect(found).toMatchObject({ verdict: "fail" });
  expect(found?.detail).toMatch(
    / rows, then .* rows, then the same .* is missing$| rows at first and .* is missing$/,
  );
});

test.each<[string, (rows: readonly object[], index: number) => readonly object[]]>([
  ["grows", (rows, index) => [...rows, ...Array.from({ length: index * 2 }, (_, at) => ({ at }))]],
  ["shrinks", (rows, index) => rows.slice(Math.min(index, rows.length - 1))],
  ["lacks one row for a moment", (rows, index) => (index === 1 ? rows.slice(0, -1) : rows)],
  ["shows other values each time", (rows, index) => rows.map((row) => ({ ...row, index }))],
  ["lost rows once, for good", (rows, index) => (index > 0 ? rows.slice(0, -2) : rows)],
])("a list that %s is live data", async (_name, edit) => {
  expect(await judge(edit)).toMatchObject({ verdict: "pass" });
});
