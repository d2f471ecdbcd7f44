import { upstreamInvalid } from "@wellhead/sdk";
import type { RowBytes } from "@wellhead/sql";
import type { Parameter } from "../dialect/parameter.js";
import type { Connection } from "./connection.js";
import { execute, prepare, query } from "./messages.js";
import { PacketReader } from "./packet-reader.js";
import { type ResultColumn, readResultColumn } from "./result-column.js";

/** A statement that the server has prepared. */
export interface PreparedStatement {
  readonly id: number;
  /** Columns of its rows; empty for a statement that does not return rows. */
  readonly columns: readonly ResultColumn[];
  /** Number of its parameters. */
  readonly parameters: number;
}

/** Maximum number of columns accepted from a server. A table has at most 4,096. */
const maxColumns = 4096;
/** Maximum number of parameters of a statement, according to the protocol. */
const maxParameters = 65_535;
const okMark = 0x00;
const fileMark = 0xfb;
const endMark = 0xfe;

/**
 * Runs a statement of this connector that does not return rows.
 *
 * @param connection - An idle session
 * @param sql - The statement
 * @throws ServerError when the server rejects it
 */
export async function runCommand(connection: Connection, sql: string): Promise<void> {
  connection.send(query(sql));
  await receiveOk(connection);
}

/**
 * Waits for the server's OK packet.
 *
 * @param connection - A session to which a command without rows has been sent
 * @throws ConnectorError `upstream_invalid` when the server sends another packet
 */
export async function receiveOk(connection: Connection): Promise<void> {
  const { bytes, start } = await connection.receive();
  if (bytes[start] !== okMark) throw outOfTurn();
}

/**
 * Has the server prepare a statement.
 *
 * @param connection - An idle session
 * @param sql - One statement
 * @returns The statement
 * @throws ServerError when the server cannot prepare it
 */
export async function prepareStatement(connection: Connection, sql: string): Promise<PreparedStatement> {
  connection.send(prepare(sql));
  const reader = new PacketReader(await connection.receive());
  if (reader.integer(1) !== okMark) throw outOfTurn();
  const id = reader.integer(4);
  const columnCount = reader.integer(2);
  const parameters = reader.integer(2);
  if (parameters > 0) await readColumns(connection, parameters, maxParameters);
  return { id, columns: await readColumns(connection, columnCount, maxColumns), parameters };
}

/**
 * Executes a prepared statement, up to its first row.
 *
 * @param connection - An idle session
 * @param statement - The statement
 * @param parameters - Values of its parameters
 * @returns The columns of the rows that follow
 * @throws ConnectorError `upstream_invalid` when the server requests a file of this machine
 */
export async function executeStatement(
  connection: Connection,
  { id }: PreparedStatement,
  parameters: readonly Parameter[],
): Promise<readonly ResultColumn[]> {
  connection.send(execute(id, parameters));
  const packet = await connection.receive();
  const first = packet.bytes[packet.start];
  if (first === fileMark) {
    const refusal = upstreamInvalid(
      "Could not read from the database: the server asked for a file of this machine.",
    );
    connection.destroy(refusal);
    throw refusal;
  }
  return readColumns(connection, new PacketReader(packet).length(), maxColumns);
}

/**
 * Returns whether a packet ends a list of columns or rows.
 *
 * @param packet - The packet
 * @returns Whether it does
 */
export function isEnd({ bytes, start, end }: RowBytes): boolean {
  return bytes[start] === endMark && end - start < 9;
}

async function readColumns(
  connection: Connection,
  count: number,
  maximum: number,
): Promise<readonly ResultColumn[]> {
  if (count > maximum) throw outOfTurn();
  if (count === 0) return [];
  const extended = connection.handshake?.extended === true;
  const columns: ResultColumn[] = [];
  while (columns.length < count) columns.push(readResultColumn(await connection.receive(), extended));
  if (!isEnd(await connection.receive())) throw outOfTurn();
  return columns;
}

/** Creates the error for an unexpected packet. */
export function outOfTurn(): Error {
  return upstreamInvalid("Could not read from the database: the server sent an unexpected message.");
}
