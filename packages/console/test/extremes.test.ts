import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { application, type ForeignConnector, sendJson, startForeign } from "./foreign-connector.js";
import { kitchenSink } from "./kitchen-sink.js";
import { openBrowser } from "./open-browser.js";
import { drivePage, openFilter, showRows } from "./page-driver.js";
import { type ConsoleService, startConsole } from "./start-console.js";

let browser: Browser;
let service: ConsoleService;
let connector: ForeignConnector;

const columns = Array.from({ length: 60 }, (_, index) => `column ${index}`);
const gardens = Array.from({ length: 20_000 }, (_, index) => `Garden ${index}`);
const filter = [{ id: "garden", name: "Garden", type: "list", optional: true, data: gardens }];
const required = [{ id: "city", name: "City", type: "text", optional: false }];
/** Lets the rows of the source that waits go. */
let sendRows: () => void = () => undefined;
const filters = new Map([
  [377, filter],
  [5, required],
]);
const sources = Array.from({ length: 400 }, (_, index) => ({
  id: `source-${index}`,
  name: `Source ${index}`,
  description: "",
  filter: filters.get(index) ?? [],
}));

beforeAll(async () => {
  connector = await startForeign({
    "GET /": (_request, response) => sendJson(response, application({ sources })),
    "POST /validate": (_request, response) => sendJson(response, { name: "No account" }),
    "POST /": async (_request, response, body) => {
      if (body.includes('"source-6"')) {
        await new Promise<void>((resolve) => {
          sendRows = resolve;
        });
      }
      sendJson(response, [{ sent: body, ...Object.fromEntries(columns.map((name) => [name, name])) }]);
    },
  });
  [browser, service] = await Promise.all([openBrowser(), startConsole([kitchenSink], [connector.url])]);
});

afterAll(async () => {
  await browser.close();
  await Promise.all([service.close(), connector.close()]);
});

test("400 sources and 20,000 options are usable on 320 pixels, in forced colours, from right to left", async () => {
  const { page, faults } = await drivePage(browser, {
    viewport: { width: 320, height: 640 },
    forcedColors: "active",
    reducedMotion: "reduce",
  });
  await page.goto(service.url);
  // The first connector needs an account, so the page opens on the second.
  await page.getByTestId("ending").waitFor();
  await page.evaluate(() => (document.documentElement.dir = "rtl"));
  await page.getByRole("button", { name: "Sources", exact: true }).click();
  await page.getByRole("searchbox", { name: "Search sources" }).fill("source 377");
  await expect.poll(() => page.locator(".rail-source").count()).toBe(1);
  await page.getByRole("link", { name: "Source 377" }).click();
  await page.getByRole("heading", { level: 1, name: "Source 377" }).waitFor();
  await page.getByTestId("ending").getByText("Complete").waitFor();
  await openFilter(page, "Garden");
  await page.getByRole("searchbox", { name: "Search the options" }).fill("garden 19999");
  await page.getByRole("radio", { name: "Garden 19999" }).check();
  await page.keyboard.press("Escape");
  expect(await showRows(page)).toBe("Complete");
  await page.getByRole("gridcell", { name: /Garden 19999/ }).waitFor();
  await page.getByRole("grid").focus();
  await page.keyboard.press("End");
  const last = await page.getByRole("gridcell", { name: "column 59" }).boundingBox();
  expect(last?.x).toBeGreaterThanOrEqual(0);
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(320);
  for (const [tab, content] of views) {
    await page.getByRole("tab", { name: tab }).click();
    await page.locator(content).first().waitFor();
    expect(await lookOf(page), tab).toEqual({ overflow: 0, outline: "solid", motions: 0 });
  }
  expect(faults).toEqual([]);
  await page.context().close();
});

/** The views, and what each of them shows once it is there. */
const views = [
  ["Rows", ".table-row"],
  ["Chart", ".plot-controls, .empty"],
  ["Columns", "table.columns tbody tr"],
  ["SQL", ".cm-content"],
  ["Requests", ".exchange-detail"],
] as const;

/** Returns whether the page scrolls sideways, how the tab that is shown is marked, and how much moves. */
function lookOf(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const chosen = document.querySelector('[role="tab"][aria-selected="true"]');
    const outline = chosen === null ? "" : getComputedStyle(chosen).outlineStyle;
    return { overflow: scrollWidth - clientWidth, outline, motions: document.getAnimations().length };
  });
}

function addressOf(source: string): string {
  return `${service.url}#${new URLSearchParams({ connector: connector.url, source }).toString()}`;
}

test("the page says for how long it has waited for the first byte", async () => {
  const { page } = await drivePage(browser);
  await page.clock.install();
  await page.goto(addressOf("source-6"));
  await page.getByText("Waiting for the first byte").waitFor();
  expect(await page.locator(".status").textContent()).toContain("Waiting");
  await page.clock.fastForward(12_000);
  await page.getByText(/^Waiting for the first byte, (?:1[2-9]|[2-9]\d) s$/).waitFor();
  sendRows();
  await page.getByRole("gridcell", { name: "column 0", exact: true }).waitFor();
  await page.context().close();
});

test("a required field has the focus, and the rows come once it is filled in", async () => {
  const { page, faults } = await drivePage(browser);
  await page.goto(addressOf("source-5"));
  await page.getByRole("heading", { name: "Source 5 needs a filter" }).waitFor();
  await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement);
  await page.keyboard.type("Oslo");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("gridcell", { name: /"city":"Oslo"/ }).waitFor();
  expect(page.url()).toContain("Oslo");
  await page.reload();
  await page.getByRole("gridcell", { name: /"city":"Oslo"/ }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});
