import { setTimeout as wait } from "node:timers/promises";

/**
 * Measures the memory of a service while a task runs.
 *
 * @param {Pick<import("./start-service.mjs").Service, "usage">} service The service.
 * @param {() => Promise<unknown>} work The task.
 * @returns {Promise<number>} Maximum number of bytes.
 */
export async function peakWhile(service, work) {
  let running = true;
  let peak = 0;
  const watch = (async () => {
    while (running) {
      peak = Math.max(peak, (await service.usage()).rss);
      await wait(50);
    }
  })();
  try {
    await work();
  } finally {
    running = false;
    await watch;
  }
  return peak;
}
