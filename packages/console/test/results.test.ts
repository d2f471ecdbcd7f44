import { readFile } from "node:fs/promises";
import { isLong } from "@wellhead/test-support/properties/is-long";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kitchenSink } from "./kitchen-sink.js";
import { openBrowser } from "./open-browser.js";
import { choose, type DrivenPage, shareConnected, showRows, typeFilter } from "./page-driver.js";
import { type ConsoleService, startConsole } from "./start-console.js";

/** Number of rows of a long result: more than a page of the table and a batch of the connector hold. */
const total = isLong ? 30_000 : 7000;
const numbered = (row: number) => row.toLocaleString("en-US");

let browser: Browser;
let service: ConsoleService;
let openConnected: () => Promise<DrivenPage>;

beforeAll(async () => {
  [browser, service] = await Promise.all([openBrowser(), startConsole([kitchenSink])]);
  openConnected = await shareConnected(browser, service.url);
});

afterAll(async () => {
  await browser.close();
  await service.close();
});

async function textOf(page: Page, selector: string): Promise<string> {
  return (await page.locator(selector).first().textContent()) ?? "";
}

test(`${numbered(total)} rows scroll to the last one, are sorted and searched as a whole, and are saved`, async () => {
  const { page, faults } = await openConnected();
  await typeFilter(page, "Rows", String(total));
  expect(await showRows(page)).toBe("Complete");
  expect(await textOf(page, ".counters")).toContain(`${numbered(total)} rows`);
  const table = page.getByRole("grid");
  await table.focus();
  await page.keyboard.press("Control+End");
  await page.getByRole("rowheader", { name: numbered(total) }).waitFor();
  await page.getByRole("gridcell", { name: `Order ${total}` }).waitFor();
  expect(await page.locator(".table-row").count()).toBeLessThan(80);
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog", { name: `Row ${numbered(total)}` });
  await drawer.getByText(`Order ${total}`).waitFor();
  await drawer.getByRole("button", { name: "Previous row" }).click();
  await page
    .getByRole("dialog", { name: `Row ${numbered(total - 1)}` })
    .getByText(`Order ${total - 1}`)
    .waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("columnheader", { name: "Amount" }).locator(".head-sort").click();
  await page.getByRole("columnheader", { name: "Amount" }).locator(".head-sort").click();
  await table.focus();
  await page.keyboard.press("Control+Home");
  // The largest amount of the series, as its formula says.
  const amounts = Array.from(
    { length: total },
    (_, row) => 20 + ((row * 37) % 180) + Math.sin(row / 20) * 15,
  );
  const largest = String(Number(Math.max(...amounts).toFixed(2)));
  await page.locator("#cell-0-4").getByText(largest).waitFor();
  await page.getByRole("searchbox", { name: "Search rows" }).fill("order 299");
  const found = Array.from({ length: total }, (_, row) => (row % 7 === 0 ? "" : `Order ${row + 1}`)).filter(
    (note) => note.startsWith("Order 299"),
  );
  await page.getByText(`${found.length} of ${numbered(total)} rows`).waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV", exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("orders.csv");
  const lines = (await readFile(await download.path(), "utf8")).split("\r\n");
  expect(lines).toHaveLength(found.length + 2);
  expect(new Set(lines.slice(1, -1).map((line) => /Order \d+/.exec(line)?.[0]))).toEqual(new Set(found));
  expect(faults).toEqual([]);
});

test("columns are pinned, hidden, resized and copied by keyboard and by mouse", async () => {
  const { page, faults } = await openConnected();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const heads = page.locator(".head-cell .column-name");
  await page.getByRole("grid").focus();
  for (const key of ["ArrowUp", "ArrowRight", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  await page.getByRole("menuitem", { name: "Pin to the start" }).click();
  await page.locator(".head-cell.pinned").getByText("Kind").waitFor();
  expect(await page.locator("#cell-head-0").textContent()).toContain("Kind");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Home");
  await page.keyboard.press("Control+c");
  await page.getByText("Copied 1 cell.").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("green");
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: /Region/ }).uncheck();
  await page.keyboard.press("Escape");
  await expect.poll(() => heads.allTextContents()).not.toContain("Region");
  const handle = page.locator("#cell-head-1 .resize-handle");
  const before = (await page.locator("#cell-head-1").boundingBox())?.width ?? 0;
  const box = await handle.boundingBox();
  if (box === null) throw new Error("The handle has no box");
  await page.mouse.move(box.x + 4, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + 104, box.y + 8);
  await page.mouse.up();
  expect((await page.locator("#cell-head-1").boundingBox())?.width).toBe(before + 100);
  expect(faults).toEqual([]);
});

