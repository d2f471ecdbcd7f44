import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kitchenSink } from "./kitchen-sink.js";
import { openBrowser } from "./open-browser.js";
import {
  choose,
  connectToken,
  type DrivenPage,
  focusWhenFilled,
  openCellMenu,
  openConnector,
  shareConnected,
} from "./page-driver.js";
import { type ConsoleService, startConsole } from "./start-console.js";
import { violations } from "./violations.js";

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

const found = (page: Page) => page.locator(".rows-bar [role=status]");
/** The five kinds are those of the squares of 0 to 499 modulo 5: 0, 1 and 4. */
const black = 200;

test("the menu of a cell filters the rows here, excludes, compares and copies, by key and by mouse", async () => {
  const { page, faults } = await openConnected();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const table = page.getByRole("grid");
  await openCellMenu(page);
  const menu = page.getByRole("menu", { name: "Cell of Kind" });
  expect(await menu.getByRole("menuitem").allTextContents()).toEqual([
    "Kind = black",
    "Kind ≠ black",
    "Copy the value",
    "Copy the row",
    "Copy the row as JSON",
    "Open the row",
  ]);
  expect(await violations(page)).toEqual([]);
  await menu.getByRole("menuitem", { name: "Kind = black" }).click();
  await found(page).getByText(`${black} of 500 rows`).waitFor();
  await page.locator(".conditions").getByText("= black").waitFor();
  expect(page.url()).toContain("where=");
  // By keyboard alone: the amount of the first row, with the key of the menu.
  await table.focus();
  for (const key of ["Control+Home", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "m"])
    await page.keyboard.press(key);
  await page.getByRole("menuitem", { name: /^Amount ≥/ }).waitFor();
  for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await page.locator(".conditions .chip").nth(1).waitFor();
  await found(page).getByText(`${black} of 500 rows`).waitFor({ state: "detached" });
  await expect.poll(() => found(page).textContent()).toMatch(/^1?\d{2} of 500 rows$/);
  expect(await violations(page)).toEqual([]);
  await page.goBack();
  await found(page).getByText(`${black} of 500 rows`).waitFor();
  await table.focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("m");
  await page.getByRole("menuitem", { name: "Copy the row as JSON" }).click();
  await page.getByText("Copied the row as JSON.").waitFor();
  const copied: unknown = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(copied).toMatchObject({ kind: "black", amount: 57.75, tags: [] });
  await page.reload();
  await found(page).getByText(`${black} of 500 rows`).waitFor();
  await page.getByRole("button", { name: "Remove Kind = black" }).click();
  await page.getByRole("rowheader", { name: "1", exact: true }).waitFor();
  expect(faults).toEqual([]);
});

test("the head of a column shows its figures, whose values filter", async () => {
  const { page, faults } = await openConnected();
  await page.getByRole("grid").focus();
  for (const key of ["ArrowUp", "ArrowRight", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  await page.getByRole("menuitem", { name: "Show the figures" }).click();
  const drawer = page.getByRole("dialog", { name: "Kind" });
  await drawer.getByText("Actual type").waitFor();
  expect(await drawer.locator(".figures").textContent()).toBe(
    "Declared typetextActual typetext (VARCHAR)Rows500Missing0Distinct3MinimumblackMaximumpuer",
  );
  expect(await violations(page)).toEqual([]);
  await drawer.getByRole("button", { name: "puer 200" }).press("Enter");
  await found(page).getByText("200 of 500 rows").waitFor();
  await drawer.getByText("Rows200").waitFor();
  expect(faults).toEqual([]);
});

test("a bar leads to its rows, also from the table of its figures, and Back returns", async () => {
  const { page, faults } = await openConnected();
  const chart = JSON.stringify({ kind: "bar", x: "region", measures: [{ function: "count" }] });
  await page.goto(`${page.url()}&tab=chart&chart=${encodeURIComponent(chart)}`);
  await page
    .getByRole("img", { name: "Rows by region" })
    .locator("svg path")
    .first()
    .waitFor({ state: "attached" });
  await page.getByText("The figures of this chart").press("Enter");
  await page.getByRole("button", { name: "Show the rows of Uji" }).press("Enter");
  await found(page).getByText("125 of 500 rows").waitFor();
  await page.locator(".conditions").getByText("= Uji").waitFor();
  await page.goBack();
  await page
    .getByRole("img", { name: "Rows by region" })
    .locator("svg path")
    .first()
    .waitFor({ state: "attached" });
  const box = await page.locator(".plot").boundingBox();
  if (box === null) throw new Error("The chart has no box");
  // The first bar of four, near the axis.
  await page.mouse.click(box.x + box.width * 0.17, box.y + box.height * 0.8);
  await found(page).getByText("125 of 500 rows").waitFor();
  expect(await page.locator(".conditions .chip").count()).toBe(1);
  expect(faults).toEqual([]);
});

test("rows that newer runs have replaced are requested again with one button", async () => {
  const { page, faults } = await openConnected();
  const other = await page.context().newPage();
  await openConnector(other, service.url, "Kitchen sink");
  await connectToken(other);
  for (let run = 0; run < 4; run += 1) {
    const before = Number(await other.locator(".status").getAttribute("data-run"));
    await other.getByRole("button", { name: "Run", exact: true }).click();
    await other.waitForFunction(
      (last) => Number(document.querySelector<HTMLElement>(".status")?.dataset["run"]) > last,
      before,
    );
    await other.getByTestId("ending").getByText("Complete").waitFor();
  }
  await page.getByRole("columnheader", { name: "Amount" }).locator(".head-sort").click();
  const notice = page.getByRole("alert");
  await notice.getByText("The rows are no longer kept").waitFor();
  expect(await page.getByText("suggest no chart").count()).toBe(0);
  expect(await notice.count()).toBe(1);
  await page.getByRole("tab", { name: "Summarize" }).click();
  await page.getByText("A summary needs the rows, which are no longer kept.").waitFor();
  await page.getByRole("tab", { name: "Rows" }).click();
  await notice.getByRole("button", { name: "Run again" }).press("Enter");
  await notice.waitFor({ state: "detached" });
  await page.getByRole("gridcell", { name: "20", exact: false }).first().waitFor();
  expect(faults).toEqual([]);
  await other.close();
});

test("rows come first: 20 beside a chart at 1440 by 900, and eight at 200 %", async () => {
  const { page, faults } = await openConnected();
  const visible = () =>
    page.evaluate(() => {
      const frame = document.querySelector(".table")?.getBoundingClientRect();
      const rows = [...document.querySelectorAll(".table-row")].map((row) => row.getBoundingClientRect());
      const head = document.querySelector(".table-head")?.getBoundingClientRect();
      return rows.filter(
        ({ top, bottom }) => top >= (head?.bottom ?? 0) - 1 && bottom <= (frame?.bottom ?? 0) + 1,
      ).length;
    });
  await page.setViewportSize({ width: 1_440, height: 900 });
  await page.locator(".plot-strip .plot").waitFor();
  await expect.poll(visible).toBeGreaterThanOrEqual(20);
  await page.setViewportSize({ width: 720, height: 450 });
  await expect.poll(visible).toBeGreaterThanOrEqual(8);
  await page.reload();
  await page.getByTestId("ending").getByText("Complete").waitFor();
  await expect.poll(visible).toBeGreaterThanOrEqual(8);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 1_280, height: 860 });
  expect(faults).toEqual([]);
});

