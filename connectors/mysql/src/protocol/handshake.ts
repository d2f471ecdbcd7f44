import { Buffer } from "node:buffer";
import { upstreamInvalid } from "@wellhead/sdk";
import type { RowBytes } from "@wellhead/sql";
import { extendedMetadata, isMysql } from "./capabilities.js";
import { PacketReader } from "./packet-reader.js";

/** What a server says first. */
export interface Handshake {
  /** What another connection names when it wants this one stopped. */
  readonly threadId: number;
  readonly isMariadb: boolean;
  readonly capabilities: number;
  /** Whether columns can come with the names of MariaDB's newer types. */
  readonly extended: boolean;
  /** Random bytes that a password is mixed with. */
  readonly salt: Buffer;
  /** How the server would like users to sign in. */
  readonly plugin: string;
}

const protocolVersion = 10;

/**
 * Reads the first packet of a server.
 *
 * @param packet - The packet
 * @returns What it says
 * @throws ConnectorError `upstream_invalid` when the server speaks another version of the protocol
 */
export function readHandshake(packet: RowBytes): Handshake {
  const reader = new PacketReader(packet);
  if (reader.integer(1) !== protocolVersion)
    throw upstreamInvalid("Connect to the database: what answered does not speak as MySQL does");
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
