import { Buffer } from "node:buffer";
import { upstreamInvalid } from "@wellhead/sdk";
import { FrameSplitter, type RowBytes } from "@wellhead/sql";

/** Receives a complete message: its type and its body. The body is reused for the next message. */
export type FrameReceiver = (type: number, body: RowBytes) => void;

/** Maximum size of a row in bytes. */
const largestRow = 64 * 1024 * 1024;
/** Maximum size of any other message in bytes. */
const largestMessage = 1024 * 1024;
const headerSize = 5;
const dataRow = 0x44;

/**
 * Splits the bytes of a PostgreSQL server into messages.
 *
 * @throws ConnectorError `upstream_invalid` from `push` when a row is larger than 64 MiB
 * @throws RangeError from `push` when the length of another message is out of range
 */
export class Frames extends FrameSplitter {
  readonly #receive: FrameReceiver;
  readonly #body: { bytes: Buffer; start: number; end: number };

  /** @param receive - Receives each message */
  constructor(receive: FrameReceiver) {
    super(headerSize);
    this.#receive = receive;
    this.#body = { bytes: Buffer.alloc(0), start: 0, end: 0 };
  }

  protected override frameSize(bytes: Buffer, at: number): number {
    const size = bytes.readInt32BE(at + 1);
    const largest = bytes[at] === dataRow ? largestRow : largestMessage;
    if (largest === largestRow && size > largest) {
      throw upstreamInvalid(
        `Could not read a row: expected at most 64 MiB, got ${Math.ceil(size / 2 ** 20)} MiB. Choose fewer columns, or cut long values in a query.`,
      );
    }
    if (size < 4 || size > largest) {
      throw new RangeError(
        `Could not read a message of the server: expected 4 to ${largest} bytes, got ${size}.`,
      );
    }
    return size + 1;
  }

  protected override deliver(bytes: Buffer, at: number, end: number): void {
    const body = this.#body;
    body.bytes = bytes;
    body.start = at + headerSize;
    body.end = end;
    // The type byte is at `at`. It always exists, because the message is complete.
    this.#receive(bytes[at] ?? 0, body);
  }
}
