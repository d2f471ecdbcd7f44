import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kitchenSink } from "./kitchen-sink.js";
import { openBrowser } from "./open-browser.js";
import { connectToken, type DrivenPage, openConnector, shareConnected } from "./page-driver.js";
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
  await page.locator("#cell-1-2").click({ button: "right" });
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
  await notice.getByRole("button", { name: "Run again" }).press("Enter");
  await notice.waitFor({ state: "detached" });
  await page.getByRole("gridcell", { name: "20", exact: false }).first().waitFor();
  expect(faults).toEqual([]);
  await other.close();
});
