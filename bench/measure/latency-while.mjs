import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { singleFigure } from "./figure.mjs";
import { percentile } from "./percentile.mjs";

const most = 50;

/** Minimum duration of the task. The 99th percentile of fewer requests would be that of its first moments. */
const minMs = 10_000;

/**
 * Sends small requests to a service, one after the other, while a larger task runs. They are sent by a process of their
 * own, because the task keeps this one busy, too.
 *
 * @param {{ adminUrl: string }} service The service.
 * @param {string} beside Description of the task, for the figure.
 * @param {() => Promise<unknown>} work The task. Is repeated until ten seconds have passed.
 * @returns {Promise<object>} The 99th percentile of the times, as a figure.
 */
export async function latencyWhile({ adminUrl }, beside, work) {
  const probe = fork(fileURLToPath(new URL("./send-small-requests.mjs", import.meta.url)), [
    `${adminUrl}/live`,
  ]);
  await once(probe, "message");
  probe.send("measure");
  const end = performance.now() + minMs;
  try {
    while (performance.now() < end) await work();
  } finally {
    probe.send("end");
  }
  const [times] = await once(probe, "message");
  const value = Math.round(percentile(times, 99));
  return singleFigure(`GET /live beside ${beside}, 99th percentile`, { value, unit: "ms", atMost: most });
}
