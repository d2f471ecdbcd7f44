import type { Browser, Locator, Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { application, type ForeignConnector, sendJson, startForeign } from "./foreign-connector.js";
import { kitchenSink } from "./kitchen-sink.js";
import { openBrowser } from "./open-browser.js";
import { drivePage, openFilter, showRows } from "./page-driver.js";
import { type ConsoleService, startConsole } from "./start-console.js";

let browser: Browser;
let service: ConsoleService;
let connector: ForeignConnector;

const columns = Array.from({ length: 500 }, (_, index) => `column ${index}`);
const gardens = Array.from({ length: 20_000 }, (_, index) => `Garden ${index}`);
const filter = [{ id: "garden", name: "Garden", type: "list", optional: true, data: gardens }];
const required = [{ id: "city", name: "City", type: "text", optional: false }];
/**
 * More columns than the engine keeps in memory, than the first rows show and than two steps of the list of columns.
 * `npm run proof columns` opens 2,000.
 */
const columnCount = process.env["WELLHEAD_PROOF"] === "columns" ? 2_000 : 640;
const wideRows = Array.from({ length: 40 }, (_, row) =>
  Object.fromEntries(
    Array.from({ length: columnCount }, (__, column) => [`field ${column}`, column + row / 10]),
  ),
);
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
      if (body.includes('"source-7"')) return sendJson(response, wideRows);
      sendJson(response, [{ sent: body, ...Object.fromEntries(columns.map((name) => [name, name])) }]);
    },
  });
  [browser, service] = await Promise.all([openBrowser(), startConsole([kitchenSink], [connector.url])]);
});

afterAll(async () => {
  await browser.close();
  await Promise.all([service.close(), connector.close()]);
});

test("400 sources, 500 columns and 20,000 options are usable on 320 pixels, in forced colours, from right to left", async () => {
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
  await page.getByRole("button", { name: "Sources", exact: true }).click();
  await page.getByRole("searchbox", { name: "Search sources" }).fill("");
  await expect.poll(() => page.locator(".rail-source").count()).toBeGreaterThan(300);
  await expect.poll(() => isInSight(page.getByRole("link", { name: "Source 377" }))).toBe(true);
  await page.keyboard.press("Escape");
  await openFilter(page, "Garden");
  await page.getByRole("searchbox", { name: "Search the options" }).fill("garden 19999");
  await page.getByRole("radio", { name: "Garden 19999" }).check();
  await page.keyboard.press("Escape");
  expect(await showRows(page)).toBe("Complete");
  await page.getByRole("gridcell", { name: /Garden 19999/ }).waitFor();
  await page.getByRole("grid").focus();
  await page.keyboard.press("End");
  const last = await page.getByRole("gridcell", { name: "column 499" }).boundingBox();
  expect(last?.x).toBeGreaterThanOrEqual(0);
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(320);
  for (const [tab, content] of views) {
    await page.getByRole("tab", { name: tab }).click();
    await page.locator(content).first().waitFor();
    expect(await lookOf(page), tab).toEqual({ overflow: 0, isMarked: true, motions: 0 });
  }
  expect(faults).toEqual([]);
  await page.context().close();
});

/** Holds the requests for figures of columns other than the first ones, until the function that it returns is called. */
async function holdFigures(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/profile", async (route) => {
    if (!route.request().postData()?.includes('"field 0"')) await isReleased;
    await route.continue();
  });
  return () => release();
}

/** Returns whether nothing covers the middle of an element, and it is within the window. */
function isInSight(element: Locator): Promise<boolean> {
  return element.evaluate((link) => {
    const { left, top, width, height } = link.getBoundingClientRect();
    return link.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
}

/** The views, and what each of them shows once it is there. */
const views = [
  ["Rows", ".table-row"],
  ["Chart", ".plot-controls, .empty"],
  ["Columns", "table.columns tbody tr"],
  ["SQL", ".cm-content"],
  ["Requests", ".exchange-detail"],
] as const;

/** Returns whether the page scrolls sideways, whether the line below the tab that is shown differs, and how much moves. */
function lookOf(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const lineOf = (selected: boolean): string | undefined => {
      const tab = document.querySelector(`[role="tab"][aria-selected="${selected}"]`);
      return tab === null ? undefined : getComputedStyle(tab).borderBlockEndColor;
    };
    const isMarked = lineOf(true) !== lineOf(false);
    return { overflow: scrollWidth - clientWidth, isMarked, motions: document.getAnimations().length };
  });
}

function addressOf(source: string): string {
  return `${service.url}#${new URLSearchParams({ connector: connector.url, source }).toString()}`;
}

