/** What client and server can agree on, by bit of the handshake. Nothing else is ever agreed to. */
export const capabilities = {
  longFlag: 1 << 2,
  connectWithDatabase: 1 << 3,
  protocol41: 1 << 9,
  tls: 1 << 11,
  transactions: 1 << 13,
  secureConnection: 1 << 15,
  pluginAuth: 1 << 19,
} as const;

/** The bit that MySQL sets and MariaDB does not, and that says which of the two a client speaks to. */
export const isMysql = 1;

/** MariaDB's further agreements: columns come with the names of their newer types. */
export const extendedMetadata = 1 << 3;

/**
 * What we agree to. Several statements in one, files of this machine, and news about the session that could
 * send us elsewhere are not among it.
 */
export const agreed: number =
  capabilities.longFlag |
  capabilities.connectWithDatabase |
  capabilities.protocol41 |
  capabilities.transactions |
  capabilities.secureConnection |
  capabilities.pluginAuth;
