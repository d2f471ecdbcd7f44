import { loadReadings, planReadings, type Results } from "@wellhead/results";
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
  const table = await results.query(sql);
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
