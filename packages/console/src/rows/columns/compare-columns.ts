import type { DeclaredColumn } from "../../connect/connectors/application.js";
import { formatCount } from "../../text/format-amount.js";
import type { CellType, ColumnFacts, GatheredFacts } from "./column-facts.js";

/** A declared column compared with the values in the rows. */
export interface ComparedColumn {
  readonly id: string;
  readonly declared: DeclaredColumn | undefined;
  readonly facts: ColumnFacts | undefined;
  /** The type of the values in the rows, as a type of the contract; empty when there are no values. */
  readonly inferred: string;
  /** A description of the disagreement; empty when there is none. */
  readonly disagreement: string;
}

const typeNames: Readonly<Record<CellType, string>> = {
  text: "text",
  number: "number",
  bool: "bool",
  date: "date",
  array: "array",
  object: "object",
};

/**
 * Compares declared columns with the columns of the rows, declared ones first, and describes each disagreement. There
 * are none without rows, and none of a column whose facts have not arrived.
 *
 * @param declared - What the connector declares; `undefined` when it declares nothing
 * @param gathered - Facts about the values
 * @param sent - Names of columns that appeared in rows, if only without a value
 */
export function compareColumns(
  declared: readonly DeclaredColumn[] | undefined,
  { facts, rows, names }: Pick<GatheredFacts, "facts" | "rows" | "names">,
  sent: readonly string[],
): readonly ComparedColumn[] {
  // A declared column without any value has a column in the result, whether or not it was sent.
  const isSent = ({ id, types }: ColumnFacts) => types.length > 0 || sent.includes(id);
  const seen = new Map(facts.filter(isSent).map((one) => [one.id, one]));
  const known = new Set(declared?.map(({ id }) => id));
  const factsOf = new Map(facts.map((one) => [one.id, one]));
  const pending = new Set(names.filter((id) => !factsOf.has(id)));
  const listed = (declared ?? []).map((column) => {
    const compared = compare(column.id, column, seen.get(column.id));
    return rows === 0 || pending.has(column.id) ? { ...compared, disagreement: "" } : compared;
  });
  const unlisted = names.filter((id) => !known.has(id)).map((id) => compare(id, undefined, factsOf.get(id)));
  if (declared === undefined) return unlisted;
  return [...listed, ...unlisted.map((column) => ({ ...column, disagreement: "Not declared, but sent" }))];
}

function compare(
  id: string,
  declared: DeclaredColumn | undefined,
  facts: ColumnFacts | undefined,
): ComparedColumn {
  const inferred = facts?.types.map(({ type }) => typeNames[type]).join(" or ") ?? "";
  return {
    id,
    declared,
    facts,
    inferred,
    disagreement: declared === undefined ? "" : disagreementOf(declared, facts),
  };
}

function disagreementOf(declared: DeclaredColumn, facts: ColumnFacts | undefined): string {
  if (facts === undefined) return "Declared, but not sent";
  const strange = facts.types.filter(({ type }) => !fits(declared.type, type));
  if (strange.length === 0) return "";
  const found = strange.map(({ type, count }) => `${formatCount(count)} × ${typeNames[type]}`).join(", ");
  return `Declared ${declared.type}, found ${found}`;
}

function fits(declared: DeclaredColumn["type"], found: CellType): boolean {
  switch (declared) {
    case "id":
      return found === "text" || found === "number" || found === "date";
    case "text":
      return found === "text" || found === "date";
    case "unknown":
      return true;
    case "number":
    case "date":
    case "bool":
      return found === declared;
    default:
      return found === "array";
  }
}
