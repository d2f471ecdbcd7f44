const quote = 34;
const minus = 45;
const backslash = 92;
/** A double preserves every decimal number with up to this many digits. */
const exactDigits = 15;
/** JSON forbids leading zeros; a number that has one is left unchanged, so that the parser rejects it. */
const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Puts quotes around the numbers in a JSON text that lose digits as a double, and checks the nesting depth, in one
 * pass.
 *
 * @param text - JSON; invalid JSON stays invalid
 * @param depth - Maximum levels of arrays and objects
 * @param write - Returns the JSON that replaces a number. Default: its text in quotes
 * @returns The same JSON with such numbers as strings
 * @throws RangeError when the nesting is deeper
 * @example
 * ```ts snippet=examples/sdk/values.ts#exact-numbers
 * const body = exactNumbers('{"id":9007199254740993,"size":3}', 64);
 * JSON.parse(body); // { id: "9007199254740993", size: 3 }
 * ```
 */
export function exactNumbers(
  text: string,
  depth: number,
  write: (number: string) => string = inQuotes,
): string {
  let level = 0;
  let pieces = "";
  let copied = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) index = endOfString(text, index);
    else if (code === 91 || code === 123) {
      level += 1;
      if (level > depth) throw new RangeError(`Found more than ${depth} levels`);
    } else if (code === 93 || code === 125) level -= 1;
    else if (isNumberPart(code)) {
      const end = endOfNumber(text, index);
      if (isLossy(text, index, end)) {
        pieces += text.slice(copied, index) + write(text.slice(index, end));
        copied = end;
      }
      index = end - 1;
    }
  }
  return copied === 0 ? text : pieces + text.slice(copied);
}

/**
 * Reports whether a double holds all the digits of a number as written. `12.50` and `1E5` fit: they are the numbers
 * 12.5 and 100000. `1e400` and a decimal with thirty digits do not. An integer above 2^53 never fits, although a double
 * holds some of them exactly: the ids of one list must all have the same type.
 *
 * @param text - The number, as JSON writes it
 * @returns `false` for numbers that lose digits, and for text that is not a number
 * @example
 * ```ts snippet=examples/sdk/values.ts#fits-double
 * fitsDouble("0.1"); // true
 * fitsDouble("9007199254740993"); // false
 * ```
 */
export function fitsDouble(text: string): boolean {
  if (!numberPattern.test(text)) return false;
  const value = Number(text);
  if (!Number.isFinite(value)) return false;
  if (/^-?\d+$/.test(text)) return Number.isSafeInteger(value);
  const shortest = String(value);
  return shortest === text || digitsOf(shortest) === digitsOf(text);
}

/** Returns the digits without leading and trailing zeros, and the exponent of the last one: equal for equal numbers. */
function digitsOf(text: string): string {
  const parts = /^-?(?<whole>\d+)(?:\.(?<fraction>\d+))?(?:e(?<power>[+-]?\d+))?$/i.exec(text)?.groups;
  const { whole = "", fraction = "", power = "0" } = parts ?? {};
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const kept = digits.replace(/0+$/, "");
  return kept === "" ? "0" : `${kept}e${Number(power) - fraction.length + digits.length - kept.length}`;
}

function inQuotes(number: string): string {
  return `"${number}"`;
}

function isNumberPart(code: number): boolean {
  return (code >= 48 && code <= 57) || code === minus;
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, index: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(index - 1 - slashes) === backslash) slashes += 1;
  return slashes % 2 === 1;
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    // Digits, sign, point and exponent.
    if (!isNumberPart(code) && code !== 43 && code !== 46 && code !== 69 && code !== 101) break;
  }
  return end;
}

function isLossy(text: string, start: number, end: number): boolean {
  // Most numbers are this short, and a double holds all of them.
  if (end - start <= exactDigits && !hasExponent(text, start, end)) return false;
  const number = text.slice(start, end);
  return numberPattern.test(number) && !fitsDouble(number);
}

function hasExponent(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 69 || code === 101) return true;
  }
  return false;
}
