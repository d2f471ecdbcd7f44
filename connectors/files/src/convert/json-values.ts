import { FileFault } from "./file-fault.js";

/** Kinds of JSON values, one bit each, so that one number holds all kinds in a column. */
export const kinds = {
  null: 1,
  boolean: 2,
  /** A whole number of up to 15 digits, which DOUBLE holds exactly. */
  short: 4,
  /** A longer whole number that fits in 64 bits. */
  long: 8,
  /** A longer whole number that fits in 128 bits. */
  huge: 16,
  /** A number whose digits survive conversion to DOUBLE and back. */
  decimal: 32,
  /** A number that no type of the engine holds exactly, such as one of 40 digits or `1e400`. */
  exact: 64,
  date: 128,
  timestamp: 256,
  instant: 512,
  text: 1024,
  list: 2048,
  object: 4096,
  /** A list or object that holds a number of kind `exact`. */
  holdsExact: 8192,
} as const;

/** Maximum nesting depth of lists and objects. */
const maxDepth = 500;

const [quote, backslash, minus, point, zero, nine] = [0x22, 0x5c, 0x2d, 0x2e, 0x30, 0x39];
const [comma, colon] = [0x2c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** A piece of JSON text that is read value by value. */
export class JsonText {
  readonly bytes: Buffer;
  /** Position of the next byte. */
  position: number;
  /** Kinds of the values in the list read last. */
  elements = 0;

  /**
   * @param bytes - The text
   * @param position - Position of the first byte to read
   */
  constructor(bytes: Buffer, position: number) {
    this.bytes = bytes;
    this.position = position;
  }

  /** @returns The next byte that is not white space, without moving past it; `undefined` at the end */
  peek(): number | undefined {
    const { bytes } = this;
    let at = this.position;
    let byte = bytes[at];
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) byte = bytes[++at];
    this.position = at;
    return byte;
  }

  /**
   * Moves past a byte that must come next.
   *
   * @throws EndOfText at the end, FileFault when another byte comes
   */
  expect(byte: number): void {
    const next = this.peek();
    if (next === undefined) throw endOfText;
    if (next !== byte) throw unexpected(next);
    this.position++;
  }

  /**
   * Reads a value.
   *
   * @returns Its kind; {@link position} is after it
   * @throws EndOfText when the text ends within it, FileFault when it is not JSON
   */
  value(): number {
    const byte = this.peek();
    if (byte === undefined) throw endOfText;
    if (byte === quote) return this.#text();
    if (byte === minus || (byte >= zero && byte <= nine)) return this.#number();
    if (byte === openList) return this.#list();
    if (byte === openObject) return kinds.object | this.#nested(this.position);
    return this.#word();
  }

  /**
   * Moves past a string.
   *
   * @returns Whether it contains escapes
   * @throws EndOfText when the text ends within it, FileFault when it is not JSON, or not valid text
   */
  skipString(): boolean {
    const { bytes } = this;
    let escaped = false;
    for (let at = this.position + 1; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === backslash) {
        escaped = true;
        at = endOfEscape(bytes, at);
      } else if (byte === quote) {
        this.position = at + 1;
        return escaped;
      } else if (byte < 0x20) {
        throw new FileFault(`it is not JSON: a string contains the control character ${hex(byte)} unescaped`);
      }
    }
    throw endOfText;
  }

  /**
   * Moves past the name of a member and the colon after it.
   *
   * @returns The name
   * @throws EndOfText when the text ends within it, FileFault when something else comes
   */
  name(): string {
    const [start, end] = this.#name();
    // The scanner has found a JSON string here.
    return JSON.parse(this.bytes.toString("utf8", start, end)) as string;
  }

  #name(): readonly [start: number, end: number] {
    const byte = this.peek();
    if (byte === undefined) throw endOfText;
    if (byte !== quote) throw unexpected(byte);
    const start = this.position;
    this.skipString();
    const end = this.position;
    this.expect(colon);
    return [start, end];
  }

  #text(): number {
    const start = this.position + 1;
    this.skipString();
    const length = this.position - 1 - start;
    const first = this.bytes[start] ?? 0;
    if (length < 10 || length > 26 || first < zero || first > nine) return kinds.text;
    return momentKind(this.bytes.toString("latin1", start, start + length));
  }

  #number(): number {
    const { bytes } = this;
    const start = this.position;
    let at = start;
    for (let byte = bytes[at]; byte !== undefined && isNumberByte(byte); byte = bytes[at]) at++;
    if (at === bytes.length) throw endOfText;
    this.position = at;
    return numberKind(bytes.toString("latin1", start, at));
  }

  #word(): number {
    const { bytes, position } = this;
    for (const [word, kind] of words) {
      const end = position + word.length;
      if (bytes[position] !== word.charCodeAt(0)) continue;
      if (end > bytes.length) throw endOfText;
      if (bytes.toString("latin1", position, end) !== word) break;
      this.position = end;
      return kind;
    }
    throw unexpected(bytes[position] ?? 0);
  }

  #list(): number {
    const start = this.position;
    let elements = 0;
    this.position++;
    for (let byte = this.peek(); byte !== closeList; byte = this.peek()) {
      if (elements !== 0) this.expect(comma);
      const next = this.peek();
      // A list that contains lists or objects becomes a JSON column, regardless of its other elements.
      if (next === openList || next === openObject) {
        this.elements = kinds.object;
        return kinds.list | this.#nested(start);
      }
      elements |= this.value();
    }
    this.position++;
    this.elements = elements;
    return kinds.list | ((elements & kinds.exact) === 0 ? 0 : kinds.holdsExact);
  }

  /** Moves past a list or object. Its grammar is checked, because the engine accepts more than JSON. */
  #nested(start: number): number {
    this.position = start;
    const open: number[] = [];
    let held = 0;
    do {
      const byte = this.peek();
      if (byte === openList || byte === openObject) {
        if (open.push(byte) > maxDepth)
          throw new FileFault(`its values are nested more than ${maxDepth} levels deep`);
        this.position++;
        if (this.#isEmpty(byte)) open.pop();
        else {
          if (byte === openObject) this.#name();
          continue;
        }
      } else if (byte === quote) this.skipString();
      else if ((this.value() & kinds.exact) !== 0) held = kinds.holdsExact;
      while (open.length > 0 && this.#isClosed(open.at(-1))) open.pop();
    } while (open.length > 0);
    return held;
  }

  /** Returns whether a list or object that has just begun ends at once, and moves past its end. */
  #isEmpty(open: number): boolean {
    if (this.peek() !== (open === openList ? closeList : closeObject)) return false;
    this.position++;
    return true;
  }

  /** Returns whether a list or object ends after a value. Otherwise moves to its next value. */
  #isClosed(open: number | undefined): boolean {
    const isObject = open === openObject;
    const byte = this.peek();
    if (byte === (isObject ? closeObject : closeList)) {
      this.position++;
      return true;
    }
    this.expect(comma);
    if (isObject) this.#name();
    return false;
  }
}

