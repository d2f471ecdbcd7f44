/** How the connection to a server is encrypted. */
export type TlsMode = "verify" | "unverified" | "off";

/** Where a database is and who reads it. */
export interface Credentials {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly tls: TlsMode;
  /** Certificate of the authority that made the server's, as PEM. Default: the public authorities. */
  readonly authority?: string | undefined;
}
