import type { TextEncodingName } from "../encode/text-codec.js";

/** The location of one server of a database. */
export interface DatabaseHost {
  /** Name or address of the server. */
  readonly host: string;
  /** Address to dial. The certificate must still match the host. Default: the addresses the host resolves to. */
  readonly address?: string | undefined;
  readonly port: number;
  /** Default: the password of the account. */
  readonly password?: string | undefined;
}

/**
 * The role that a server of a database must have, by the names of PostgreSQL. `prefer-standby` accepts any server when
 * none is a standby.
 *
 * @see PostgreSQL, "Parameter Key Words", `target_session_attrs`
 */
export type ServerRole = "any" | "read-write" | "read-only" | "primary" | "standby" | "prefer-standby";

/** The location of a database and the user that reads it. */
export interface Credentials extends DatabaseHost {
  /** Other servers of the database, tried in this order when the first one cannot be used. Default: none. */
  readonly otherHosts?: readonly DatabaseHost[] | undefined;
  /** The role that the server must have. Default: `any`. */
  readonly serverRole?: ServerRole | undefined;
  /** Whether the servers are tried in a random order. Default: `false`. */
  readonly isBalanced?: boolean | undefined;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** Socket of this machine to connect to instead; only an operator can set it. Default: the host and the port. */
  readonly socketPath?: string | undefined;
  /** How the connection is encrypted. */
  readonly tls: TlsMode;
  /** Certificate of the authority that signed the server's certificate, as PEM. Default: the public authorities. */
  readonly authority?: string | undefined;
  /** Client certificate to send to the server, as PEM. Default: none. */
  readonly clientCertificate?: string | undefined;
  /** Private key of that certificate, as PEM. */
  readonly clientKey?: string | undefined;
  /** Schemas that PostgreSQL searches for unqualified names, as a list. Default: the setting of the role. */
  readonly searchPath?: string | undefined;
  /**
   * Encoding of text whose encoding the database does not declare, or declares wrongly. Default: no encoding is
   * assumed.
   */
  readonly encoding?: TextEncodingName | undefined;
  /** Whether channel binding to the server's certificate is mandatory. Default: it is used if the server offers it. */
  readonly requiresChannelBinding?: boolean | undefined;
}

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
