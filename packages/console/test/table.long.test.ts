import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  application,
  type ForeignConnector,
  type ForeignHandler,
  sendJson,
  startForeign,
} from "./foreign-connector.js";
import { kitchenSink } from "./kitchen-sink.js";
import { openBrowser } from "./open-browser.js";
import { drivePage } from "./page-driver.js";
import { type ConsoleService, startConsole } from "./start-console.js";

const rowCount = 3_000;
const cities = ["Oslo", "Łódź", "Kyoto"];
/** Lets the rows after the first ones go. */
let sendRest: () => void = () => undefined;

function visit(index: number) {
  const day = new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 7) * 86_400_000);
  const at = { lat: 50 + index / 8, id: 9_007_199_254_740_000 + index };
  return {
    id: index,
    day: day.toISOString().slice(0, 10),
    place: { city: cities[index % 3], at },
    note: `He said "${index}"\tand left`,
  };
}

function linesOf(from: number, to: number): string {
  return Array.from({ length: to - from }, (_, index) => `${JSON.stringify(visit(from + index))}\n`).join("");
}

const handlers: Readonly<Record<string, ForeignHandler>> = {
  "GET /": (_request, response) => {
    const sources = ["visits", "words"].map((id) => ({ id, name: id, description: "", filter: [] }));
    sendJson(response, application({ name: "Visits", sources }));
  },
  "POST /validate": (_request, response) => sendJson(response, { name: "No account" }),
  "POST /": async (_request, response, body) => {
    if (body.includes("words"))
      return sendJson(
        response,
        Array.from({ length: 60 }, (_, index) => ({ word: `word ${index}` })),
      );
    const rest = new Promise<void>((resolve) => {
      sendRest = resolve;
    });
    response.writeHead(200, { "content-type": "application/x-ndjson" }).write(linesOf(0, 200));
    await rest;
    response.end(linesOf(200, rowCount));
  },
};

let browser: Browser;
let connector: ForeignConnector;
let service: ConsoleService;

beforeAll(async () => {
  [browser, connector] = await Promise.all([openBrowser(), startForeign(handlers)]);
  service = await startConsole([kitchenSink], [connector.url]);
});

afterAll(async () => {
  await browser.close();
  await service.close();
  await connector.close();
});

function pageAddress(source = "visits"): string {
  return `${service.url}#${new URLSearchParams({ connector: connector.url, source }).toString()}`;
}

/** Adds up the layout shifts of every page of a context that the user did not cause. */
async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const watched = { shifts: 0 };
    Object.assign(globalThis, { watched });
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value } of list.getEntries() as unknown as readonly {
        readonly hadRecentInput: boolean;
        readonly value: number;
      }[]) {
        if (!hadRecentInput) watched.shifts += value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

function shiftsOf(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as { watched: { shifts: number } }).watched.shifts);
}

test.each([1_440, 390])(
  "the page does not move while rows arrive, and keeps the focus: %d px",
  async (width) => {
    const { page, faults } = await drivePage(browser, { viewport: { width, height: 860 } });
    await watchShifts(page.context());
    await page.goto(pageAddress());
    await page.getByRole("gridcell", { name: "2026-01-01" }).first().waitFor();
    await page.getByRole("grid").focus();
    await page.keyboard.press("ArrowDown");
    const box = await page.locator("#cell-1-1").boundingBox();
    expect(await page.getByRole("searchbox", { name: "Search rows" }).isDisabled()).toBe(true);
    sendRest();
    await page.getByTestId("ending").waitFor();
    await page.locator(".plot-strip svg path").first().waitFor({ state: "attached" });
    expect(await page.locator("#cell-1-1").boundingBox()).toEqual(box);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-activedescendant"))).toBe(
      "cell-1-0",
    );
    expect(await shiftsOf(page)).toBeLessThan(0.02);
    // A source that suggests no chart gives the space to the rows.
    await page.goto(pageAddress("words"));
    await page.reload();
    await page.locator(".plot-strip").waitFor({ state: "detached" });
    expect(faults).toEqual([]);
    await page.context().close();
  },
);

test("nested values become columns, and a block of cells is copied with every row and digit", async () => {
  const { page, faults } = await drivePage(browser);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(pageAddress());
  await page.getByRole("gridcell", { name: "2026-01-01" }).first().waitFor();
  sendRest();
  await page.getByTestId("ending").waitFor();
  const split = async (name: string): Promise<void> => {
    const head = page.getByRole("columnheader", { name });
    await head.hover();
    await head.locator(".head-menu").click();
    await page.getByRole("menuitem", { name: "Show members as columns" }).click();
  };
  await split("place");
  await split("place.at");
  await page.getByRole("columnheader", { name: "place.at.id" }).waitFor();
  const names = await page.locator(".head-cell .column-name").allTextContents();
  expect(names).toEqual(["id", "day", "place.city", "place.at.lat", "place.at.id", "note"]);
  const copied = async (count: string): Promise<string> => {
    await page.keyboard.press("Control+c");
    await page.getByText(`Copied ${count} cells.`).waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  await page.locator("#cell-2-2").hover();
  await page.mouse.down();
  await page.locator("#cell-4-4").hover();
  await page.mouse.up();
  expect(await copied("9")).toBe(
    [2, 3, 4].map((row) => `${cities[row % 3]}\t${50 + row / 8}\t${9_007_199_254_740_000 + row}`).join("\n"),
  );
  // From here to the last row: most of these rows have never been in sight.
  await page.locator("#cell-1-5").click();
  for (const key of ["Control+Shift+End", "Shift+ArrowLeft"]) await page.keyboard.press(key);
  const lines = (await copied("5,998")).split("\n");
  expect(lines).toHaveLength(rowCount - 1);
  expect(lines[0]).toBe(`9007199254740001\t"He said ""1""\tand left"`);
  expect(lines.at(-1)?.split("\t")[0]).toBe(String(9_007_199_254_740_000 + rowCount - 1));
  expect(faults).toEqual([]);
  await page.context().close();
});

test("the search and the order of the rows are in the address, and Back undoes one step", async () => {
  const { page, faults } = await drivePage(browser);
  await page.goto(pageAddress());
  await page.getByRole("gridcell", { name: "2026-01-01" }).first().waitFor();
  sendRest();
  await page.getByTestId("ending").waitFor();
  const head = page.getByRole("columnheader", { name: "id" }).locator(".head-sort");
  const first = (text: string): Promise<void> =>
    page.locator("#cell-0-0").getByText(text, { exact: true }).waitFor();
  await head.click();
  await head.click();
  await first("2999");
  await page.getByRole("searchbox", { name: "Search rows" }).pressSequentially("oslo");
  await page.getByText("1,000 of 3,000 rows").waitFor();
  const address = page.url();
  expect(address).toContain("search=oslo");
  await page.reload();
  await page.getByRole("gridcell", { name: "2026-01-01" }).first().waitFor();
  sendRest();
  await page.getByText("1,000 of 3,000 rows").waitFor();
  await first("2997");
  await page.goBack();
  await first("2999");
  await page.goBack();
  await page.locator("#cell-head-0[aria-sort=ascending]").waitFor();
  await first("0");
  expect(faults).toEqual([]);
  await page.context().close();
});
