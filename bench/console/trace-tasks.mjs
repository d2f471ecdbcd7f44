import { once } from "node:events";

/** @import { Browser } from "playwright-core" */

/**
 * The longest tasks of the main threads of a browser's pages.
 *
 * @typedef {object} Tasks
 * @property {number} longest Milliseconds from its start to its end.
 * @property {number} longestProcessor Milliseconds of processor time, which other processes of the machine do not change.
 */

/**
 * Records the tasks of the main threads of all pages. The script of this measurement is part of them.
 *
 * @param {Browser} browser The browser.
 * @returns {Promise<{ stop: () => Promise<Tasks> }>} Ends the recording.
 */
export async function traceTasks(browser) {
  const session = await browser.newBrowserCDPSession();
  /** @type {{ name: string, ph: string, dur?: number, tdur?: number, pid: number, tid: number, args?: { name?: string } }[]} */
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => {
    // Only what is used is kept: millions of rows make many tasks.
    for (const event of value)
      if ((event.name === "RunTask" && event.dur > 5_000) || event.name === "thread_name") events.push(event);
  });
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["disabled-by-default-devtools.timeline", "toplevel"] },
  });
  return {
    async stop() {
      const isComplete = once(session, "Tracing.tracingComplete");
      await session.send("Tracing.end");
      await isComplete;
      await session.detach();
      const main = new Set(
        events.flatMap(({ name, args, pid, tid }) =>
          name === "thread_name" && args?.name === "CrRendererMain" ? [`${pid} ${tid}`] : [],
        ),
      );
      const tasks = events.filter(({ name, pid, tid }) => name === "RunTask" && main.has(`${pid} ${tid}`));
      return {
        longest: Math.max(0, ...tasks.map(({ dur = 0 }) => dur)) / 1_000,
        longestProcessor: Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1_000,
      };
    },
  };
}
