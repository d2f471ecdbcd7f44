import type { RowBytes } from "@wellhead/sql";
import { PacketReader } from "./packet-reader.js";

/** An error the server reported, in its own words. */
export class ServerError extends Error {
  override readonly name = "ServerError";
  /** The server's number for it. */
  readonly number: number;

  /**
   * @param message - The server's sentence
   * @param number - Its number
   */
  constructor(message: string, number: number) {
    super(message);
    this.number = number;
  }
}

/**
 * Reads an error packet of the server.
 *
 * @param packet - The packet
 * @returns The error
 */
export function readServerError(packet: RowBytes): ServerError {
  const reader = new PacketReader(packet, 1);
  const number = reader.integer(2);
  const text = reader.rest().toString("utf8");
  // Before the handshake the SQLSTATE is left out.
  return new ServerError(text.startsWith("#") ? text.slice(6) : text, number);
}
