import { arrowMetadata } from "@wellhead/contract/vocabulary";
import type { Account } from "../account/account.js";
import type { Answer } from "../http/send.js";
import { IncompleteRowsError } from "../rows/incomplete-rows-error.js";
import type { Verdict } from "../rows/row-reading.js";
import { MessageSplitter, type StreamMessage } from "./message-splitter.js";

/** The marker that ends a stream. */
const endMarker = Uint8Array.of(255, 255, 255, 255, 0, 0, 0, 0);

/** A record batch that has arrived. */
export interface ArrowBatch {
  /** Number of rows. */
  readonly rows: number;
  /** The bytes of the record batch: one message of the stream. */
  readonly message: Uint8Array;
  /**
   * Returns the batch as a stream of its own, with the schema, for any library that reads Arrow.
   *
   * @returns Such as `tableFromIPC` of `apache-arrow` and of `@uwdata/flechette` takes
   */
  toStream(): Uint8Array;
}

/** Options of {@link ArrowReading}. */
export interface ArrowReadingOptions {
  readonly answer: Answer;
  /** The account that was sent. */
  readonly account: Account;
  /** The signal that may have ended the request. Its reason is then thrown unchanged. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Record batches of a source as they arrive. Iteration ends only if the rows are complete. Otherwise, it throws an
 * {@link IncompleteRowsError} after the last record batch before the fault. Leaving the loop early cancels the request.
 */
export class ArrowReading implements AsyncIterable<ArrowBatch> {
  /** The account that was sent, including the changes of POST /validate. */
  readonly account: Account;
  /** Headers of the answer. */
  readonly headers: Headers;
  readonly #options: ArrowReadingOptions;
  #schema: Uint8Array | undefined;
  readonly #dictionaries: Uint8Array[] = [];
  #verdict: Verdict | undefined;
  #isRead = false;
  #rows = 0;
  #bytes = 0;

  /**
   * Prepares to read a response.
   *
   * @param options - The response
   */
  constructor(options: ArrowReadingOptions) {
    this.#options = options;
    this.account = options.account;
    this.headers = options.answer.headers;
  }

  /** The schema, as the first message of the stream; `undefined` before it has arrived. */
  get schema(): Uint8Array | undefined {
    return this.#schema;
  }

  /** Dictionaries that have arrived, as messages of the stream. Connectors of Wellhead send none. */
  get dictionaries(): readonly Uint8Array[] {
    return this.#dictionaries;
  }

  /** How the reading ended; `undefined` before its end. */
  get verdict(): Verdict | undefined {
    return this.#verdict;
  }

  /**
   * Reads the record batches, once.
   *
   * @returns The batches that have rows; the next arrives when the last has been taken
   * @throws IncompleteRowsError after the last one before a fault; TypeError when they have been read already
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<ArrowBatch> {
    if (this.#isRead)
      throw new TypeError("Could not read the rows again: they arrive once. Ask for them again.");
    this.#isRead = true;
    try {
      yield* this.#batches();
      this.#end("whole", "");
    } catch (error) {
      if (error instanceof IncompleteRowsError) this.#end(error.ending, error.message);
      throw error;
    }
  }

  async *#batches(): AsyncGenerator<ArrowBatch> {
    const splitter = new MessageSplitter();
    try {
      for await (const chunk of this.#options.answer.body) {
        this.#bytes += chunk.length;
        for (const message of splitter.push(chunk)) {
          const batch = this.#take(message);
          if (batch === undefined) continue;
          this.#rows += batch.rows;
          yield batch;
        }
      }
    } catch (error) {
      throw this.#faultOf(error);
    }
    if (!splitter.isWhole)
      throw new IncompleteRowsError("cut", "the answer ends without an end marker, so rows may be missing");
  }

  #take(message: StreamMessage): ArrowBatch | undefined {
    const { kind, rows, bytes, metadata } = message;
    if (kind === "schema") this.#schema = bytes;
    if (kind === "dictionary") this.#dictionaries.push(bytes);
    if (kind !== "batch") return undefined;
    const fault = metadata.get(arrowMetadata.error);
    if (fault !== undefined) {
      const code = Number(metadata.get(arrowMetadata.status));
      throw new IncompleteRowsError("marked", fault, { code: Number.isInteger(code) ? code : undefined });
    }
    if (rows === 0) return undefined;
    const schema = this.#schema ?? new Uint8Array(0);
    const before = [schema, ...this.#dictionaries];
    return { rows, message: bytes, toStream: () => joined([...before, bytes, endMarker]) };
  }

  #faultOf(error: unknown): unknown {
    if (error instanceof IncompleteRowsError || this.#options.signal?.aborted === true) return error;
    const reason = error instanceof RangeError ? error.message : "the connection was closed before the end";
    return new IncompleteRowsError("cut", reason, { cause: error });
  }

  #end(ending: Verdict["ending"], message: string): void {
    this.#verdict = { ending, rows: this.#rows, bytes: this.#bytes, message };
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
