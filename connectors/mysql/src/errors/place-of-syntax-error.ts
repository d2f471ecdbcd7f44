/** How the server ends its sentence about a statement it cannot read. */
const ending = /near '(?<near>[\s\S]*)' at line (?<line>\d+)$/;

/**
 * Finds where in a statement the server stopped reading: it names the line and quotes what follows.
 *
 * @param statement - The statement
 * @param message - The server's sentence
 * @returns Such as ` (line 2, column 5)`; only the line when what it quotes stands there more than once
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
