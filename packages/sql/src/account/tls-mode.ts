/**
 * How the connection to a server is encrypted, by the names of PostgreSQL.
 *
 * - `disable`: not at all
 * - `prefer`: if the server offers it, without checking the certificate
 * - `require`: always, without checking the certificate, unless one of an authority is given: then as `verify-ca`
 * - `verify-ca`: always, with a certificate that a trusted authority has signed
 * - `verify-full`: the same, and the certificate is for the host
 *
 * @see PostgreSQL, "SSL Mode Descriptions"
 */
export type TlsMode = "disable" | "prefer" | "require" | "verify-ca" | "verify-full";

/** Other names of the modes: those of MySQL, and those that this connector had first. */
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
  // libpq tries without encryption first; encrypting where the server offers it is never worse.
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
 * Reads a mode of encryption by any of its names, in any case.
 *
 * @param name - The name
 * @returns The mode; `undefined` when the name is not known
 */
export function readTlsMode(name: string): TlsMode | undefined {
  return modes.get(name.toLowerCase().replaceAll("_", "-"));
}
