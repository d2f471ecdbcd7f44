import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { errorText } from "../../workbench/exchanges/error-text.js";
import { stream } from "../data/stream-state.js";
import { type ColumnFacts, columnFacts, type GatheredFacts } from "./column-facts.js";

/** Facts about the columns of one run. */
interface FactsState extends GatheredFacts {
  readonly run: number;
}

const noFacts: FactsState = { run: 0, rows: 0, names: [], facts: [], problem: "" };

/** The facts of the latest run, as they arrive. */
const gathered = signal<FactsState>(noFacts);

/** Number of columns that are profiled in one request, without and with their distribution. */
const step = 20;
const detailStep = 5;
/** Number of rows up to which distributions take no longer than a request. */
const maxQuickRows = 100_000;
/** Number of columns at the top of the list whose distribution is computed. It takes longer than all other facts. */
const maxDetailed = 60;
/** The run whose facts have been requested. */
let asked = 0;
/** Columns whose distribution the page shows. */
let wanted: readonly string[] = [];
let isDetailing = false;

/**
 * Gathers facts about the columns of the rows on the page, once all rows have arrived.
 *
 * @param listed - The columns in the order of the page, the first ones of which get a distribution
 * @returns The facts so far; `undefined` while the rows of the current run arrive
 */
export function useColumnFacts(
  listed: (names: readonly string[]) => readonly string[],
): GatheredFacts | undefined {
  const { run, result } = stream.value;
  const newest = gathered.value;
  const isOwn = newest.run === run;
  const first = isOwn ? listed(newest.names).slice(0, maxDetailed) : [];
  const known = isOwn ? newest.facts.length : 0;
  useEffect(() => void gatherFacts(run), [run, result]);
  // What is in sight does not wait for the facts of thousands of other columns.
  useEffect(() => {
    if (known > 0) void gatherDetails(first);
  }, [run, known, first.join("\n")]);
  return isOwn ? newest : undefined;
}

async function gatherFacts(run: number): Promise<void> {
  const { result, ending } = stream.peek();
  if (ending === "open" || asked === run) return;
  asked = run;
  const names = result?.columns.map(({ name, key = name }) => key) ?? [];
  const rows = result?.rowCount ?? 0;
  const isQuick = names.length <= maxDetailed && rows <= maxQuickRows;
  gathered.value = { ...noFacts, run, rows, names };
  for (let start = 0; start < names.length; start += step) {
    const facts = await fetchFacts(run, names.slice(start, start + step), isQuick);
    if (facts === undefined) return;
    gathered.value = { ...gathered.peek(), facts: [...gathered.peek().facts, ...facts] };
  }
}

/** Adds the distributions of columns that have none. Those that are wanted last come first. */
async function gatherDetails(names: readonly string[]): Promise<void> {
  wanted = names;
  if (isDetailing) return;
  isDetailing = true;
  const tried = new Set<ColumnFacts>();
  for (;;) {
    const { run, facts } = gathered.peek();
    const missing = facts
      .filter((one) => !one.isDetailed && !tried.has(one) && wanted.includes(one.id))
      .slice(0, detailStep);
    if (missing.length === 0) break;
    for (const one of missing) tried.add(one);
    const detailed = await fetchFacts(
      run,
      missing.map(({ id }) => id),
      true,
    );
    const byId = new Map(detailed?.map((one) => [one.id, one]));
    const known = gathered.peek();
    if (known.run === run)
      gathered.value = { ...known, facts: known.facts.map((one) => byId.get(one.id) ?? one) };
  }
  isDetailing = false;
}

/**
 * Returns the facts of columns, which are named as they were sent; nothing once another run is shown, and when the
 * service cannot compute them.
 */
async function fetchFacts(
  run: number,
  names: readonly string[],
  isDetailed: boolean,
): Promise<readonly ColumnFacts[] | undefined> {
  try {
    const { result } = stream.peek();
    const columns = new Map(result?.columns.map(({ name, key = name }) => [key, name]));
    const profiles = await result?.fetchProfiles(
      names.map((name) => columns.get(name) ?? name),
      isDetailed,
    );
    if (gathered.peek().run !== run) return undefined;
    return profiles?.map((profile, at) => ({ ...columnFacts(profile), id: names[at] ?? profile.column }));
  } catch (error) {
    const problem = errorText(error, "Could not profile the columns.");
    if (gathered.peek().run === run) gathered.value = { ...gathered.peek(), problem };
    return undefined;
  }
}
