import { Buffer } from "node:buffer";
import { upstreamInvalid } from "@wellhead/sdk";
import { FrameSplitter, type RowBytes } from "@wellhead/sql";

/** Receives the payload of one packet. The object is reused for the next packet. */
export type PacketReceiver = (packet: RowBytes) => void;

/** Maximum size of a row in bytes. */
const largestPacket = 64 * 1024 * 1024;
const headerSize = 4;
/** A packet of this size is continued in the next packet. */
const fullSize = 0xff_ff_ff;

/**
 * Splits the bytes of a MySQL server into packets.
 *
 * @throws ConnectorError `upstream_invalid` from `push` when a row is larger than 64 MiB
 */
export class Frames extends FrameSplitter {
  /** Number of the last packet. A reply to it uses the next number. */
  sequence = 0;
  readonly #receive: PacketReceiver;
  readonly #body: { bytes: Buffer; start: number; end: number };
  /** Full packets that the next packet continues. */
  #parts: Buffer[] = [];

  /** @param receive - Receives each packet */
  constructor(receive: PacketReceiver) {
    super(headerSize);
    this.#receive = receive;
    this.#body = { bytes: Buffer.alloc(0), start: 0, end: 0 };
  }

  protected override frameSize(bytes: Buffer, at: number): number {
    return bytes.readUIntLE(at, 3) + headerSize;
  }

  protected override deliver(bytes: Buffer, at: number, end: number): void {
    this.sequence = bytes[at + 3] ?? 0;
    const start = at + headerSize;
    if (end - start === fullSize || this.#parts.length > 0) return this.#join(bytes, start, end);
    const body = this.#body;
    body.bytes = bytes;
    body.start = start;
    body.end = end;
    this.#receive(body);
  }

  #join(bytes: Buffer, start: number, end: number): void {
    // A full packet is larger than a read, so it has memory of its own. Only the last part may be in reused memory.
    this.#parts.push(bytes.subarray(start, end));
    if (this.#parts.length * fullSize > largestPacket) {
      throw upstreamInvalid(
        "Could not read a row: expected at most 64 MiB, got more. Choose fewer columns, or cut long values in a query.",
      );
    }
    if (end - start === fullSize) return;
    const whole = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#receive({ bytes: whole, start: 0, end: whole.length });
  }
}
