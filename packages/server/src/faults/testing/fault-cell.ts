import type { UpstreamFault } from "@wellhead/sdk/faults";

/** Where an upstream fails. */
export type FaultPlace =
  | "validate"
  | "datalist"
  | "first page"
  | "inside page 1"
  | "between pages"
  | "last page";

/** A fault of the way to the upstream, which no answer can show. */
export type NetworkFault = "refused" | "dropped" | "unknown" | "silent" | "expired" | "other" | "stalled";

/** A fault as the matrix knows it: of the answer, or of the way there. */
export interface MatrixFault extends Omit<UpstreamFault, "answer"> {
  /** Answers requests for the faulty page; absent for a fault of the way. */
  readonly answer?: UpstreamFault["answer"];
  readonly network?: NetworkFault;
}

/** One fault at one place, asked for in one format. */
export interface FaultCell {
  readonly fault: MatrixFault;
  /** Number of the fault, which names its connector. */
  readonly index: number;
  readonly place: FaultPlace;
  /** Media type asked for. */
  readonly accept: string;
  /** Host of the upstream; it tells the upstream, the resolver and the certificates which cell asks. */
  readonly host: string;
}

const json = ["application/json"];
const formats = [...json, "application/x-ndjson", "text/csv"];

/** Places, and the formats in which the endings there differ: before the first row all end in a status. */
const places: ReadonlyMap<FaultPlace, readonly string[]> = new Map([
  ["validate", json],
  ["datalist", json],
  ["first page", json],
  ["inside page 1", json],
  ["between pages", formats],
  ["last page", formats],
]);

/**
 * Lists the cells of faults: each at every place, in every format in which the endings differ.
 *
 * @param faults - The faults
 * @returns The cells
 */
export function cellsOf(faults: readonly MatrixFault[]): readonly FaultCell[] {
  return faults.flatMap((fault, index) =>
    [...places].flatMap(([place, accepts]) =>
      accepts.map((accept, format) => {
        const name = `f${index}-${place.replaceAll(" ", "")}-${format}`;
        const way = fault.network === undefined ? "" : `${fault.network}-${goodBefore(place)}-`;
        return { fault, index, place, accept, host: `${way}${name}.fault.example` };
      }),
    ),
  );
}

/**
 * Counts the good pages before the faulty one.
 *
 * @param place - Where the upstream fails
 * @returns How many there are
 */
export function pagesBefore(place: FaultPlace): number {
  if (place === "between pages") return 1;
  return place === "last page" ? 2 : 0;
}

/** Connections that are made before the faulty one: one for each good page, and the one that is cut inside page 1. */
function goodBefore(place: FaultPlace): number {
  return pagesBefore(place) + (place === "inside page 1" ? 1 : 0);
}

/**
 * Names the connector that meets a fault. Each fault has its own, since a service refuses requests to a connector that
 * has many in progress.
 *
 * @param index - Number of the fault
 * @returns Id of the connector
 */
export function connectorOf(index: number): string {
  return `fault-${index}`;
}
