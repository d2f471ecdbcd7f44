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
  return renderers.reduce(
    (left, right) => (memoryOf(left).resident > memoryOf(right).resident ? left : right),
    0,
  );
}

/**
 * Returns the memory that the page really keeps. The browser collects its garbage when it likes.
 *
 * @param {Page} page The page.
 * @param {number} processId Its process.
 * @returns {Promise<Memory>} The memory.
 */
export async function memoryAfterCollection(page, processId) {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  return memoryOf(processId);
}

/** @param {number} processId The process. */
export function watchMemory(processId) {
  let peak = memoryOf(processId);
  const timer = setInterval(() => {
    const { resident, footprint } = memoryOf(processId);
    peak = {
      resident: Math.max(peak.resident, resident),
      footprint: Math.max(peak.footprint, footprint),
    };
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
 * The memory of a process, in bytes.
 *
 * @typedef {object} Memory
 * @property {number} resident All resident memory, with the mapped pages of the browser's own program file.
 * @property {number} footprint Private memory footprint as the browser's task manager has it on Linux: anonymous memory,
 *   resident or swapped out.
 */

/**
 * @param {number} processId The process.
 * @returns {Memory} 0 when the process has ended.
 */
function memoryOf(processId) {
  const file = `/proc/${processId}/status`;
  const status = existsSync(file) ? readFileSync(file, "utf8") : "";
  const bytes = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0) * 1_024;
  return { resident: bytes("VmRSS"), footprint: bytes("RssAnon") + bytes("VmSwap") };
}
