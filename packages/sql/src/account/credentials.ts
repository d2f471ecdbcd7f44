import type { TextEncodingName } from "../encode/text-codec.js";
import type { TlsMode } from "./tls-mode.js";

/** Where one server of a database is. */
export interface DatabaseHost {
  /** Name or address of the server. */
  readonly host: string;
  /** Address to dial; the certificate is still expected to be for the host. Default: the addresses of the host. */
  readonly address?: string | undefined;
  readonly port: number;
  /** Default: the password of the account. */
  readonly password?: string | undefined;
}

/**
 * What a server of a database must be, by the names of PostgreSQL; `prefer-standby` takes any when none is a standby.
 *
 * @see PostgreSQL, "Parameter Key Words", `target_session_attrs`
 */
export type ServerRole = "any" | "read-write" | "read-only" | "primary" | "standby" | "prefer-standby";

/** Where a database is and who reads it. */
export interface Credentials extends DatabaseHost {
  /** Other servers of the database, tried in this order when the one above cannot be used. Default: none. */
  readonly otherHosts?: readonly DatabaseHost[] | undefined;
  /** What the server must be. Default: `any`. */
  readonly serverRole?: ServerRole | undefined;
  /** Whether the servers are tried in a random order. Default: `false`. */
  readonly isBalanced?: boolean | undefined;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** Socket of this machine to connect to instead; only an operator chooses one. Default: the host and the port. */
  readonly socketPath?: string | undefined;
  /** How the connection is encrypted. */
  readonly tls: TlsMode;
  /** Certificate of the authority that made the server's, as PEM. Default: the public authorities. */
  readonly authority?: string | undefined;
  /** Certificate that this side shows to the server, as PEM. Default: none. */
  readonly clientCertificate?: string | undefined;
  /** Private key of that certificate, as PEM. */
  readonly clientKey?: string | undefined;
  /** Schemas in which PostgreSQL looks for names without one, as a list. Default: as the role has it. */
  readonly searchPath?: string | undefined;
  /** Encoding of text whose encoding the database does not declare, or declares wrongly. Default: none is assumed. */
  readonly encoding?: TextEncodingName | undefined;
  /** Whether the sign-in must be bound to the server's certificate. Default: only where the server offers it. */
  readonly requiresChannelBinding?: boolean | undefined;
}
