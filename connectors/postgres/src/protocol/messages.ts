import { Buffer } from "node:buffer";
import { inputInvalid } from "@wellhead/sdk";
import type { TextCodec } from "@wellhead/sql";

const protocolVersion = 196_608;
const sslRequestCode = 80_877_103;
const cancelRequestCode = 80_877_102;

/** Asks whether the server supports TLS. */
export function sslRequest(): Buffer {
  return Buffer.concat([int32(8), int32(sslRequestCode)]);
}

/** Asks the server to cancel the statement of another connection. */
export function cancelRequest({ processId, secretKey }: { processId: number; secretKey: number }): Buffer {
  return Buffer.concat([int32(16), int32(cancelRequestCode), int32(processId), int32(secretKey)]);
}

/** Starts a session. */
export function startup(parameters: Readonly<Record<string, string>>): Buffer {
  const pairs = Object.entries(parameters).flatMap(([key, value]) => [text(key), text(value)]);
  const body = Buffer.concat([int32(protocolVersion), ...pairs, Buffer.of(0)]);
  return Buffer.concat([int32(body.length + 4), body]);
}

/** Responds to a password request. */
export function passwordMessage(password: string): Buffer {
  return message("p", text(password));
}

/** Starts SCRAM. */
export function saslInitial(mechanism: string, first: string): Buffer {
  const bytes = Buffer.from(first);
  return message("p", text(mechanism), int32(bytes.length), bytes);
}

/** Continues SCRAM. */
export function saslResponse(response: string): Buffer {
  return message("p", Buffer.from(response));
}

/** Asks the server to parse a statement and to infer the types of its parameters. */
export function parse(sql: string, codec?: TextCodec): Buffer {
  if (sql.includes("\0")) throw nulCharacter();
  return message("P", text(""), encoded(sql, codec), Buffer.of(0), int16(0));
}

/** Requests the parameters and columns of the last parsed statement. */
export function describeStatement(): Buffer {
  return message("D", Buffer.from("S"), text(""));
}

/** Binds parameters as text and requests all columns as text. */
export function bind(parameters: readonly (string | null)[], codec?: TextCodec): Buffer {
  const values = parameters.flatMap((value) => {
    if (value === null) return [int32(-1)];
    const bytes = encoded(value, codec);
    if (codec?.hasTrailingBackslash === true) refuseHiddenBackslash(value, bytes);
    return [int32(bytes.length), bytes];
  });
  return message("B", text(""), text(""), int16(0), int16(parameters.length), ...values, int16(0));
}

/** Requests the columns of the bound statement. */
export function describePortal(): Buffer {
  return message("D", Buffer.from("P"), text(""));
}

/** Requests a number of rows of the bound statement; 0 means all. */
export function execute(rows: number): Buffer {
  return message("E", text(""), int32(rows));
}

/** Ends a group of messages. The server replies when it is ready for the next group. */
export function sync(): Buffer {
  return message("S");
}

/** Ends the session. */
export function terminate(): Buffer {
  return message("X");
}

function message(type: string, ...parts: readonly Buffer[]): Buffer {
  const size = parts.reduce((sum, { length }) => sum + length, 4);
  return Buffer.concat([Buffer.from(type), int32(size), ...parts]);
}

/** Encodes NUL-terminated text. Throws a TypeError for text that contains NUL, which would truncate it. */
function text(value: string): Buffer {
  if (value.includes("\0")) throw nulCharacter();
  return Buffer.from(`${value}\0`);
}

function nulCharacter(): Error {
  return new TypeError("Could not write to the server: the text has a NUL character. Remove it.");
}

/** Encodes text in the encoding of the database. */
function encoded(value: string, codec: TextCodec | undefined): Buffer {
  const bytes = codec === undefined ? Buffer.from(value) : codec.encode(value);
  if (bytes !== undefined) return bytes;
  throw inputInvalid(
    `Could not write a text for the database: its encoding ${codec?.encoding} lacks one of the characters. Leave that character out.`,
  );
}

/**
 * Throws for a list or an object with a character whose second byte a server that parses bytes takes for a backslash.
 */
function refuseHiddenBackslash(value: string, bytes: Buffer): void {
  if (!/^\s*[{["(]/.test(value)) return;
  const count = bytes.filter((byte) => byte === 0x5c).length;
  if (count === value.split("\\").length - 1) return;
  throw inputInvalid(
    "Could not bind a list or an object: it holds a character that the database would read as a backslash. Bind its texts one by one.",
  );
}

function int32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function int16(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(2);
  bytes.writeInt16BE(value);
  return bytes;
}
