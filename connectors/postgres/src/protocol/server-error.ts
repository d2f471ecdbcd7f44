import type { RowBytes, TextCodec } from "@wellhead/sql";
import { readTexts } from "./messages.js";

/** An error that the server reported. */
export class ServerError extends Error {
  override readonly name = "ServerError";
  /** The five-character SQLSTATE. */
  readonly sqlState: string;
  /** Position in the statement in characters, counted from one, or `undefined` when the server does not report one. */
  readonly position: number | undefined;
  /** The server's hint. */
  readonly hint: string | undefined;

  /**
   * @param message - The server's message
   * @param details - The code, the position and the hint
   */
  constructor(
    message: string,
    details: {
      readonly sqlState: string;
      readonly position?: number | undefined;
      readonly hint?: string | undefined;
    },
  ) {
    super(message);
    this.sqlState = details.sqlState;
    this.position = details.position;
    this.hint = details.hint;
  }
}

/**
 * Parses an error message of the server.
 *
 * @param body - Body of an ErrorResponse
 * @param codec - Encoding of its text. Default: UTF-8
 * @returns The error
 */
export function readServerError(body: RowBytes, codec?: TextCodec): ServerError {
  const parts = new Map(readTexts(body, codec).map((text) => [text.charAt(0), text.slice(1)]));
  const position = Number(parts.get("P"));
  return new ServerError(parts.get("M") ?? "no reason given", {
    sqlState: parts.get("C") ?? "XX000",
    position: position > 0 ? position : undefined,
    hint: parts.get("H"),
  });
}
