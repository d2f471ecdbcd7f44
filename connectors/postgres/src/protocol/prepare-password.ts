import { saslprep } from "@mongodb-js/saslprep";

/**
 * Prepares a password as PostgreSQL does on both sides: with SASLprep, and as it is where SASLprep refuses it.
 *
 * @param password - The password as it was typed
 * @returns The password that its verifier was made of
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
