import { dateRange, highlightText, inputInvalid, isConnectorError } from "@wellhead/sdk";
import type { Statement } from "../table/statement.js";
import type { ErrorContext } from "../table/table-reader.js";
import { readExactJson } from "./exact-json.js";
import { type SqlSyntax, type SqlToken, scanSql } from "./scan-sql.js";

/** How one kind of database binds the values of a query. */
export interface ReadQueryOptions<Value> extends Omit<FindPlaceholdersOptions, "field"> {
  /** Converts a value to the form in which it is bound. */
  readonly bind: (value: unknown) => Value;
  /** Throws an error for a query that must not run, judged by its text. Default: every query may run. */
  readonly check?: (sql: string, options: Pick<FindPlaceholdersOptions, "field" | "syntax">) => void;
}

/** A query with its values, and the context of its errors. */
export interface TypedQuery<Value> {
  readonly statement: Statement<Value>;
  readonly errorContext: Required<Omit<ErrorContext, "readsFile">>;
}

const queryField = "sql";

/**
 * Reads the query that a person wrote. Its values are bound and never become part of the SQL.
 *
 * @param filter - Values of the form
 * @param options - How values are bound
 * @returns The statement and its values
 * @throws ConnectorError `invalid_field` when the query is empty or a placeholder has no value
 */
export function readQuery<Value>(
  filter: QueryFilter,
  { bind, check, ...placeholders }: ReadQueryOptions<Value>,
): TypedQuery<Value> {
  // Many people end a query with a semicolon. It does not start a second statement.
  const typed = filter.sql.replace(/[;\s]+$/, "");
  if (typed === "")
    throw inputInvalid("Could not read the query: it is empty. Write a SELECT.", { field: queryField });
  check?.(typed, { field: queryField, syntax: placeholders.syntax });
  const { sql, names } = findPlaceholders(typed, { ...placeholders, field: queryField });
  const known = placeholderValues(filter);
  const parameters = names.map((name) => bind(placeholderValue(known, name, queryField)));
  return {
    statement: { sql, parameters },
    errorContext: { action: "Could not run the query", field: queryField, statement: sql },
  };
}

/** The form in which a person writes a query; `readQuery` reads it. */
export const queryForm = {
  sql: highlightText({
    title: "SQL query",
    description:
      "One SELECT. {{from}} and {{to}} are the bounds of the period in UTC, other {{names}} come from the values",
    editorMode: "sql",
  }),
  period: dateRange({ title: "Period", description: "Bound to {{from}} and {{to}}", optional: true }),
  parameters: highlightText({
    title: "Values",
    description: 'A JSON object such as {"country": "NL"}, bound to {{country}}',
    editorMode: "json",
    optional: true,
  }),
};

/** Values of the query form. */
export interface QueryFilter {
  readonly sql: string;
  readonly period: { readonly min?: string; readonly max?: string } | undefined;
  readonly parameters: string | undefined;
}

/** Values by placeholder name. */
export type PlaceholderValues = ReadonlyMap<string, unknown>;

/**
 * Returns the values that the placeholders of a typed query may name: `from` and `to` of the period, and the members of
 * the JSON object that the person wrote.
 *
 * @param filter - Values of the query's form
 * @returns The values by name
 * @throws ConnectorError `invalid_field` when the JSON is invalid
 */
export function placeholderValues(filter: {
  readonly period?: { readonly min?: string; readonly max?: string } | undefined;
  readonly parameters?: string | undefined;
}): PlaceholderValues {
  const { period, parameters = "" } = filter;
  const values = new Map<string, unknown>(
    parameters.trim() === "" ? [] : Object.entries(readObject(parameters)),
  );
  values.set("from", period?.min ?? null);
  values.set("to", period?.max ?? null);
  return values;
}

/**
 * Returns the value of a placeholder. `name.member` returns a member of a value, such as `created.min`.
 *
 * @param values - Values by name
 * @param name - Name in the placeholder
 * @param field - Filter field that contains the query, for errors
 * @returns The value
 * @throws ConnectorError `invalid_field` when there is no value of that name
 */
export function placeholderValue(values: PlaceholderValues, name: string, field: string): unknown {
  const [first = "", member] = name.split(".");
  if (!values.has(first)) {
    const known = [...values.keys()].map((key) => `{{${key}}}`).join(", ");
    throw inputInvalid(
      `Could not read the query: there is no value named {{${name}}}. Use one of ${known}.`,
      { field },
    );
  }
  const value = values.get(first) ?? null;
  if (member === undefined || value === null) return value;
  return typeof value === "object" && Object.hasOwn(value, member) ? Reflect.get(value, member) : null;
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value = readExactJson(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw fault("no object");
    // The cast is safe: an object that is not an array has only string keys.
    return value as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw isConnectorError(error) ? error : fault(error instanceof Error ? error.message : "no JSON");
  }
}

function fault(state: string): Error {
  return inputInvalid(
    `Could not read the values of the query: expected an object such as {"country": "NL"}, got ${state}.`,
    {
      field: "parameters",
    },
  );
}

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
