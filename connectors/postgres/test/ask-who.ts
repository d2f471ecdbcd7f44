import type { Service } from "./serve-postgres.js";

/**
 * Asks the server who is signed in and how the connection is encrypted.
 *
 * @param service - The service that sends the query
 * @param account - The account
 * @returns The row, or the error
 */
export async function askWho(
  service: Service,
  account: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const sql =
    "select current_user::text as who, ssl, client_dn from pg_stat_ssl where pid = pg_backend_pid()";
  const answer = await service.post("/", { source: "query", account, filter: { sql } });
  const value = JSON.parse(answer.body) as Record<string, unknown> | Record<string, unknown>[];
  return Array.isArray(value) ? (value[0] ?? {}) : value;
}
