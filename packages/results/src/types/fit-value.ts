import { quoteText } from "../engine/quote.js";
import { numberText } from "./cast-column.js";
import type { StoredType } from "./column-type.js";
import { markStart } from "./number-mark.js";

const day = "[1-9]\\d{3}-\\d\\d-\\d\\d";
// Zeros beyond microseconds do not matter.
const clock = "[T ](?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,6}0*)?)?";
const zone = "(?:Z|[+-](?:0\\d|1[0-5])(?::?[0-5]\\d)?)";
/** The types of days and times. */
export type TimeType = "DATE" | "TIMESTAMP" | "TIMESTAMPTZ";

const timePatterns: Readonly<Record<TimeType, string>> = {
  DATE: `^${day}$`,
  TIMESTAMP: `^${day}(?:${clock})?$`,
  TIMESTAMPTZ: `^${day}(?:${clock}${zone}?)?$`,
};
const datePatterns: Readonly<Record<string, string | undefined>> = timePatterns;

/**
 * Returns the expression for a value as the type of its column.
 *
 * @param json - The column with the JSON of the value
 * @param type - The type
 * @returns SQL; null when the value does not fit the type, or is null
 */
export function fitValue(json: string, type: StoredType): string {
  const value = `CAST(${json} AS VARCHAR)`;
  if (type === "BOOLEAN") {
    // CSV contains texts, and some databases have no other booleans than 0 and 1.
    const isOneOf = (...texts: readonly string[]) =>
      `lower(${value}) IN (${texts.map((text) => quoteText(text)).join(", ")})`;
    return `CASE WHEN ${isOneOf("true", '"true"', "1")} THEN true WHEN ${isOneOf("false", '"false"', "0")} THEN false END`;
  }
  const pattern = datePatterns[type];
  return pattern === undefined ? fitNumber(value, type) : fitDate(json, { type, pattern });
}

/**
 * Returns the expression for a value as a text.
 *
 * @param json - The column with the JSON of the value
 * @returns SQL; null when the value is a number, or is null
 */
export function fitText(json: string): string {
  const value = `CAST(${json} AS VARCHAR)`;
  const isText = `starts_with(${value}, '"') AND NOT starts_with(${value}, ${quoteText(markStart)})`;
  return `CASE WHEN ${isText} THEN ${json} ->> '$' END`;
}

/**
 * Returns the expression for a day or time, also one that the engine would write otherwise.
 *
 * @param json - The column with the JSON of the text
 * @param type - The type
 * @returns SQL; null when the calendar has no such day or time
 */
export function castTime(json: string, type: TimeType): string {
  return `TRY_CAST(${completeTime(`(${json} ->> '$')`)} AS ${type})`;
}

/**
 * Returns the expression for the JSON text of a day or time that the engine would write otherwise.
 *
 * @param json - The column with the JSON of the text
 * @param type - The type
 * @returns SQL; null for every other value
 */
export function sentTime(json: string, type: TimeType): string {
  return `CASE WHEN NOT regexp_matches(${json} ->> '$', ${quoteText(timePatterns[type])}) OR ${castTime(json, type)} IS NULL THEN CAST(${json} AS VARCHAR) END`;
}

/** The engine does not read a time with a zone and without seconds. */
function completeTime(text: string): string {
  return `regexp_replace(${text}, '^(.{16})(Z|[+-].*)$', '\\1:00\\2')`;
}

function fitDate(
  json: string,
  { type, pattern }: { readonly type: StoredType; readonly pattern: string },
): string {
  const text = `(${json} ->> '$')`;
  const isText = `starts_with(CAST(${json} AS VARCHAR), '"')`;
  return `CASE WHEN ${isText} AND regexp_matches(${text}, ${quoteText(pattern)}) THEN TRY_CAST(${completeTime(text)} AS ${type}) END`;
}

function fitNumber(value: string, type: StoredType): string {
  const text = numberText(value);
  const cast = `TRY_CAST(${text} AS ${type})`;
  const isNumber = `(starts_with(${value}, ${quoteText(markStart)}) OR regexp_matches(${value}, '^-?[0-9]'))`;
  if (type === "DOUBLE") return `CASE WHEN ${isNumber} AND isfinite(${cast}) THEN ${cast} END`;
  const scale = Number(/,(\d+)\)$/.exec(type)?.[1] ?? 0);
  const double = `TRY_CAST(${text} AS DOUBLE)`;
  // The cast rounds, so a number fits only if no digit is lost.
  const isExact = `CASE WHEN contains(lower(${text}), 'e') THEN abs(CAST(${cast} AS DOUBLE) - ${double}) <= 1e-15 * abs(${double}) ELSE length(rtrim(split_part(${text}, '.', 2), '0')) <= ${scale} END`;
  return `CASE WHEN ${isNumber} AND ${isExact} THEN ${cast} END`;
}
