import { setTimeout as wait } from "node:timers/promises";
import { singleFigure } from "./figure.mjs";
import { percentile } from "./percentile.mjs";
import { timed } from "./timed.mjs";

const most = 50;

/**
 * Sends small requests to a service repeatedly while a larger task runs.
 *
 * @param {{ adminUrl: string }} service The service.
 * @param {string} beside Description of the task, for the figure.
 * @param {() => Promise<unknown>} work The task.
 * @returns {Promise<object>} The 99th percentile of the times, as a figure.
 */
export async function latencyWhile({ adminUrl }, beside, work) {
  const times = [];
  let running = true;
  const probe = (async () => {
    while (running) {
      times.push(await timed(async () => (await fetch(`${adminUrl}/live`)).text()));
      await wait(5);
    }
  })();
  try {
    await work();
  } finally {
    running = false;
    await probe;
  }
  const value = Math.round(percentile(times, 99));
  return singleFigure(`GET /live beside ${beside}, 99th percentile`, { value, unit: "ms", atMost: most });
}
