import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { createConsole } from "@wellhead/server";
import { Workbench } from "@wellhead/workbench";
import { chromium } from "playwright-core";
import { rowCount, startRowServer } from "./console/row-server.mjs";
import { traceTasks } from "./console/trace-tasks.mjs";
import { singleFigure } from "./measure/figure.mjs";
import { spreadOf } from "./measure/spread.mjs";

/** @import { Browser } from "playwright-core" */

/**
 * Measurements that the page takes of itself while rows arrive.
 *
 * @typedef {object} Watched
 * @property {number} firstRow When the first cell appeared, in milliseconds since 1970.
 * @property {number} shifts Sum of the unexpected layout shifts.
 */

const folder = fileURLToPath(new URL("../packages/console/dist/page", import.meta.url));
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";

/** Measures the console in a real browser: load time, transferred bytes, and every view of millions of rows. */
export async function bench() {
  const connector = await startRowServer();
  const service = await createConsole({
    folder,
    connectors: [connector.url],
    inProduction: true,
    data: async (reach) => new Workbench(reach),
  });
  const { url } = await service.listen({ port: 0 });
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  try {
    /** @type {{ usable: number, bytes: number }[]} */
    const loads = [];
    for (let round = 0; round < 5; round += 1) loads.push(await coldLoad(browser, url));
    const stream = await streamRows(browser, url, connector);
    return { title: "Console", rows: [...loadRows(loads), ...stream] };
  } finally {
    await browser.close();
    await service.close();
    connector.close();
  }
}

/**
 * Opens the page with an empty cache and waits until its first connector is listed.
 *
 * @param {Browser} browser The browser.
 * @param {string} url Address of the console.
 */
async function coldLoad(browser, url) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const start = performance.now();
  await page.goto(url);
  await page.getByRole("link", { name: "Millions of rows" }).waitFor();
  const usable = performance.now() - start;
  const scripts = await page.evaluate(async () => {
    const loaded = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"));
    return Promise.all(loaded.map(async ({ name }) => (await fetch(name)).text()));
  });
  await context.close();
  return { usable, bytes: scripts.reduce((sum, text) => sum + gzipSync(text).length, 0) };
}

/** @param {readonly { usable: number, bytes: number }[]} loads The measurements. */
function loadRows(loads) {
  const usable = spreadOf(
    loads.map((load) => load.usable),
    0,
  );
  return [
    {
      what: "cold load until the first connector is listed",
      value: usable,
      unit: "ms",
      runs: loads.length,
      limits: { atMost: 1_000 },
      ok: usable.median <= 1_000,
    },
    within("JavaScript of the first view, gzip", (loads[0]?.bytes ?? 0) / 1_000, {
      atMost: 70,
      unit: "KB",
    }),
  ];
}

/**
 * Streams millions of rows into the table, uses every view of them, and measures the page meanwhile.
 *
 * @param {Browser} browser The browser.
 * @param {string} url Address of the console.
 * @param {{ state: { firstWrite: number } }} connector The connector that sends the rows.
 */
async function streamRows(browser, url, connector) {
  const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
  // A slow view is a figure, and must not end the measurement.
  page.setDefaultTimeout(1_800_000);
  await page.addInitScript(`document.addEventListener("DOMContentLoaded", ${watchPage.toString()})`);
  const streaming = await traceTasks(browser);
  const start = performance.now();
  // The page reads a source that requires nothing as soon as it opens.
  await page.goto(url);
  const renderer = await rendererOf(browser);
  const memory = watchMemory(renderer);
  await page.locator(".ending-whole").waitFor();
  const seconds = (performance.now() - start) / 1_000;
  const { firstRow, shifts } = await page.evaluate(readWatched);
  const shown = await page.locator(".counters b").first().textContent();
  if (shown !== rowCount.toLocaleString("en"))
    throw new Error(`Could not count the rows: expected ${rowCount}, got ${shown}.`);
  const peakWhileStreaming = memory.peak();
  const whileStreaming = await streaming.stop();
  const using = await traceTasks(browser);
  const steps = await useViews(page);
  const whileUsed = await using.stop();
  const peak = memory.stop();
  const kept = await memoryAfterCollection(page, renderer);
  await page.close();
  const count = rowCount.toLocaleString("en");
  return [
    singleFigure(`${count} rows streamed, the start of the page included`, {
      value: Math.round(rowCount / seconds),
      unit: "rows/s",
    }),
    within("peak memory of the page's process while they stream", peakWhileStreaming / 1e6, {
      atMost: 300,
      unit: "MB",
    }),
    within("peak memory of the page's process while every view of them is used", peak / 1e6, {
      atMost: 300,
      unit: "MB",
    }),
    within("memory of the page's process after a collection, with the last view in sight", kept / 1e6, {
      atMost: 300,
      unit: "MB",
    }),
    ...taskFigures("while they stream", whileStreaming),
    ...taskFigures("while every view of them is used", whileUsed),
    within("first rows in sight after the first byte was sent", firstRow - connector.state.firstWrite, {
      atMost: 200,
      unit: "ms",
    }),
    within("layout shift while they stream", shifts, { atMost: 0.02, unit: "" }),
    ...steps.map(({ name, ms }) =>
      within(`${name}, until it is in sight`, ms, { atMost: 1_000, unit: "ms" }),
    ),
  ];
}

