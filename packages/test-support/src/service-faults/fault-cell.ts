import { isLong } from "../properties/is-long.js";
import type { UpstreamFault } from "../upstream-faults/upstream-faults.js";

/** Where an upstream fails. */
export type FaultPoint =
  | "validate"
  | "datalist"
  | "first page"
  | "inside page 1"
  | "between pages"
  | "last page";

/** A fault on the network path to the upstream, which a response cannot simulate. */
export type NetworkFault = "refused" | "dropped" | "unknown" | "silent" | "expired" | "other" | "stalled";

/** A fault of the matrix: in the response, or on the network path. */
export interface MatrixFault extends Omit<UpstreamFault, "answer"> {
  /** Responds to requests for the faulty page; absent for a network fault. */
  readonly answer?: UpstreamFault["answer"];
  readonly network?: NetworkFault;
}

/** One fault at one point, requested in one format. */
export interface FaultCell {
  readonly fault: MatrixFault;
  /** Index of the fault, which is part of the id of its connector. */
  readonly index: number;
  readonly point: FaultPoint;
  /** Requested media type. */
  readonly accept: string;
  /** Host of the upstream, by which the upstream, the resolver and the choice of certificate identify the cell. */
  readonly host: string;
}

const json = ["application/json"];
const formats = [...json, "application/x-ndjson", "text/csv"];

/** The formats to test at each point. Before the first row, every format ends in a status, so one is enough. */
const points: ReadonlyMap<FaultPoint, readonly string[]> = new Map([
  ["validate", json],
  ["datalist", json],
  ["first page", json],
  ["inside page 1", json],
  ["between pages", formats],
  ["last page", formats],
]);

/**
 * Returns the cells of faults. The faults take turns with the points, and, where the endings of formats differ, with the
 * formats; the long form tries each fault at every point and in every format.
 *
 * @param faults - The faults
 * @returns The cells
 */
export function cellsOf(faults: readonly MatrixFault[]): readonly FaultCell[] {
  return faults.flatMap((fault, index) =>
    [...points].flatMap(([point, accepts], place) =>
      accepts.flatMap((accept, format) => {
        const isTurn = (index + place) % 3 === 0 && index % accepts.length === format;
        if (!isLong && !isTurn) return [];
        const name = `f${index}-${point.replaceAll(" ", "")}-${format}`;
        const way = fault.network === undefined ? "" : `${fault.network}-${goodBefore(point)}-`;
        return [{ fault, index, point, accept, host: `${way}${name}.fault.example` }];
      }),
    ),
  );
}

/**
 * Returns the number of good pages before the faulty one.
 *
 * @param point - Where the upstream fails
 * @returns The number of pages
 */
export function pagesBefore(point: FaultPoint): number {
  if (point === "between pages") return 1;
  return point === "last page" ? 2 : 0;
}

/** Returns the number of connections before the faulty one: one per good page, and one that is cut inside page 1. */
function goodBefore(point: FaultPoint): number {
  return pagesBefore(point) + (point === "inside page 1" ? 1 : 0);
}

/**
 * Returns the id of the connector for a fault. Each fault has its own connector, because a service refuses requests to
 * a connector that has many in progress.
 *
 * @param index - Index of the fault
 * @returns Id of the connector
 */
export function connectorOf(index: number): string {
  return `fault-${index}`;
}
