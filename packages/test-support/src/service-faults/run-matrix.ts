import { setTimeout } from "node:timers/promises";
import { openConnections } from "../network/open-connections.js";
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

/** What a matrix has shown. */
export interface RanMatrix {
  readonly cells: readonly RanCell[];
  /** Open connections of the service to the upstream, once idle ones have been closed: those the kernel sees, and the metric. */
  readonly left: { readonly seen: number; readonly counted: number };
}

/** Longer than idle connections are kept, in milliseconds. */
const maxIdleMs = 30_000;

/**
 * Runs every fault at every point, and the faults inside one response.
 *
 * @param service - The service
 * @returns The results of the cells, and the connections that are left
 */
export async function runMatrix(service: FaultService): Promise<RanMatrix> {
  const { url } = service;
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
    const ran = [...plain, ...clocked, ...(await runSome(streams, together))];
    return { cells: ran, left: await connectionsLeft(service, upstream.ports) };
  } finally {
    await upstream.close();
  }
}

/** Waits until the service has no connection to the upstream, at most some seconds, and returns those that are left. */
async function connectionsLeft(
  { pid, adminUrl }: FaultService,
  ports: readonly number[],
): Promise<RanMatrix["left"]> {
  for (const start = performance.now(); ; await setTimeout(100)) {
    const seen = ports.reduce((sum, port) => sum + openConnections(port, pid), 0);
    const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
    const counted = Number(/^wellhead_upstream_connections (\d+)$/m.exec(metrics)?.[1]);
    if ((seen === 0 && counted === 0) || performance.now() - start > maxIdleMs) return { seen, counted };
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
