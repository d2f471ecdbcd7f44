import { upstreamInvalid } from "../../errors/upstream-errors.js";
import { exactNumbers } from "../exact-numbers.js";
import { decodeText } from "../parse-json.js";
import { ByteLimit } from "./byte-limit.js";
import { ByteStore } from "./byte-store.js";
import type { ItemReader, ItemsEnd } from "./item-reader.js";

/** How large and deep a line may be. */
export interface LineItemsOptions {
  /** Bytes of one line. */
  readonly bytes: number;
  /** Levels of arrays and objects. */
  readonly depth: number;
}

const lineFeed = 10;

/** Reads NDJSON as it comes: every line one JSON value, empty lines nothing. */
export class LineItems implements ItemReader {
  readonly #options: LineItemsOptions;
  readonly #started = new ByteStore();
  readonly #lineLimit: ByteLimit;
  #size = 0;

  /**
   * Begins before the first line.
   *
   * @param options - How large and deep a line may be
   */
  constructor(options: LineItemsOptions) {
    this.#options = options;
    this.#lineLimit = new ByteLimit(options.bytes, "in one line");
  }

  get size(): number {
    return this.#size;
  }

  push(chunk: Uint8Array): readonly unknown[] {
    this.#size += chunk.length;
    const start = this.#lastLineStart(chunk);
    const items = start === 0 ? [] : this.#parse(this.#started.take(chunk.subarray(0, start)));
    this.#started.add(chunk.subarray(start));
    return items;
  }

  /** Finds where the last line begins, and limits the lines on the way. */
  #lastLineStart(chunk: Uint8Array): number {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      this.#lineLimit.add(end - start);
      this.#lineLimit.reset();
      start = end + 1;
    }
    this.#lineLimit.add(chunk.length - start);
    return start;
  }

  end(): ItemsEnd {
    return { items: this.#parse(this.#started.take()), body: undefined };
  }

  #parse(bytes: Uint8Array): unknown[] {
    const text = this.#exact(decodeText(bytes));
    return text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => parseLine(line));
  }

  #exact(text: string): string {
    try {
      return exactNumbers(text, this.#options.depth);
    } catch {
      throw upstreamInvalid(
        `Read a line: found JSON nested too deep, wanted at most ${this.#options.depth} levels`,
      );
    }
  }
}

function parseLine(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return value;
  } catch {
    // The parser's own message quotes the line, which may hold secrets, so it goes nowhere.
    throw upstreamInvalid("Read a line: found something else than JSON, or JSON that is cut short");
  }
}
