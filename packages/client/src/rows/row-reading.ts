import type { Account } from "../account/account.js";
import type { Column } from "../describe/application.js";
import { inBrowser } from "../http/in-browser.js";
import type { Answer } from "../http/send.js";
import { startingWith, wholeLines } from "./chunks.js";
import { countAhead } from "./count-ahead.js";
import { CsvSplitter } from "./csv-splitter.js";
import { detectFormat, type RowFormat } from "./detect-format.js";
import { IncompleteRowsError } from "./incomplete-rows-error.js";
import { JsonArraySplitter } from "./json-array-splitter.js";
import { LineSplitter } from "./line-splitter.js";
import { RowBatch } from "./row-batch.js";
import type { RowSplitter } from "./row-splitter.js";

const openObject = 123;

/** How a reading ended. */
export interface Verdict {
  readonly ending: "whole" | "marked" | "cut";
  /** Number of rows that were returned. */
  readonly rows: number;
  /** Bytes of the body, after decompression. */
  readonly bytes: number;
  /** Why the rows are incomplete; empty if they are complete. */
  readonly message: string;
}

/** Rows of NDJSON, unchanged. */
export interface RowLines {
  /** Whole lines, each with its line feed. */
  readonly lines: Uint8Array;
  /** Number of rows. */
  readonly rows: number;
  /** Number of bytes of the body that contained them. */
  readonly bytes: number;
}

/**
 * Counts the rows of lines that need no further check: each is one JSON object, and none is the mark of a failure.
 *
 * @param lines - Whole lines, each with its line feed
 * @returns How many rows there are; `undefined` when the client has to check them. While it waits for a promise, the
 * client reads further lines
 */
export type CountPlainRows = (lines: Uint8Array) => number | undefined | Promise<number | undefined>;

/** Options of a {@link RowReading}. */
export interface RowReadingOptions {
  readonly answer: Answer;
  /** The account that was sent. */
  readonly account: Account;
  /** Columns of the source, for the types of CSV cells. */
  readonly columns: readonly Column[];
  /** Rows to drop at the start. */
  readonly skip: number;
  /** Maximum number of rows after those; `undefined` means all. */
  readonly limit: number | undefined;
  /** The signal that may have ended the request. Its reason is then thrown unchanged. */
  readonly signal: AbortSignal | undefined;
  /** Whether the end of the connection may be the end of the rows. */
  readonly allowCloseDelimited: boolean;
}

/**
 * Rows of a source as they arrive. Iteration ends only if the rows are complete. Otherwise, it throws an {@link
 * IncompleteRowsError} after the last row before the fault. Leaving the loop early cancels the request.
 */
export class RowReading implements AsyncIterable<RowBatch> {
  /** The account that was sent, including the changes of POST /validate. */
  readonly account: Account;
  /** Status of the answer. */
  readonly status: number;
  /** Headers of the answer. */
  readonly headers: Headers;
  readonly #options: RowReadingOptions;
  #format: RowFormat | undefined;
  #verdict: Verdict | undefined;
  #isRead = false;
  #rows = 0;
  #bytes = 0;

  /**
   * Prepares to read a response.
   *
   * @param options - The response, and which of its rows to return
   */
  constructor(options: RowReadingOptions) {
    this.#options = options;
    this.account = options.account;
    this.status = options.answer.status;
    this.headers = options.answer.headers;
  }

  /** The format of the rows; `undefined` before the first text. */
  get format(): RowFormat | undefined {
    return this.#format;
  }

  /** How the reading ended; `undefined` before its end. */
  get verdict(): Verdict | undefined {
    return this.#verdict;
  }

  /**
   * Reads the rows, once.
   *
   * @returns Batches of rows; the next arrives when the last has been taken
   * @throws IncompleteRowsError after the last row before a fault; TypeError when the rows have been read already
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<RowBatch> {
    this.#claim();
    const { answer, signal } = this.#options;
    yield* this.#select(this.#split(chunksOf(answer, signal)));
  }

  /**
   * Reads the rows, once, for a reader that parses them itself. Lines of NDJSON that need no check are returned as
   * bytes, everything else as by iteration.
   *
   * @param countPlainRows - Finds whether lines need no closer look
   * @returns Lines and batches, in the order of the rows
   * @throws IncompleteRowsError and TypeError as iterating does
   */
  async *lines(countPlainRows: CountPlainRows): AsyncGenerator<RowBatch | RowLines> {
    this.#claim();
    const { answer, signal, skip, limit } = this.#options;
    const chunks = chunksOf(answer, signal);
    const first = await chunks.next();
    const all = first.done === true ? chunks : startingWith(first.value, chunks);
    const isLines = first.done !== true && first.value[0] === openObject && !this.#saysOther();
    if (!isLines || skip > 0 || limit !== undefined) {
      yield* this.#select(this.#split(all));
      return;
    }
    this.#format = "ndjson";
    yield* this.#untilEnd(this.#splitLines(all, countPlainRows));
  }

