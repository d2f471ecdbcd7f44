export type { Credentials, TlsMode } from "@wellhead/sql";
export { mysql } from "./mysql.js";
export type { MysqlOptions, PinnedDatabase } from "./mysql-options.js";
