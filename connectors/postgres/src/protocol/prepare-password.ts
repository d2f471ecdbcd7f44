import { saslprep } from "@mongodb-js/saslprep";

/**
 * Prepares a password as PostgreSQL does on both sides: with SASLprep, or unchanged if SASLprep rejects it.
 *
 * @param password - The password as typed
 * @returns The password from which the server's verifier was derived
 * @see RFC 4013, and `pg_saslprep` of PostgreSQL
 */
export function preparePassword(password: string): string {
  try {
    const prepared = saslprep(password);
    return prepared === "" ? password : prepared;
  } catch {
    return password;
  }
}
