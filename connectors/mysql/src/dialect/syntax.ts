import type { SqlSyntax } from "@wellhead/sql";

/** The parts of `sql_mode` that change how a statement is parsed. */
export interface ReadingMode {
  /** Whether `"` quotes a name instead of a string. */
  readonly ansiQuotes: boolean;
  /** Whether a backslash in a string is an ordinary character. */
  readonly plainBackslash: boolean;
}

/** Returns the pattern of a quoted token in which a doubled quote stands for one quote. */
function doubled(mark: string): string {
  return `${mark}(?:[^${mark}]|${mark}${mark})*(?:${mark}|$)`;
}

/** Returns the same pattern for a token in which a backslash also escapes. */
function escaped(mark: string): string {
  return `${mark}(?:[^${mark}\\\\]|\\\\(?:[\\s\\S]|$)|${mark}${mark})*(?:${mark}|$)`;
}

/**
 * Describes how a server parses a statement. A comment that begins with `/*!` or `/*M!` is part of the statement and is
 * therefore not treated as a comment.
 *
 * @param mode - The relevant parts of `sql_mode`
 * @returns How the server parses quotes, comments and parameters
 * @see MySQL, "String Literals" and "Comments"
 */
export function mysqlSyntax({ ansiQuotes, plainBackslash }: ReadingMode): SqlSyntax {
  const text = plainBackslash ? doubled : escaped;
  const quoted = ansiQuotes ? text("'") : `${text("'")}|${text('"')}`;
  const name = ansiQuotes ? `${doubled("`")}|${doubled('"')}` : doubled("`");
  const comment = "--(?=[\\s\\u0000-\\u001f]|$)[^\\n]*|#[^\\n]*|\\/\\*(?!M?!)[\\s\\S]*?(?:\\*\\/|$)";
  const token = `(?<quoted>${quoted})|(?<name>${name})|(?<comment>${comment})|(?<parameter>\\?)|(?<word>[\\w$\\u0080-\\uffff]+)`;
  return { token: new RegExp(token, "y") };
}

/** All the ways in which a server may parse a statement, the usual one first. */
export const mysqlSyntaxes: readonly [SqlSyntax, ...SqlSyntax[]] = [
  mysqlSyntax({ ansiQuotes: false, plainBackslash: false }),
  mysqlSyntax({ ansiQuotes: false, plainBackslash: true }),
  mysqlSyntax({ ansiQuotes: true, plainBackslash: false }),
  mysqlSyntax({ ansiQuotes: true, plainBackslash: true }),
];
