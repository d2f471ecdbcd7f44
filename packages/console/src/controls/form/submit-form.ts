import { type ExactNumber, parseExactJson } from "@wellhead/client";
import { fieldTypes } from "@wellhead/contract";
import type { JsonRecord } from "../../text/record.js";
import type { FormField } from "./form-field.js";

/** The values to send, and the problems of the typed values. */
export interface Submission {
  readonly values: JsonRecord;
  /** Messages about invalid fields, by field. */
  readonly problems: ReadonlyMap<string, string>;
}

/** Converts a date expression to the value a platform sends; throws an error with a message for the user. */
export type ReadDate = (text: string) => unknown;

/**
 * Converts typed values to the values a platform sends: numbers as numbers, date expressions as ranges. Empty and
 * display-only fields are omitted.
 */
export function submitForm(fields: readonly FormField[], typed: JsonRecord, readDate: ReadDate): Submission {
  const values: Record<string, unknown> = {};
  const problems = new Map<string, string>();
  for (const field of fields) {
    if (!fieldTypes[field.type].sent) continue;
    const raw = typed[field.id];
    if (isEmpty(raw)) {
      if (field.required)
        problems.set(field.id, `Could not read "${field.title}": it is required. Fill it in.`);
      continue;
    }
    try {
      values[field.id] = submitValue(field, raw, readDate);
    } catch (error) {
      problems.set(field.id, error instanceof Error ? error.message : "This value is not valid.");
    }
  }
  return { values, problems };
}

function submitValue(field: FormField, raw: unknown, readDate: ReadDate): unknown {
  if (field.type === "number") return readNumber(raw);
  if (field.type === "date") return typeof raw === "string" ? readDate(raw) : raw;
  if (field.type === "range" && typeof raw === "object" && raw !== null) {
    const ends = Object.entries(raw).filter(([, end]) => !isEmpty(end));
    return Object.fromEntries(ends.map(([name, end]) => [name, readNumber(end)]));
  }
  if (field.type === "highlightText" && field.editorMode === "json" && typeof raw === "string")
    checkJson(raw);
  return raw;
}

const decimal = /^([+-]?)(?=\.?\d)0*(\d*?)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;

/** Reads a number without losing a digit: one that a double would change is an {@link ExactNumber}. */
function readNumber(raw: unknown): number | ExactNumber {
  const text = String(raw).trim();
  const [, sign, whole = "", fraction = "", exponent] = decimal.exec(text) ?? [];
  if (sign === undefined) throw new TypeError(`Expected a number such as 12 or 1.5, got "${text}".`);
  const literal = `${sign === "-" ? "-" : ""}${whole || "0"}${fraction === "" ? "" : `.${fraction}`}${exponent === undefined ? "" : `e${exponent}`}`;
  // The text is a number of JSON, so its value is one.
  return parseExactJson(literal) as number | ExactNumber;
}

function checkJson(text: string): void {
  try {
    JSON.parse(text);
  } catch (error) {
    throw new TypeError(`This is not JSON: ${error instanceof Error ? error.message : "it cannot be read"}`, {
      cause: error,
    });
  }
}

/** Returns whether a field was left empty. `false` and 0 are values. */
export function isEmpty(raw: unknown): boolean {
  if (raw === undefined || raw === null) return true;
  if (typeof raw === "string") return raw.trim() === "";
  if (Array.isArray(raw)) return raw.length === 0;
  return typeof raw === "object" && Object.values(raw).every((member) => isEmpty(member));
}
