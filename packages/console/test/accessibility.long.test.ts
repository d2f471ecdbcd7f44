import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kitchenSink } from "./kitchen-sink.js";
import { openBrowser } from "./open-browser.js";
import { connectToken, drivePage, openCellMenu, openFilter, showRows, typeFilter } from "./page-driver.js";
import { type ConsoleService, startConsole } from "./start-console.js";
import { violations } from "./violations.js";

const pictures = fileURLToPath(new URL("../screenshots/", import.meta.url));
let browser: Browser;
let service: ConsoleService;

beforeAll(async () => {
  [browser, service] = await Promise.all([
    openBrowser(),
    startConsole([kitchenSink]),
    mkdir(pictures, { recursive: true }),
  ]);
});

afterAll(async () => {
  await browser.close();
  await service.close();
});

const looks = [
  { name: "light-desktop", colorScheme: "light", viewport: { width: 1440, height: 900 } },
  { name: "dark-desktop", colorScheme: "dark", viewport: { width: 1440, height: 900 } },
  { name: "light-phone", colorScheme: "light", viewport: { width: 390, height: 844 } },
  { name: "dark-phone", colorScheme: "dark", viewport: { width: 320, height: 640 } },
  {
    name: "forced-colors",
    colorScheme: "dark",
    forcedColors: "active",
    viewport: { width: 1440, height: 900 },
  },
  { name: "light-wide", colorScheme: "light", viewport: { width: 2560, height: 1440 } },
  // A window of 1280 by 800 pixels at 200 %.
  {
    name: "dark-zoomed",
    colorScheme: "dark",
    viewport: { width: 640, height: 400 },
    deviceScaleFactor: 2,
  },
] as const;

const isProof = process.env["WELLHEAD_PROOF"] === "accessibility";
const [light, , , darkPhone, forced] = looks;
type Look = (typeof looks)[number];

/**
 * The look in which a page is opened, and the one in which its tabs are checked. All views are checked in each
 * color scheme and on each screen once; `npm run proof accessibility` checks all combinations and keeps a picture of each
 * view.
 */
function looksToTry(): readonly (readonly [opened: Look, ofTabs: Look])[] {
  if (isProof) return looks.map((look) => [look, look]);
  return [light, darkPhone, forced].map((look) => [look, look]);
}

for (const [{ name, ...options }, ofTabs] of looksToTry()) {
  test(`no view breaks a rule of WCAG 2.2 AA, nor scrolls sideways: ${name}, tabs ${ofTabs.name}`, async () => {
    const { page, faults } = await drivePage(browser, options);
    const found: string[] = [];
    const look = async (view: string): Promise<void> => {
      if (isProof) await page.screenshot({ path: `${pictures}${name}-${view}.png` });
      found.push(...(await violations(page)).map((violation) => `${view}: ${violation}`));
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (overflow > 0) found.push(`${view}: scrolls sideways by ${overflow} px`);
    };
    await page.goto(service.url);
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await look("account");
    await connectToken(page);
    await typeFilter(
      page,
      "Query",
      "select kind, sum(amount) from orders -- all\nwhere paid = 'yes' limit 10",
    );
    await typeFilter(page, "Ordered", "FROM 1 Jan 2025 TO TODAY");
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await look("filter");
    await page.keyboard.press("Escape");
    await openFilter(page, "Ordered");
    await page.getByLabel("First day").waitFor();
    await look("date range");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Account: Ada (token)" }).click();
    await look("accounts");
    await page.keyboard.press("Escape");
    await showRows(page);
    await page.getByRole("gridcell", { name: "2025-01-08" }).waitFor();
    await look("rows");
    const cut = await page.locator(".chips").evaluate((chips) => chips.scrollWidth - chips.clientWidth);
    // In a low window the filter is one line, which scrolls.
    if (options.viewport.height > 560 && cut > 0) found.push(`rows: filters are cut off by ${cut} px`);
    await openCellMenu(page);
    await page.getByRole("menuitem", { name: "Open the row" }).waitFor();
    await look("cell menu");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Questions" }).click();
    await look("saved questions");
    await page.keyboard.press("Escape");
    await page.setViewportSize(ofTabs.viewport);
    await page.emulateMedia({ colorScheme: ofTabs.colorScheme });
    for (const tab of ["Chart", "Summarize", "Columns", "Compare", "SQL", "Requests", "Check"]) {
      await page.getByRole("tab", { name: tab }).click();
      await page
        .locator(
          ".plot-panel svg path, .summary-head, .disagreement, .compare, .sql-editor .cm-line, .exchange-detail, .judge-head",
        )
        .first()
        .waitFor({ state: "attached" });
      await look(tab.toLowerCase());
    }
    await page.getByRole("tab", { name: "Chart" }).click();
    await page.getByRole("button", { name: /^Chart: / }).press("Enter");
    await page.getByRole("dialog", { name: "Chart" }).getByRole("button", { name: "histogram" }).waitFor();
    await look("kinds of chart");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "How they were read" }).press("Enter");
    await page.getByRole("dialog", { name: "How these rows were read" }).locator("dd").first().waitFor();
    await look("how they were read");
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });
}
