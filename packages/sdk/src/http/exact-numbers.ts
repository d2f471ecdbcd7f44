const quote = 34;
const minus = 45;
const backslash = 92;
/** Digits up to which every integer is exact. */
const exactDigits = 15;
/** JSON allows no leading zero; a number that has one is left to fail in the parser. */
const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * Puts quotes around the numbers of a JSON text that JavaScript cannot hold, and measures the nesting. One pass.
 *
 * @param text - JSON; broken JSON stays broken
 * @param depth - Most levels of arrays and objects
 * @returns The same JSON with such numbers as strings
 * @throws RangeError when it is nested deeper
 */
export function exactNumbers(text: string, depth: number): string {
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
        pieces += `${text.slice(copied, index)}"${text.slice(index, end)}"`;
        copied = end;
      }
      index = end - 1;
    }
  }
  return copied === 0 ? text : pieces + text.slice(copied);
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
  // The longest part of ordinary numbers is shorter than this, and none has an exponent beyond its digits.
  if (end - start <= exactDigits && !hasExponent(text, start, end)) return false;
  numberPattern.lastIndex = start;
  const number = numberPattern.exec(text)?.[0];
  if (number === undefined || number.length !== end - start) return false;
  const value = Number(number);
  return !Number.isFinite(value) || (/^-?\d+$/.test(number) && !Number.isSafeInteger(value));
}

function hasExponent(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 69 || code === 101) return true;
  }
  return false;
}
