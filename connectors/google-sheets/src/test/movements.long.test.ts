import { configureEgress, configureStore, MemoryStore } from "@wellhead/runtime";
import type { TestUpstream } from "@wellhead/runtime/testing";
import type { App } from "@wellhead/server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { serveSheets } from "./serve-sheets.js";
import { startGoogle, type TestSheet } from "./start-google.js";

let upstream: TestUpstream;
let app: App;

beforeEach(() => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  configureStore(new MemoryStore());
});

afterEach(async () => {
  await app.close();
  await upstream.close();
});

async function serve(started: Promise<TestUpstream>) {
  upstream = await started;
  const served = await serveSheets(upstream);
  ({ app } = served);
  return served.read;
}

type TestCells = Array<Array<TestSheet["cells"][number][number]>>;

/** Reads a sheet of 25,000 rows that is edited between the first and the second block. */
async function readWhileEdited(edit: (cells: TestCells) => void) {
  const cells: TestCells = [[{ value: "n" }], ...Array.from({ length: 25_000 }, (_, n) => [{ value: n }])];
  let blocks = 0;
  const read = await serve(
    startGoogle([{ id: 7, title: "Sheet", cells }], {
      before: ({ url }) => {
        if (!url.pathname.includes("/values/")) return;
        blocks += 1;
        // The first request is that for the types of all rows.
        if (blocks === 3) edit(cells);
      },
    }),
  );
  const { status, body } = await read();
  expect({ status, blocks: blocks > 1 }).toEqual({ status: 200, blocks: true });
  const found = body as readonly object[];
  return { body: found, rows: found.filter((row) => !("__streamError" in row)) };
}

describe("a sheet that is edited while it is read", () => {
  it.each([
    ["inserted", (cells: TestCells) => void cells.splice(5, 0, [{ value: -1 }])],
    ["removed", (cells: TestCells) => void cells.splice(5, 1)],
  ])("says so when rows are %s above while it is read", async (_what, edit) => {
    const { rows, body } = await readWhileEdited(edit);
    expect(body.at(-1)).toMatchObject({ __streamError: { code: 503 } });
    // The rows before the error are correct.
    expect(rows).toEqual(Array.from({ length: rows.length }, (_, n) => ({ n })));
  });

  const value = (row: TestCells[number] | undefined) => Number(row?.[0]?.value);
  it.each([
    [
      "sorted",
      (cells: TestCells) =>
        void cells.splice(1, cells.length, ...cells.slice(1).toSorted((a, b) => value(b) - value(a))),
    ],
    ["cut and pasted", (cells: TestCells) => void cells.splice(5, 0, ...cells.splice(20_000, 1))],
    [
      "replaced",
      (cells: TestCells) => void cells.splice(20_000, 0, [{ value: -1 }], ...cells.splice(5, 1).slice(1)),
    ],
    [
      "changed",
      (cells: TestCells) =>
        void cells.splice(5000, 8000, ...cells.slice(5000, 13_000).map(() => [{ value: 0 }])),
    ],
    [
      "moved to the right",
      (cells: TestCells) => {
        for (const row of cells) row.unshift({});
      },
    ],
    ["renamed", (cells: TestCells) => void cells.splice(0, 1, [{ value: "m" }])],
  ])("says so when rows are %s while it is read, because some may be missing", async (_what, edit) => {
    const { body } = await readWhileEdited(edit);
    expect(body.at(-1)).toMatchObject({ __streamError: { code: 503 } });
  });

  it.each([["added below", (cells: TestCells) => void cells.push([{ value: -1 }])]])(
    "reads on when rows are %s while it is read",
    async (_what, edit) => {
      const { rows, body } = await readWhileEdited(edit);
      expect(body).toHaveLength(rows.length);
      expect(rows.length).toBeGreaterThanOrEqual(25_000);
    },
  );
});

