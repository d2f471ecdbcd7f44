import { isDateRangeError, type WireDateRange } from "@wellhead/contract/dates";
import { answerDateQuestion, type DateQuestion, readDialect } from "./date-question.js";

/** The response to a line that could not be read. */
export interface DateProblem {
  readonly error: string;
  readonly kind: "format" | "date" | "order";
  /** Index in the expression at which parsing failed. */
  readonly position?: number;
}

/** Values of members that a line omits. */
export type DateDefaults = Omit<DateQuestion, "expression">;

/**
 * Evaluates one line of a batch.
 *
 * @param line - JSON: `{"expression", "now"?, "zone"?, "dialect"?}`
 * @param defaults - Values of members that the line omits
 * @returns The range, or a description of the problem; never throws, whatever the line contains
 */
export function answerLine(line: string, defaults: DateDefaults): WireDateRange | DateProblem {
  try {
    return answerDateQuestion(readQuestion(line, defaults));
  } catch (error) {
    if (isDateRangeError(error)) return { error: error.message, kind: error.kind, position: error.position };
    if (error instanceof RangeError) return { error: error.message, kind: "format" };
    throw error;
  }
}

function readQuestion(line: string, defaults: DateDefaults): DateQuestion {
  const record = readRecord(line);
  const { expression, now, zone, dialect } = record;
  if (typeof expression !== "string") throw wrong("expression", expression, "text");
  if (now !== undefined && now !== null && typeof now !== "string" && typeof now !== "number") {
    throw wrong("now", now, "an instant or milliseconds since 1970");
  }
  if (zone !== undefined && zone !== null && typeof zone !== "string") throw wrong("zone", zone, "text");
  const known = readDialect(dialect);
  if (dialect !== undefined && dialect !== null && known === undefined) {
    throw wrong("dialect", dialect, '"v1" or "v2"');
  }
  return {
    expression,
    now: now ?? defaults.now,
    zone: zone ?? defaults.zone,
    dialect: known ?? defaults.dialect,
  };
}

function readRecord(line: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new RangeError(
      'Could not read the line: expected {"expression": text, "now": instant}, got text that is not JSON.',
    );
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new RangeError(
    'Could not read the line: expected {"expression": text, "now": instant}, got another value.',
  );
}

function wrong(member: string, found: unknown, wanted: string): RangeError {
  const shown = found === undefined ? "nothing" : (JSON.stringify(found)?.slice(0, 60) ?? typeof found);
  return new RangeError(`Could not read the line: ${member}: expected ${wanted}, got ${shown}.`);
}
