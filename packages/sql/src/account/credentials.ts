import type { TextEncodingName } from "../encode/text-codec.js";
import type { TlsMode } from "./tls-mode.js";

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
