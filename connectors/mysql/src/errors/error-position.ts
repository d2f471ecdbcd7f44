/** The end of the server's message about a syntax error. */
const ending = /near '(?<near>[\s\S]*)' at line (?<line>\d+)$/;

/**
 * Locates a syntax error in a statement. The server reports the line and quotes the text that follows the error.
 *
 * @param statement - The statement
 * @param message - The server's message
 * @returns Text such as ` (line 2, column 5)`; only the line when the quoted text occurs more than once; empty when the
 *   message names no line
 */
export function placeOfSyntaxError(statement: string, message: string): string {
  const { near = "", line = "" } = ending.exec(message)?.groups ?? {};
  if (line === "") return "";
  const text = statement.split("\n").slice(Number(line) - 1);
  const [first = ""] = text;
  const rest = text.join("\n");
  const indexes = Array.from({ length: first.length + 1 }, (_, index) => index);
  const exact = near === "" ? [first.length] : indexes.filter((index) => rest.startsWith(near, index));
  return exact.length === 1 && exact[0] !== undefined
    ? ` (line ${line}, column ${exact[0] + 1})`
    : ` (line ${line})`;
}
