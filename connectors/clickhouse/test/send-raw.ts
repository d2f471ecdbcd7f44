import { Buffer } from "node:buffer";
import { connect, type Socket } from "node:net";

/** A query to read over a socket of its own. */
export interface RawQuery {
  readonly account: Readonly<Record<string, unknown>>;
  readonly sql: string;
  /** Format of the rows. Default: JSON. */
  readonly accept?: string;
}

/** Sends a request for rows, of which the socket shows every byte. */
export function sendRaw(address: string, { account, sql, accept = "application/json" }: RawQuery): Socket {
  const socket = connect(Number(new URL(address).port), "127.0.0.1");
  const body = JSON.stringify({ source: "query", account, filter: { sql } });
  socket.write(
    `POST / HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\naccept: ${accept}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  return socket;
}
