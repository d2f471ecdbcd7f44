export type { Credentials, TlsMode } from "./account/credentials.js";
export { postgres } from "./postgres.js";
export type { PinnedDatabase, PostgresOptions } from "./postgres-options.js";
