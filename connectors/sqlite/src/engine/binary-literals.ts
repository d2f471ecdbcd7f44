/** Text, names, comments, other words; then a literal of bytes. What is not closed runs to the end. */
const token =
  /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`[^`]*(?:`|$)|\[[^\]]*(?:\]|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[xX]'(?<digits>(?:[0-9A-Fa-f]{2})*)'|[\w$\u0080-\uffff]+/g;

/**
 * Writes literals of bytes as calls that give the same bytes: the compiled form of a statement shows such literals
 * raw, and the library can read text only there.
 *
 * @param sql - A statement that compiles
 * @returns The statement to inspect and to run
 */
export function replaceBinaryLiterals(sql: string): string {
  return sql.replace(token, (match: string, ...rest: readonly unknown[]) => {
    // With named groups the last argument of a replacer is the object of them.
    const { digits } = rest.at(-1) as { readonly digits?: string };
    return digits === undefined ? match : `unhex('${digits}')`;
  });
}