test("a heat map that another chart replaces keeps no picture", async () => {
  const { page } = await openConnected();
  await page.getByRole("tab", { name: "Chart" }).click();
  await page.locator(".plot svg path").first().waitFor({ state: "attached" });
  await choose(page, "Chart", "heat map");
  const canvas = await page.locator(".plot canvas").first().elementHandle();
  expect(await canvas?.evaluate((layer) => layer.getAttribute("width"))).not.toBe("0");
  await choose(page, "Chart", "pie");
  await page.locator(".plot svg path").first().waitFor({ state: "attached" });
  expect(await canvas?.evaluate((layer) => layer.getAttribute("width"))).toBe("0");
});

test("a chart is chosen from the columns, can be changed, saved and shared by its address", async () => {
  const { page, faults } = await openConnected();
  await page.locator(".plot-strip .plot").waitFor();
  await page.getByRole("tab", { name: "Chart" }).click();
  const drawing = (name: string): Promise<void> =>
    page.getByRole("img", { name, exact: true }).locator("svg path").first().waitFor({ state: "attached" });
  // There is one order a day, so the first chart is a mean rather than a count of ones.
  await drawing("Mean of amount by week of ordered");
  await choose(page, "Unit", "month");
  await choose(page, "Colour", "region");
  await drawing("Mean of amount by month of ordered, by region");
  const kinds = ["scatter", "heat map", "pie", ...(isLong ? ["area", "bar", "box", "histogram"] : [])];
  for (const kind of kinds) {
    await choose(page, "Chart", kind);
    await page
      .locator(kind === "heat map" ? ".plot canvas" : ".plot svg path")
      .first()
      .waitFor({ state: "attached" });
  }
  await choose(page, "Chart", "bar");
  await choose(page, "By", "kind");
  await choose(page, "Colour", "one colour");
  await drawing("Mean of amount by kind");
  await page.getByText("The figures of this chart").click();
  const rows = await page.locator(".plot-numbers tbody tr").allTextContents();
  // Squares end in 0, 1 or 4 of five, so the orders have three of the five kinds.
  expect(
    rows
      .map((row) => row.replace(/[\d.]+Show the rows$/, ""))
      .toSorted((left, right) => left.localeCompare(right)),
  ).toEqual(["black", "green", "puer"]);
  const svg = page.waitForEvent("download");
  await page.getByRole("button", { name: "SVG" }).click();
  const drawn = await readFile(await (await svg).path(), "utf8");
  expect(drawn).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  for (const text of ["Mean of amount by kind", "black", "green", "puer"])
    expect(drawn).toContain(`>${text}<`);
  const png = page.waitForEvent("download");
  await page.getByRole("button", { name: "PNG" }).click();
  expect((await readFile(await (await png).path())).subarray(1, 4).toString()).toBe("PNG");
  const address = page.url();
  expect(address).not.toContain("tea-token");
  await page.goto("about:blank");
  await page.goto(address);
  await drawing("Mean of amount by kind");
  expect(faults).toEqual([]);
});

test("a statement joins sources, is completed and kept in the history", async () => {
  const { page, faults } = await openConnected();
  await page.getByRole("tab", { name: "SQL" }).click();
  const editor = page.getByRole("textbox", { name: "Statement" });
  await editor.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type('select kind, count(*)::int as orders from kitchen."ord');
  await page.getByRole("option", { name: "orders" }).first().waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.type('ers" group by kind order by 2 desc');
  await page.keyboard.press("Control+Enter");
  await page.getByRole("columnheader", { name: "orders" }).waitFor();
  await page.locator(".status").getByText("Complete").waitFor();
  expect(page.url()).toContain("sql=select");
  await page.reload();
  await page.getByRole("columnheader", { name: "orders" }).waitFor();
  await page.getByRole("button", { name: "History" }).click();
  await page.getByRole("dialog", { name: "History" }).getByText("group by kind").waitFor();
  expect(faults).toEqual([]);
});
