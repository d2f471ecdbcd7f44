export type { Credentials, TlsMode, TlsModeAlias } from "@wellhead/sql";
export { mysql } from "./mysql.js";
export type { MysqlOptions, PinnedDatabase } from "./options.js";