const words = [
  ["null", kinds.null],
  ["true", kinds.boolean],
  ["false", kinds.boolean],
] as const;

/** Thrown when the text ends within a value. More of the value may follow. */
export const endOfText: Error = new FileFault("it ends in the middle of a value");

function hex(byte: number): string {
  return `0x${byte.toString(16).padStart(2, "0").toUpperCase()}`;
}

/** Characters allowed after a backslash, except `u`. */
const escapes: ReadonlySet<number> = new Set(Buffer.from('"\\/bfnrt'));

/** Returns the position of the last byte of an escape. */
function endOfEscape(bytes: Buffer, at: number): number {
  const kind = bytes[at + 1];
  if (kind === undefined) throw endOfText;
  if (kind !== 0x75) {
    if (escapes.has(kind)) return at + 1;
    throw new FileFault(`it is not JSON: a string contains a backslash before ${hex(kind)}`);
  }
  const unit = codeUnit(bytes, at);
  if (unit < 0xd800 || unit > 0xdfff) return at + 5;
  // Half of a surrogate pair is not a character, so UTF-8 text cannot hold it.
  const isPair = unit < 0xdc00 && bytes[at + 6] === backslash && bytes[at + 7] === 0x75;
  const low = isPair ? codeUnit(bytes, at + 6) : 0;
  if (low >= 0xdc00 && low <= 0xdfff) return at + 11;
  if (unit < 0xdc00 && at + 7 >= bytes.length) throw endOfText;
  throw new FileFault(`it holds \\u${unit.toString(16)}, half of a surrogate pair, which is not a character`);
}

/** Returns the code unit of an escape such as `\\u00e9`. */
function codeUnit(bytes: Buffer, at: number): number {
  const text = bytes.toString("latin1", at + 2, at + 6);
  if (/^[\da-f]{4}$/i.test(text)) return Number.parseInt(text, 16);
  if (/^[\da-f]{0,3}$/i.test(text)) throw endOfText;
  throw new FileFault(`it is not JSON: "\\u${text}" is not an escape`);
}

function unexpected(byte: number): FileFault {
  const shown =
    byte > 0x20 && byte < 0x7f ? `"${String.fromCharCode(byte)}"` : `the byte 0x${byte.toString(16)}`;
  return new FileFault(`it is not JSON: ${shown} was not expected`);
}

function isNumberByte(byte: number): boolean {
  return (
    (byte >= zero && byte <= nine) ||
    byte === minus ||
    byte === point ||
    byte === 0x2b ||
    (byte | 0x20) === 0x65
  );
}

const grammar = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

function numberKind(text: string): number {
  if (!grammar.test(text)) throw new FileFault(`it is not JSON: "${text.slice(0, 40)}" is not a number`);
  if (!/[.eE]/.test(text)) return wholeKind(text);
  const number = Number(text);
  return Number.isFinite(number) && digitsOf(text) === digitsOf(number.toExponential())
    ? kinds.decimal
    : kinds.exact;
}

function wholeKind(text: string): number {
  // An integer type would lose the sign of zero.
  if (text === "-0") return kinds.exact;
  const digits = text.startsWith("-") ? text.length - 1 : text.length;
  if (digits <= 15) return kinds.short;
  if (digits > 38) return kinds.exact;
  const number = BigInt(text);
  return BigInt.asIntN(64, number) === number ? kinds.long : kinds.huge;
}

/** Returns the significant digits of a number: those before the exponent, without zeros at either end. */
function digitsOf(text: string): string {
  const [mantissa = ""] = text.split(/[eE]/);
  return mantissa.replaceAll(/[-.]/g, "").replace(/^0+/, "").replace(/0+$/, "");
}

const moment = /^\d{4}-\d\d-\d\d(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?(Z)?)?$/;

function momentKind(text: string): number {
  const found = moment.exec(text);
  // A date that does not exist, such as February 30, is text.
  const day = text.slice(0, 10);
  const time = Date.parse(`${day}T00:00:00Z`);
  if (found === null || Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day)
    return kinds.text;
  if (text.length === 10) return kinds.date;
  return found[1] === "Z" ? kinds.instant : kinds.timestamp;
}
