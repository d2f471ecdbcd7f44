import { readRows } from "../probe/read-rows.js";
import { CheckContext, type RunState } from "../requirement/check-context.js";
import { askRows, dataTarget } from "../target/data-target.js";
import type { Measurements } from "./conformance-report.js";

/**
 * Computes the figures that are reported but not judged, from responses that the run already has.
 *
 * @param run - State shared by all checks of the run
 * @returns The figures
 */
export async function measure(run: RunState): Promise<Measurements> {
  const { requests, elapsed, patience } = run.probe;
  const rows = await measureRows(run);
  const application = await new CheckContext(run).get("/").catch(() => undefined);
  const waits = { waitedMs: Math.round(patience.waitedMs), repeats: patience.repeats };
  const totalMs = Math.round(elapsed);
  return { requests, totalMs, ...waits, applicationMs: round(application?.totalMs), ...rows };
}

type RowFigures = Pick<Measurements, "firstByteMs" | "rowsPerSecond" | "bytesPerSecond">;

async function measureRows(run: RunState): Promise<RowFigures> {
  const none = { firstByteMs: null, rowsPerSecond: null, bytesPerSecond: null };
  if (!run.worked.size) return none;
  try {
    const context = new CheckContext(run);
    const exchange = await askRows(context, await dataTarget(context));
    const seconds = Math.max(exchange.totalMs, 0.1) / 1_000;
    const count = readRows(exchange)?.rows.length ?? 0;
    return {
      firstByteMs: round(exchange.firstByteMs),
      rowsPerSecond: Math.round(count / seconds),
      bytesPerSecond: Math.round(exchange.wireBytes / seconds),
    };
  } catch {
    // Figures are optional: another requirement already reports why there are no rows.
    return none;
  }
}

function round(milliseconds: number | undefined): number | null {
  return milliseconds === undefined ? null : Math.round(milliseconds * 10) / 10;
}
