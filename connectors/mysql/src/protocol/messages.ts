import { Buffer } from "node:buffer";
import type { Parameter } from "../dialect/parameter.js";
import { agreed, capabilities, extendedMetadata, isMysql } from "./capabilities.js";

/** The user who signs in, and the sign-in method. */
export interface SignIn {
  readonly user: string;
  readonly database: string;
  /** Whether the connection is encrypted. */
  readonly encrypted: boolean;
  /** Whether the server is a MariaDB that can send extended column descriptions. */
  readonly extended: boolean;
  /** Response to the server's random bytes. */
  readonly answer: Buffer;
  /** Name of the method that created the response. */
  readonly plugin: string;
}

/** `utf8mb4_general_ci`, which every server supports. */
const utf8mb4 = 45;
const largestPacket = 0xff_ff_ff;

const commands = { quit: 1, query: 3, prepare: 22, execute: 23, closeStatement: 25, reset: 31 } as const;

/** Requests encryption. */
export function tlsRequest(extended: boolean): Buffer {
  return greeting(agreed | capabilities.tls, extended);
}

/** Signs in. */
export function signIn({ user, database, encrypted, extended, answer, plugin }: SignIn): Buffer {
  return Buffer.concat([
    greeting(encrypted ? agreed | capabilities.tls : agreed, extended),
    text(user),
    Buffer.of(answer.length),
    answer,
    text(database),
    text(plugin),
  ]);
}

/** Runs a statement of this connector, without parameters. */
export function query(sql: string): Buffer {
  return Buffer.concat([Buffer.of(commands.query), Buffer.from(sql)]);
}

/** Asks the server to prepare a statement. */
export function prepare(sql: string): Buffer {
  if (sql.includes("\0"))
    throw new TypeError("Could not write to the server: the text has a NUL character. Remove it.");
  return Buffer.concat([Buffer.of(commands.prepare), Buffer.from(sql)]);
}

/** Runs a prepared statement without a cursor. */
export function execute(statement: number, parameters: readonly Parameter[]): Buffer {
  const head = Buffer.concat([Buffer.of(commands.execute), int32(statement), Buffer.of(0), int32(1)]);
  if (parameters.length === 0) return head;
  const nulls = Buffer.alloc((parameters.length + 7) >> 3);
  for (const [index, value] of parameters.entries()) {
    if (value === null) nulls[index >> 3] = (nulls[index >> 3] ?? 0) | (1 << (index & 7));
  }
  const bound = parameters.map(bind);
  const types = bound.map(({ type }) => Buffer.of(type, 0));
  return Buffer.concat([head, nulls, Buffer.of(1), ...types, ...bound.map(({ bytes }) => bytes)]);
}

/** Releases a prepared statement. The server does not reply. */
export function closeStatement(statement: number): Buffer {
  return Buffer.concat([Buffer.of(commands.closeStatement), int32(statement)]);
}

/** Resets the state of the session. */
export function resetConnection(): Buffer {
  return Buffer.of(commands.reset);
}

/** Ends the session. */
export function quit(): Buffer {
  return Buffer.of(commands.quit);
}

/** Adds the header to a payload. */
export function packet(payload: Buffer, sequence: number): Buffer {
  if (payload.length >= largestPacket)
    throw new TypeError("Could not write to the server: the statement has more than 16 MiB. Shorten it.");
  const header = Buffer.alloc(4);
  header.writeUIntLE(payload.length, 0, 3);
  header[3] = sequence & 0xff;
  return Buffer.concat([header, payload]);
}

function greeting(flags: number, extended: boolean): Buffer {
  return Buffer.concat([
    int32(extended ? flags : flags | isMysql),
    int32(largestPacket),
    Buffer.of(utf8mb4),
    Buffer.alloc(19),
    int32(extended ? extendedMetadata : 0),
  ]);
}

function bind(value: Parameter): { readonly type: number; readonly bytes: Buffer } {
  if (value === null) return { type: 0xfd, bytes: Buffer.alloc(0) };
  if (typeof value === "boolean") return { type: 0x01, bytes: Buffer.of(value ? 1 : 0) };
  if (typeof value === "number" && Number.isSafeInteger(value)) {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(value));
    return { type: 0x08, bytes };
  }
  const isText = typeof value === "string";
  const bytes = Buffer.from(typeof value === "object" ? value.decimal : String(value));
  return { type: isText ? 0xfd : 0xf6, bytes: Buffer.concat([size(bytes.length), bytes]) };
}

function size(length: number): Buffer {
  if (length < 0xfb) return Buffer.of(length);
  const bytes = Buffer.alloc(9);
  bytes[0] = 0xfe;
  bytes.writeUIntLE(length, 1, 6);
  return bytes;
}

/** Encodes NUL-terminated text. Throws a TypeError for text that contains NUL, which would truncate it. */
function text(value: string): Buffer {
  if (value.includes("\0"))
    throw new TypeError("Could not write to the server: the text has a NUL character. Remove it.");
  return Buffer.from(`${value}\0`);
}

function int32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeInt32LE(value | 0);
  return bytes;
}
