import type { CsvSettings } from "../csv/csv-settings.js";
import { isDateFormat } from "../csv/date-format.js";

/** What somebody has stated about files. What is not stated is found from the file. */
export interface FileSettings extends CsvSettings {
  /** Encoding of a text file, as a label of the Encoding Standard. */
  readonly encoding?: string;
  /** Names of the members of a JSON file that lead to the list with its rows, such as `data` or `result.items`. */
  readonly rows?: string;
  /** Whether the bytes of a Parquet file that have no type are text in UTF-8. */
  readonly binaryAsText?: boolean;
}

/** A member of the settings of files. */
interface Member {
  readonly isValid: (value: unknown) => boolean;
  /** What is expected, as the middle of a sentence. */
  readonly expected: string;
}

const character: Member = { isValid: isCharacter, expected: "one ASCII character" };

const typeNames: readonly unknown[] = ["text", "number", "date", "bool"];

const members: Readonly<Record<keyof FileSettings, Member>> = {
  delimiter: {
    isValid: (value) => isCharacter(value) && value !== '"',
    expected: "one ASCII character other than a double quote",
  },
  quote: { isValid: (value) => value === "" || isCharacter(value), expected: 'one ASCII character or ""' },
  escape: character,
  header: { isValid: (value) => typeof value === "boolean", expected: "true or false" },
  skip: {
    isValid: (value) => Number.isInteger(value) && Number(value) >= 0,
    expected: "the number of lines before the first record",
  },
  nullTexts: { isValid: isTexts, expected: "a list of texts" },
  decimal: { isValid: (value) => value === "." || value === ",", expected: '"." or ","' },
  thousands: {
    isValid: (value) => [".", ",", "'", "’", " ", "\u00A0", "\u202F"].includes(String(value)),
    expected: 'one of ".", ",", "\'" and " "',
  },
  dateFormat: {
    isValid: (value) => typeof value === "string" && isDateFormat(value),
    expected: "a form such as DD.MM.YYYY, made from YYYY or YY, MM or M, DD or D and characters between them",
  },
  encoding: { isValid: isEncoding, expected: 'a label of an encoding, such as "iso-8859-2"' },
  rows: {
    isValid: (value) => typeof value === "string" && /^[^.]+(?:\.[^.]+)*$/.test(value),
    expected: 'the name of a member with a list, or names with points between them, such as "result.items"',
  },
  binaryAsText: { isValid: (value) => typeof value === "boolean", expected: "true or false" },
  types: {
    isValid: (value) => isObject(value) && Object.values(value).every((type) => typeNames.includes(type)),
    expected: 'names of columns with "text", "number", "date" or "bool"',
  },
};

/**
 * Finds what is wrong with the settings of files.
 *
 * @param value - The settings, as they were written
 * @returns The fault, as the end of a sentence; `undefined` when there is none
 */
export function faultOfSettings(value: unknown): string | undefined {
  if (!isObject(value)) return `expected an object, got ${JSON.stringify(value)}`;
  for (const [name, given] of Object.entries(value)) {
    const member = Object.hasOwn(members, name) ? members[name as keyof FileSettings] : undefined;
    if (member === undefined)
      return `expected one of the members ${Object.keys(members).join(", ")}, got "${name}"`;
    if (!member.isValid(given))
      return `expected ${member.expected} for "${name}", got ${JSON.stringify(given)}`;
  }
  const { delimiter, quote, decimal, thousands } = value;
  if (delimiter !== undefined && delimiter === quote)
    return `expected different characters for "delimiter" and "quote", got ${JSON.stringify(quote)} for both`;
  if (decimal !== undefined && decimal === thousands)
    return `expected different characters for "decimal" and "thousands", got ${JSON.stringify(decimal)} for both`;
  return undefined;
}

function isCharacter(value: unknown): boolean {
  return typeof value === "string" && /^[\t\x1F\x20-\x7E]$/.test(value);
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}

function isEncoding(value: unknown): boolean {
  if (typeof value !== "string") return false;
  try {
    return new TextDecoder(value).encoding !== "";
  } catch {
    return false;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
