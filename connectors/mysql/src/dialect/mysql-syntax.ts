import type { SqlSyntax } from "@wellhead/sql";

/** The parts of `sql_mode` that change how a statement is read. */
export interface ReadingMode {
  /** Whether `"` quotes a name instead of text. */
  readonly ansiQuotes: boolean;
  /** Whether a backslash in text is a character like others. */
  readonly plainBackslash: boolean;
}

/** What is quoted by a mark that stands for itself when it comes twice. */
function doubled(mark: string): string {
  return `${mark}(?:[^${mark}]|${mark}${mark})*(?:${mark}|$)`;
}

/** The same, where a backslash escapes as well. */
function escaped(mark: string): string {
  return `${mark}(?:[^${mark}\\\\]|\\\\(?:[\\s\\S]|$)|${mark}${mark})*(?:${mark}|$)`;
}

/**
 * Describes how a server reads a statement. A comment that begins with `/*!` or `/*M!` is part of the statement, so it
 * is read like the rest.
 *
 * @param mode - Its mode
 * @returns How it reads quotes, comments and parameters
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

/** Every way a server may read a statement, the usual one first. */
export const mysqlSyntaxes: readonly [SqlSyntax, ...SqlSyntax[]] = [
  mysqlSyntax({ ansiQuotes: false, plainBackslash: false }),
  mysqlSyntax({ ansiQuotes: false, plainBackslash: true }),
  mysqlSyntax({ ansiQuotes: true, plainBackslash: false }),
  mysqlSyntax({ ansiQuotes: true, plainBackslash: true }),
];
