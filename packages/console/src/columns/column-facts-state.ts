import { signal } from "@preact/signals";
import type { ColumnFacts } from "../data/engine/column-facts.js";
import { engine, stream } from "../data/stream-state.js";

/** Facts about the columns of the stream, and how far the stream was when they were gathered. */
export interface FactsState {
  readonly run: number;
  readonly rows: number;
  readonly facts: readonly ColumnFacts[];
}

/** The newest facts. */
export const columnFacts = signal<FactsState>({ run: 0, rows: 0, facts: [] });

let asking = false;

/** Brings the facts up to where the stream is now. */
export async function refreshFacts(): Promise<void> {
  const { run, progress } = stream.peek();
  const known = columnFacts.peek();
  if (asking || (known.run === run && known.rows === progress.rows)) return;
  asking = true;
  const facts = await engine.ask("columns", undefined);
  asking = false;
  columnFacts.value = { run, rows: progress.rows, facts };
}
