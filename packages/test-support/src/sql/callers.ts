import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { SqlDatabase } from "./sql-database.js";

/**
 * Starts a query over a new socket and waits for its first bytes. The test can close the socket or leave it unread.
 *
 * @param database - The database
 * @param sql - The query
 * @param hasRows - Whether it returns rows soon. Default: `true`
 * @returns The socket, paused
 */
export async function begin(
  { url, account, place }: SqlDatabase,
  sql: string,
  hasRows = true,
): Promise<Socket> {
  const body = JSON.stringify({ source: "query", account, filter: { ...place, sql } });
  const socket = connect(Number(url.port), "127.0.0.1");
  await once(socket, "connect");
  socket.write(
    `POST / HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  if (hasRows) await once(socket, "data");
  return socket.pause();
}

/**
 * Reads a reply to its end.
 *
 * @param socket - What {@link begin} returned
 * @returns The last 4,000 characters
 */
export async function readEnd(socket: Socket): Promise<string> {
  let end = "";
  socket.on("data", (chunk: Buffer) => {
    end = (end + chunk.toString()).slice(-4000);
  });
  socket.resume();
  await once(socket, "close");
  return end;
}
