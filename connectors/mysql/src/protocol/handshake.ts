import { Buffer } from "node:buffer";
import { upstreamInvalid } from "@wellhead/sdk";
import type { RowBytes } from "@wellhead/sql";
import { extendedMetadata, isMysql } from "./capabilities.js";
import { PacketReader } from "./packet-reader.js";

/** The first packet of a server. */
export interface Handshake {
  /** Id of the connection, which another connection uses to kill this one. */
  readonly threadId: number;
  readonly isMariadb: boolean;
  readonly capabilities: number;
  /** Whether column descriptions can include the names of MariaDB's newer types. */
  readonly extended: boolean;
  /** Random bytes that are mixed with the password. */
  readonly salt: Buffer;
  /** The server's default sign-in method. */
  readonly plugin: string;
}

const protocolVersion = 10;

/**
 * Parses the first packet of a server.
 *
 * @param packet - The packet
 * @returns The handshake
 * @throws ConnectorError `upstream_invalid` when the server uses another version of the protocol
 */
export function readHandshake(packet: RowBytes): Handshake {
  const reader = new PacketReader(packet);
  if (reader.integer(1) !== protocolVersion)
    throw upstreamInvalid(
      "Could not connect to the database: the server does not speak the protocol of MySQL. Check the host and the port.",
    );
  const version = reader.ended();
  const threadId = reader.integer(4);
  const first = Uint8Array.from(reader.bytes(8));
  reader.bytes(1);
  const low = reader.integer(2);
  reader.bytes(3);
  const capabilities = low | (reader.integer(2) << 16);
  const saltSize = reader.integer(1);
  reader.bytes(6);
  const extended = reader.integer(4);
  const second = reader.bytes(Math.max(13, saltSize - 8)).subarray(0, 12);
  const isMariadb = (capabilities & isMysql) === 0 || version.includes("MariaDB");
  return {
    threadId,
    isMariadb,
    capabilities,
    extended: (capabilities & isMysql) === 0 && (extended & extendedMetadata) !== 0,
    salt: Buffer.concat([first, second]),
    plugin: reader.ended(),
  };
}
