import { Buffer } from "node:buffer";
import { inputInvalid, upstreamInvalid } from "@wellhead/sdk";
import type { RowBytes, TextCodec } from "@wellhead/sql";

const protocolVersion = 196_608;
const sslRequestCode = 80_877_103;
const cancelRequestCode = 80_877_102;

/** How the server sends the cells of a column: as text, or in the binary form of their type. */
export type CellFormat = 0 | 1;

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
  const pairs = Object.entries(parameters).flatMap(([key, value]) => [
    nulTerminated(key),
    nulTerminated(value),
  ]);
  const body = Buffer.concat([int32(protocolVersion), ...pairs, Buffer.of(0)]);
  return Buffer.concat([int32(body.length + 4), body]);
}

/** Responds to a password request. */
export function passwordMessage(password: string): Buffer {
  return message("p", nulTerminated(password));
}

/** Starts SCRAM. */
export function saslInitial(mechanism: string, first: string): Buffer {
  const bytes = Buffer.from(first);
  return message("p", nulTerminated(mechanism), int32(bytes.length), bytes);
}

/** Continues SCRAM. */
export function saslResponse(response: string): Buffer {
  return message("p", Buffer.from(response));
}

/** Asks the server to parse a statement and to infer the types of its parameters. */
export function parse(sql: string, codec?: TextCodec): Buffer {
  if (sql.includes("\0")) throw nulCharacter();
  return message("P", nulTerminated(""), encoded(sql, codec), Buffer.of(0), int16(0));
}

/** Requests the parameters and columns of the last parsed statement. */
export function describeStatement(): Buffer {
  return message("D", Buffer.from("S"), nulTerminated(""));
}

/** Binds parameters as text and requests the columns as text, or each in the form that `formats` has for it. */
export function bind(
  parameters: readonly (string | null)[],
  codec?: TextCodec,
  formats: readonly CellFormat[] = [],
): Buffer {
  const values = parameters.flatMap((value) => {
    if (value === null) return [int32(-1)];
    const bytes = encoded(value, codec);
    if (codec?.hasTrailingBackslash === true) refuseHiddenBackslash(value, bytes);
    return [int32(bytes.length), bytes];
  });
  return message(
    "B",
    nulTerminated(""),
    nulTerminated(""),
    int16(0),
    int16(parameters.length),
    ...values,
    int16(formats.length),
    ...formats.map((format) => int16(format)),
  );
}

/** Requests the columns of the bound statement. */
export function describePortal(): Buffer {
  return message("D", Buffer.from("P"), nulTerminated(""));
}

/** Requests a number of rows of the bound statement; 0 means all. */
export function execute(rows: number): Buffer {
  return message("E", nulTerminated(""), int32(rows));
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
function nulTerminated(value: string): Buffer {
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

/** One column as the server describes it. */
export interface ResultColumn {
  readonly name: string;
  /** Object id of its type. */
  readonly type: number;
  /** What is in the parentheses of the type, such as the digits of a decimal, as the server encodes it; -1 when nothing is. */
  readonly modifier: number;
}

/**
 * Reads the columns of a result.
 *
 * @param body - Body of a RowDescription message
 * @param codec - Encoding of the names. Default: UTF-8
 * @returns Names and types in the order of the cells
 */
export function readColumns({ bytes, start, end }: RowBytes, codec?: TextCodec): readonly ResultColumn[] {
  const columns: ResultColumn[] = [];
  const count = bytes.readInt16BE(start);
  let at = start + 2;
  for (let index = 0; index < count; index += 1) {
    const stop = endOfText(bytes, at, end);
    columns.push({
      name: decoded(bytes.subarray(at, stop), codec),
      type: bytes.readUInt32BE(stop + 7),
      modifier: bytes.readInt32BE(stop + 13),
    });
    at = stop + 19;
  }
  return columns;
}

/**
 * Reads the cells of a row as text.
 *
 * @param body - Body of a DataRow message
 * @param codec - Encoding of the cells. Default: UTF-8
 * @returns The cells; `null` means NULL
 */
export function readCells({ bytes, start }: RowBytes, codec?: TextCodec): readonly (string | null)[] {
  const cells: (string | null)[] = [];
  const count = bytes.readInt16BE(start);
  let at = start + 2;
  for (let index = 0; index < count; index += 1) {
    const size = bytes.readInt32BE(at);
    at += 4;
    cells.push(size < 0 ? null : decoded(bytes.subarray(at, at + size), codec));
    at += Math.max(size, 0);
  }
  return cells;
}

/**
 * Reads NUL-terminated texts.
 *
 * @param body - The bytes that contain them
 * @param codec - Encoding of the texts; a text that is invalid in it is read as UTF-8, with U+FFFD for invalid bytes.
 *   Default: UTF-8
 * @returns The texts, without the empty one that ends a list
 */
export function readTexts({ bytes, start, end }: RowBytes, codec?: TextCodec): readonly string[] {
  const texts: string[] = [];
  for (let at = start; at < end && bytes[at] !== 0; ) {
    const stop = endOfText(bytes, at, end);
    texts.push(codec?.decode(bytes.subarray(at, stop)) ?? bytes.toString("utf8", at, stop));
    at = stop + 1;
  }
  return texts;
}

function decoded(bytes: Buffer, codec: TextCodec | undefined): string {
  const text = codec === undefined ? bytes.toString() : codec.decode(bytes);
  if (text !== undefined) return text;
  throw upstreamInvalid(
    `Could not read from the database: a name or a value in it is not ${codec?.encoding}. Choose the encoding of its text in the account.`,
    { field: "encoding" },
  );
}

function endOfText(bytes: Buffer, at: number, end: number): number {
  const stop = bytes.indexOf(0, at);
  if (stop < 0 || stop >= end)
    throw new RangeError("Could not read a message of the server: a text in it has no end.");
  return stop;
}
