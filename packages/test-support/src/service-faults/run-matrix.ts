import { canary } from "./canary.js";
import { cellsOf, type FaultCell } from "./fault-cell.js";
import type { FaultService } from "./fault-service-process.js";
import { startFaultUpstream } from "./fault-upstream.js";
import { matrixFaults } from "./matrix-faults.js";
import { type RanCell, runCell } from "./run-cell.js";
import { runStream } from "./run-stream.js";
import { streamFaults } from "./stream-faults.js";

/** Number of cells that run concurrently. */
const together = 24;

/**
 * Runs every fault at every point, and the faults inside one response.
 *
 * @param service - The service
 * @returns The results of the cells
 */
export async function runMatrix({ url }: FaultService): Promise<readonly RanCell[]> {
  const cells = cellsOf(matrixFaults);
  const upstream = await startFaultUpstream(cells);
  const run = (cell: FaultCell) => runCell(cell, { url, upstream, secret: canary });
  try {
    // Sorted by point, so that concurrent cells belong to different faults and connectors.
    const byPlace = cells
      .filter((cell) => !isClocked(cell))
      .toSorted((one, other) => `${one.point} ${one.accept}`.localeCompare(`${other.point} ${other.accept}`));
    const plain = await runSome(
      byPlace.map((cell) => () => run(cell)),
      together,
    );
    // Cells that depend on timeouts run without other load, all at the same time.
    const clocked = await Promise.all(cells.filter((cell) => isClocked(cell)).map((cell) => run(cell)));
    const formats = ["application/json", "application/x-ndjson", "text/csv"];
    const streams = streamFaults.flatMap((fault, index) =>
      formats.map((accept) => () => runStream(fault, { index, accept, url })),
    );
    return [...plain, ...clocked, ...(await runSome(streams, together))];
  } finally {
    await upstream.close();
  }
}

function isClocked({ fault }: FaultCell): boolean {
  return fault.definition?.limits?.firstByte !== undefined;
}

/** Runs work with limited concurrency. */
async function runSome<Value>(
  work: ReadonlyArray<() => Promise<Value>>,
  maxConcurrent: number,
): Promise<Value[]> {
  const left = work.values();
  const done: Value[] = [];
  const worker = async (): Promise<void> => {
    for (const next of left) done.push(await next());
  };
  await Promise.all(Array.from({ length: maxConcurrent }, worker));
  return done;
}
