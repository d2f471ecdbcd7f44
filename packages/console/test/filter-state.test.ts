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
    await page.getByRole("combobox", { name: "Country" }).selectOption(country);
    await page.keyboard.press("Escape");
  };
  await choose("India");
  await openFilter(page, "Garden");
  await page.getByRole("combobox", { name: "Garden" }).selectOption("India garden 2");
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