  get #contentType(): string {
    return this.headers.get("content-type") ?? "";
  }

  #claim(): void {
    if (this.#isRead)
      throw new TypeError("Could not read the rows again: they arrive once. Ask for them again.");
    this.#isRead = true;
  }

  /** Whether the content type allows an object at the start of the body to be something other than NDJSON. */
  #saysOther(): boolean {
    return /csv|tab-separated|^application\/json\b/i.test(this.#contentType);
  }

  async *#splitLines(
    chunks: AsyncIterable<Uint8Array>,
    countPlainRows: CountPlainRows,
  ): AsyncGenerator<RowBatch | RowLines> {
    const splitter = new LineSplitter(this.#contentType);
    const count = (lines: Uint8Array) => {
      const rows = countPlainRows(lines);
      return rows instanceof Promise ? rows.then((counted) => ({ lines, rows: counted })) : { lines, rows };
    };
    for await (const { lines, rows } of countAhead(wholeLines(chunks), count)) {
      this.#bytes += lines.length;
      if (rows === undefined || splitter.hasEnded) {
        for (const batch of collect(
          (texts) => splitter.push(decode(new TextDecoder("utf-8", { fatal: true }), lines), texts),
          lines.length,
        )) {
          this.#rows += batch.texts.length;
          yield batch;
        }
      } else {
        this.#rows += rows;
        yield { lines, rows, bytes: lines.length };
      }
    }
    splitter.end([]);
    this.#checkEnd(splitter);
  }

  async *#untilEnd<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
    try {
      yield* parts;
      this.#end("whole", "");
    } catch (error) {
      if (error instanceof IncompleteRowsError) this.#end(error.ending, error.message);
      throw error;
    }
  }

  async *#select(batches: AsyncIterable<RowBatch>): AsyncGenerator<RowBatch> {
    const { skip, limit = Number.POSITIVE_INFINITY } = this.#options;
    let toSkip = skip;
    try {
      for await (const batch of batches) {
        this.#bytes += batch.bytes;
        const kept = batch.texts.slice(toSkip, toSkip + limit - this.#rows);
        toSkip -= Math.min(toSkip, batch.texts.length);
        this.#rows += kept.length;
        yield new RowBatch(kept, batch.bytes);
        if (this.#rows >= limit) break;
      }
      this.#end("whole", "");
    } catch (error) {
      if (error instanceof IncompleteRowsError) this.#end(error.ending, error.message);
      throw error;
    }
  }

  #end(ending: Verdict["ending"], message: string): void {
    this.#verdict = { ending, rows: this.#rows, bytes: this.#bytes, message };
  }

  async *#split(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<RowBatch> {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let start = "";
    let splitter: RowSplitter | undefined;
    for await (const chunk of chunks) {
      start += decode(decoder, chunk);
      splitter ??= this.#splitterFor(start, false);
      const text = start;
      if (splitter !== undefined) start = "";
      yield* collect((rows) => splitter?.push(text, rows), chunk.length);
    }
    start += decode(decoder, undefined);
    const last = splitter ?? this.#splitterFor(start, true);
    yield* collect((rows) => {
      last?.push(start, rows);
      last?.end(rows);
    }, 0);
    if (last !== undefined) this.#checkEnd(last);
  }

  #checkEnd({ endsItself }: RowSplitter): void {
    if (endsItself || this.#options.allowCloseDelimited || isProvenWhole(this.headers)) return;
    throw new IncompleteRowsError("cut", "the answer does not say where it ends, so rows may be missing");
  }

  #splitterFor(start: string, isEnd: boolean): RowSplitter | undefined {
    const contentType = this.#contentType;
    if (/^\s*<(?:!doctype|html)/i.test(start)) {
      throw new IncompleteRowsError("cut", "expected rows, got a web page");
    }
    const columns = this.#options.columns.map(({ id }) => id);
    this.#format = detectFormat(start, { contentType, columns, isEnd });
    if (this.#format === "json") return new JsonArraySplitter();
    if (this.#format === "csv") return new CsvSplitter(this.#options.columns);
    if (this.#format === "ndjson") return new LineSplitter(contentType);
    return undefined;
  }
}

/** Returns the rows before a fault, then throws the fault. */
function* collect(take: (rows: string[]) => void, bytes: number): Generator<RowBatch> {
  const rows: string[] = [];
  try {
    take(rows);
  } catch (error) {
    yield new RowBatch(rows, bytes);
    throw error;
  }
  if (rows.length > 0 || bytes > 0) yield new RowBatch(rows, bytes);
}

async function* chunksOf({ body }: Answer, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new IncompleteRowsError("cut", "the connection was closed before the end", { cause: error });
  }
}

function decode(decoder: TextDecoder, chunk: Uint8Array | undefined): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch (error) {
    throw new IncompleteRowsError("cut", "the stream has bytes that are not UTF-8", { cause: error });
  }
}

/**
 * Whether the body is known to be complete. A browser does not report it, but fails to read a truncated body. Node's
 * `fetch` treats a truncated compressed body as complete.
 */
function isProvenWhole(headers: Headers): boolean {
  if (inBrowser()) return true;
  if (headers.has("content-encoding")) return false;
  return headers.has("transfer-encoding") || headers.has("content-length");
}
