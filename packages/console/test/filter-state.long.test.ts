import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kitchenSink } from "./kitchen-sink.js";
import { openBrowser } from "./open-browser.js";
import { type DrivenPage, openFilter, shareConnected, typeFilter } from "./page-driver.js";
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

const status = (page: Page) => page.locator(".status");

test("an edited filter is pending until it is applied: chip, status, Share and Save say so", async () => {
  const { page, faults } = await openConnected();
  const address = page.url();
  await typeFilter(page, "Rows", "7");
  await page.locator(".chip.edited", { hasText: "Rows" }).getByText("7", { exact: true }).waitFor();
  await status(page).getByText("500 rows", { exact: true }).waitFor();
  await status(page).getByText("without your edits of the filter").waitFor();
  await page.getByRole("button", { name: "Share without the edits" }).waitFor();
  expect(page.url()).toBe(address);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("500 rows, without your edits of the filter, as").waitFor();
  await page.keyboard.press("Escape");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Apply" }).focus();
  await page.keyboard.press("Enter");
  await status(page).getByText("7 rows", { exact: true }).waitFor();
  expect(await page.locator(".chip.edited").count()).toBe(0);
  expect(await page.getByText("without your edits").count()).toBe(0);
  await page.getByRole("button", { name: "Share", exact: true }).waitFor();
  expect(page.url()).toContain("filter=");
  // The search is shown beside the filter, with its reach, on each tab whose rows it restricts.
  const search = page.getByRole("searchbox", { name: "Search rows" });
  await search.fill("green");
  const reach = page.getByText("In the rows here", { exact: true });
  await reach.waitFor();
  await page.getByText("At the source", { exact: true }).waitFor();
  await page.getByRole("tab", { name: "Columns" }).click();
  await reach.waitFor({ state: "hidden" });
  await page.getByRole("tab", { name: "Chart" }).click();
  await reach.waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Remove contains green" }).press("Enter");
  await reach.waitFor({ state: "hidden" });
  await page.getByRole("tab", { name: "Rows" }).click();
  expect(await search.inputValue()).toBe("");
  await page.getByRole("button", { name: "Remove Rows" }).click();
  await page.locator(".chip.edited", { hasText: "Rows" }).getByText("removed").waitFor();
  expect(faults).toEqual([]);
});

