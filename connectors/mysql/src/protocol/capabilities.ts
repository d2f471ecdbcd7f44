/** Capabilities that client and server can agree on, as bits of the handshake. No others are ever agreed on. */
export const capabilities = {
  longFlag: 1 << 2,
  connectWithDatabase: 1 << 3,
  protocol41: 1 << 9,
  tls: 1 << 11,
  transactions: 1 << 13,
  secureConnection: 1 << 15,
  pluginAuth: 1 << 19,
} as const;

/** A bit that MySQL sets and MariaDB does not. It tells a client which of the two it is connected to. */
export const isMysql = 1;

/** An extended capability of MariaDB: column descriptions include the names of its newer types. */
export const extendedMetadata = 1 << 3;

/**
 * The capabilities we agree to. They exclude several statements in one command, access to files of this machine, and
 * session state changes that could redirect us.
 */
export const agreed: number =
  capabilities.longFlag |
  capabilities.connectWithDatabase |
  capabilities.protocol41 |
  capabilities.transactions |
  capabilities.secureConnection |
  capabilities.pluginAuth;