test(`${columnCount} columns are scrolled, found, hidden and profiled, and only those in sight are part of the page`, async () => {
  const { page, faults } = await drivePage(browser);
  await page.goto(addressOf("source-7"));
  await page.getByTestId("ending").getByText("Complete").waitFor();
  const heads = page.locator(".head-cell .column-name");
  // No other name contains this number.
  const found = columnCount - 63;
  const cell = (text: string): Promise<void> =>
    page.getByRole("gridcell", { name: text, exact: true }).first().waitFor();
  expect(await page.getByRole("grid").getAttribute("aria-colcount")).toBe(String(columnCount + 1));
  await cell("3.1");
  await page.getByRole("grid").focus();
  await page.keyboard.press("Control+End");
  await cell(String(columnCount - 1 + 3.9));
  expect(await heads.count()).toBeLessThan(40);
  await page.getByRole("button", { name: "Columns", exact: true }).click();
  await page.getByRole("searchbox", { name: "Search columns" }).fill(`field ${columnCount - 2}`);
  await page.getByRole("checkbox", { name: `field ${columnCount - 2}` }).uncheck();
  await page.keyboard.press("Escape");
  await expect.poll(() => heads.filter({ hasText: `field ${columnCount - 2}` }).count()).toBe(0);
  await heads.filter({ hasText: `field ${columnCount - 3}` }).waitFor();
  const release = await holdFigures(page);
  await page.getByRole("tab", { name: "Columns" }).click();
  await page
    .getByRole("row", { name: /^field 0/ })
    .getByRole("img")
    .waitFor();
  release();
  // A request for every twenty columns, which a busy machine answers slowly.
  const summary = `${columnCount.toLocaleString("en")} columns of 40 rows. The connector declares none`;
  await page.getByText(summary).waitFor({ timeout: 240_000 });
  await page.getByRole("button", { name: "show the next 200" }).click();
  await page.getByRole("row", { name: /^field 399/ }).waitFor();
  await page.getByRole("searchbox", { name: "Search columns" }).fill(String(found));
  const row = page.getByRole("row", { name: `field ${found}` });
  await row.getByRole("img").waitFor();
  expect(await row.getByRole("cell").allTextContents()).toEqual([
    "–",
    "number",
    "0%",
    "40",
    expect.stringMatching(new RegExp(`^${found}(?:\\.0)? – ${found + 3}\\.9$`)),
    expect.stringMatching(/^Spread/),
  ]);
  expect(await page.locator("table.columns tbody tr").count()).toBe(1);
  expect(faults).toEqual([]);
  await page.context().close();
}, 400_000);

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

test("without the service, each part of the page says so, and works again once the service is back", async () => {
  const { page, faults } = await drivePage(browser);
  await page.goto(addressOf("source-8"));
  await page.getByTestId("ending").getByText("Complete").waitFor();
  await page.locator(".plot-strip").waitFor({ state: "detached" });
  await page.context().setOffline(true);
  await page.getByRole("tab", { name: "SQL" }).click();
  const alert = page.getByRole("alert");
  await alert.getByText("Could not load this part of the page").waitFor();
  await page.getByRole("tab", { name: "Rows" }).click();
  await page.getByRole("grid").focus();
  await page.keyboard.press("Control+End");
  await alert.first().waitFor();
  // The alert of the run itself, which is beside those of the parts of the page.
  const ofRun = page.locator("main > [role=alert]");
  expect(await ofRun.count()).toBe(0);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await ofRun.waitFor();
  await page.context().setOffline(false);
  await page.keyboard.press("Control+Enter");
  await page.getByTestId("ending").getByText("Complete").waitFor();
  await page.getByRole("tab", { name: "SQL" }).click();
  await page.getByRole("textbox", { name: "Statement" }).waitFor();
  await expect.poll(() => alert.allTextContents()).toEqual([]);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a run that is requested again while it is checked starts once more when the check fails", async () => {
  const { page, faults } = await drivePage(browser);
  await page.goto(addressOf("source-8"));
  await page.getByTestId("ending").getByText("Complete").waitFor();
  const before = Number(await page.locator(".status").getAttribute("data-run"));
  const checked = new Promise<Route>((resolve) => {
    void page.route("**/relay**", resolve, { times: 1 });
  });
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const held = await checked;
  await page.keyboard.press("Control+Enter");
  await held.abort();
  await page.waitForFunction(
    (run) => Number(document.querySelector<HTMLElement>(".status")?.dataset["run"]) > run,
    before,
  );
  await page.getByTestId("ending").getByText("Complete").waitFor();
  expect(await page.getByRole("alert").allTextContents()).toEqual([]);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("of two sources that are opened in a row, only the rows of the second are shown", async () => {
  const { page, faults } = await drivePage(browser);
  await page.goto(addressOf("source-6"));
  await page.getByText("Waiting for the first byte").waitFor();
  await page.getByRole("link", { name: "Source 377", exact: true }).click();
  await page.getByRole("gridcell", { name: /source-377/ }).waitFor();
  sendRows();
  await page.getByRole("link", { name: "Source 376", exact: true }).click();
  await page.getByRole("gridcell", { name: /source-376/ }).waitFor();
  expect(await page.getByRole("gridcell", { name: /source-(?:6"|377)/ }).count()).toBe(0);
  expect(await page.getByTestId("ending").textContent()).toBe("Complete");
  expect(faults).toEqual([]);
  await page.context().close();
});
