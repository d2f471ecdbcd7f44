import { exactNumbers, upstreamInvalid } from "@wellhead/sdk";

/**
 * Parses JSON strictly: UTF-8, limited depth. A number that loses digits as a double – an integer above 2^53, `1e400`,
 * a decimal with thirty digits – becomes a string with its text.
 *
 * @param bytes - UTF-8, with or without a byte order mark
 * @param depth - Maximum levels of arrays and objects
 * @returns The value
 * @throws ConnectorError `upstream_invalid` when it is not such JSON
 */
export function parseJson(bytes: Uint8Array, depth: number): unknown {
  const text = decodeText(bytes);
  try {
    const value: unknown = JSON.parse(exactNumbers(text, depth));
    return value;
  } catch (error) {
    if (error instanceof RangeError) {
      throw upstreamInvalid(
        `Could not read the response: expected at most ${depth} levels of JSON, got more.`,
      );
    }
    // The parser's own message quotes the body, which may hold secrets, so it is dropped.
    throw upstreamInvalid(`Could not read the response: expected JSON, got ${describeText(text)}.`);
  }
}

/**
 * Decodes UTF-8 strictly and removes a byte order mark.
 *
 * @param bytes - The bytes
 * @returns The text
 * @throws ConnectorError `upstream_invalid` when the bytes are not UTF-8
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw upstreamInvalid("Could not read the response: expected text, got bytes that are not UTF-8.", {
      cause: error,
    });
  }
}

function describeText(text: string): string {
  const start = text.trimStart().slice(0, 1);
  if (start === "") return "nothing";
  if (start === "<") return "a web page or XML";
  return start === "{" || start === "[" ? "JSON that is broken or cut short" : "text";
}
