import { createRequire } from "node:module";
import { configureEgress, configureStore, MemoryStore } from "@wellhead/runtime";
import { skipWaits, startUpstream, type TestUpstream } from "@wellhead/runtime/testing";
import type { App } from "@wellhead/server";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { ProviderTypes, shapeMisfits, spoiltAnswers } from "@wellhead/test-support/upstream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { spreadsheetShape } from "../sheet/find-sheets.js";
import { severalValuesShape, valuesShape } from "../sheet/read-blocks.js";
import { gridShape } from "../sheet/read-samples.js";
import { serveSheets } from "./serve-sheets.js";
import { startGoogle, type TestSheet } from "./start-google.js";

const require = createRequire(import.meta.url);
/** Google's type declarations of the Sheets API, generated from its discovery document. */
const types = new ProviderTypes(
  require.resolve("@googleapis/sheets/package.json").replace("package.json", "build/v4.d.ts"),
);

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

function sheetOf(rows: ReadonlyArray<ReadonlyArray<TestSheet["cells"][number][number]["value"]>>): TestSheet {
  const cells = rows.map((row) => row.map((value) => (value === undefined ? {} : { value })));
  return { id: 7, title: "Sheet", cells };
}

describe("Google's own declarations", () => {
  it.each([
    ["Schema$Spreadsheet", spreadsheetShape],
    ["Schema$Spreadsheet", gridShape],
    ["Schema$ValueRange", valuesShape],
    ["Schema$BatchGetValuesResponse", severalValuesShape],
  ])("have every member that is read of %s", async (name, { facts }) => {
    await serve(startGoogle([]));
    const members = types.members(name);
    expect(members.size).toBeGreaterThan(0);
    const type = { type: "TSTypeReference", typeName: { type: "Identifier", name } };
    expect(shapeMisfits(facts, type as never, types)).toEqual([]);
  });

  it("have every parameter that is sent", async () => {
    const read = await serve(
      startGoogle([sheetOf([["n"], [1]]), { ...sheetOf([["n"], [2]]), id: 8, title: "Other" }]),
    );
    expect(await read()).toMatchObject({ status: 200 });
    expect(await read({ spreadsheet: "book" }, "several")).toMatchObject({ status: 200 });
    const methods = new Set<string>();
    for (const { url } of upstream.requests.filter(
      (request) => !request.url.pathname.startsWith("/drive/"),
    )) {
      const single = url.pathname.includes("/values/") ? "Values$Get" : "Get";
      const method = url.pathname.endsWith(":batchGet") ? "Values$Batchget" : single;
      const known = types.members(`Params$Resource$Spreadsheets$${method}`);
      expect([...url.searchParams.keys()].filter((name) => !known.has(name))).toEqual([]);
      methods.add(method);
    }
    expect([...methods].toSorted()).toEqual(["Get", "Values$Batchget", "Values$Get"]);
  });
});

