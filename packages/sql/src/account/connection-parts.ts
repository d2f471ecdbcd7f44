import type { Secret } from "@wellhead/sdk";
import type { Credentials } from "./credentials.js";

/** The parts of an account that a connection string names. */
export type ConnectionParts = Partial<Omit<Credentials, "password" | "port" | "otherHosts">> & {
  /** One port for all hosts, or a comma-separated list with one for each, in the order of `host` and `address`. */
  readonly port?: string;
  readonly password?: Secret;
  readonly clientKeyPassphrase?: Secret;
};

/** The parts that only an operator may name, in addition to those above: sockets and files of this machine. */
export interface OperatorParts extends ConnectionParts {
  /** Directory of the server's socket. */
  readonly socketFolder?: string;
  readonly authorityFile?: string;
  readonly clientCertificateFile?: string;
  readonly clientKeyFile?: string;
  readonly passwordFile?: string;
  /** Section of a service file. */
  readonly service?: string;
}
