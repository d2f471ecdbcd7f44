import { runConformance } from "@wellhead/conformance";
import type { CheckAnswer, CheckRequest } from "./protocol/index.js";
import { DataError } from "./runs/data-error.js";
import type { DataReach } from "./runs/data-reach.js";

/** Milliseconds that a check may take. */
const timeLimitMs = 180_000;

/**
 * Judges a connector that the console lists.
 *
 * @param request - Its address, and what to judge it with
 * @param reach - Which connectors are listed
 * @param own - Address of this service
 * @returns The verdict and what it found
 * @throws DataError `refused` for a connector that is not listed
 */
export async function checkConnector(
  { base, account, source, filter }: CheckRequest,
  reach: DataReach,
  own: URL,
): Promise<CheckAnswer> {
  const address = new URL(base, own);
  const listed = reach.listed(address);
  if (listed === undefined)
    throw new DataError(
      "refused",
      `Could not check the connector: only those that the console was started with are checked. Start it with wellhead console ${address.href}.`,
    );
  const report = await runConformance(address, {
    headers: listed.headers,
    timeLimit: timeLimitMs,
    ...(account !== undefined && { account }),
    ...(source !== undefined && { source }),
    ...(filter !== undefined && { filter }),
  });
  const { pass, fail, warn, "could-not-run": notRun } = report.summary;
  return {
    headline: report.headline,
    passed: pass,
    failed: fail + notRun,
    warned: warn,
    findings: report.causes.map(({ id, verdict, serious, sentence, detail, reason, fix, evidence }) => {
      return { id, verdict, isSerious: serious, sentence, detail, reason, fix, evidence };
    }),
  };
}
