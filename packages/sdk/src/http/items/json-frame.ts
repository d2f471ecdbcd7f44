import { backslash, braceOpen, bracketOpen, comma, isClosing, isOpening, quote } from "./json-signs.js";

/** An open container on the way to the items. */
interface OnPath {
  readonly isArray: boolean;
  /** Number of the present value, in an array. */
  index: number;
  /** Whether the next string is a name. */
  awaitsName: boolean;
  /** Whether the present value's name is the wanted one. */
  hit: boolean;
}

/** Follows a JSON text down to the array at a path, sign by sign; what it does not need it only counts. */
export class JsonFrame {
  readonly #segments: readonly string[];
  readonly #onPath: OnPath[] = [];
  #level = 0;
  #isInString = false;
  #isEscaped = false;
  /** Bytes of the name being read, when it matters. */
  #name: number[] | undefined;

  /**
   * Begins before the text.
   *
   * @param path - Path of the array, member names joined by dots; empty for the text itself
   */
  constructor(path: string) {
    this.#segments = path === "" ? [] : path.split(".");
  }

  /** Arrays and objects that are open. */
  get level(): number {
    return this.#level;
  }

  /**
   * Follows the text by one byte.
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

  /** Closes the innermost container. */
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

  /** The innermost container, when it is one on the way to the items. */
  #top(): OnPath | undefined {
    return this.#level === this.#onPath.length ? this.#onPath.at(-1) : undefined;
  }
}

function isHit({ isArray, index, hit }: OnPath, segment: string | undefined): boolean {
  return isArray ? String(index) === segment : hit;
}

/** A name that is no JSON is none; the text fails when it is parsed. */
function nameOf(bytes: readonly number[]): string | undefined {
  try {
    const name: unknown = JSON.parse(`"${Buffer.from(bytes).toString()}"`);
    return typeof name === "string" ? name : undefined;
  } catch {
    return undefined;
  }
}
