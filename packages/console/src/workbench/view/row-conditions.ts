import type { RowCondition } from "@wellhead/workbench/protocol";
import { isList, parseJson } from "../../text/record.js";

const compared = ["equals", "differs", "less", "at-most", "more", "at-least", "contains"] as const;
const signs: Readonly<Record<(typeof compared)[number], string>> = {
  equals: "=",
  differs: "≠",
  less: "<",
  "at-most": "≤",
  more: ">",
  "at-least": "≥",
  contains: "contains",
};

/** Parses conditions from an address. Invalid ones are left out. */
export function readConditions(text: string): readonly RowCondition[] {
  const conditions = parseJson(text);
  return isList(conditions) ? conditions.flatMap((condition) => readCondition(condition)) : [];
}

/** A condition is a list, which is shorter in an address: column, operator, value. */
function readCondition(condition: unknown): readonly RowCondition[] {
  if (!isList(condition)) return [];
  const [column, name, value] = condition;
  if (typeof column !== "string") return [];
  if (name === "empty" || name === "not-empty") return [{ column, operator: name }];
  const operator = compared.find((known) => known === name);
  return operator === undefined || typeof value !== "string" ? [] : [{ column, operator, value }];
}

/** Formats conditions for an address. */
export function formatConditions(conditions: readonly RowCondition[]): string {
  return JSON.stringify(
    conditions.map((condition) => [
      condition.column,
      condition.operator,
      ...("value" in condition ? [condition.value] : []),
    ]),
  );
}

/** Describes what a condition asks of the value of its column, such as `≥ 12`. */
export function describeCondition(condition: RowCondition): string {
  switch (condition.operator) {
    case "empty":
      return "is missing";
    case "not-empty":
      return "is not missing";
    case "one-of":
      return `is one of ${condition.values.join(", ")}`;
    default:
      return `${signs[condition.operator]} ${condition.value === "" ? "(blank)" : condition.value}`;
  }
}

/** Adds conditions to others; one that is there already is not repeated. */
export function addConditions(
  conditions: readonly RowCondition[],
  added: readonly RowCondition[],
): readonly RowCondition[] {
  const known = new Set(conditions.map((condition) => JSON.stringify(condition)));
  return [...conditions, ...added.filter((condition) => !known.has(JSON.stringify(condition)))];
}
