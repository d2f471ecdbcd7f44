export type { Credentials, TlsMode, TlsModeAlias } from "@wellhead/sql";
export type { MysqlOptions, PinnedDatabase } from "./account/options.js";
export { mysql } from "./mysql.js";