test("a value is removed with the one that it depends on, which is said and can be undone", async () => {
  const { page, faults } = await openConnected();
  const value = (title: string) => page.locator(".chip", { hasText: title }).locator(".chip-value");
  const choose = async (country: string): Promise<void> => {
    await openFilter(page, "Country");
    await page.getByRole("radio", { name: country, exact: true }).check();
    await page.keyboard.press("Escape");
  };
  await choose("India");
  await openFilter(page, "Garden");
  await page.getByRole("radio", { name: "India garden 2", exact: true }).check();
  await page.keyboard.press("Escape");
  await choose("Japan");
  await page.getByText("Garden removed: it depends on Country.").waitFor();
  expect(await page.locator(".chip", { hasText: "Garden" }).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  expect(await value("Garden").textContent()).toBe("India garden 2");
  expect(await value("Country").textContent()).toBe("India");
  expect(await page.getByText("Garden removed").count()).toBe(0);
  expect(faults).toEqual([]);
});

/** Picks the last day of a range in the moment in which it can be picked. Returns the days that are shown then. */
function pickAtOnce(page: Page, day: string): Promise<readonly string[]> {
  return page.evaluate(
    (picked) =>
      new Promise<readonly string[]>((resolve) => {
        const observer = new MutationObserver(() => {
          const inputs = [...document.querySelectorAll<HTMLInputElement>(".picked-day input:enabled")];
          const last = inputs[1];
          if (last === undefined) return;
          observer.disconnect();
          queueMicrotask(() => {
            resolve(inputs.map(({ value }) => value));
            last.value = picked;
            last.dispatchEvent(new InputEvent("input", { bubbles: true }));
          });
        });
        observer.observe(document.body, { childList: true, attributes: true, subtree: true });
      }),
    day,
  );
}

test("a day that is picked in the moment in which the calendar appears keeps the other end of the range", async () => {
  const { page, faults } = await openConnected();
  await typeFilter(page, "Ordered", "FROM 5 Apr 2026 TO 9 Apr 2026");
  const shown = pickAtOnce(page, "2026-04-20");
  await openFilter(page, "Ordered");
  expect(await shown).toEqual(["2026-04-05", "2026-04-09"]);
  const text = page.getByRole("combobox", { name: "Ordered" });
  await expect.poll(() => text.inputValue()).toBe("FROM 5 Apr 2026 TO 20 Apr 2026");
  // Ends in the wrong order are no range, and stay until the other one is picked.
  const days = page.locator(".picked-day input");
  await days.last().fill("2026-04-01");
  await expect.poll(() => text.inputValue()).toBe("FROM 5 Apr 2026 TO 1 Apr 2026");
  await days.first().fill("2026-03-30");
  await expect.poll(() => text.inputValue()).toBe("FROM 30 Mar 2026 TO 1 Apr 2026");
  expect(faults).toEqual([]);
});

/** Opens the report on the rows of the page, and returns its lines. */
async function readReport(page: Page): Promise<Readonly<Record<string, string>>> {
  await page.getByRole("button", { name: "How they were read" }).press("Enter");
  const report = page.getByRole("dialog", { name: "How these rows were read" });
  await report.getByRole("button", { name: "Show the requests" }).waitFor();
  const [names, texts] = await Promise.all(
    ["dt", "dd"].map((part) => report.locator(part).allTextContents()),
  );
  return Object.fromEntries((names ?? []).map((name, index) => [name, texts?.[index] ?? ""]));
}

test("the page says what was asked of the source, what it did itself, and whether all rows arrived", async () => {
  const { page, faults } = await openConnected();
  await typeFilter(page, "Rows", "7");
  await page.getByRole("button", { name: "Apply" }).press("Enter");
  await status(page).getByText("7 rows", { exact: true }).waitFor();
  const search = page.getByRole("searchbox", { name: "Search rows" });
  await search.fill("green");
  await page
    .locator(".rows-bar")
    .getByText(/^\d of 7 rows$/)
    .waitFor();
  const sort = page.getByRole("columnheader", { name: "Amount" }).locator(".head-sort");
  await sort.click();
  await page.locator("[aria-sort=ascending]").waitFor();
  const report = await readReport(page);
  expect(await violations(page)).toEqual([]);
  expect(report).toMatchObject({
    Source: "Orders of Kitchen sink",
    Account: "Ada (token)",
    "Filter at the source": "Rows: 7",
    "Filter in the rows here": "any column contains green",
    Order: "in the rows here: Amount, ascending",
    Limit: "none: every row was asked for",
    Requests: "2: GET /, POST /",
    Complete: "yes: the connector ended the rows itself",
  });
  expect(report["Received"]).toMatch(/^7 rows, [\d.]+ (?:B|KB), in /);
  expect(report["Kept"]).toMatch(/^by the service of this console, as read at \d\d:\d\d:\d\d\./);
  await page.getByRole("button", { name: "Show the requests" }).press("Enter");
  await page.locator(".exchange-detail").waitFor();
  const statement = `select kind, count(*) as n from kitchen."orders" where ordered >= date '2026-01-01' group by all`;
  await page.evaluate((sql) => {
    location.hash = `${location.hash.replace(/&?tab=[^&]*/, "")}&tab=sql&sql=${encodeURIComponent(sql)}`;
  }, statement);
  // The statement of an address runs by itself, and then there are other rows than those of the source.
  await status(page).getByText("3 rows", { exact: true }).waitFor();
  const ofStatement = await readReport(page);
  expect(ofStatement).toMatchObject({
    Source: "Orders of Kitchen sink",
    Account: "Ada (token)",
    // The range is two days wider than the condition, which is applied to the rows again.
    "Filter at the source": "Ordered: 2025-12-30 – …",
  });
  expect(ofStatement["Received"]).toMatch(/^500 rows, .*, of which the statement made 3$/);
  expect(faults).toEqual([]);
});
