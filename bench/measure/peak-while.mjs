import { setTimeout as wait } from "node:timers/promises";

/**
 * Watches the memory of a service while something is done.
 *
 * @param {{ rss: () => Promise<number> }} service The service.
 * @param {() => Promise<unknown>} work What is done.
 * @returns {Promise<number>} Most bytes it took.
 */
export async function peakWhile(service, work) {
  let running = true;
  let peak = 0;
  const watch = (async () => {
    while (running) {
      peak = Math.max(peak, await service.rss());
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
