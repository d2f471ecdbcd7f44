export type { Credentials, TlsMode, TlsModeAlias } from "@wellhead/sql";
export { postgres } from "./postgres.js";
export type { PinnedDatabase, PostgresOptions } from "./postgres-options.js";
