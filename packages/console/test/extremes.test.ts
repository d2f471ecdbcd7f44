import type { Browser } from "playwright-core";
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
const sources = Array.from({ length: 400 }, (_, index) => ({
  id: `source-${index}`,
  name: `Source ${index}`,
  description: "",
  filter: index === 377 ? filter : [],
}));

beforeAll(async () => {
  connector = await startForeign({
    "GET /": (_request, response) => sendJson(response, application({ sources })),
    "POST /validate": (_request, response) => sendJson(response, { name: "No account" }),
    "POST /": (_request, response, body) =>
      sendJson(response, [{ sent: body, ...Object.fromEntries(columns.map((name) => [name, name])) }]),
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
  expect(await page.locator(".rail-source").count()).toBe(1);
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
  const look = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const chosen = document.querySelector('[role="tab"][aria-selected="true"]');
    const outline = chosen === null ? "" : getComputedStyle(chosen).outlineStyle;
    return { overflow: scrollWidth - clientWidth, outline, motions: document.getAnimations().length };
  });
  expect(look).toEqual({ overflow: 0, outline: "solid", motions: 0 });
  expect(faults).toEqual([]);
  await page.context().close();
});
