import { pathAfter } from "@wellhead/sdk/internal";
import type { ByteLimit } from "../../bytes/byte-store.js";

/** Code of `"`. */
const quote = 34;
/** Code of `,`. */
const comma = 44;
/** Code of `[`. */
const bracketOpen = 91;
/** Code of `\`. */
const backslash = 92;
/** Code of `{`. */
const braceOpen = 123;

/**
 * Reports whether a byte opens an array or an object.
 *
 * @param code - The byte
 * @returns Whether it does
 */
function isOpening(code: number): boolean {
  return code === bracketOpen || code === braceOpen;
}

/**
 * Reports whether a byte closes an array or an object.
 *
 * @param code - The byte
 * @returns Whether it does
 */
function isClosing(code: number): boolean {
  return code === 93 || code === 125;
}

/** An open array or object on the path to the items. */
interface OnPath {
  readonly isArray: boolean;
  /** Path from here to the items. */
  readonly path: string;
  /** Index of the current value, in an array. */
  index: number;
  /** Whether the next string is a member name. */
  awaitsName: boolean;
  /** Path from the current value to the items; `undefined` when the path does not lead through it. */
  rest: string | undefined;
}

/** Follows a JSON text byte by byte to the array at a path; of anything else it only counts the nesting. */
export class JsonFrame {
  readonly #path: string;
  readonly #onPath: OnPath[] = [];
  #level = 0;
  #isInString = false;
  #isEscaped = false;
  /** Bytes of the member name being read; `undefined` when the name does not matter. */
  #name: number[] | undefined;

  /**
   * Starts before the text.
   *
   * @param path - Path of the array, as `memberAt` reads it; empty for the text itself
   */
  constructor(path: string) {
    this.#path = path;
  }

  /** Number of open arrays and objects. */
  get level(): number {
    return this.#level;
  }

  /**
   * Reads the next byte.
   *
   * @param code - The byte
   * @returns Whether it opens the array at the path
   */
  take(code: number): boolean {
    if (this.#isInString) this.#takeOfString(code);
    else if (code === quote) this.#beginString();
    else if (isOpening(code)) return this.#open(code);
    else if (isClosing(code)) this.close();
    else if (this.#level === this.#onPath.length) this.#takeBetween(code);
    return false;
  }

  /** Closes the innermost array or object. */
  close(): void {
    if (this.#level === this.#onPath.length) this.#onPath.pop();
    this.#level -= 1;
  }

  #takeOfString(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === backslash) this.#isEscaped = true;
    else if (code === quote) return this.#endString();
    this.#name?.push(code);
    return undefined;
  }

  #beginString(): void {
    this.#isInString = true;
    const top = this.#top();
    if (top?.awaitsName === true) this.#name = [];
  }

  #endString(): void {
    this.#isInString = false;
    const top = this.#top();
    if (this.#name === undefined || top === undefined) return;
    top.awaitsName = false;
    const name = nameOf(this.#name);
    top.rest = name === undefined ? undefined : pathAfter(top.path, name);
    this.#name = undefined;
  }

  #open(code: number): boolean {
    const top = this.#top();
    const isArray = code === bracketOpen;
    const path = this.#level === 0 ? this.#path : top && restOf(top);
    this.#level += 1;
    if (path === undefined) return false;
    this.#onPath.push({ isArray, path, index: 0, awaitsName: code === braceOpen, rest: undefined });
    return path === "" && isArray;
  }

  #takeBetween(code: number): void {
    const top = this.#top();
    if (top === undefined || code !== comma) return;
    top.index += 1;
    top.awaitsName = !top.isArray;
    top.rest = undefined;
  }

  /** Returns the innermost array or object if it is on the path to the items. */
  #top(): OnPath | undefined {
    return this.#level === this.#onPath.length ? this.#onPath.at(-1) : undefined;
  }
}

function restOf({ isArray, path, index, rest }: OnPath): string | undefined {
  if (!isArray) return rest;
  // The items themselves are not on the path.
  return path === "" ? undefined : pathAfter(path, String(index));
}

/** Parses a member name. Returns `undefined` for an invalid one; parsing the whole text reports it later. */
function nameOf(bytes: readonly number[]): string | undefined {
  try {
    const name: unknown = JSON.parse(`"${Buffer.from(bytes).toString()}"`);
    return typeof name === "string" ? name : undefined;
  } catch {
    return undefined;
  }
}

/** Result of scanning some bytes. */
export interface Scanned {
  /** Index of the last comma between two items; -1 when there is none. */
  readonly comma: number;
  /** Index of the bracket that closes the array; -1 when it stays open. */
  readonly close: number;
}

/** Finds the boundaries of the items in the bytes of an array. */
export class ItemScanner {
  readonly #maxLevels: number;
  readonly #itemLimit: ByteLimit;
  #level = 0;
  #isInString = false;
  #isEscaped = false;

  /**
   * Starts after the bracket that opens the array.
   *
   * @param maxLevels - Maximum number of levels of one item
   * @param itemLimit - Limits the bytes between two commas
   */
  constructor(maxLevels: number, itemLimit: ByteLimit) {
    this.#maxLevels = maxLevels;
    this.#itemLimit = itemLimit;
  }

  /**
   * Scans the next bytes.
   *
   * @param chunk - The bytes
   * @param start - Index of the first byte to scan
   * @returns The boundaries that were found
   * @throws RangeError when an item is nested too deeply
   * @throws ConnectorError `upstream_invalid` when an item has too many bytes
   */
  scan(chunk: Uint8Array, start: number): Scanned {
    let last = -1;
    let itemStart = start;
    for (let index = start; index < chunk.length; index += 1) {
      if (this.#isInString) index = this.#skipString(chunk, index);
      // Past the last byte the code is 0, which the next line skips.
      const code = chunk[index] ?? 0;
      // Most bytes of an item are none of the characters below.
      if (code !== quote && code !== comma && code < 91) continue;
      if (code === quote) this.#isInString = !this.#isInString;
      else if (code === comma) {
        if (this.#level > 0) continue;
        this.#endItem(index - itemStart);
        itemStart = index + 1;
        last = index;
      } else if (isOpening(code)) this.#open();
      else if (isClosing(code)) {
        if (this.#level === 0) {
          this.#endItem(index - itemStart);
          return { comma: last, close: index };
        }
        this.#level -= 1;
      }
    }
    this.#itemLimit.add(chunk.length - itemStart);
    return { comma: last, close: -1 };
  }

  #endItem(bytes: number): void {
    this.#itemLimit.add(bytes);
    this.#itemLimit.reset();
  }

  #open(): void {
    this.#level += 1;
    if (this.#level > this.#maxLevels) throw new RangeError(`Found more than ${this.#maxLevels} levels`);
  }

  /** Returns the index of the quote that ends the string, or the length of the chunk. */
  #skipString(chunk: Uint8Array, start: number): number {
    let index = start;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      index += 1;
    }
    for (; index < chunk.length; index += 1) {
      const code = chunk[index];
      if (code === quote) return index;
      if (code === backslash) {
        index += 1;
        this.#isEscaped = index === chunk.length;
      }
    }
    return chunk.length;
  }
}
