import { signal } from "@preact/signals";
import type { RunEnding } from "@wellhead/workbench/protocol";
import type { RemoteResult } from "./remote-result.js";

/** A run whose rows the service may still keep. */
export interface KeptRun {
  readonly result: RemoteResult;
  /** Base address of the connector; empty for a statement. */
  readonly base: string;
  readonly source: string;
  readonly ending: RunEnding;
  /** When it ended, in milliseconds since 1970. */
  readonly at: number;
}

/** The service keeps no more. */
const maxKept = 4;

/** The latest runs of this page with rows, the newest first. */
export const keptRuns = signal<readonly KeptRun[]>([]);

/** Records a run that has ended. */
export function keepRun(run: KeptRun): void {
  keptRuns.value = [run, ...keptRuns.peek()].slice(0, maxKept);
}

/** Forgets a run that the service no longer keeps. */
export function forgetRun(id: string): void {
  keptRuns.value = keptRuns.peek().filter(({ result }) => result.run !== id);
}
