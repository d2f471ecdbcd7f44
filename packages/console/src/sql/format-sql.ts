import { duckdb, formatDialect } from "sql-formatter";
import { sameTokens } from "./same-tokens.js";

/**
 * Breaks a statement into lines. Only the space between its words changes.
 *
 * @param statement - The statement as typed
 * @returns The statement in lines; `undefined` when it cannot be laid out without a change of its meaning
 */
export function formatSql(statement: string): string | undefined {
  const formatted = layOut(statement);
  return formatted !== undefined && sameTokens(statement, formatted) ? formatted : undefined;
}

function layOut(statement: string): string | undefined {
  try {
    return formatDialect(statement, { dialect: duckdb, tabWidth: 2, expressionWidth: 80 });
  } catch {
    // The library reads less of the language than the engine does.
    return undefined;
  }
}
