import type { Column, Field, Source } from "@wellhead/client";
import type { KnownColumns } from "../statement/column-resolver.js";
import { type ColumnValues, findJoins, type TableUse } from "../statement/find-joins.js";
import type { NamedTable } from "../statement/named-table.js";
import { isNode, itemsOf, type SyntaxNode, textOf } from "../statement/syntax-node.js";

/** Values of some filters that belong together, and the part of the statement that computes them. */
export interface JoinedValues extends Omit<ColumnValues, "column" | "expressions" | "tables"> {
  /** The filters. */
  readonly fields: readonly Field[];
  /** Alternatives. Each has an expression for every filter. */
  readonly alternatives: readonly (readonly SyntaxNode[])[];
  /** Description of the expressions, such as `a.id`. */
  readonly text: string;
}

/** Required filters whose values come from other tables of the statement. */
export interface JoinedFilters {
  readonly fields: readonly Field[];
  /** Groups of values for each use of the table. Their combinations are requested. */
  readonly uses: readonly (readonly JoinedValues[])[];
}

/** A table whose required filters may need values. */
export interface FilteredReading {
  readonly source: Source;
  readonly declared: readonly Column[];
  /** The names under which the statement reads the source; several when it reads the source more than once. */
  readonly tables: readonly NamedTable[];
  /** Required filters without a value. */
  readonly missing: readonly Field[];
}

/** A table, its position in the plan, and its joined filters when it has some. */
export interface OrderedReading {
  /** Index of the table. */
  readonly index: number;
  readonly joined: JoinedFilters | undefined;
}

/**
 * Derives required filters from the joins of a statement, and orders the tables so that each is read after those that
 * its filters come from.
 *
 * @param readings - The tables of the statement
 * @param tree - Syntax tree of the statement
 * @param columns - Finds the columns of a table
 * @returns The tables in the order in which they are read, without those whose filters cannot be derived
 */
export function joinFilters(
  readings: readonly FilteredReading[],
  tree: unknown,
  columns: KnownColumns,
): readonly OrderedReading[] {
  const ordered: OrderedReading[] = [];
  const left = new Set(readings.keys());
  for (const [index, { missing }] of readings.entries()) {
    if (missing.length > 0) continue;
    ordered.push({ index, joined: undefined });
    left.delete(index);
  }
  const uses = left.size === 0 ? [] : findJoins(tree, columns);
  for (let before = -1; before !== ordered.length; ) {
    before = ordered.length;
    for (const index of left) {
      const known = new Set(ordered.flatMap((reading) => (readings[reading.index]?.tables ?? []).map(keyOf)));
      const reading = readings[index];
      const joined = reading && joinedFilters(reading, uses, known);
      if (joined === undefined) continue;
      ordered.push({ index, joined });
      left.delete(index);
    }
  }
  return ordered;
}

function joinedFilters(
  { declared, tables, missing }: FilteredReading,
  uses: readonly TableUse[],
  known: ReadonlySet<string>,
): JoinedFilters | undefined {
  // Of columns whose names differ only in case, SQL cannot name the one that the filter applies to.
  const isNamed = ({ id }: Field) =>
    declared.filter((column) => column.id.toLowerCase() === id.toLowerCase()).length < 2;
  if (!missing.every(isNamed)) return undefined;
  const keys = new Set(tables.map(keyOf));
  const own = uses.filter(({ table }) => keys.has(keyOf(table)));
  const groups = own.map(({ values }) => {
    const usable = values.filter((value) => value.tables.every((table) => known.has(keyOf(table))));
    const chosen = missing.map((field) => usable.find(({ column }) => column === field.id.toLowerCase()));
    const found = chosen.filter((value) => value !== undefined);
    return found.length < missing.length ? undefined : groupValues(missing, found);
  });
  const found = groups.filter((group) => group !== undefined);
  return found.length === 0 || found.length < groups.length ? undefined : { fields: missing, uses: found };
}

/** Groups filters whose values are computed from the same rows, so that only combinations that occur are read. */
function groupValues(fields: readonly Field[], values: readonly ColumnValues[]): readonly JoinedValues[] {
  const groups = new Map<unknown, JoinedValues>();
  for (const [index, { expressions, from, conditions, withEntries }] of values.entries()) {
    const field = fields[index];
    if (field === undefined) continue;
    const before = groups.get(from);
    const [first] = before?.alternatives ?? [];
    const [expression] = expressions;
    const isOne = expressions.length === 1 && before?.alternatives.length === 1 && from !== undefined;
    if (isOne && before !== undefined && first !== undefined && expression !== undefined)
      groups.set(from, {
        ...before,
        fields: [...before.fields, field],
        alternatives: [[...first, expression]],
        text: `${before.text}, ${textOfExpression(expression)}`,
      });
    else
      groups.set(before === undefined && from !== undefined ? from : Symbol(field.id), {
        fields: [field],
        alternatives: expressions.map((one) => [one]),
        from,
        conditions,
        withEntries,
        text: expressions.map(textOfExpression).join(", "),
      });
  }
  return [...groups.values()];
}

function textOfExpression(node: SyntaxNode): string {
  if (node["class"] === "COLUMN_REF") {
    const parts = itemsOf(node["column_names"]).map(textOf);
    return parts[0] === "wellhead values" ? "the subquery" : parts.join(".");
  }
  const constant = isNode(node["value"]) ? node["value"]["value"] : undefined;
  return typeof constant === "string" || typeof constant === "number" ? String(constant) : "an expression";
}

function keyOf({ schema, name }: NamedTable): string {
  return JSON.stringify([schema.toLowerCase(), name.toLowerCase()]);
}
