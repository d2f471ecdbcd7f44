import { Buffer } from "node:buffer";
import { upstreamInvalid } from "@wellhead/sdk";

/** Receives a complete message: its type and its body. */
export type FrameReceiver = (type: number, body: FrameBody) => void;

/** The position of a message body in a buffer. The object is reused for the next message. */
export interface FrameBody {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/** Maximum size of a row in bytes. */
const largestRow = 64 * 1024 * 1024;
/** Maximum size of any other message in bytes. */
const largestMessage = 1024 * 1024;
const headerSize = 5;
const dataRow = 0x44;

/**
 * Splits the bytes of a PostgreSQL server into messages. A message that is complete in one chunk is not copied.
 *
 * @throws ConnectorError `upstream_invalid` from `push` when a row is larger than 64 MiB
 * @throws RangeError from `push` when the length of another message is out of range
 */
export class Frames {
  readonly #receive: FrameReceiver;
  readonly #body: { bytes: Buffer; start: number; end: number };
  /** The start of an incomplete message. */
  #partial: Buffer | undefined;
  /** Number of bytes received of `#partial`. */
  #come = 0;

  /** @param receive - Receives each message */
  constructor(receive: FrameReceiver) {
    this.#receive = receive;
    this.#body = { bytes: Buffer.alloc(0), start: 0, end: 0 };
  }

  /**
   * Processes the next bytes from the server.
   *
   * @param chunk - The bytes
   */
  push(chunk: Buffer): void {
    let at = this.#partial === undefined ? 0 : this.#complete(this.#partial, chunk);
    while (at < chunk.length) {
      const left = chunk.length - at;
      const size = left < headerSize ? Number.POSITIVE_INFINITY : frameSize(chunk, at);
      if (size > left) return this.#keep(chunk, at);
      this.#deliver(chunk, at, at + size);
      at += size;
    }
  }

  /** Appends bytes of `chunk` to the incomplete message. Returns the index in `chunk` where the next one begins. */
  #complete(partial: Buffer, chunk: Buffer): number {
    let at = 0;
    let message = partial;
    if (this.#come < headerSize) {
      at = chunk.copy(message, this.#come, 0, headerSize - this.#come);
      this.#come += at;
      if (this.#come < headerSize) return at;
      const whole = Buffer.allocUnsafe(frameSize(message, 0));
      message.copy(whole, 0, 0, headerSize);
      this.#partial = whole;
      message = whole;
    }
    const taken = chunk.copy(message, this.#come, at, at + message.length - this.#come);
    this.#come += taken;
    if (this.#come === message.length) {
      this.#partial = undefined;
      this.#deliver(message, 0, message.length);
    }
    return at + taken;
  }

  #keep(chunk: Buffer, at: number): void {
    const left = chunk.length - at;
    this.#partial = Buffer.allocUnsafe(left < headerSize ? headerSize : frameSize(chunk, at));
    this.#come = chunk.copy(this.#partial, 0, at);
  }

  #deliver(bytes: Buffer, at: number, end: number): void {
    const body = this.#body;
    body.bytes = bytes;
    body.start = at + headerSize;
    body.end = end;
    // The type byte is at `at`. It always exists, because the message is complete.
    this.#receive(bytes[at] ?? 0, body);
  }
}

function frameSize(bytes: Buffer, at: number): number {
  const size = bytes.readInt32BE(at + 1);
  const largest = bytes[at] === dataRow ? largestRow : largestMessage;
  if (largest === largestRow && size > largest) {
    throw upstreamInvalid(
      `Could not read a row: expected at most 64 MiB, got ${Math.ceil(size / 2 ** 20)} MiB. Choose fewer columns, or cut long values in a query.`,
    );
  }
  if (size < 4 || size > largest) {
    throw new RangeError(`Read a message of the server: found ${size} bytes, wanted 4 to ${largest}`);
  }
  return size + 1;
}
