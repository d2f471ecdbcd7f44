import { inputInvalid } from "@wellhead/sdk";
import { type SqlSyntax, type SqlToken, scanSql } from "./scan-sql.js";

/** A statement with its placeholders replaced by parameters of the database. */
export interface BoundQuery {
  /** The statement. A replacement has the length of its placeholder, so that error positions stay correct. */
  readonly sql: string;
  /** Name of the value for each parameter, in order. */
  readonly names: readonly string[];
}

/** How the database reads a statement and writes its parameters. */
export interface FindPlaceholdersOptions {
  /** How the database reads quotes and comments, and which parameters of its own a statement may not have. */
  readonly syntax: SqlSyntax;
  /** Returns the SQL of the parameter with that number, counted from one. */
  readonly parameter: (index: number) => string;
  /** Whether each use of a name is a separate parameter, as with `?`. Default: `false`. */
  readonly repeats?: boolean;
  /** Filter field that contains the statement, for errors. */
  readonly field: string;
}

const validName = /^[A-Za-z_]\w*(?:\.\w+)?$/;

/**
 * Replaces each `{{name}}` in a statement with a parameter, so that values are bound and never become part of the SQL.
 *
 * @param sql - The statement as typed
 * @param options - How the database reads the statement and writes parameters
 * @returns The statement and the names of its parameters
 * @throws ConnectorError `invalid_field` when a placeholder is inside quotes, its name is invalid, or the statement
 *   contains a native parameter of the database
 */
export function findPlaceholders(sql: string, options: FindPlaceholdersOptions): BoundQuery {
  const { parameter, repeats = false, syntax, field } = options;
  const names: string[] = [];
  const parts: string[] = [];
  let copied = 0;
  for (const token of scanSql(sql, syntax)) {
    if (token.kind !== "placeholder") {
      refuseToken(token, field);
      continue;
    }
    const { text, start } = token;
    const name = readName(text, field);
    const known = repeats ? -1 : names.indexOf(name);
    const index = known >= 0 ? known + 1 : names.push(name);
    // Directly after a word, a parameter would become part of that word.
    const gap = /[\w$\u0080-\uffff]/.test(sql.charAt(start - 1)) ? " " : "";
    parts.push(sql.slice(copied, start), `${gap}${parameter(index)}`.padEnd(text.length));
    copied = start + text.length;
  }
  return { sql: parts.join("") + sql.slice(copied), names };
}

function refuseToken({ kind, text }: SqlToken, field: string): void {
  if (kind === "parameter") {
    throw inputInvalid(
      `Could not read the query: the parameter "${shortened(text)}" has no value. Write {{name}} instead, and its value below the query.`,
      { field },
    );
  }
  const inside = kind === "quoted" || kind === "name" ? /\{\{[^{}]*\}\}/.exec(text) : null;
  if (inside !== null) {
    throw inputInvalid(
      `Could not read the query: the placeholder ${inside[0]} is inside quotes: ${shortened(text)}. Write it without quotes.`,
      { field },
    );
  }
}

function readName(text: string, field: string): string {
  const name = text.slice(2, -2).trim();
  if (validName.test(name)) return name;
  throw inputInvalid(
    `Could not read the query: expected letters and digits between the braces, got "${shortened(text)}".`,
    { field },
  );
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
