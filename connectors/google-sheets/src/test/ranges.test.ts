import { configureEgress, configureStore, MemoryStore } from "@wellhead/runtime";
import type { TestUpstream } from "@wellhead/runtime/testing";
import { type App, createApp } from "@wellhead/server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { googleSheetsConnector } from "../google-sheets-connector.js";
import { startGoogle, type TestCell, type TestSheet } from "./start-google.js";

type Value = TestCell["value"];

/** A grid with a table that starts at B3: names in row 3, rows below. */
const plan: ReadonlyArray<readonly Value[]> = [
  ["Title of the page"],
  ["top B", "top C", "top D", "top E", "top F", "top G"].toSpliced(0, 0, ""),
  ["x", "Name", "Size", "Day", "", "Note"],
  ["x", "Ada", 1.5, 46_082, true, "n4", "far"],
  [],
  ["x", "Bob", 2, 46_083, false, "n6"],
  ["x", "Cyd", 3, 46_084, true, ""],
];

function cellsOf(rows: ReadonlyArray<readonly Value[]>, days: readonly number[] = []): TestSheet["cells"] {
  return rows.map((row) =>
    row.map((value, column) => {
      if (value === undefined || value === "") return {};
      return {
        value,
        ...(typeof value === "number" && { format: days.includes(column) ? "DATE" : "NUMBER" }),
      };
    }),
  );
}

const sheets: readonly TestSheet[] = [
  { id: 3, title: "Hidden", hidden: true, cells: cellsOf([["h"], [1]]) },
  { id: 0, title: "Plan", rowCount: 50, cells: cellsOf(plan, [3]) },
  {
    id: 1,
    title: "Jan",
    cells: cellsOf(
      [
        ["Id", "Day", "Paid"],
        [1, 46_082, true],
        [2, 46_083, false],
      ],
      [1],
    ),
  },
  {
    id: 2,
    title: "O'Brien, Q1; all",
    cells: cellsOf([
      ["Paid", "Id", "Extra"],
      [true, 3, "more"],
      [false, "4b"],
    ]),
  },
  { id: 4, title: "Nothing", cells: [[]] },
  { id: 5, title: "Q1", cells: cellsOf([["Id"], [9]]) },
  { id: 6, title: "Chart", type: "OBJECT", cells: [] },
];

const names = [
  { namedRangeId: "n1", name: "People", range: { startRowIndex: 2, startColumnIndex: 1, endColumnIndex: 4 } },
  {
    namedRangeId: "n2",
    name: "Jan",
    range: { sheetId: 2, startRowIndex: 0, endRowIndex: 2, startColumnIndex: 0, endColumnIndex: 2 },
  },
  { namedRangeId: "n3", name: "Gone", range: { sheetId: 99 } },
];

const account = { auth: "oauth2", access_token: "first", refresh_token: "keep" };
let google: TestUpstream;
let app: App;
let url: string;
let before = 0;

beforeAll(async () => {
  google = await startGoogle(sheets, { names });
  const variables = { GOOGLE_CLIENT_ID: "client", GOOGLE_CLIENT_SECRET: "client-secret" };
  const connectors = [googleSheetsConnector({ server: google.url })];
  app = await createApp({ connectors, accounts: { variables }, logger: false });
  ({ url } = await app.listen({ port: 0 }));
});

afterAll(async () => {
  await app.close();
  await google.close();
});

beforeEach(() => {
  // Each test starts with the full quota of reads per minute.
  configureStore(new MemoryStore());
  configureEgress({ allow: "127.0.0.1/32:*" });
  before = google.requests.length;
});

