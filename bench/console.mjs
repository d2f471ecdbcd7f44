import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { createConsole, StartProof } from "@wellhead/server";
import { Workbench } from "@wellhead/workbench";
import { chromium } from "playwright-core";
import { memoryAfterCollection, rendererOf, watchMemory } from "./console/page-memory.mjs";
import { rowCount, startRowServer } from "./console/row-server.mjs";
import { traceTasks } from "./console/trace-tasks.mjs";
import { useViews } from "./console/use-views.mjs";
import { readWatched, watchPage } from "./console/watch-page.mjs";
import { singleFigure } from "./measure/figure.mjs";
import { spreadOf } from "./measure/spread.mjs";

/** @import { Browser } from "playwright-core" */

const folder = fileURLToPath(new URL("../packages/console/dist/page", import.meta.url));
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";

/** Measures the console in a real browser: load time, transferred bytes, and every view of millions of rows. */
export async function bench() {
  const connector = await startRowServer();
  const proof = new StartProof({ path: "/console" });
  const service = await createConsole({
    folder,
    proof,
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
    /** @type {number[]} */
    const slow = [];
    // A link works once.
    for (let round = 0; round < 5; round += 1) {
      loads.push(await coldLoad(browser, proof.linkTo(url)));
      slow.push(await slowLoad(browser, proof.linkTo(url)));
    }
    const stream = await streamRows(browser, proof.linkTo(url), connector);
    return { title: "Console", rows: [...loadRows(loads), ...slowRows(slow), ...stream] };
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
 * @param {string} link Link to the console.
 */
async function coldLoad(browser, link) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const start = performance.now();
  await page.goto(link);
  await page.getByRole("link", { name: "Millions of rows" }).waitFor();
  const usable = performance.now() - start;
  const scripts = await page.evaluate(async () => {
    const loaded = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"));
    return Promise.all(loaded.map(async ({ name }) => (await fetch(name)).text()));
  });
  await context.close();
  return { usable, bytes: scripts.reduce((sum, text) => sum + gzipSync(text).length, 0) };
}

/**
 * Opens the page with an empty cache on a processor five times slower, and waits until it shows rows.
 *
 * @param {Browser} browser The browser.
 * @param {string} link Link to the console.
 * @returns {Promise<number>} Milliseconds from the start of the page to its first row.
 */
async function slowLoad(browser, link) {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(`document.addEventListener("DOMContentLoaded", ${watchPage.toString()})`);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 5 });
  await page.goto(link);
  await page.getByRole("gridcell").first().waitFor();
  const { firstRow } = await page.evaluate(readWatched);
  const start = await page.evaluate(() => performance.timeOrigin);
  await context.close();
  return firstRow - start;
}

/** @param {readonly number[]} slow The measurements. */
function slowRows(slow) {
  const shown = spreadOf(slow, 0);
  return [
    {
      what: "cold load until the first rows are in sight, on a processor five times slower",
      value: shown,
      unit: "ms",
      runs: slow.length,
      limits: { atMost: 1_000 },
      ok: shown.median <= 1_000,
    },
  ];
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
      atMost: 120,
      unit: "KB",
    }),
  ];
}

/**
 * Streams millions of rows into the table, uses every view of them, and measures the page meanwhile.
 *
 * @param {Browser} browser The browser.
 * @param {string} link Link to the console.
 * @param {{ state: { firstWrite: number } }} connector The connector that sends the rows.
 */
async function streamRows(browser, link, connector) {
  const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
  // A slow view is a figure, and must not end the measurement.
  page.setDefaultTimeout(1_800_000);
  await page.addInitScript(`document.addEventListener("DOMContentLoaded", ${watchPage.toString()})`);
  const streaming = await traceTasks(browser);
  const start = performance.now();
  // The page reads a source that requires nothing as soon as it opens.
  await page.goto(link);
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
    ...memoryFigures("at its peak while they stream", peakWhileStreaming),
    ...memoryFigures("at its peak while every view of them is used", peak),
    ...memoryFigures("after a collection, with the last view in sight", kept),
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
 * @param {string} when When it was measured.
 * @param {import("./console/page-memory.mjs").Memory} memory The memory of the page's process.
 */
function memoryFigures(when, { resident, footprint }) {
  return [
    within(
      `resident memory of the page's process ${when}, the browser's mapped files included`,
      resident / 1e6,
      {
        atMost: 300,
        unit: "MB",
      },
    ),
    singleFigure(`private memory footprint of it ${when}: anonymous and swapped memory`, {
      value: Math.round(footprint / 1e4) / 100,
      unit: "MB",
    }),
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
 * @param {string} what What was measured.
 * @param {number} value The measured value.
 * @param {{ atMost: number, unit: string }} limit Its maximum, and the unit of both.
 */
function within(what, value, { atMost, unit }) {
  return singleFigure(what, { value: Math.round(value * 100) / 100, unit, atMost });
}