test("rows are summarized by keyboard: groups, shares, a pivot, the statement, and the rows of a group", async () => {
  const { page, faults } = await openConnected();
  await page.getByRole("tab", { name: "Rows" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  const panel = page.getByRole("region", { name: "Summary" });
  await panel.getByText("All rows").waitFor();
  await choose(page, "Column 1", "region");
  await choose(page, "Measure 1", "count");
  await page.getByRole("button", { name: "Measure", exact: true }).press("Enter");
  await page.getByText("4 groups of 500 rows").waitFor();
  await panel.getByRole("columnheader", { name: "Share of rows in %" }).waitFor();
  expect(await panel.locator("tbody tr").first().textContent()).toBe("Assam12525Show the rows");
  expect(await panel.locator("tfoot tr").textContent()).toBe("All rows500100");
  expect(await violations(page)).toEqual([]);
  await choose(page, "Add a column", "kind");
  await page.getByText("12 groups of 500 rows").waitFor();
  await page.getByRole("button", { name: "Pivot" }).press("Enter");
  await panel.locator("table.pivot").waitFor();
  expect(await panel.locator("thead tr").textContent()).toBe("regionblackgreenpuer");
  expect(await panel.locator("tbody tr").first().textContent()).toBe("Assam502550");
  await page.getByText("Show the SQL").press("Enter");
  expect(await page.locator(".summary-sql pre").textContent()).toContain(
    'from kitchen."orders"\ngroup by all',
  );
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await panel.locator("table.pivot").waitFor();
  await page.getByRole("button", { name: "Pivot" }).press("Enter");
  await panel.getByRole("button", { name: "Show the rows of Assam, green" }).press("Enter");
  await found(page).getByText("25 of 500 rows").waitFor();
  await page.goBack();
  await panel
    .getByText("12 groups of 500 rows")
    .or(page.getByText("12 groups of 500 rows"))
    .first()
    .waitFor();
  await page.getByText("Show the SQL").press("Enter");
  await page.getByRole("button", { name: "Open in SQL" }).press("Enter");
  // It runs by itself, once.
  await page.locator(".status").getByText("12 rows", { exact: true }).waitFor();
  expect(faults).toEqual([]);
});

test("a question is saved by its name, kept in a file and opened again, without the account", async () => {
  const { page, faults } = await openConnected();
  await openCellMenu(page);
  await page.getByRole("menuitem", { name: "Kind = black" }).click();
  await found(page).getByText(`${black} of 500 rows`).waitFor();
  const focus = focusWhenFilled(page);
  await page.getByRole("button", { name: "Questions" }).press("Enter");
  expect(await focus).toBe("Name of the question");
  const menu = page.getByRole("dialog", { name: "Saved questions" });
  await menu.getByRole("region", { name: "Latest runs" }).getByText("Complete, 500 rows").first().waitFor();
  await page.getByRole("textbox", { name: "Name of the question" }).fill("Black tea");
  await page.keyboard.press("Enter");
  await menu.getByRole("button", { name: "Black tea", exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    menu.getByRole("button", { name: "File", exact: true }).click(),
  ]);
  const file = await readFile(await download.path());
  expect(file.toString()).toContain("Black tea");
  expect(file.toString()).not.toContain("tea-token");
  await menu.getByRole("button", { name: "Forget Black tea" }).press("Enter");
  expect(await menu.getByRole("button", { name: "Black tea", exact: true }).count()).toBe(0);
  await menu
    .getByLabel("From a file")
    .setInputFiles({ name: "questions.json", mimeType: "application/json", buffer: file });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Remove Kind = black" }).click();
  await page.getByRole("link", { name: "Nothing" }).click();
  await page.getByText("The source returned no rows.").waitFor();
  const focusAgain = focusWhenFilled(page);
  await page.getByRole("button", { name: "Questions" }).click();
  expect(await focusAgain).toBe("Name of the question");
  await menu.getByRole("button", { name: "Black tea", exact: true }).press("Enter");
  await found(page).getByText(`${black} of 500 rows`).waitFor();
  expect(faults).toEqual([]);
});
