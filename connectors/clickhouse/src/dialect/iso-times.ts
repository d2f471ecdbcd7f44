import { memberType, parseType, type ResultColumn, valueType } from "../encode/value-kind.js";
import { quoteName } from "./quote-name.js";

/**
 * Returns a statement whose rows have times as ISO 8601, for servers before 20.12, which cannot write them so. Only their
 * columns that hold dates or times are converted.
 *
 * @param sql - The statement
 * @param columns - Its columns
 * @returns The statement, or the same one when it has no times
 */
export function withIsoTimes(sql: string, columns: readonly ResultColumn[]): string {
  if (!columns.some(({ type }) => holdsTimes(type))) return sql;
  const terms = columns.map(({ name, type }) => {
    const quoted = quoteName(name);
    const text = isoText(quoted, type, 0);
    return text === quoted ? quoted : `${text} as ${quoted}`;
  });
  return `select ${terms.join(", ")} from (\n${sql}\n)`;
}

function holdsTimes(text: string): boolean {
  const { name, parameters } = parseType(text);
  return name === "DateTime" || name === "Date" || parameters.some((part) => holdsTimes(memberType(part)));
}

function isoText(value: string, text: string, depth: number): string {
  if (!holdsTimes(text)) return value;
  const { name, parameters } = valueType(text);
  // Such servers write the first day as 0000-00-00 without a format. In UTC, every day has a midnight.
  if (name === "Date") return `formatDateTime(${value}, '%F', 'UTC')`;
  if (name === "DateTime") return `formatDateTime(${value}, '%FT%TZ', 'UTC')`;
  if (name === "Array") {
    const item = `item${depth}`;
    return `arrayMap(${item} -> ${isoText(item, parameters[0] ?? "", depth + 1)}, ${value})`;
  }
  const members = parameters.map((part, index) =>
    isoText(`tupleElement(${value}, ${index + 1})`, memberType(part), depth),
  );
  return `tuple(${members.join(", ")})`;
}
