import type { SqlSyntax } from "@wellhead/sql";

const name = "[\\w$\\u0080-\\uffff]";

/**
 * How SQLite reads a statement. Its parameters are counted together with those of the statement that pages are read
 * with, so a typed statement may have none of its own.
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
