import type { RowBytes } from "@wellhead/sql";
import { PacketReader } from "./packet-reader.js";

/** An error that the server reported. */
export class ServerError extends Error {
  override readonly name = "ServerError";
  /** The server's error number. */
  readonly number: number;

  /**
   * @param message - The server's message
   * @param number - The server's error number
   */
  constructor(message: string, number: number) {
    super(message);
    this.number = number;
  }
}

/**
 * Parses an error packet of the server.
 *
 * @param packet - The packet
 * @returns The error
 */
export function readServerError(packet: RowBytes): ServerError {
  const reader = new PacketReader(packet, 1);
  const number = reader.integer(2);
  const text = reader.rest().toString("utf8");
  // Before the handshake, the SQLSTATE is omitted.
  return new ServerError(text.startsWith("#") ? text.slice(6) : text, number);
}
