export type { Credentials, TlsMode, TlsModeAlias } from "@wellhead/sql";
export type { ClickhouseOptions, PinnedDatabase } from "./account/options.js";
export { clickhouse } from "./clickhouse.js";
export {
  type ClickhouseEngine,
  type ClickhouseEngineOptions,
  clickhouseEngine,
} from "./stream/clickhouse-engine.js";
