import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { stream } from "../data/stream-state.js";
import { type ColumnFacts, columnFacts, type GatheredFacts } from "./column-facts.js";

/** Facts about the columns of one run. */
interface FactsState extends GatheredFacts {
  readonly run: number;
}

const gathered = signal<FactsState>({ run: 0, rows: 0, facts: [], problem: "" });

/** Number of columns that are profiled in one request. */
const step = 20;
const maxColumns = 1000;
/** Number of columns whose distribution is computed, too. */
const maxDetailed = 60;
/** The run whose facts have been requested. */
let asked = 0;

/**
 * Gathers facts about the columns of the rows on the page, once all rows have arrived.
 *
 * @returns The facts; `undefined` until those of the current run have arrived
 */
export function useColumnFacts(): GatheredFacts | undefined {
  const { run, result } = stream.value;
  const newest = gathered.value;
  useEffect(() => void gatherFacts(run), [run, result]);
  return newest.run === run ? newest : undefined;
}

async function gatherFacts(run: number): Promise<void> {
  const { result, ending } = stream.peek();
  if (ending === "open" || asked === run) return;
  asked = run;
  const rows = result?.rowCount ?? 0;
  const names = result?.columns.slice(0, maxColumns).map(({ name }) => name) ?? [];
  const facts: ColumnFacts[] = [];
  try {
    for (let start = 0; start < names.length; start += step) {
      const profiles = await result?.fetchProfiles(names.slice(start, start + step), start < maxDetailed);
      if (stream.peek().run !== run) return;
      facts.push(...(profiles ?? []).map(columnFacts));
    }
    gathered.value = { run, rows, facts, problem: "" };
  } catch (error) {
    const problem = error instanceof Error ? error.message : "Could not profile the columns.";
    gathered.value = { run, rows, facts: [], problem };
  }
}
