import { Buffer } from "node:buffer";
import type { Readable } from "node:stream";
import { AsyncQueue, spareBuffers } from "@wellhead/rows";
import { upstreamInvalid } from "@wellhead/sdk";
import { connectionLost } from "@wellhead/sql";

const lineFeed = 0x0a;
const blockSize = 256 * 1024;
/** Maximum number of bytes of a line, and of the block that it begins in. */
const maxLine = 64 * 2 ** 20;
const maxBytes = maxLine + blockSize;
/** Maximum number of blocks in the queue before reading from the server pauses. */
const maxBlocks = 3;
/** Milliseconds after which a partial block is flushed to a waiting reader. */
const flushDelayMs = 10;

/** Options of {@link BodyBlocks}. */
export interface BodyBlocksOptions {
  /** Whether the body consists of lines. Otherwise, a block may end anywhere. Default: true. */
  readonly areLines?: boolean;
}

/**
 * Collects the body of a response in blocks of whole lines. Servers may send it in parts of 4 KiB, and the work for each
 * block costs much more than copying its bytes.
 */
export class BodyBlocks {
  readonly #areLines: boolean;
  readonly #blocks: AsyncQueue<Buffer>;
  #bytes = spareBuffers.take(blockSize);
  #length = 0;
  #flush: NodeJS.Timeout | undefined;
  /** Number of bytes that have arrived. */
  received = 0;

  /**
   * Starts reading. An error of the body ends the blocks.
   *
   * @param body - The body
   * @param options - What it consists of
   */
  constructor(body: Readable, { areLines = true }: BodyBlocksOptions = {}) {
    this.#areLines = areLines;
    this.#blocks = new AsyncQueue({
      maxSize: maxBlocks,
      onFull: () => body.pause(),
      onRoom: () => body.resume(),
    });
    body
      .on("data", (chunk: Buffer) => this.#collect(chunk))
      .once("end", () => this.#end())
      .on("error", (error) => this.fail(connectionLost(error)))
      .once("close", () => this.fail(connectionLost()));
  }

  /** Whether reading has paused, because the reader has not taken the blocks. */
  get isPaused(): boolean {
    return this.#blocks.isFull;
  }

  /**
   * Waits for the next block.
   *
   * @returns Whole lines in memory of their own, which the caller may change. The last block may end within a line.
   *   `undefined` at the end of the body
   * @throws ConnectorError `upstream_unavailable` when the connection is lost
   * @throws ConnectorError `upstream_invalid` when a line is longer than 64 MiB
   */
  take(): Promise<Buffer | undefined> {
    return this.#blocks.take();
  }

  /**
   * Ends the blocks with an error, after those that were collected.
   *
   * @param error - What the reader gets
   */
  fail(error: Error): void {
    this.#flushLines();
    this.#stop({ error });
  }

  /** Stops reading. */
  stop(): void {
    this.#stop({});
  }

  #collect(chunk: Buffer): void {
    this.received += chunk.length;
    if (this.#blocks.isEnded) return;
    if (this.#length + chunk.length > this.#bytes.length) this.#makeRoom(chunk.length);
    chunk.copy(this.#bytes, this.#length);
    this.#length += chunk.length;
    this.#flush ??= setTimeout(() => this.#flushPartialBlock(), flushDelayMs);
  }

  #flushPartialBlock(): void {
    this.#flush = undefined;
    if (this.#blocks.isAwaited) this.#flushLines();
  }

  /** Sends the whole lines to the reader. The bytes after them begin the next block. */
  #flushLines(): void {
    const end = this.#areLines
      ? this.#bytes.subarray(0, this.#length).lastIndexOf(lineFeed) + 1
      : this.#length;
    if (end === 0) return;
    const block = this.#bytes.subarray(0, end);
    const rest = this.#bytes.subarray(end, this.#length);
    this.#bytes =
      rest.length > blockSize ? Buffer.allocUnsafeSlow(rest.length) : spareBuffers.take(blockSize);
    rest.copy(this.#bytes);
    this.#length = rest.length;
    this.#blocks.put(block);
  }

  #makeRoom(count: number): void {
    this.#flushLines();
    const size = this.#length + count;
    if (size > maxBytes) return this.#stop({ error: tooLong() });
    if (size <= this.#bytes.length) return;
    // It must not become larger than the maximum, which is checked only when there is no room.
    const larger = Buffer.allocUnsafeSlow(Math.min(maxBytes, Math.max(size, this.#bytes.length * 2)));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }

  #end(): void {
    this.#flushLines();
    if (this.#length > 0) this.#blocks.put(this.#bytes.subarray(0, this.#length));
    this.#stop({});
  }

  #stop(outcome: { readonly error?: Error }): void {
    clearTimeout(this.#flush);
    this.#blocks.end(outcome);
  }
}

function tooLong(): Error {
  return upstreamInvalid(
    "Could not read a row: expected at most 64 MiB, got more. Choose fewer columns, or cut long values in a query.",
  );
}