/**
 * @param {string} when When they ran.
 * @param {{ longest: number, longestProcessor: number }} tasks The tasks of the main thread.
 */
function taskFigures(when, { longest, longestProcessor }) {
  return [
    within(`longest task of the main thread ${when}`, longest, { atMost: 50, unit: "ms" }),
    within(`the same in processor time`, longestProcessor, { atMost: 50, unit: "ms" }),
  ];
}

/**
 * Uses the table, the charts and the columns as a person would.
 *
 * @param {import("playwright-core").Page} page The page with all rows.
 */
async function useViews(page) {
  /** @type {{ name: string, ms: number }[]} */
  const steps = [];
  const step = async (name, act, shown) => {
    const start = performance.now();
    await act();
    await shown();
    steps.push({ name, ms: performance.now() - start });
  };
  const last = String(rowCount - 1);
  const cell = (text) => () => page.getByRole("gridcell", { name: text, exact: true }).first().waitFor();
  const head = (name) => page.getByRole("columnheader", { name }).locator(".head-sort");
  const svg = () => page.locator(".plot :is(svg path, canvas)").first().waitFor({ state: "attached" });
  /** Acts, and waits for the answer of the service that the view needs. */
  const asking = (path, act) => async () => {
    const answer = page.waitForResponse((response) => response.url().endsWith(`/${path}`));
    await act();
    await answer;
  };
  await step("the suggested chart", () => Promise.resolve(), svg);
  const grid = page.getByRole("grid");
  await grid.focus();
  await step("the last row", () => page.keyboard.press("Control+End"), cell(last));
  await step("the first row again", () => page.keyboard.press("Control+Home"), cell("0"));
  await grid.hover();
  for (let turns = 0; turns < 40; turns += 1) await page.mouse.wheel(0, 700);
  await page.keyboard.press("Control+Home");
  const sort = asking("rows", () => head("amount").click());
  await step("a sort", sort, () => page.locator("[aria-sort=ascending]").waitFor());
  await step("the reverse of it", sort, cell("999"));
  const search = page.getByRole("searchbox", { name: "Search rows" });
  await step(
    "a search",
    () => search.fill(last),
    () => page.getByText(/^1 of/).waitFor(),
  );
  await search.fill("");
  await page.getByRole("tab", { name: "Chart" }).click();
  await svg();
  for (const kind of ["bar", "histogram", "scatter", "box", "heat map", "pie"]) {
    const choose = () => page.getByRole("combobox", { name: "Chart" }).selectOption(kind);
    await step(`a chart: ${kind}`, asking("chart", choose), svg);
  }
  await step(
    "the figures of the columns",
    () => page.getByRole("tab", { name: "Columns" }).click(),
    () =>
      page
        .getByRole("row", { name: /^note/ })
        .getByRole("cell", { name: rowCount.toLocaleString("en") })
        .waitFor(),
  );
  await step(
    "their distributions",
    () => Promise.resolve(),
    () => page.locator("table.columns svg").last().waitFor(),
  );
  return steps;
}

/**
 * @param {string} what What was measured.
 * @param {number} value The measured value.
 * @param {{ atMost: number, unit: string }} limit Its maximum, and the unit of both.
 */
function within(what, value, { atMost, unit }) {
  return singleFigure(what, { value: Math.round(value * 100) / 100, unit, atMost });
}

/** Runs in the page: records layout shifts, and when the first cell appears. */
function watchPage() {
  /** @type {Watched} */
  const watched = { firstRow: 0, shifts: 0 };
  Object.assign(globalThis, { watched });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // Entries of this kind have both members, but the page's types declare only those that all kinds have.
      const { hadRecentInput, value } =
        /** @type {PerformanceEntry & { hadRecentInput: boolean, value: number }} */ (entry);
      if (!hadRecentInput) watched.shifts += value;
    }
  }).observe({ type: "layout-shift" });
  new MutationObserver(() => {
    if (watched.firstRow === 0 && document.querySelector('[role="gridcell"]:not(:empty)'))
      watched.firstRow = Date.now();
  }).observe(document.body, { childList: true, subtree: true, attributes: true });
}

/**
 * Returns the measurements. Runs in the page.
 *
 * @returns {Watched} The measurements.
 */
function readWatched() {
  return /** @type {typeof globalThis & { watched: Watched }} */ (globalThis).watched;
}

/**
 * Returns the process of the page: the renderer that uses the most memory.
 *
 * @param {Browser} browser The browser.
 */
async function rendererOf(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const renderers = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
  return renderers.reduce((left, right) => (residentBytes(left) > residentBytes(right) ? left : right), 0);
}

/**
 * Returns the memory that the page really keeps. The browser collects its garbage when it likes.
 *
 * @param {import("playwright-core").Page} page The page.
 * @param {number} processId Its process.
 */
async function memoryAfterCollection(page, processId) {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  return residentBytes(processId);
}

/** @param {number} processId The process. */
function watchMemory(processId) {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentBytes(processId));
  }, 50);
  return {
    peak: () => peak,
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}

/**
 * @param {number} processId The process.
 * @returns {number} 0 when the process has ended.
 */
function residentBytes(processId) {
  const file = `/proc/${processId}/status`;
  if (!existsSync(file)) return 0;
  const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(file, "utf8")) ?? [];
  return Number(kilobytes) * 1_024;
}
