import { inputInvalid } from "@wellhead/sdk";
import { type SqlSyntax, type SqlToken, scanSql } from "@wellhead/sql";

/** Table functions that read from elsewhere: other servers, files, and databases of the server by a name in a text. */
const elsewhere: ReadonlySet<string> = new Set(
  `arrowflight azureblobstorage azureblobstoragecluster cluster clusterallreplicas deltalake deltalakeazure
  deltalakecluster deltalakelocal deltalakes3 dictionary executable file filecluster gcs hdfs hdfscluster hudi hudicluster
  iceberg icebergazure iceberghdfs iceberglocal icebergs3 input jdbc loop merge mergetreeindex mergetreeprojection mongodb
  mysql odbc postgresql redis remote remotesecure s3 s3cluster sqlite timeseriesdata url urlcluster ytsaurus`.split(
    /\s+/,
  ),
);
/** Tables of the database `system` that show no statement, user or setting. */
const readable: ReadonlySet<string> = new Set([
  "columns",
  "databases",
  "functions",
  "numbers",
  "numbers_mt",
  "one",
  "tables",
  "zeros",
  "zeros_mt",
]);
/** Databases of the server itself. */
const system: ReadonlySet<string> = new Set(["system", "information_schema"]);
const statements: ReadonlySet<string> = new Set(["select", "with"]);

/** What a check needs in addition to the statement. */
export interface CheckQueryOptions {
  /** How the server parses the statement. */
  readonly syntax: SqlSyntax;
  /** Filter field that contains the statement. */
  readonly field: string;
}

/**
 * Checks a typed statement. The server enforces what it may read, and that it does not write. This check rejects statements
 * that change their own limits, read from elsewhere with the rights of the server, or show what other callers run.
 *
 * @param sql - The statement
 * @param options - How to parse the statement, and its filter field
 * @throws ConnectorError `invalid_field` when the statement is not allowed
 */
export function checkQuery(sql: string, { syntax, field }: CheckQueryOptions): void {
  const tokens = [...scanSql(sql, syntax)].filter(({ kind }) => kind !== "comment");
  const refuse = (reason: string) => inputInvalid(`Could not run the query: ${reason}`, { field });
  const first = tokens.find(({ text }) => text !== "(");
  if (first?.kind !== "word" || !statements.has(first.text.toLowerCase())) {
    const found = (first?.text ?? "").slice(0, 40);
    throw refuse(`expected a statement that begins with SELECT or WITH, got "${found}".`);
  }
  for (const index of tokens.keys()) {
    const reason = refusalOf(tokens, index);
    if (reason !== undefined) throw refuse(reason);
  }
}

/** Returns why a token is not allowed with those that follow it; `undefined` when it is. */
function refusalOf(tokens: readonly SqlToken[], index: number): string | undefined {
  const [token, next, second] = tokens.slice(index, index + 3);
  if (token?.text === ";") return "it has several statements. Write one.";
  const name = token && nameOf(token);
  if (token === undefined || name === undefined) return undefined;
  if (token.kind === "word" && name === "outfile") return "INTO OUTFILE is not allowed. Remove it.";
  const isSetting = next !== undefined && nameOf(next) !== undefined && second?.text === "=";
  if (token.kind === "word" && name === "settings" && isSetting)
    return "SETTINGS is not allowed, because it would change the limits of the statement. Remove it.";
  if (next?.text === "(" && elsewhere.has(name))
    return `${name}() is not allowed, because it reads from elsewhere. Read a table of the database.`;
  return next?.text === "." && system.has(name) ? systemRefusal(second) : undefined;
}

function systemRefusal(table: SqlToken | undefined): string | undefined {
  const name = (table && nameOf(table)) ?? "";
  if (readable.has(name)) return undefined;
  return `the table system.${name} is not allowed. Read a table of a database.`;
}

/** Returns a name without quotes and escapes, in lower case; `undefined` for what is not a name. */
function nameOf({ kind, text }: SqlToken): string | undefined {
  if (kind === "word") return text.toLowerCase();
  if (kind !== "name") return undefined;
  return text
    .slice(1, -1)
    .replace(/\\x([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replace(/\\(.)/g, "$1")
    .toLowerCase();
}
