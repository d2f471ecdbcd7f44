import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { application, type ForeignConnector, sendJson, startForeign } from "./foreign-connector.js";
import { kitchenSink } from "./kitchen-sink.js";
import { openBrowser } from "./open-browser.js";
import { clickAtChange, confirmAddress, drivePage, showRows } from "./page-driver.js";
import { type ConsoleService, startConsole } from "./start-console.js";
import { violations } from "./violations.js";

// A connector in plain `node:http` that answers an unknown source with no rows, and whose columns change.

let browser: Browser;
let service: ConsoleService;
let connector: ForeignConnector;
/** What the connector waits for before it answers. */
let hold: Promise<void> = Promise.resolve();
let rows: readonly unknown[] = [{ id: 1, price: 0.5, note: "a" }];

beforeAll(async () => {
  connector = await startForeign({
    "GET /": (_request, response) => sendJson(response, application({ name: "Careless" })),
    "POST /validate": async (_request, response) => {
      await hold;
      sendJson(response, { name: "Nobody" });
    },
    "POST /": (_request, response, body) => {
      sendJson(response, /"source": ?"rows"/.test(body) ? rows : []);
    },
  });
  [browser, service] = await Promise.all([openBrowser(), startConsole([kitchenSink], [connector.url])]);
});

afterAll(async () => {
  await browser.close();
  await Promise.all([service.close(), connector.close()]);
});

test("a check by keyboard shows each finding next to its request, and drift shows what changed between runs", async () => {
  const { page, faults } = await drivePage(browser, { colorScheme: "dark", reducedMotion: "reduce" });
  await page.goto(service.url);
  await page.getByTestId("ending").getByText("Complete").waitFor();
  rows = [{ id: 1, price: "free", added: true }];
  await showRows(page);
  await page.getByRole("tab", { name: "Rows" }).focus();
  // The arrows go round: the last tab is one step to the left of the first.
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("heading", { name: "Columns between two runs" }).waitFor();
  expect(await page.locator(".drift tbody tr").allTextContents()).toEqual([
    expect.stringMatching(/^Addedadded/),
    expect.stringMatching(/^Removednote/),
    expect.stringMatching(/^Changedprice.* → VARCHAR$/),
  ]);
  await page.getByRole("button", { name: "Check the connector" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("progressbar", { name: "Requirements judged" }).waitFor();
  await page.getByRole("button", { name: "Check again" }).waitFor();
  const findings = page.getByRole("navigation", { name: "Findings" });
  await findings.getByRole("button").first().focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => findings.getByRole("button").nth(1).getAttribute("aria-current")).toBe("true");
  await findings
    .getByRole("button", { name: /does not exist is refused/ })
    .first()
    .click();
  const detail = page.locator(".finding-detail");
  expect(await detail.locator(".fix").textContent()).toMatch(/.+/);
  await detail
    .locator(".evidence-line", { hasText: /POST .*200/ })
    .first()
    .waitFor();
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a check can be cancelled, and an address that the console was not started with is not checked", async () => {
  const { page } = await drivePage(browser);
  await page.goto(`${service.url}#connector=${encodeURIComponent(connector.url)}`);
  await page.getByTestId("ending").waitFor();
  await page.getByRole("tab", { name: "Check" }).click();
  // The check cannot end before it is cancelled.
  let release = (): void => undefined;
  hold = new Promise((resolve) => {
    release = resolve;
  });
  await page.getByRole("button", { name: "Check the connector" }).click();
  await page.getByRole("button", { name: "Cancel the check" }).click();
  await page.getByText("The check was cancelled.").waitFor();
  release();
  await page.goto(
    `${service.url}#connector=${encodeURIComponent(connector.url.replace("127.0.0.1", "localhost"))}&tab=check`,
  );
  await page.reload();
  await confirmAddress(page);
  await page.getByRole("button", { name: "Check the connector" }).click();
  const problem = page.getByRole("alert");
  expect(await problem.textContent()).toContain("only those that the console was started with");
  await page.context().close();
});

test("a click at the moment a button changes its action triggers neither the old nor the new action", async () => {
  const { page, faults } = await drivePage(browser);
  await page.goto(`${service.url}#connector=${encodeURIComponent(connector.url)}`);
  await page.getByTestId("ending").waitFor();
  const sent: string[] = [];
  page.on("request", (request) => sent.push(new URL(request.url()).pathname.replace(/^.*\/data\//, "")));
  const started = (path: string): number => sent.filter((one) => one === path).length;
  const run = page.locator("button.run");
  await clickAtChange(run);
  expect(await showRows(page)).toBe("Complete");
  await page.locator("button.run:not([aria-disabled=true])").waitFor();
  expect([started("runs"), sent.filter((path) => path.endsWith("/cancel")).length]).toEqual([1, 0]);
  await page.getByRole("tab", { name: "SQL" }).click();
  const statement = page.locator(".sql-panel .small");
  await clickAtChange(statement);
  await statement.click();
  await page.getByTestId("ending").waitFor();
  await page.locator(".sql-panel .small.primary:not([aria-disabled=true])").waitFor();
  expect(started("sql")).toBe(1);
  await page.getByRole("tab", { name: "Check" }).click();
  const check = page.locator(".judge-head button");
  await clickAtChange(check);
  await check.click();
  await page.getByRole("button", { name: "Check again", disabled: false }).waitFor();
  expect(started("check")).toBe(1);
  // Half a second later, the button does what it says.
  await page.getByRole("button", { name: "Check again" }).click();
  await page.getByRole("button", { name: "Cancel the check" }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});
