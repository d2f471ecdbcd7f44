import { execFileSync } from "node:child_process";

/** Maximum milliseconds per line of a request. */
const limit = 1;

/**
 * Measures the cost of removing the secrets of one request from one log line, including the index of the secrets.
 *
 * @returns {Promise<object>} Times, and their ratio to a request with one short secret
 */
export async function bench() {
  const program = new URL("measure-scrubber.mjs", import.meta.url);
  const measured = JSON.parse(execFileSync(process.execPath, [program.pathname], { encoding: "utf8" }));
  const rows = measured.map(({ count, length, quoted, milliseconds }) => ({
    what: `${count} × ${length} characters${quoted ? ", quoted in the line" : ""}`,
    value: milliseconds,
    unit: "ms",
    ratio: milliseconds / measured[0].milliseconds,
    limit: `< ${limit} ms`,
    ok: milliseconds < limit,
  }));
  return { title: "Secrets kept out of a line", rows };
}
