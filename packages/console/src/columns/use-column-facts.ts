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
 * Facts about the columns of the stream on the page, gathered anew while it moves on.
 *
 * @returns The newest facts; undefined while none of this run are here.
 */
export function useColumnFacts(): GatheredFacts | undefined {
  const { run, progress } = stream.value;
  const newest = gathered.value;
  // An answer is a change too: if the stream moved on meanwhile, the next question follows it.
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
