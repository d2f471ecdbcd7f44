import { endOfString } from "./end-of-string.js";

/**
 * A number whose digits a double cannot represent: an integer beyond 2^53, a decimal with more than 17 digits, or a
 * number beyond the range of doubles.
 */
export class ExactNumber {
  /** The number as it was written: a valid JSON number. */
  readonly text: string;

  /**
   * Stores a number.
   *
   * @param text - A valid JSON number
   */
  constructor(text: string) {
    this.text = text;
  }

  /** Returns the digits. */
  toString(): string {
    return this.text;
  }

  /** Returns the digits as text, for code that does not know this class. {@link writeExactJson} writes a number. */
  toJSON(): string {
    return this.text;
  }
}

/** A JSON value whose numbers keep all their digits. */
export type ExactValue =
  | null
  | boolean
  | number
  | string
  | ExactNumber
  | readonly ExactValue[]
  | { readonly [member: string]: ExactValue };

/** A row whose numbers keep all their digits. */
export type ExactRow = Readonly<Record<string, ExactValue>>;

/** Maximum length of a number without an exponent that needs no check. */
const maxPlainLength = 15;
// Any 15 significant digits survive conversion to a double, so a shorter number needs a check only if it has an
// exponent. What comes before a number cannot come before most digits in a text, such as those of a token.
const suspicious = /(?:^|[:,[\s])-?(?:\d[\d.]{15}|\d[\d.]*[eE])/;
const stringOrNumberStart = /["\-\d]/g;
const numberAtIndex = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// Random, so that no text can be mistaken for a number.
const marker = `exact-${crypto.getRandomValues(new Uint32Array(4)).join("-")}-`;

/**
 * Parses JSON and keeps every digit.
 *
 * @param text - JSON
 * @returns The value; a number that a double would change is an {@link ExactNumber}
 * @throws SyntaxError when the text is not JSON
 */
export function parseExactJson(text: string): ExactValue {
  // JSON.parse returns JSON values only.
  const plain = JSON.parse(text) as ExactValue;
  if (!suspicious.test(text)) return plain;
  const numbers: string[] = [];
  const marked = replaceNumbers(text, (literal) =>
    survivesDouble(literal) ? literal : `"${marker}${numbers.push(literal) - 1}"`,
  );
  if (numbers.length === 0) return plain;
  // As above, plus the ExactNumbers that the reviver has added.
  return JSON.parse(marked, (_name, value: unknown) => {
    if (typeof value !== "string" || !value.startsWith(marker)) return value;
    return new ExactNumber(numbers[Number(value.slice(marker.length))] ?? "");
  }) as ExactValue;
}

/** The object or array that a value is written for. */
type JsonHolder = Readonly<Record<string, unknown>>;

/**
 * Writes a value as JSON; an {@link ExactNumber} becomes the number it is.
 *
 * @param value - Any JSON value, with or without exact numbers
 * @returns JSON
 */
export function writeExactJson(value: unknown): string {
  const numbers: string[] = [];
  const text = JSON.stringify(value, function (this: JsonHolder, name, written: unknown) {
    // The holder has the number itself, whereas `written` is the result of toJSON.
    const original = this[name];
    if (original instanceof ExactNumber) return `${marker}${numbers.push(original.text) - 1}`;
    return Object.is(original, -0) ? `${marker}${numbers.push("-0") - 1}` : written;
  });
  if (numbers.length === 0) return text;
  return text.replaceAll(
    new RegExp(`"${marker}(\\d+)"`, "g"),
    (_match, index) => numbers[Number(index)] ?? "",
  );
}

/**
 * Replaces every number of a JSON text, leaving strings alone.
 *
 * @param json - JSON, known to be well formed
 * @param replace - Receives a number as it is written, and returns what replaces it
 * @returns The text with the replacements
 */
export function replaceNumbers(json: string, replace: (literal: string) => string): string {
  const pieces: string[] = [];
  let copied = 0;
  stringOrNumberStart.lastIndex = 0;
  for (let start = stringOrNumberStart.exec(json); start !== null; start = stringOrNumberStart.exec(json)) {
    if (start[0] === '"') {
      stringOrNumberStart.lastIndex = endOfString(json, start.index + 1);
      continue;
    }
    numberAtIndex.lastIndex = start.index;
    const literal = numberAtIndex.exec(json)?.[0] ?? "";
    pieces.push(json.slice(copied, start.index), replace(literal));
    copied = start.index + literal.length;
    stringOrNumberStart.lastIndex = copied;
  }
  return pieces.join("") + json.slice(copied);
}

/**
 * Reports whether a double represents every digit of a number.
 *
 * @param literal - A valid JSON number
 * @returns Whether it does
 */
export function survivesDouble(literal: string): boolean {
  if (literal.length <= maxPlainLength && !/[eE]/.test(literal)) return true;
  const number = Number(literal);
  return Number.isFinite(number) && significand(literal) === significand(String(number));
}

/** Normalizes a decimal: its digits without zeros at either end, and its power of ten. */
function significand(literal: string): string {
  const [mantissa = "", exponent = "0"] = literal.toLowerCase().replace(/^-/, "").split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = (whole + fraction).replace(/^0+/, "");
  const trimmed = digits.replace(/0+$/, "");
  if (trimmed === "") return "0";
  return `${trimmed}e${Number(exponent) - fraction.length + digits.length - trimmed.length}`;
}
