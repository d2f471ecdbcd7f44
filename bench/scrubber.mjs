import { execFileSync } from "node:child_process";
import { singleFigure } from "./measure/figure.mjs";

/** Maximum milliseconds per line of a request. */
const limit = 1;

/**
 * Measures the cost of removing the secrets of one request from one log line, including the index of the secrets.
 *
 * @returns {Promise<object>} Times
 */
export async function bench() {
  const program = new URL("measure-scrubber.mjs", import.meta.url);
  const measured = JSON.parse(execFileSync(process.execPath, [program.pathname], { encoding: "utf8" }));
  const rows = measured.map(({ count, length, quoted, milliseconds }) =>
    singleFigure(`${count} × ${length} characters${quoted ? ", quoted in the line" : ""}`, {
      value: milliseconds,
      unit: "ms",
      atMost: limit,
    }),
  );
  return { title: "Secrets kept out of a line", rows };
}