describe("a column of dates and texts", () => {
  const day = { value: 46_024, format: "DATE", shown: "02.01.2026" } as const;
  const noon = { value: 0.5, format: "TIME", shown: "12:00" } as const;
  const expected = [
    { Day: "02.01.2026", At: "12:00", Number: 5 },
    { Day: "soon", At: "later", Number: 6 },
  ];

  it.each([
    ["that is the only one with dates", [], []],
    ["next to a column of dates", [{ value: "Due" }], [day]],
  ])("has them as the sheet shows them: %s", async (_what, name, cell) => {
    const cells = [
      [{ value: "Day" }, { value: "At" }, { value: "Number" }, ...name],
      [day, noon, { value: 5 }, ...cell],
      [{ value: "soon" }, { value: "later" }, { value: 6 }, ...cell],
    ];
    const read = await serve(startGoogle([{ id: 7, title: "Sheet", cells }]));
    const due = cell.length > 0 ? { Due: "2026-01-02" } : {};
    expect((await read()).body).toEqual(expected.map((row) => ({ ...row, ...due })));
  });

  it("has them where the first date comes after hundreds of texts", async () => {
    const texts = Array.from({ length: 300 }, () => [{ value: "soon" }, day]);
    const cells = [[{ value: "Day" }, { value: "Due" }], ...texts, [day, day]];
    const read = await serve(startGoogle([{ id: 7, title: "Sheet", cells }]));
    expect(((await read()).body as unknown[]).at(-1)).toEqual({ Day: "02.01.2026", Due: "2026-01-02" });
  });
});

describe("a column whose first rows are of one kind", () => {
  const day = { value: 46_024, format: "DATE", shown: "02.01.2026" } as const;
  const noon = { value: 46_024.5, format: "DATE_TIME", shown: "02.01.2026 12:00" } as const;
  const half = { value: 0.5, format: "TIME", shown: "12:00" } as const;
  const five = { value: 5 };
  const soon = { value: "soon" };

  it.each([
    ["days, then a text", day, soon, ["02.01.2026", "soon"]],
    ["days, then a number", day, five, ["02.01.2026", "5"]],
    ["days, then an instant", day, noon, ["2026-01-01T23:00:00.000Z", "2026-01-02T11:00:00.000Z"]],
    ["days, then a time", day, half, ["02.01.2026", "12:00"]],
    ["instants, then a day", noon, day, ["2026-01-02T11:00:00.000Z", "2026-01-01T23:00:00.000Z"]],
    ["numbers, then a day", five, day, ["5", "02.01.2026"]],
    ["numbers, then a text", five, soon, ["5", "soon"]],
    ["times, then a day", half, day, ["12:00", "02.01.2026"]],
    ["days", day, day, ["2026-01-02", "2026-01-02"]],
  ])("is typed by all of them: %s", async (_what, first, later, expected) => {
    const cells = [
      [{ value: "Cell" }, { value: "Due" }],
      ...Array.from({ length: 300 }, () => [first, day]),
      [later, day],
    ];
    const read = await serve(startGoogle([{ id: 7, title: "Sheet", cells }]));
    const rows = (await read()).body as ReadonlyArray<{ readonly Cell: unknown; readonly Due: unknown }>;
    expect([rows.length, rows[0]?.Cell, rows.at(-1)?.Cell]).toEqual([301, ...expected]);
    expect(new Set(rows.map(({ Due }) => Due))).toEqual(new Set(["2026-01-02"]));
  });
});

it("compares the rows where Drive does not tell the revision of a file", async () => {
  const cells: TestCells = [[{ value: "n" }], [{ value: 1 }]];
  let reads = 0;
  const google = startGoogle([{ id: 7, title: "Sheet", cells }], {
    before: ({ url }) => {
      reads += Number(url.pathname.includes("/values/"));
      if (reads === 4) cells.splice(1, 1, [{ value: 2 }]);
    },
    hasNoDrive: true,
  });
  const read = await serve(google);
  expect((await read()).body).toEqual([{ n: 1 }]);
  expect((await read()).body).toMatchObject([{ n: 1 }, { __streamError: { code: 503 } }]);
});
