import { exactNumbers, upstreamInvalid } from "@wellhead/sdk";
import { ByteLimit, ByteStore } from "../../bytes/byte-store.js";
import { parseJson } from "../read-body.js";
import { ItemScanner, JsonFrame } from "./json-scanner.js";
import type { ItemReader, ItemsEnd } from "./read-items.js";

/** Options of {@link JsonItems}. */
export interface JsonItemsOptions {
  /** Path of the array in the document, as `memberAt` reads it; empty for the document itself. */
  readonly path: string;
  /** Maximum bytes of one item, and of everything around the items together. */
  readonly bytes: number;
  /** Maximum levels of arrays and objects. */
  readonly depth: number;
}

/**
 * Reads the items of an array in a JSON document as it arrives. It splits the items at their commas and parses them in
 * groups with `JSON.parse`. Everything around the items is buffered and parsed as a document of its own, so that the
 * whole response is checked.
 */
export class JsonItems implements ItemReader {
  readonly #options: JsonItemsOptions;
  readonly #frame: JsonFrame;
  readonly #around = new ByteStore();
  readonly #aroundLimit: ByteLimit;
  readonly #started = new ByteStore();
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #scanner: ItemScanner | undefined;
  #isRead = false;
  /** Whether a comma was the last thing read. */
  #isAfterComma = false;
  #size = 0;

  /**
   * Starts before the document.
   *
   * @param options - Where the items are
   */
  constructor(options: JsonItemsOptions) {
    this.#options = options;
    this.#frame = new JsonFrame(options.path);
    this.#aroundLimit = new ByteLimit(options.bytes, "around the items");
  }

  get size(): number {
    return this.#size;
  }

  push(chunk: Uint8Array): readonly unknown[] {
    this.#size += chunk.length;
    const items: unknown[][] = [];
    for (let place = 0; place < chunk.length; ) {
      place =
        this.#scanner === undefined
          ? this.#readAround(chunk, place)
          : this.#readItems(chunk, { place, scanner: this.#scanner, items });
    }
    const [only = []] = items;
    return items.length > 1 ? items.flat() : only;
  }

  end(): ItemsEnd {
    // An array that is still open leaves an incomplete document, which fails to parse.
    return { items: [], body: parseJson(this.#around.take(), this.#options.depth) };
  }

  /** Reads up to and including the bracket that opens the array; returns the index after it. */
  #readAround(chunk: Uint8Array, start: number): number {
    const frame = this.#frame;
    let place = start;
    while (place < chunk.length) {
      const isTarget = frame.take(chunk[place] ?? 0);
      place += 1;
      if (frame.level > this.#options.depth) throw this.#tooDeep();
      if (isTarget) {
        this.#open();
        break;
      }
    }
    this.#addAround(chunk.subarray(start, place));
    return place;
  }

  #addAround(bytes: Uint8Array): void {
    this.#aroundLimit.add(bytes.length);
    this.#around.add(bytes);
  }

  #open(): void {
    const { path, depth, bytes } = this.#options;
    if (this.#isRead) throw upstreamInvalid(`Could not read the response: it has "${path}" twice.`);
    this.#isRead = true;
    this.#scanner = new ItemScanner(depth - this.#frame.level, new ByteLimit(bytes, "in one item"));
  }

  /** Reads items up to the bracket that closes the array; returns the index after what was read. */
  #readItems(
    chunk: Uint8Array,
    {
      place,
      scanner,
      items,
    }: { readonly place: number; readonly scanner: ItemScanner; readonly items: unknown[][] },
  ): number {
    const { comma, close } = this.#scan(scanner, chunk, place);
    if (comma !== -1) {
      items.push(this.#parse(this.#started.take(chunk.subarray(place, comma))));
      this.#isAfterComma = true;
    }
    const rest = comma === -1 ? place : comma + 1;
    if (close === -1) {
      this.#started.add(chunk.subarray(rest));
      return chunk.length;
    }
    const last = this.#started.take(chunk.subarray(rest, close));
    if (this.#isAfterComma || !isBlank(last)) items.push(this.#parse(last));
    this.#scanner = undefined;
    this.#frame.close();
    this.#addAround(chunk.subarray(close, close + 1));
    return close + 1;
  }

  #scan(scanner: ItemScanner, chunk: Uint8Array, place: number): ReturnType<ItemScanner["scan"]> {
    try {
      return scanner.scan(chunk, place);
    } catch (error) {
      throw error instanceof RangeError ? this.#tooDeep() : error;
    }
  }

  /** Parses items between commas; the parser checks everything that the scanner only counted. */
  #parse(bytes: Uint8Array): unknown[] {
    let found: unknown;
    try {
      found = JSON.parse(`[${exactNumbers(this.#decoder.decode(bytes), this.#options.depth)}]`);
    } catch {
      throw this.#broken();
    }
    // There must be a value between two commas.
    if (!Array.isArray(found) || found.length === 0) throw this.#broken();
    return found;
  }

  #broken(): Error {
    return upstreamInvalid(
      "Could not read the response: expected JSON, got text that is not JSON or not UTF-8.",
    );
  }

  #tooDeep(): Error {
    return upstreamInvalid(
      `Could not read the response: expected at most ${this.#options.depth} levels of JSON, got more.`,
    );
  }
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((code) => code === 32 || code === 10 || code === 13 || code === 9);
}