async function post(path: string, body: unknown) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(new URL(path, url), { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

async function read(source: string, filter: object) {
  return await post("/", { source, account, filter: { spreadsheet: "book", ...filter } });
}

const people = [
  { Name: "Ada", Size: 1.5, Day: "2026-03-01" },
  { Name: "Bob", Size: 2, Day: "2026-03-02" },
  { Name: "Cyd", Size: 3, Day: "2026-03-03" },
];
const noted = people.map((row, index) => ({
  ...row,
  "Column E": index !== 1,
  Note: ["n4", "n6", null][index] ?? null,
}));

describe("a range of a sheet", () => {
  it.each([
    ["B3:D", people],
    ["b3:d", people],
    ["$B$3:$D$50", people],
    ["D50:B3", people],
    ["B:D3", people],
    ["R3C2:R7C4", people],
    ["Plan!B3:D7", people],
    ["'plan'!B3:D1000", people],
    ["B3:F", noted],
    ["B3:D4", people.slice(0, 1)],
    ["C3:C6", people.slice(0, 2).map(({ Size }) => ({ Size }))],
    ["B3", []],
    ["3:4", [{ x: "x", ...noted[0], "Column G": "far" }]],
  ])("%s has its rows", async (range, rows) => {
    expect(await read("rows", { sheet: "0", range })).toEqual({ status: 200, body: rows });
  });

  it("takes its names from a row above", async () => {
    expect(await read("rows", { sheet: "0", range: "C4:D", header: 2 })).toEqual({
      status: 200,
      body: people.map(({ Size, Day }) => ({ "top C": Size, "top D": Day })),
    });
    const ranges = google.requests
      .slice(before)
      .flatMap((request) => request.url.searchParams.getAll("ranges"));
    expect(ranges).toEqual(["'Plan'!C2:D2", "'Plan'!C4:D50"]);
  });

  it("takes its names from a row within", async () => {
    expect(await read("rows", { sheet: "0", range: "B1:D", header: 3 })).toEqual({
      status: 200,
      body: people,
    });
  });

  it.each([
    ["Jan!B3:F", "range"],
    ["People", "range"],
    ["B0:C3", "range"],
    ["A:5", "range"],
    ["B3:", "range"],
    ["Z1:Z5", "range"],
    ["A51:B60", "range"],
    ["'Plan", "range"],
  ])("refuses %s with the field's name", async (range, field) => {
    expect(await read("rows", { sheet: "0", range })).toMatchObject({
      status: 400,
      body: { code: "invalid_field", field },
    });
  });
});

describe("a named range", () => {
  it("is offered, and has its rows, by id and by name", async () => {
    expect((await post("/datalist?source=named&field=name&spreadsheet=book", account)).body).toMatchObject([
      { title: "People", value: "n1" },
      { title: "Jan", value: "n2" },
      { title: "Gone", value: "n3" },
    ]);
    for (const name of ["n1", "People", "people"])
      expect(await read("named", { name })).toEqual({ status: 200, body: people });
    expect(await read("named", { name: "n2" })).toEqual({ status: 200, body: [{ Paid: true, Id: 3 }] });
  });

  it.each(["n3", "n9", "Nobody"])("%s that is not there is refused", async (name) => {
    expect(await read("named", { name })).toMatchObject({ status: 400, body: { field: "name" } });
  });
});

describe("several sheets and ranges", () => {
  it("are rows under one header, with the sheet of each", async () => {
    const { status, body } = await read("several", { sheets: ["1", "2"] });
    expect({ status, body }).toEqual({
      status: 200,
      body: [
        { Sheet: "Jan", Id: "1", Day: "2026-03-01", Paid: true, Extra: null },
        { Sheet: "Jan", Id: "2", Day: "2026-03-02", Paid: false, Extra: null },
        { Sheet: "O'Brien, Q1; all", Id: "3", Day: null, Paid: true, Extra: "more" },
        { Sheet: "O'Brien, Q1; all", Id: "4b", Day: null, Paid: false, Extra: null },
      ],
    });
    // One request each for the sheets, the first rows of both, and the rows of both.
    const cells = google.requests.slice(before).filter((request) => request.url.pathname.startsWith("/v4"));
    // One of the ranges has a number in a column of text, so its dates are requested as they are shown.
    expect(cells.length).toBeLessThanOrEqual(4);
    const { body: schema } = await post("/schema", {
      source: "several",
      account,
      filter: { spreadsheet: "book", sheets: ["1", "2"] },
    });
    const types = Object.entries(schema as Record<string, { type: string }>).map(([id, { type }]) => [
      id,
      type,
    ]);
    expect(Object.fromEntries(types)).toEqual({
      Sheet: "text",
      Id: "text",
      Day: "date",
      Paid: "bool",
      Extra: "text",
    });
  });

  it("are found by range, quoted title, name, and cells alone, in the order of the text", async () => {
    const ranges = "'O''Brien, Q1; all'!B1:B2, Jan; 'Jan'!A1:B2\nB3:C4";
    expect(await read("several", { ranges })).toMatchObject({
      status: 200,
      body: [
        // Unquoted, "Jan" is the named range; in quotes it is the sheet.
        { Sheet: "O'Brien, Q1; all", Id: 3 },
        { Sheet: "O'Brien, Q1; all", Id: 3, Paid: true },
        { Sheet: "Jan", Id: 1, Day: "2026-03-01" },
        // The first visible sheet.
        { Sheet: "Plan", Name: "Ada", Size: 1.5 },
      ],
    });
  });

  it("have the names of the first where the others have none", async () => {
    const filter = { ranges: "Plan!B3:C4, Plan!B6:C7", headers: "first" };
    expect(await read("several", filter)).toEqual({
      status: 200,
      body: people.map(({ Name, Size }) => ({ Sheet: "Plan", Name, Size })),
    });
  });

  it("are all sheets when none is chosen, also one that is empty", async () => {
    const { status, body } = await read("several", {});
    expect(status).toBe(200);
    const found = (body as ReadonlyArray<{ readonly Sheet: string }>).map(({ Sheet }) => Sheet);
    expect([...new Set(found)]).toEqual(["Hidden", "Plan", "Jan", "O'Brien, Q1; all", "Q1"]);
  });

  it.each([
    ["Q1", "a cell and a sheet of that name"],
    ["Nowhere!A1:B2", "a sheet that is not there"],
    ["'Jan'!Whatever", "a name after a sheet"],
    ["'Jan", "an open quotation mark"],
    ["Nobody", "a name that is not there"],
    ["Chart", "a sheet without cells"],
  ])("refuse %s: %s", async (ranges) => {
    expect(await read("several", { ranges })).toMatchObject({
      status: 400,
      body: { code: "invalid_field", field: "ranges" },
    });
  });

  it("have a column for the sheet beside one of that name", async () => {
    const only = {
      id: 1,
      title: "One",
      cells: cellsOf([
        ["Sheet", "__proto__"],
        ["a", "b"],
      ]),
    };
    const { rows } = await readAll([only]);
    expect(rows).toEqual([{ "Sheet 2": "One", Sheet: "a", "__proto__ 2": "b" }]);
  });

  it("bring every row of a hundred sheets once, in order, with a few requests", async () => {
    const many = Array.from({ length: 100 }, (_, index) => ({
      id: index,
      title: `S${index}`,
      cells: cellsOf([["n"], ...Array.from({ length: index % 7 }, (__, row) => [index * 10 + row])]),
    }));
    const { rows, requests } = await readAll(many);
    expect(rows).toEqual(
      many.flatMap(({ title, cells }) => cells.slice(1).map(([cell]) => ({ Sheet: title, n: cell?.value }))),
    );
    expect(requests).toBeLessThanOrEqual(13);
  });
});

/** Reads all sheets of another spreadsheet. */
async function readAll(of: readonly TestSheet[]) {
  const other = await startGoogle(of);
  const service = await createApp({
    connectors: [googleSheetsConnector({ server: other.url })],
    logger: false,
  });
  try {
    const { url: address } = await service.listen({ port: 0 });
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ source: "several", account, filter: { spreadsheet: "book" } });
    const response = await fetch(address, { method: "POST", headers, body });
    return { rows: await response.json(), requests: other.requests.length };
  } finally {
    await service.close();
    await other.close();
  }
}
