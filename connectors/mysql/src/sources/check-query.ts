import { inputInvalid } from "@wellhead/sdk";
import { type SqlSyntax, type SqlToken, scanSql } from "@wellhead/sql";

const reading: ReadonlySet<string> = new Set([
  "select",
  "with",
  "values",
  "table",
  "show",
  "explain",
  "describe",
  "desc",
]);

/**
 * What `SHOW` may show. `GRANTS` and `CREATE USER` would show a password hash, `PROCESSLIST` other users' statements.
 */
const shown =
  /^(?:(?:extended )?(?:full )?(?:columns|fields|tables)|databases|schemas|table status|index|indexes|keys|create (?:table|view|database|schema|sequence)|character set|charset|collation|engines|(?:global |session |local )?(?:variables|status)|warnings|errors)\b/;

/** What a check needs in addition to the statement. */
export interface CheckQueryOptions {
  /** How the server parses the statement. */
  readonly syntax: SqlSyntax;
  /** Filter field that contains the statement. */
  readonly field: string;
}

/**
 * Checks that a typed statement begins as one that reads. The server enforces what it may read, and that it does not
 * write. This check rejects statements that would change their own limits, such as `SET STATEMENT … FOR SELECT`, and
 * statements that show the hash of the user's password or the statements of other callers.
 *
 * @param sql - The statement
 * @param options - How to parse the statement, and its filter field
 * @throws ConnectorError `invalid_field` when the statement is not allowed
 */
export function checkQuery(sql: string, { syntax, field }: CheckQueryOptions): void {
  const tokens = [...scanSql(sql, syntax)].filter(({ kind }) => kind !== "comment");
  const begin = tokens.findIndex(({ text }) => text !== "(");
  const first = tokens[begin];
  const word = first?.kind === "word" ? first.text.toLowerCase() : "";
  const refuse = (reason: string) => inputInvalid(`Could not run the query: ${reason}`, { field });
  if (!reading.has(word)) {
    const found = (first?.text ?? "").slice(0, 40);
    throw refuse(`expected a statement that reads, such as SELECT, got "${found}".`);
  }
  const rest = wordsOf(tokens.slice(begin + 1));
  if (word === "show" && !shown.test(rest)) {
    throw refuse(
      `SHOW ${rest.split(" ", 2).join(" ").toUpperCase()} is not allowed. SHOW may list tables, columns, indexes and settings.`,
    );
  }
  if (word !== "select" && /^(?:format \S+ )?for connection\b/.test(rest))
    throw refuse("a statement of another connection cannot be explained.");
  if (tokens.some((token) => token.kind !== "quoted" && nameOf(token) === "processlist"))
    throw refuse("PROCESSLIST shows what other callers are running. Read another table.");
}

function wordsOf(tokens: readonly SqlToken[]): string {
  return tokens.slice(0, 8).map(nameOf).join(" ");
}

/** Returns a name without quotes and in lower case: the names in the server's own schemas are case-insensitive. */
function nameOf({ kind, text }: SqlToken): string {
  return (kind === "name" ? text.slice(1, -1) : text).toLowerCase();
}
