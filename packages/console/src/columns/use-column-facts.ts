import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { GatheredFacts } from "../data/engine/engine-messages.js";
import { engine, stream } from "../data/stream-state.js";

/** Facts about the columns of one run. */
interface FactsState extends GatheredFacts {
  readonly run: number;
}

const gathered = signal<FactsState>({ run: 0, rows: 0, facts: [] });

let asking = false;

/**
 * Gathers facts about the columns of the current stream, and updates them as rows arrive.
 *
 * @returns The latest facts; undefined until there are facts of the current run.
 */
export function useColumnFacts(): GatheredFacts | undefined {
  const { run, progress } = stream.value;
  const newest = gathered.value;
  // `newest` is a dependency, so that another request follows if the stream has progressed in the meantime.
  useEffect(() => void gatherFacts(), [run, progress.rows, newest]);
  return newest.run === run ? newest : undefined;
}

async function gatherFacts(): Promise<void> {
  const { run, progress } = stream.peek();
  const known = gathered.peek();
  if (asking || (known.run === run && known.rows >= progress.rows)) return;
  asking = true;
  try {
    gathered.value = { run, ...(await engine.ask("columns", undefined)) };
  } finally {
    asking = false;
  }
}