describe("sheets as they are", () => {
  it("reads times of a spreadsheet whose zone is an offset", async () => {
    const day = { value: 46_082.5, format: "DATE_TIME" } as const;
    const sheet = { ...sheetOf([["at"]]), zone: "GMT-07:00" };
    const read = await serve(startGoogle([{ ...sheet, cells: [...sheet.cells, [day]] }]));
    expect(await read()).toMatchObject({ status: 200, body: [{ at: "2026-03-01T19:00:00.000Z" }] });
  });

  it.runIf(isLong)("reads long text in responses of a few megabytes", async () => {
    const text = "x".repeat(40_000);
    const read = await serve(
      startGoogle([sheetOf([["n", "t"], ...Array.from({ length: 1000 }, (_, n) => [n, text])])]),
    );
    const { status, body } = await read();
    expect({ status, rows: (body as unknown[]).length }).toEqual({ status: 200, rows: 1000 });
    expect(upstream.requests.length).toBeLessThan(40);
  });

  it.runIf(isLong)("reads text that grows long after short rows", async () => {
    const rows = Array.from({ length: 3000 }, (_, n) => [n, n < 500 ? "x" : "x".repeat(12_000)]);
    const read = await serve(startGoogle([sheetOf([["n", "t"], ...rows])]));
    const { status, body } = await read();
    expect({ status, rows: (body as unknown[]).length }).toEqual({ status: 200, rows: 3000 });
  });

  it.runIf(isLong)("reads 1,500 columns", async () => {
    const header = Array.from({ length: 1500 }, (_, index) => `c${index}`);
    const row = header.map((_, index) => `${index} ${"x".repeat(40)}`);
    const read = await serve(startGoogle([sheetOf([header, ...Array.from({ length: 300 }, () => row)])]));
    const { status, body } = await read();
    expect({ status, rows: (body as unknown[]).length }).toEqual({ status: 200, rows: 300 });
  });

  it("reads a grid of a million rows that holds one with a few requests", async () => {
    const read = await serve(startGoogle([{ ...sheetOf([["n"], [1]]), rowCount: 1_000_000 }]));
    expect(await read()).toEqual({ status: 200, body: [{ n: 1 }] });
    expect(upstream.requests.length).toBeLessThanOrEqual(10);
  });

  it("finds rows far below the others", async () => {
    const cells = [
      [{ value: "n" }],
      [{ value: 1 }],
      ...Array.from({ length: 60_000 }, () => []),
      [{ value: 2 }],
    ];
    const read = await serve(startGoogle([{ ...sheetOf([]), cells }]));
    expect(await read()).toEqual({ status: 200, body: [{ n: 1 }, { n: 2 }] });
  });

  it("names the cells right of the last header, and leaves faults empty where text is not expected", async () => {
    const late = Array.from({ length: 210 }, () => [5, 6]);
    const read = await serve(
      startGoogle([sheetOf([["n"], [1, 2], ["Loading..."], ["#SPILL!"], ...late, [3, 4, "far right"]])]),
    );
    const { body } = await read();
    expect(body).toMatchObject([
      { n: 1, "Column B": 2 },
      { n: null },
      { n: null },
      ...late.map(() => ({ n: 5 })),
      {},
    ]);
    expect((body as unknown[]).at(-1)).toEqual({ n: 3, "Column B": 4, "Column C": "far right" });
  });
});

const answers: Readonly<Record<string, unknown>> = {
  describe: {
    properties: { timeZone: "Europe/Berlin" },
    sheets: [
      {
        properties: {
          sheetId: 7,
          title: "Sheet",
          sheetType: "GRID",
          gridProperties: { rowCount: 3, columnCount: 2 },
        },
      },
    ],
  },
  grid: {
    sheets: [
      {
        data: [
          {
            rowData: [
              { values: [{ formattedValue: "at", effectiveValue: { stringValue: "at" } }] },
              {
                values: [
                  {
                    formattedValue: "1.3.2026",
                    effectiveValue: { numberValue: 46_082.5 },
                    effectiveFormat: { numberFormat: { type: "DATE_TIME" } },
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
  values: { range: "Sheet!A2:B3", majorDimension: "ROWS", values: [[46_082.5, true], ["late"]] },
};

/** Only every nth spoilt response is tried in `npm test` and its long form; `WELLHEAD_ANSWERS_EVERY=1` tries all. */
const usual = isLong ? 17 : 53;
const every = Number(process.env["WELLHEAD_ANSWERS_EVERY"] ?? usual);

describe("a response with one member replaced or removed", () => {
  it.each(Object.keys(answers))(
    "of %s makes rows, or an error that is not ours",
    async (name) => {
      // All responses together exceed Google's limit of requests.
      skipWaits();
      const given = new Map(Object.entries(answers));
      const read = await serve(
        startUpstream(({ url }) => {
          const isGrid = url.searchParams.has("ranges") ? "grid" : "describe";
          return { body: given.get(url.pathname.includes("/values/") ? "values" : isGrid) };
        }),
      );
      const ours: string[] = [];
      for (const [index, spoilt] of [...spoiltAnswers(answers[name])].entries()) {
        if (index % every > 0) continue;
        given.set(name, spoilt.body);
        const outcome = await read();
        if (JSON.stringify(outcome).includes('"internal"') || outcome.status === 500)
          ours.push(spoilt.change);
      }
      expect(ours).toEqual([]);
    },
    600_000,
  );
});
