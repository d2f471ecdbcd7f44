import type { SqlSyntax } from "@wellhead/sql";

const name = "[\\w$\\u0080-\\uffff]";

/**
 * How SQLite parses a statement. A typed statement must not contain parameters, because they would be numbered together
 * with those of the statement that wraps it to read pages.
 *
 * @see SQLite, "SQL Language Expressions", parameters
 */
export const sqliteSyntax: SqlSyntax = {
  token: new RegExp(
    `(?<quoted>'(?:[^']|'')*(?:'|$))|(?<name>"(?:[^"]|"")*(?:"|$)|\`(?:[^\`]|\`\`)*(?:\`|$)|\\[[^\\]]*(?:\\]|$))` +
      `|(?<comment>--[^\\n]*|\\/\\*[\\s\\S]*?(?:\\*\\/|$))` +
      `|(?<parameter>\\?\\d*|[:@#$]${name}+)|(?<word>${name}+)`,
    "y",
  ),
};
