import { Buffer } from "node:buffer";
import { upstreamInvalid } from "@wellhead/sdk";
import type { RowBytes } from "@wellhead/sql";

/** Receives the payload of one packet. The object is reused for the next packet. */
export type PacketReceiver = (packet: RowBytes) => void;

/** Maximum size of a row in bytes. */
const largestPacket = 64 * 1024 * 1024;
const headerSize = 4;
/** A packet of this size is continued in the next packet. */
const fullSize = 0xff_ff_ff;

/**
 * Splits the bytes of a MySQL server into packets. A packet that is complete in one chunk is not copied.
 *
 * @throws ConnectorError `upstream_invalid` from `push` when a row is larger than 64 MiB
 */
export class Packets {
  /** Number of the last packet. A reply to it uses the next number. */
  sequence = 0;
  readonly #receive: PacketReceiver;
  readonly #body: { bytes: Buffer; start: number; end: number };
  /** The start of an incomplete packet. */
  #partial: Buffer | undefined;
  /** Number of bytes received of `#partial`. */
  #come = 0;
  /** Full packets that the next packet continues. */
  #parts: Buffer[] = [];

  /** @param receive - Receives each packet */
  constructor(receive: PacketReceiver) {
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
      const size = left < headerSize ? Number.POSITIVE_INFINITY : sizeOf(chunk, at) + headerSize;
      if (size > left) return this.#keep(chunk, at);
      this.#deliver(chunk, at, at + size);
      at += size;
    }
  }

  /** Appends bytes of `chunk` to the incomplete packet. Returns the index in `chunk` where the next one begins. */
  #complete(partial: Buffer, chunk: Buffer): number {
    let at = 0;
    let packet = partial;
    if (this.#come < headerSize) {
      at = chunk.copy(packet, this.#come, 0, headerSize - this.#come);
      this.#come += at;
      if (this.#come < headerSize) return at;
      const whole = Buffer.allocUnsafe(sizeOf(packet, 0) + headerSize);
      packet.copy(whole, 0, 0, headerSize);
      this.#partial = whole;
      packet = whole;
    }
    const taken = chunk.copy(packet, this.#come, at, at + packet.length - this.#come);
    this.#come += taken;
    if (this.#come === packet.length) {
      this.#partial = undefined;
      this.#deliver(packet, 0, packet.length);
    }
    return at + taken;
  }

  #keep(chunk: Buffer, at: number): void {
    const left = chunk.length - at;
    const size = left < headerSize ? headerSize : sizeOf(chunk, at) + headerSize;
    this.#partial = Buffer.allocUnsafe(size);
    this.#come = chunk.copy(this.#partial, 0, at);
  }

  #deliver(bytes: Buffer, at: number, end: number): void {
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

function sizeOf(bytes: Buffer, at: number): number {
  return bytes.readUIntLE(at, 3);
}
