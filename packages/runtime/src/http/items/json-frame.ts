import { backslash, braceOpen, bracketOpen, comma, isClosing, isOpening, quote } from "./json-signs.js";

/** An open array or object on the path to the items. */
interface OnPath {
  readonly isArray: boolean;
  /** Index of the current value, in an array. */
  index: number;
  /** Whether the next string is a member name. */
  awaitsName: boolean;
  /** Whether the name of the current value matches the path. */
  hit: boolean;
}

/** Follows a JSON text byte by byte to the array at a path; of anything else it only counts the nesting. */
export class JsonFrame {
  readonly #segments: readonly string[];
  readonly #onPath: OnPath[] = [];
  #level = 0;
  #isInString = false;
  #isEscaped = false;
  /** Bytes of the member name being read; `undefined` when the name does not matter. */
  #name: number[] | undefined;

  /**
   * Starts before the text.
   *
   * @param path - Path of the array, member names joined by dots; empty for the text itself
   */
  constructor(path: string) {
    this.#segments = path === "" ? [] : path.split(".");
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
    top.hit = nameOf(this.#name) === this.#segments[this.#level - 1];
    this.#name = undefined;
  }

  #open(code: number): boolean {
    const top = this.#top();
    const isArray = code === bracketOpen;
    const isWanted = this.#level === 0 || (top !== undefined && isHit(top, this.#segments[this.#level - 1]));
    const isTarget = isWanted && this.#level === this.#segments.length && isArray;
    this.#level += 1;
    if (isWanted) this.#onPath.push({ isArray, index: 0, awaitsName: code === braceOpen, hit: false });
    return isTarget;
  }

  #takeBetween(code: number): void {
    const top = this.#top();
    if (top === undefined || code !== comma) return;
    top.index += 1;
    top.awaitsName = !top.isArray;
    top.hit = false;
  }

  /** Returns the innermost array or object if it is on the path to the items. */
  #top(): OnPath | undefined {
    return this.#level === this.#onPath.length ? this.#onPath.at(-1) : undefined;
  }
}

function isHit({ isArray, index, hit }: OnPath, segment: string | undefined): boolean {
  return isArray ? String(index) === segment : hit;
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
