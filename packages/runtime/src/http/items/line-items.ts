import { exactNumbers, upstreamInvalid } from "@wellhead/sdk";
import { ByteLimit, ByteStore } from "../../bytes/byte-store.js";
import { decodeText } from "../read-body.js";
import type { ItemReader, ItemsEnd } from "./read-items.js";

/** Options of {@link LineItems}. */
export interface LineItemsOptions {
  /** Maximum bytes of one line. */
  readonly bytes: number;
  /** Maximum levels of arrays and objects. */
  readonly depth: number;
}

const lineFeed = 10;

/** Reads NDJSON as it arrives: every line is one JSON value; empty lines are skipped. */
export class LineItems implements ItemReader {
  readonly #options: LineItemsOptions;
  readonly #started = new ByteStore();
  readonly #lineLimit: ByteLimit;
  #size = 0;

  /**
   * Starts before the first line.
   *
   * @param options - Maximum size and depth of a line
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

  /** Returns the index at which the last line starts, and applies the limit to each line. */
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
        `Could not read a line: expected at most ${this.#options.depth} levels of JSON, got more.`,
      );
    }
  }
}

function parseLine(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return value;
  } catch {
    // The parser's own message quotes the line, which may hold secrets, so it is dropped.
    throw upstreamInvalid(
      "Could not read a line: expected JSON, got another format or JSON that is cut short.",
    );
  }
}
