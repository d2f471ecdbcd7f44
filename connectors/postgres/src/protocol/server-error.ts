import type { TextCodec } from "@wellhead/sql";
import type { FrameBody } from "./frames.js";
import { readTexts } from "./read-message.js";

/** An error the server reported, in its own words. */
export class ServerError extends Error {
  override readonly name = "ServerError";
  /** Five characters of SQLSTATE. */
  readonly sqlState: string;
  /** Place in the statement, counted in characters from one; `undefined` when the server names none. */
  readonly position: number | undefined;
  /** What the server suggests. */
  readonly hint: string | undefined;

  /**
   * @param message - The server's sentence
   * @param details - Code, place and suggestion
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
 * Reads an error message of the server.
 *
 * @param body - Body of an ErrorResponse
 * @param codec - Encoding of its words. Default: UTF-8
 * @returns The error
 */
export function readServerError(body: FrameBody, codec?: TextCodec): ServerError {
  const parts = new Map(readTexts(body, codec).map((text) => [text.charAt(0), text.slice(1)]));
  const position = Number(parts.get("P"));
  return new ServerError(parts.get("M") ?? "no reason given", {
    sqlState: parts.get("C") ?? "XX000",
    position: position > 0 ? position : undefined,
    hint: parts.get("H"),
  });
}
