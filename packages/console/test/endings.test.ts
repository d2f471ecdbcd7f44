import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kitchenSink } from "./kitchen-sink.js";
import { openBrowser } from "./open-browser.js";
import { connectToken, drivePage, openConnector, showRows } from "./page-driver.js";
import { type ConsoleService, startConsole } from "./start-console.js";

let browser: Browser;
let service: ConsoleService;

beforeAll(async () => {
  [browser, service] = await Promise.all([openBrowser(), startConsole([kitchenSink])]);
});

afterAll(async () => {
  await browser.close();
  await service.close();
});

test("rows of a slow source are shown as they arrive, and can be cancelled", async () => {
  const { page, faults } = await drivePage(browser);
  await openConnector(page, service.url, "Kitchen sink");
  await connectToken(page);
  await page.getByRole("radio", { name: "Slow" }).check();
  await page.getByRole("button", { name: "Show rows" }).click();
  await page.getByRole("rowheader", { name: "5", exact: true }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(await page.getByTestId("ending").textContent()).toBe("Cancelled");
  await page.getByRole("rowheader", { name: "5", exact: true }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a source that fails in the middle, at once, or has nothing is told apart", async () => {
  const { page, faults } = await drivePage(browser);
  await openConnector(page, service.url, "Kitchen sink");
  await connectToken(page);
  expect(await showRows(page, "Marked")).toBe("Stopped by the connector");
  await page.getByRole("alert").getByText("Tea stopped answering in the middle").waitFor();
  expect(await showRows(page, "Refused")).toBe("Refused");
  await page.getByRole("alert").getByText("The hourly limit of Tea is reached").waitFor();
  expect(await showRows(page, "Nothing")).toBe("Complete");
  await page.getByText("The source has no rows for this filter.").waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});
