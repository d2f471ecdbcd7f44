import { startForeignConnector } from "@wellhead/test-support/services/foreign-connector";
import { expect, test } from "vitest";
import { kitchenSink } from "./kitchen-sink.js";
import { openBrowser } from "./open-browser.js";
import { drivePage } from "./page-driver.js";
import { startConsole } from "./start-console.js";
import { violations } from "./violations.js";

const moments = [
  "2024-03-01T10:00:00.123456789Z",
  "0001-01-01T00:00:00Z",
  "2016-12-31T23:59:60Z",
  "2024-02-30T00:00:00Z",
  "2024-03-01T24:00:00Z",
];

test("times that are not in the calendar are named above a column that stays one of times", async () => {
  const foreign = await startForeignConnector({
    validate: (response) => response.end('{"name":"Nobody"}'),
    rows: (response) => response.end(JSON.stringify(moments.map((at, id) => ({ id, at })))),
  });
  const [browser, service] = await Promise.all([openBrowser(), startConsole([kitchenSink], [foreign.url])]);
  const { page, faults } = await drivePage(browser);
  await page.goto(`${service.url}#${new URLSearchParams({ connector: foreign.url }).toString()}`);
  await page.getByTestId("ending").getByText("Complete").waitFor();
  await page.getByText('at: 2 rows have no such time, first "2016-12-31T23:59:60Z".').waitFor();
  expect(
    await page.getByRole("columnheader", { name: /at/ }).locator(".kind-icon").getAttribute("aria-label"),
  ).toBe("point in time (UTC)");
  await page.getByRole("gridcell", { name: /2024-03-01 10:00:00\.123456789/ }).waitFor();
  await page.getByRole("gridcell", { name: /2016-12-31 23:59:60/ }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
  await Promise.all([browser.close(), service.close(), foreign.close()]);
});
