export type { Credentials, TlsMode, TlsModeAlias } from "@wellhead/sql";
export type { PinnedDatabase, PostgresOptions } from "./account/options.js";
export { postgres } from "./postgres.js";
