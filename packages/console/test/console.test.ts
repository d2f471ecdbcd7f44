import { readFile } from "node:fs/promises";
import { isLong } from "@wellhead/test-support/properties/is-long";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kitchenSink } from "./kitchen-sink.js";
import { openBrowser } from "./open-browser.js";
import {
  connectToken,
  type DrivenPage,
  drivePage,
  openConnector,
  openFilter,
  sendToken,
  shareConnected,
  showRows,
  typeFilter,
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

async function openKitchen(): Promise<DrivenPage> {
  const driven = await drivePage(browser);
  await openConnector(driven.page, service.url, "Kitchen sink");
  return driven;
}

async function textOf(page: Page, selector: string): Promise<string> {
  return (await page.locator(selector).first().textContent()) ?? "";
}

/** Records every column that is ever reported to disagree with its declaration, even if only for a moment. */
async function watchDisagreements(page: Page): Promise<() => Promise<readonly string[]>> {
  const noted = await page.evaluateHandle(() => {
    const names = new Set<string>();
    const watch = (): void => {
      for (const name of document.querySelectorAll("tr.disagrees bdi")) names.add(name.textContent);
    };
    new MutationObserver(watch).observe(document, { subtree: true, childList: true, attributes: true });
    return names;
  });
  return () => noted.evaluate((names) => [...names]);
}

test("an account form puts a refusal at its field, masks the secret and connects several accounts", async () => {
  const { page, faults } = await openKitchen();
  await page.getByRole("heading", { name: "Connect an account to read Kitchen sink" }).waitFor();
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByText('Could not read "Access token": it is required. Fill it in.').waitFor();
  await sendToken(page, "wrong-token");
  await page.locator(".field.wrong .problem").getByText("the token was refused").waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-invalid") === "true");
  await connectToken(page);
  await page.getByRole("button", { name: "Account: Ada (token)" }).click();
  await page.getByText("Connect another account").click();
  await page.getByRole("radio", { name: "User and password" }).check({ force: true });
  await page.getByRole("textbox", { name: "User" }).fill("grace");
  await page.getByRole("textbox", { name: "Password" }).fill("hopper-1906");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("button", { name: "Account: grace" }).click();
  await expect.poll(() => page.getByRole("radio", { name: "grace" }).isChecked()).toBe(true);
  await page.getByText("Stored account data").last().click();
  await expect.poll(() => textOf(page, ".account.chosen .stored")).toContain("password••••••");
  await page.getByRole("button", { name: "Reveal the secrets" }).last().click();
  await expect.poll(() => textOf(page, ".account.chosen .stored")).toContain("hopper-1906");
  await page.reload();
  await page.getByRole("button", { name: "Account: grace" }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test("the page starts with rows, six tabs lead to Run, and Back undoes one step at a time", async () => {
  const { page, faults } = await openConnected();
  expect(await page.title()).toBe("Orders – Kitchen sink – Wellhead");
  await page.getByRole("gridcell", { name: "Order 2", exact: true }).waitFor();
  await page.getByTestId("ending").waitFor();
  for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press("Tab");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Run/);
  await typeFilter(page, "Rows", "7");
  await page.keyboard.press("Control+Enter");
  await page.locator(".status").getByText("7 rows", { exact: true }).waitFor();
  expect(page.url()).toContain("filter=");
  await page.getByRole("tab", { name: "Requests" }).click();
  await page.getByRole("link", { name: "Marked" }).click();
  await page.getByText("Stopped by the connector").waitFor();
  expect(await page.title()).toBe("Marked – Kitchen sink – Wellhead");
  await page.goBack();
  expect(await page.getByRole("tab", { name: "Requests" }).getAttribute("aria-selected")).toBe("true");
  await page.locator(".status").getByText("7 rows", { exact: true }).waitFor();
  await page.goBack();
  expect(await page.getByRole("tab", { name: "Rows" }).getAttribute("aria-selected")).toBe("true");
  await page.goBack();
  await page.locator(".status").getByText("500 rows", { exact: true }).waitFor();
  expect(await page.locator(".chip-value").textContent()).toBe("500");
  expect(faults).toEqual([]);
});

test("the rail finds a source by its name, and the arrow keys move along it", async () => {
  const { page } = await openKitchen();
  await page.getByRole("searchbox", { name: "Search sources" }).fill("fails");
  expect(await page.locator(".rail-source").allTextContents()).toEqual(["Marked", "Refused"]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Refused" }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Refused");
  await page.context().close();
});

test.runIf(isLong)("options of a filter are told apart: waiting, failed, empty and cut off", async () => {
  const { page } = await openKitchen();
  await openFilter(page, "Garden");
  await page.locator(".options-note").getByText("Connect an account first").waitFor();
  await page.keyboard.press("Escape");
  await connectToken(page);
  const choose = async (country: string): Promise<void> => {
    await openFilter(page, "Country");
    await page.getByRole("radio", { name: country, exact: true }).check();
    await page.keyboard.press("Escape");
    await openFilter(page, "Garden");
  };
  await openFilter(page, "Garden");
  await page.getByText("Choose Country first").waitFor();
  await page.keyboard.press("Escape");
  await choose("Broken");
  await page.getByText("Tea cannot list the gardens now").waitFor();
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await page.keyboard.press("Escape");
  await choose("Nowhere");
  await page.getByText("There are no options").waitFor();
  await page.keyboard.press("Escape");
  await choose("China");
  await page.locator(".options-note.cut").waitFor();
  await page.getByRole("radiogroup", { name: "Garden" }).waitFor();
  expect(await textOf(page, ".options-note.cut")).toMatch(/^Only the first [\d,]+ are listed$/);
  await page.getByRole("searchbox", { name: "Search the options" }).fill("garden 7");
  await page.getByRole("radio", { name: "China garden 7", exact: true }).check();
  await page.keyboard.press("Escape");
  await page.locator(".chip-value").getByText("China garden 7").waitFor();
  await page.context().close();
});

test("a date range shows what it means while it is typed, with a suggestion when it is mistyped", async () => {
  const { page } = await openKitchen();
  await openFilter(page, "Ordered");
  const field = page.getByRole("combobox", { name: "Ordered" });
  const meaning = page.locator(".meaning");
  await meaning.getByText("Any time").waitFor();
  await field.fill("10 Jan 2017");
  await meaning.getByText("2017-01-10 00:00 to 2017-01-10 23:59").waitFor();
  await field.fill("LAST 7 DAY");
  await meaning.getByRole("button", { name: "Use LAST 7 DAYS" }).click();
  await expect.poll(() => field.inputValue()).toBe("LAST 7 DAYS");
  expect(await page.locator("datalist option").count()).toBe(18);
  const [first, last] = [page.getByLabel("First day"), page.getByLabel("Last day")];
  await field.fill("10 Jan 2017");
  await expect.poll(() => last.inputValue()).toBe("2017-01-10");
  await first.fill("2024-03-05");
  await last.fill("2024-02-28");
  expect(await first.inputValue()).toBe("2024-03-05");
  await first.fill("2024-02-01");
  await meaning.getByText("2024-02-01 00:00 to 2024-02-28 23:59").waitFor();
  expect(await field.inputValue()).toBe("FROM 1 Feb 2024 TO 28 Feb 2024");
  expect(await violations(page)).toEqual([]);
  await page.context().close();
});

test("a filter is checked by the connector before rows are requested", async () => {
  const { page } = await openConnected();
  const run = page.getByRole("button", { name: "Run", exact: true }).first();
  await typeFilter(page, "Settings", "{");
  await typeFilter(page, "Rows", "many");
  await run.click();
  await page.getByText('Expected a number such as 12 or 1.5, got "many".').waitFor();
  await page.keyboard.press("Escape");
  await openFilter(page, "Settings");
  await page.getByText("This is not JSON").waitFor();
  await page.keyboard.press("Escape");
  await typeFilter(page, "Settings", '{"a": 1}');
  await typeFilter(page, "Rows", "20");
  await typeFilter(page, "Query", "drop table tea");
  await run.click();
  await page.locator(".field.wrong").getByText("expected a query that only reads").waitFor();
  await page.keyboard.press("Escape");
  await typeFilter(page, "Query", "select 1");
  expect(await showRows(page)).toBe("Complete");
});

test("columns show declared and found types, and requests can be read, replayed and compared", async () => {
  const { page, faults } = await openConnected();
  const disagreeing = await watchDisagreements(page);
  await page.getByRole("tab", { name: "Columns" }).click();
  await page.getByRole("row", { name: /Weight.*Declared, but not sent/ }).waitFor();
  expect(await disagreeing()).toEqual(["Weight"]);
  expect(await page.getByRole("row", { name: /^Amount/ }).textContent()).toMatch(/numbernumber0%/);
  await page.getByRole("tab", { name: "Requests" }).click();
  const lines = page.locator(".exchange");
  const before = await lines.count();
  await lines.filter({ hasText: "/validate" }).last().click();
  await expect.poll(() => textOf(page, ".exchange-detail")).toContain('"token": "••••••"');
  expect(await textOf(page, ".exchange-detail")).not.toContain("tea-token");
  await page.getByRole("button", { name: "Reveal secrets" }).click();
  await expect.poll(() => textOf(page, ".exchange-detail")).toContain("tea-token");
  const archive = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as HAR" }).click();
  const har = await readFile(await (await archive).path(), "utf8");
  expect(har).toContain("/validate");
  expect(har).not.toContain("tea-token");
  await page.getByRole("button", { name: "Compare with…" }).click();
  await page.getByRole("button", { name: "Replay" }).click();
  await lines.nth(before).waitFor();
  await lines.first().click();
  await page.getByRole("button", { name: "Compare with the previous one" }).click();
  await page.getByRole("dialog").getByText("The answers are equal").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox", { name: "Search requests" }).fill("post validate");
  // Neither the logo nor the rows have this word.
  await lines.filter({ hasText: "/logo" }).waitFor({ state: "detached" });
  await lines.filter({ hasText: "/validate" }).last().click();
  await page.locator(".exchange-detail h2", { hasText: /^POST \/validate$/ }).waitFor();
  await page.getByRole("button", { name: "Edit and resend" }).click();
  const body = page.getByRole("textbox", { name: "Body" });
  expect(await body.inputValue()).toContain('"token": "‹secret 1›"');
  await body.fill((await body.inputValue()).replace("‹secret 1›", "wrong-token"));
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("region", { name: "What to do" }).waitFor();
  expect(await textOf(page, ".exchange-detail")).toContain("the token was refused");
  expect(await page.locator(".waterfall .wait").count()).toBe(await lines.count());
  expect(faults).toEqual([]);
});

test("rows of a slow source are shown as they arrive, and can be cancelled", async () => {
  const { page, faults } = await openConnected();
  await page.getByRole("link", { name: "Slow" }).click();
  await page.getByRole("rowheader", { name: "5", exact: true }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => page.getByTestId("ending").textContent()).toBe("Cancelled");
  await page.getByRole("rowheader", { name: "5", exact: true }).waitFor();
  expect(faults).toEqual([]);
});

test("a source that fails midway, fails immediately, or is empty is shown as such", async () => {
  const { page, faults } = await openConnected();
  expect(await showRows(page, "Marked")).toBe("Stopped by the connector");
  await page.getByRole("alert").getByText("Tea stopped answering in the middle").waitFor();
  const partial = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "CSV", exact: true }).click();
  expect((await partial).suggestedFilename()).toBe("marked-partial.csv");
  expect(await showRows(page, "Refused")).toBe("Refused");
  await page.getByRole("alert").getByText("The hourly limit of Tea is reached").waitFor();
  expect(await showRows(page, "Nothing")).toBe("Complete");
  await page.getByText("The source returned no rows.").waitFor();
  expect(faults).toEqual([]);
});
