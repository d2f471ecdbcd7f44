import type { DeclaredColumn } from "../connectors/application.js";
import type { CellType, ColumnFacts } from "../data/engine/column-facts.js";
import type { GatheredFacts } from "../data/engine/engine-messages.js";

/** A column as it was declared beside what came. */
export interface ComparedColumn {
  readonly id: string;
  readonly declared: DeclaredColumn | undefined;
  readonly facts: ColumnFacts | undefined;
  /** What the rows look like, as a type of the contract; empty when there is no value to tell. */
  readonly inferred: string;
  /** Where both disagree, in words; empty when they do not. */
  readonly disagreement: string;
}

const names: Readonly<Record<CellType, string>> = {
  text: "text",
  number: "number",
  bool: "bool",
  date: "date",
  array: "array",
  object: "object",
};

/**
 * Sets declared columns beside the columns that came, declared ones first, and names each disagreement. Where no
 * rows have come yet, there is none.
 */
export function compareColumns(
  declared: readonly DeclaredColumn[] | undefined,
  { facts, rows }: GatheredFacts,
): readonly ComparedColumn[] {
  const seen = new Map(facts.map((one) => [one.id, one]));
  const known = new Set(declared?.map(({ id }) => id));
  const listed = (declared ?? []).map((column) => {
    const compared = compare(column.id, column, seen.get(column.id));
    return rows === 0 ? { ...compared, disagreement: "" } : compared;
  });
  const unlisted = facts.filter(({ id }) => !known.has(id)).map((one) => compare(one.id, undefined, one));
  if (declared === undefined) return unlisted;
  return [...listed, ...unlisted.map((column) => ({ ...column, disagreement: "Not declared, but sent" }))];
}

function compare(
  id: string,
  declared: DeclaredColumn | undefined,
  facts: ColumnFacts | undefined,
): ComparedColumn {
  const inferred = facts?.types.map(({ type }) => names[type]).join(" or ") ?? "";
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
  const found = strange.map(({ type, count }) => `${count} × ${names[type]}`).join(", ");
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
