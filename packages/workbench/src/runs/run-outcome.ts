import { ConnectorError, IncompleteRowsError } from "@wellhead/client";
import { IncompleteReadingError, type ResultColumn, ResultsError } from "@wellhead/results";
import type { DeclaredColumn, RunResult, TableColumn } from "../protocol/index.js";
import type { KeptRun } from "./kept-runs.js";
import type { RunContext } from "./run-context.js";

/** How a run ended, and its rows when there are some. */
export interface RunOutcome {
  readonly result: RunResult;
  readonly kept?: KeptRun;
  /** Resolves once the engine of a run without rows is closed. It may still be starting. */
  readonly closed?: Promise<void>;
}

/**
 * Describes why a run ended before it had rows.
 *
 * @param error - What was thrown
 * @param context - The run
 * @returns The result
 */
export function describeFault(error: unknown, { isCancelled }: RunContext): RunResult {
  const nothing = { columns: [], rowCount: 0 };
  if (isCancelled) return { ...nothing, ending: "cancelled", message: "" };
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof IncompleteRowsError || error instanceof IncompleteReadingError)
    return { ...nothing, ending: error.ending, message };
  if (!(error instanceof ConnectorError) || error.code !== "refused")
    return { ...nothing, ending: "failed", message, ...faultOf(error) };
  return {
    ...nothing,
    ending: "refused",
    message,
    ...(error.field !== undefined && { field: error.field }),
    ...(error.status !== undefined && { status: error.status }),
  };
}

function faultOf(error: unknown): Pick<RunResult, "fault"> {
  if (error instanceof ConnectorError && error.code !== "refused") return { fault: error.code };
  return error instanceof ResultsError && error.code === "statement" ? { fault: "statement" } : {};
}

/**
 * Sorts columns in the order that users expect: as the connector declares them, then as they appeared in the rows.
 *
 * @param columns - Columns of the table
 * @param declared - Columns that the connector declares
 * @param seen - Names in the order in which they appeared
 * @returns The columns with their declarations
 */
export function tableColumns(
  columns: readonly ResultColumn[],
  declared: readonly DeclaredColumn[],
  seen: readonly string[],
): readonly TableColumn[] {
  const names = [...declared.map(({ id }) => id), ...seen];
  const position = new Map(names.toReversed().map((name, index) => [name, names.length - index]));
  const byId = new Map(declared.map((column) => [column.id, column]));
  return columns
    .map((column, index) => ({
      column,
      at: position.get(column.key ?? column.name) ?? names.length + index + 1,
    }))
    .toSorted((left, right) => left.at - right.at)
    .map(({ column: { name, type, kind, key } }) => {
      const known = byId.get(key ?? name);
      return {
        name,
        type,
        kind,
        ...(key !== undefined && { key }),
        ...(known !== undefined && { declared: known }),
      };
    });
}
