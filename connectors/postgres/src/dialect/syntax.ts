import type { SqlSyntax } from "@wellhead/sql";

/** A string with backslash escapes. */
const escaped = "'(?:[^'\\\\]|\\\\(?:[\\s\\S]|$)|'')*(?:'|$)";
const plain = "'(?:[^']|'')*(?:'|$)";
const start = "[A-Za-z_\\u0080-\\uffff]";
const inside = "[\\w\\u0080-\\uffff]";

/**
 * Builds the syntax for a given kind of unprefixed string literal.
 *
 * @param string - Pattern of a string literal without a prefix
 * @see PostgreSQL, "Lexical Structure"
 */
function syntaxWith(string: string): SqlSyntax {
  const quoted = [
    `[eE]${escaped}`,
    `[uU]&${plain}`,
    `[bBxX]${plain}`,
    `[nN]?${string}`,
    `\\$(?<tag>(?:${start}${inside}*)?)\\$[\\s\\S]*?(?:\\$\\k<tag>\\$|$)`,
  ];
  // A word includes the dollar signs inside it, and a number the letters after it. Neither starts a dollar quote.
  const word = `(?:${start}|\\d)(?:${inside}|\\$)*`;
  const name = '(?:[uU]&)?"(?:[^"]|"")*(?:"|$)';
  const token = `(?<quoted>${quoted.join("|")})|(?<name>${name})|(?<comment>--[^\\r\\n]*)|(?<parameter>\\$\\d+)|(?<word>${word})`;
  return { token: new RegExp(token, "y"), nestedComments: true };
}

/** How PostgreSQL parses a statement. `standard_conforming_strings` is on by default. */
export const postgresSyntaxes = {
  standardStrings: syntaxWith(plain),
  escapeStrings: syntaxWith(escaped),
} as const;
