import { inputInvalid } from "@wellhead/sdk";

/** What stands before the first word: space, brackets and comments, but no comment that MySQL runs. */
const before = /^(?:[\s(]|--(?:\s[^\n]*)?(?:\n|$)|#[^\n]*(?:\n|$)|\/\*(?![!M])[\s\S]*?\*\/)*/;
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
 * Checks that a typed statement is one that reads. What it may read, and that it writes nothing, is the server's
 * to say; this refuses statements that would change their own bounds, such as `SET STATEMENT … FOR SELECT`.
 *
 * @param sql - The statement
 * @param field - Filter field it comes from
 * @throws ConnectorError `invalid_field` when it begins with another word
 */
export function checkQuery(sql: string, field: string): void {
  const start = before.exec(sql)?.[0].length ?? 0;
  const word = /^\w*/.exec(sql.slice(start))?.[0] ?? "";
  if (reading.has(word.toLowerCase())) return;
  const found = word === "" ? sql.slice(start, start + 1) : word.slice(0, 40);
  throw inputInvalid(
    `Run the query: found "${found}" at its beginning, wanted a statement that reads, such as SELECT`,
    {
      field,
    },
  );
}
