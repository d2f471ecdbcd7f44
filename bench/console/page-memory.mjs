import { existsSync, readFileSync } from "node:fs";

/** @import { Browser, Page } from "playwright-core" */

/**
 * Returns the process of the page: the renderer that uses the most memory.
 *
 * @param {Browser} browser The browser.
 */
export async function rendererOf(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const renderers = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
  return renderers.reduce((left, right) => (residentBytes(left) > residentBytes(right) ? left : right), 0);
}

/**
 * Returns the memory that the page really keeps. The browser collects its garbage when it likes.
 *
 * @param {Page} page The page.
 * @param {number} processId Its process.
 */
export async function memoryAfterCollection(page, processId) {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  return residentBytes(processId);
}

/** @param {number} processId The process. */
export function watchMemory(processId) {
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
