import type { SqlSyntax } from "@wellhead/sql";

/** A string in which a backslash escapes. */
const escaped = "'(?:[^'\\\\]|\\\\(?:[\\s\\S]|$)|'')*(?:'|$)";
const plain = "'(?:[^']|'')*(?:'|$)";
const start = "[A-Za-z_\\u0080-\\uffff]";
const inside = "[\\w\\u0080-\\uffff]";

/**
 * @param string - What a string without a prefix matches
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
  // A word takes the dollar signs inside it, and a number the letters after it: neither begins a dollar quote.
  const word = `(?:${start}|\\d)(?:${inside}|\\$)*`;
  const name = '(?:[uU]&)?"(?:[^"]|"")*(?:"|$)';
  const token = `(?<quoted>${quoted.join("|")})|(?<name>${name})|(?<comment>--[^\\r\\n]*)|(?<parameter>\\$\\d+)|(?<word>${word})`;
  return { token: new RegExp(token, "y"), nestedComments: true };
}

/** How PostgreSQL reads a statement; `standard_conforming_strings` is on unless a server is set up otherwise. */
export const postgresSyntaxes = {
  standardStrings: syntaxWith(plain),
  escapeStrings: syntaxWith(escaped),
} as const;
