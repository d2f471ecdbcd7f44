import { scanSql } from "@wellhead/sql";
import { clickhouseSyntax } from "../src/dialect/syntax.js";

/** A statement for the server, settings for the profile of the reader, or a change of rows. */
export type AdminStatement =
  | string
  | { readonly settings: Readonly<Record<string, string>> }
  | { readonly mutation: string };

/**
 * Splits standard SQL into statements of version 18: each table gets an engine and no primary key, rows are updated by a
 * mutation, and settings of a user are those of its profile.
 */
export function translateSql(sql: string): readonly AdminStatement[] {
  return split(sql).map((statement) => {
    const update = /^update (\S+) set ([\s\S]+)$/i.exec(statement);
    if (update !== null) return { mutation: `alter table ${update[1]} update ${update[2]}` };
    const settings = /^alter user \S+ settings ?(?<list>[\s\S]*)$/i.exec(statement)?.groups?.["list"];
    if (settings !== undefined) return { settings: Object.fromEntries(pairsOf(settings)) };
    if (!/^create table/i.test(statement) || /\bengine\b/i.test(statement)) return statement;
    return `${statement.replace(/ primary key/g, "")} engine = MergeTree order by tuple()`;
  });
}

function pairsOf(list: string): readonly (readonly [string, string])[] {
  return list
    .split(",")
    .filter((part) => part.trim() !== "")
    .map((part) => {
      const [name = "", value = ""] = part.split("=");
      return [name.trim(), value.trim()];
    });
}

function split(sql: string): readonly string[] {
  const statements: string[] = [];
  let from = 0;
  for (const { kind, text, start } of scanSql(sql, clickhouseSyntax)) {
    if (kind !== "symbol" || text !== ";") continue;
    statements.push(sql.slice(from, start).trim());
    from = start + 1;
  }
  return [...statements, sql.slice(from).trim()].filter((statement) => statement !== "");
}
