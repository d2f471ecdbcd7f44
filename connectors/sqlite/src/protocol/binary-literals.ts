/** Matches strings, names, comments and other words, then bytes literals. An unclosed token extends to the end. */
const token =
  /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`[^`]*(?:`|$)|\[[^\]]*(?:\]|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[xX]'(?<digits>(?:[0-9A-Fa-f]{2})*)'|[\w$\u0080-\uffff]+/g;

/**
 * Replaces bytes literals with calls that return the same bytes. `EXPLAIN` shows such literals raw, but the library can
 * read only text there.
 *
 * @param sql - A valid statement
 * @returns The statement to inspect and to execute
 */
export function replaceBinaryLiterals(sql: string): string {
  return sql.replace(token, (match: string, ...rest: readonly unknown[]) => {
    // The cast is safe: with named groups, the last argument of a replacer is the groups object.
    const { digits } = rest.at(-1) as { readonly digits?: string };
    return digits === undefined ? match : `unhex('${digits}')`;
  });
}
