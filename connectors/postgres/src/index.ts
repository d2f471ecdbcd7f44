export type { Credentials, TlsMode } from "@wellhead/sql";
export { postgres } from "./postgres.js";
export type { PinnedDatabase, PostgresOptions } from "./postgres-options.js";
