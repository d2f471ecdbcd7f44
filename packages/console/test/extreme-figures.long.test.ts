import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { startForeignConnector } from "@wellhead/test-support/services/foreign-connector";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kitchenSink } from "./kitchen-sink.js";
import { openBrowser } from "./open-browser.js";
import { drivePage } from "./page-driver.js";
import { type ConsoleService, startConsole } from "./start-console.js";

// What the page shows of doubles near the largest, of decimals and of odd times is compared with Python's figures.

const checker = fileURLToPath(new URL("check_shown_figures.py", import.meta.url));
const doubles = ["1.7e308", "1.6e308", "-1.7e308", "1.5e308", "-1.1e308", "9e307", "1e16", "-1e16", "3e-5"];
const moments = [
  "0001-01-01T00:00:00",
  "2024-03-01T10:00:00.123456789",
  "2024-03-01T10:00:00.123456788",
  "2024-03-01T24:00",
  "2016-12-31T23:59:60",
  "2024-02-30T00:00:00",
];
const lines = Array.from({ length: 90 }, (_, index) => {
  const kind = ["green", "black", "white"][index % 3] ?? "";
  const at = moments[index] ?? `2024-03-0${1 + (index % 9)}T10:00:00`;
  const [wave, size] = [doubles[(index * 7) % 9] ?? "", `${(index * index) % 37}.${index % 10}`];
  return `{"kind":"${kind}","wave":${wave},"size":${size},"in":${100 + index * 3},"out":${(index % 13) - 6},"at":"${at}"}`;
});

let browser: Browser;
let service: ConsoleService;
let foreign: Awaited<ReturnType<typeof startForeignConnector>>;
let page: Page;
let faults: readonly string[];

beforeAll(async () => {
  foreign = await startForeignConnector({
    application: { sources: [{ id: "things", name: "Things", description: "", filter: [] }] },
    validate: (response) => response.end('{"name":"Nobody"}'),
    rows: (response) => response.end(`[${lines.join()}]`),
  });
  [browser, service] = await Promise.all([openBrowser(), startConsole([kitchenSink], [foreign.url])]);
  ({ page, faults } = await drivePage(browser, { viewport: { width: 1_900, height: 900 } }));
});

afterAll(async () => {
  await browser.close();
  await Promise.all([service.close(), foreign.close()]);
});

/** Opens a view of the rows by its address, which loads the page anew. */
async function openView(view: Readonly<Record<string, unknown>>): Promise<void> {
  const members = Object.entries(view).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const address = new URLSearchParams([["connector", foreign.url], ["source", "things"], ...members]);
  await page.goto("about:blank");
  await page.goto(`${service.url}#${address.toString()}`);
  await page.getByTestId("ending").getByText("Complete").waitFor();
}

/** Returns the figures at the head of a column, by their names. */
async function headerFigures(column: string): Promise<Readonly<Record<string, string>>> {
  const head = page.getByRole("columnheader", { name: column });
  await head.hover();
  await head.locator(".head-menu").click();
  await page.getByRole("menuitem", { name: "Show the figures" }).click();
  const dialog = page.getByRole("dialog", { name: column });
  await dialog.getByText("Minimum").waitFor();
  const texts = await dialog.locator("dl.figures > *").allTextContents();
  await expectNoNaN();
  await page.keyboard.press("Escape");
  return Object.fromEntries(texts.flatMap((text, at) => (at % 2 === 0 ? [[text, texts[at + 1] ?? ""]] : [])));
}

/** Returns the table of a chart's figures: its head, and a list of cells for each row. */
async function chartFigures(chart: unknown): Promise<readonly (readonly string[])[]> {
  await openView({ tab: "chart", chart });
  await page.getByText("The figures of this chart").click();
  await page.locator(".plot svg text", { hasText: "black" }).first().waitFor({ state: "attached" });
  await expectNoNaN();
  return tableCells(".plot-numbers");
}

function tableCells(table: string): Promise<readonly (readonly string[])[]> {
  return page
    .locator(`${table} tr`)
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll("th, td")].map((cell) => cell.textContent ?? "")),
    );
}

/** Nothing on the page, neither a text nor a position of a drawing, is a NaN or infinite. */
async function expectNoNaN(): Promise<void> {
  const html = await page
    .locator("main, dialog, [role=dialog]")
    .evaluateAll((parts) => parts.map((part) => part.innerHTML));
  expect(html.join().match(/.{40}(?:\bNaN\b(?!\.)|Infinity|\binf\b|-nan).{20}/g)).toBeNull();
}

function faultsOf(shown: unknown): unknown {
  const input = JSON.stringify({ lines, shown });
  return JSON.parse(execFileSync("python3", [checker], { input, encoding: "utf8" }));
}

const of = (name: string, column: string) => ({ function: name, column });

test("the figures at the heads of columns are those of Python, of odd times too", async () => {
  await openView({});
  await page.getByRole("rowheader", { name: "3", exact: true }).waitFor();
  const headers: Record<string, unknown> = {};
  for (const column of ["wave", "size", "at"]) headers[column] = await headerFigures(column);
  expect(faultsOf({ headers })).toEqual([]);
  await page.getByText('at: 2 rows have no such time, first "2016-12-31T23:59:60".').waitFor();
  for (const cell of ["0001-01-01 00:00:00", "2024-03-01 10:00:00.123456789", "2016-12-31 23:59:60"])
    await page.getByRole("gridcell", { name: cell, exact: true }).waitFor();
  expect(faults).toEqual([]);
});

test("bars, boxes and a summary have the same figures as Python, and say what is too large for an axis", async () => {
  const measures = [of("mean", "wave"), of("sum", "wave"), of("median", "wave"), of("median", "size")];
  const bars = await chartFigures({ kind: "bar", x: "kind", measures });
  await page.getByText("Not drawn: ").waitFor();
  const boxes = await chartFigures({ kind: "box", x: "kind", y: "size", measures: [{ function: "count" }] });
  const large = await chartFigures({ kind: "box", x: "kind", y: "wave", measures: [{ function: "count" }] });
  await page.getByText("Not drawn: 3 boxes with numbers too large for an axis.").waitFor();
  await openView({ tab: "summary", summary: { by: [{ column: "kind" }], measures } });
  await page.locator(".summary-panel tbody tr").first().waitFor();
  const summary = await tableCells(".summary-panel table");
  expect(faultsOf({ bars, boxes, large, summary })).toEqual([]);
  expect(faults).toEqual([]);
});

test("the axes of two measures have their zeros at one height", async () => {
  await chartFigures({ kind: "bar", x: "kind", measures: [of("sum", "in"), of("sum", "out")] });
  const zeros = await page
    .locator(".plot svg text")
    .evaluateAll((texts) =>
      texts
        .filter(({ textContent }) => textContent === "0")
        .map((text) => Math.round(text.getBoundingClientRect().y)),
    );
  expect(zeros).toHaveLength(2);
  expect(zeros[0]).toBe(zeros[1]);
  expect(faults).toEqual([]);
});
