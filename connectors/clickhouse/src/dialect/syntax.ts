import type { SqlSyntax } from "@wellhead/sql";

/** Returns the pattern of a quoted token in which a backslash escapes and a doubled quote stands for one quote. */
function escaped(mark: string): string {
  return `${mark}(?:[^${mark}\\\\]|\\\\(?:[\\s\\S]|$)|${mark}${mark})*(?:${mark}|$)`;
}

const heredoc = "\\$(?<tag>\\w*)\\$[\\s\\S]*?(?:\\$\\k<tag>\\$|$)";

/**
 * How ClickHouse parses a statement. Text in braces is a parameter.
 *
 * @see ClickHouse, "Syntax"
 */
export const clickhouseSyntax: SqlSyntax = {
  token: new RegExp(
    `(?<quoted>${escaped("'")}|${heredoc})|(?<name>${escaped('"')}|${escaped("`")})` +
      "|(?<comment>--[^\\n]*|#[ !][^\\n]*|\\/\\*[\\s\\S]*?(?:\\*\\/|$))" +
      "|(?<parameter>\\{[^{}]*\\})|(?<word>[\\w\\u0080-\\uffff]+)",
    "y",
  ),
};
