import { csvText } from "@wellhead/rows";
import { upstreamInvalid } from "@wellhead/sdk";
import { markedDigits } from "../protocol/messages.js";
import { instantOf } from "./instant.js";
import { monthsOf, secondsOf } from "./interval.js";
import type { ScalarKind, ValueKind } from "./value-kind.js";

/** Writes a value of the server as JSON. */
export type WriteValue = (value: unknown) => string;

/** The grammar of a number in JSON. */
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const notFinite: ReadonlySet<string> = new Set(["NaN", "Infinity", "-Infinity"]);

const texts: Readonly<Partial<Record<ScalarKind, (text: string) => string>>> = {
  text: (text) => text,
  time: (text) => text,
  timestamp: (text) => text.replace(" ", "T"),
  instant: instantOf,
  months: monthsOf,
  seconds: secondsOf,
};

/**
 * Returns how the values of a kind are written as JSON.
 *
 * @param kind - The kind
 * @param keepsNotFinite - Whether numbers, also those of arrays, are texts where they are not finite. Default: `null`
 * @returns A function that throws ConnectorError `upstream_invalid` for a value that is not of the kind
 */
export function valueWriter(kind: ValueKind, keepsNotFinite = false): WriteValue {
  const write = keepsNotFinite ? (anyNumberWriter(kind) ?? writerOf(kind)) : writerOf(kind);
  return (value) => (value === null || value === undefined ? "null" : write(value));
}

/** Returns the writer for numbers and arrays of them, of which some may not be finite. */
function anyNumberWriter(kind: ValueKind): WriteValue | undefined {
  if (kind.kind === "number")
    return (value) => (typeof value === "string" && notFinite.has(value) ? `"${value}"` : writeNumber(value));
  if (kind.kind !== "array" || kind.element.kind !== "number") return undefined;
  const element = valueWriter(kind.element, true);
  return (value) => `[${listIn(value).map(element).join(",")}]`;
}

function writerOf(kind: ValueKind): WriteValue {
  if (kind.kind === "array") {
    const element = valueWriter(kind.element);
    return (value) => `[${listIn(value).map(element).join(",")}]`;
  }
  if (kind.kind === "map") {
    const member = valueWriter(kind.value);
    return (value) =>
      objectOf(Object.entries(objectIn(value)).map(([name, one]) => [name, member(one)] as const));
  }
  if (kind.kind === "row") {
    const fields = kind.fields.map(({ name, value }) => ({ name, write: valueWriter(value) }));
    return (value) => {
      const values = listIn(value);
      if (values.length !== fields.length) throw mismatch("a row", value);
      return objectOf(fields.map(({ name, write }, index) => [name, write(values[index])] as const));
    };
  }
  return scalarWriter(kind.kind);
}

function scalarWriter(kind: ScalarKind): WriteValue {
  if (kind === "number") return writeNumber;
  if (kind === "json") return writeJsonText;
  if (kind === "boolean" || kind === "unknown") return writeAsSent;
  const convert = texts[kind] ?? String;
  return (value) => {
    if (typeof value === "string") return JSON.stringify(convert(value));
    // A type that is not known may have values of any form.
    if (kind === "text") return writeAsSent(value);
    throw mismatch("text", value);
  };
}

/** Decimals and numbers that JavaScript would round are sent, or marked, as text. */
function writeNumber(value: unknown): string {
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  const text = typeof value === "string" ? (markedDigits(value) ?? value) : "";
  if (notFinite.has(text)) return "null";
  if (number.test(text)) return text;
  throw mismatch("a number", value);
}

function writeJsonText(value: unknown): string {
  if (typeof value !== "string") throw mismatch("JSON", value);
  try {
    JSON.parse(value);
    return value.trim();
  } catch {
    throw mismatch("JSON", value);
  }
}

/** Writes a value whose type is not known. */
function writeAsSent(value: unknown): string {
  if (typeof value === "string") return markedDigits(value) ?? JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeAsSent).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return objectOf(Object.entries(value).map(([name, one]) => [name, writeAsSent(one)] as const));
}

function objectOf(members: readonly (readonly [name: string, json: string])[]): string {
  return `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",")}}`;
}

function listIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw mismatch("a list", value);
}

function objectIn(value: unknown): object {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw mismatch("an object", value);
}

function mismatch(expected: string, value: unknown): Error {
  return upstreamInvalid(`Could not read a row: expected ${expected}, got ${typeof value} of another form.`);
}

/**
 * Writes a value as a cell of CSV.
 *
 * @param json - The value as JSON
 * @param formulaEscape - Whether text that a spreadsheet would execute gets an apostrophe
 * @returns The cell; empty for `null`
 */
export function csvCellOf(json: string, formulaEscape: boolean): string {
  if (json === "null") return "";
  if (json.startsWith('"')) return csvText(String(JSON.parse(json)), formulaEscape);
  return json.startsWith("[") || json.startsWith("{") ? csvText(json) : json;
}
