/** An error that the server reported. */
export class ServerError extends Error {
  override readonly name = "ServerError";
  /** Number of the error, such as 62 for a syntax error. */
  readonly code: number;

  /**
   * @param code - Number of the error
   * @param message - The server's message without the number and the names of its classes
   */
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const exception =
  /Code: (?<code>\d+)[.,](?: e\.displayText\(\) =)?\s*(?:[\w:]*Exception:\s*)+(?<text>[\s\S]*?)(?:, e\.what\(\) = |, Stack trace| \([A-Z_]+\)\s*\(version |\s*\(version |$)/;
/** What servers from 25.11 on write around an exception in rows that have begun. */
const frame = /__exception__\s+\w+\s+(?<text>[\s\S]*?)(?:\s+\d+ \w+\s+__exception__|$)/;
const maxMessage = 600;

/**
 * Reads an exception as servers write it, as a response or behind rows that have been sent.
 *
 * @param text - The text, which may begin with a part of a row
 * @returns The error; without a number when the text is something else
 */
export function readServerError(text: string): ServerError {
  const framed = frame.exec(text)?.groups?.["text"] ?? text;
  const found = exception.exec(framed)?.groups;
  const message = (found?.["text"] ?? "").trim().replace(/\.+$/, "");
  return new ServerError(Number(found?.["code"] ?? 0), message.slice(0, maxMessage));
}
