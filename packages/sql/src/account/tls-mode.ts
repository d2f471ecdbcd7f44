/**
 * How the connection to a server is encrypted, by the names of PostgreSQL.
 *
 * - `disable`: not at all
 * - `prefer`: if the server offers it, without checking the certificate
 * - `require`: always, without checking the certificate. If a CA certificate is given, this is the same as `verify-ca`.
 * - `verify-ca`: always, with a certificate that a trusted authority has signed
 * - `verify-full`: as `verify-ca`, and the certificate must match the host
 *
 * @see PostgreSQL, "SSL Mode Descriptions"
 */
export type TlsMode = "disable" | "prefer" | "require" | "verify-ca" | "verify-full";

/** Other names of the modes: those of MySQL, and the earlier names of this connector. */
export type TlsModeAlias =
  | "DISABLED"
  | "PREFERRED"
  | "REQUIRED"
  | "VERIFY_CA"
  | "VERIFY_IDENTITY"
  | "off"
  | "unverified"
  | "verify";

const modes: ReadonlyMap<string, TlsMode> = new Map([
  ["disable", "disable"],
  ["disabled", "disable"],
  ["off", "disable"],
  // libpq tries without encryption first. Encrypting whenever the server offers it is never worse.
  ["allow", "prefer"],
  ["prefer", "prefer"],
  ["preferred", "prefer"],
  ["require", "require"],
  ["required", "require"],
  ["unverified", "require"],
  ["verify-ca", "verify-ca"],
  ["verify-full", "verify-full"],
  ["verify-identity", "verify-full"],
  ["verify", "verify-full"],
]);

/**
 * Reads a TLS mode by any of its names, ignoring case.
 *
 * @param name - The name
 * @returns The mode, or `undefined` when the name is unknown
 */
export function readTlsMode(name: string): TlsMode | undefined {
  return modes.get(name.toLowerCase().replaceAll("_", "-"));
}
