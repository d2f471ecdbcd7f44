import { inputInvalid } from "@wellhead/sdk";
import type { Statement } from "../table/statement.js";
import type { ErrorContext } from "../table/table-reader.js";
import { type FindPlaceholdersOptions, findPlaceholders } from "./find-placeholders.js";
import { placeholderValue, placeholderValues } from "./placeholder-values.js";
import type { QueryFilter } from "./query-form.js";

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

const field = "sql";

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
  if (typed === "") throw inputInvalid("Could not read the query: it is empty. Write a SELECT.", { field });
  check?.(typed, { field, syntax: placeholders.syntax });
  const { sql, names } = findPlaceholders(typed, { ...placeholders, field });
  const known = placeholderValues(filter);
  const parameters = names.map((name) => bind(placeholderValue(known, name, field)));
  return {
    statement: { sql, parameters },
    errorContext: { action: "Could not run the query", field, statement: sql },
  };
}
