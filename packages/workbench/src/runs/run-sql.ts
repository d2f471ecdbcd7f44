import {
  loadReadings,
  type PlannedReading,
  planReadings,
  type Results,
  ResultsError,
  type ResultTable,
} from "@wellhead/results";
import type { SqlRequest } from "../protocol/index.js";
import type { RunContext } from "./run-context.js";
import { describeFault, type RunOutcome, tableColumns } from "./run-outcome.js";

/**
 * Runs a statement over the sources it names.
 *
 * @param request - The statement, and the connectors it may name
 * @param context - The run
 * @returns How it ended, with the rows of the statement
 */
export async function runSql(request: SqlRequest, context: RunContext): Promise<RunOutcome> {
  let results: Results | undefined;
  const abort = (): void => void results?.close();
  context.signal.addEventListener("abort", abort);
  try {
    results = await context.openResults();
    const outcome = await queryReadings(request, results, context);
    context.signal.removeEventListener("abort", abort);
    return outcome;
  } catch (error) {
    const closed = results?.close().catch(() => undefined) ?? Promise.resolve();
    return { result: describeFault(error, context), closed };
  }
}

async function queryReadings(
  { sql, connectors, allowPartial = false }: SqlRequest,
  results: Results,
  context: RunContext,
): Promise<RunOutcome> {
  const { signal } = context;
  const bases = new Map(connectors.map(({ name, base }) => [name, base]));
  const readings = await planReadings(await results.inspect(sql), {
    connectors: connectors.map(({ name, base, account }) => ({
      name,
      open: () => Promise.resolve({ connector: context.connect(base), account }),
    })),
    signal,
  });
  for (const { connection, source, filter } of readings)
    context.send({ type: "reading", reading: { connector: connection.name, source: source.id, filter } });
  const loaded = await loadReadings(readings, {
    results,
    signal,
    allowsPartial: allowPartial,
    onAccount: ({ name }, account) =>
      context.send({ type: "account", base: bases.get(name) ?? "", account, changed: [] }),
    onBatch: context.progress.add,
  });
  context.send({ type: "storing" });
  const table = await queryWithNames(results, sql, readings);
  const incomplete = loaded.find((reading) => reading.incomplete !== undefined)?.incomplete;
  const columns = tableColumns(table.columns, [], []);
  return {
    result: {
      ending: incomplete?.ending ?? "whole",
      message: incomplete?.message ?? "",
      columns,
      rowCount: table.rowCount,
    },
    kept: { results, table, columns },
  };
}

/** Only the columns that a statement may refer to are loaded, so the engine cannot name the others. */
async function queryWithNames(
  results: Results,
  sql: string,
  readings: readonly PlannedReading[],
): Promise<ResultTable> {
  try {
    return await results.query(sql);
  } catch (error) {
    if (!(error instanceof ResultsError) || error.code !== "statement" || !/\bcolumn\b/i.test(error.message))
      throw error;
    const lists = readings.flatMap(({ connection, source, declared }) => {
      if (declared.length === 0) return [];
      const names = declared.slice(0, maxNamed).map(({ id }) => id);
      const more = declared.length > maxNamed ? `, and ${declared.length - maxNamed} more` : "";
      return [` Columns of ${connection.name}."${source.id}": ${names.join(", ")}${more}.`];
    });
    throw new ResultsError("statement", nameColumns(error.message, lists), { cause: error });
  }
}

/**
 * Names the columns that a statement could use in place of those that the engine names.
 *
 * @param message - The message of the engine
 * @param lists - The columns of each source, where they are declared
 * @returns The message
 */
export function nameColumns(message: string, lists: readonly string[]): string {
  // A table of which a statement needs no column has one of this name.
  const isCandidate = lists.length === 0 && !message.includes('bindings: "no columns"');
  const sentence = isCandidate ? message : message.replace(/\.? Candidate bindings: .*/, ".");
  return `${sentence}${lists.join("")}`;
}

/** Maximum number of columns of a source that an error names. */
const maxNamed = 40;
