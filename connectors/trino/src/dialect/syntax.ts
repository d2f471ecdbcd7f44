import type { SqlSyntax } from "@wellhead/sql";

/**
 * How Trino parses a statement. A quote inside quotes is doubled; a backslash has no meaning. Comments do not nest.
 *
 * @see Trino, "SQL language", "Reserved keywords" and "Comments"
 */
export const trinoSyntax: SqlSyntax = {
  token: new RegExp(
    `(?<quoted>'(?:[^']|'')*(?:'|$))|(?<name>"(?:[^"]|"")*(?:"|$)|\`(?:[^\`]|\`\`)*(?:\`|$))` +
      `|(?<comment>--[^\\r\\n]*|\\/\\*[\\s\\S]*?(?:\\*\\/|$))|(?<parameter>\\?)|(?<word>[\\w$\\u0080-\\uffff]+)`,
    "y",
  ),
};
