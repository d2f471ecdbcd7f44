import type { Group, RowCondition, SummaryGroup } from "@wellhead/workbench/protocol";
import type { PlotSpec } from "../../workbench/view/plot-spec.js";

/** The part of a group, or of a box, that determines its rows. */
export type MarkGroup = Pick<Group, "x" | "until" | "series" | "seriesUntil" | "isOther">;

/**
 * Returns the conditions that exactly the rows of a mark meet.
 *
 * @param spec - The chart
 * @param group - The group, or the box
 * @returns `undefined` when conditions cannot express them, as for all other groups together
 */
export function rowsOfMark(spec: PlotSpec, group: MarkGroup): readonly RowCondition[] | undefined {
  const x = conditionsOn(spec.x, group.x, group.until);
  const column = spec.kind === "heat map" ? (spec.y ?? spec.x) : spec.series;
  if (column === undefined || spec.kind === "box" || spec.kind === "histogram") return x;
  const series =
    group.isOther === true ? undefined : conditionsOn(column, group.series ?? null, group.seriesUntil);
  return x && series && [...x, ...series];
}

/**
 * Returns the conditions that exactly the rows of a group of a summary meet.
 *
 * @param columns - The columns that form the groups
 * @param group - The group
 * @returns `undefined` when there are no columns, or conditions cannot express the group
 */
export function rowsOfGroup(
  columns: readonly string[],
  { keys, untils }: Pick<SummaryGroup, "keys" | "untils">,
): readonly RowCondition[] | undefined {
  const conditions = columns.map((column, at) =>
    conditionsOn(column, keys[at] ?? null, untils[at] ?? undefined),
  );
  return columns.length === 0 || conditions.includes(undefined)
    ? undefined
    : conditions.flatMap((one) => one ?? []);
}

/**
 * Returns the conditions on a column that the rows of a group meet.
 *
 * @param column - The column
 * @param from - Its value, or the start of a unit or a bin; `null` for missing values
 * @param until - Where the unit or the bin ends
 * @returns `undefined` when conditions cannot express them
 */
function conditionsOn(
  column: string,
  from: string | null,
  until: string | undefined,
): readonly RowCondition[] | undefined {
  if (from === null) return [{ column, operator: "empty" }];
  if (until === undefined) return [{ column, operator: "equals", value: from }];
  // Infinite times, NaN and years before the first are not between two values.
  if (![from, until].every((end) => /^-?\d/.test(end) && !end.includes("("))) return undefined;
  return [
    { column, operator: "at-least", value: from },
    { column, operator: "less", value: until },
  ];
}
