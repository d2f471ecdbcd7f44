import { tmpdir } from "node:os";
import { clickhouse } from "@wellhead/clickhouse";
import { mysql } from "@wellhead/mysql";
import { postgres } from "@wellhead/postgres";
import { sqlite } from "@wellhead/sqlite";
import { trino } from "@wellhead/trino";
import { expect, it } from "vitest";

const path = tmpdir();
const tables = [{ name: "orders", change: "updated" }];
const server = { host: "127.0.0.1", database: "shop", user: "wellhead" };
const cluster = { server: "https://trino.example.org", catalog: "shop", user: "wellhead" };

// What a configuration in JavaScript may have written, which no compiler checks.
it.each<readonly [connector: (options: never) => unknown, options: object, fault: string]>([
  [clickhouse, { pined: server }, 'options of clickhouse: there is no "pined". Did you mean "pinned"?'],
  [
    clickhouse,
    { pinned: { ...server, encryption: "disable" } },
    'the pinned database: there is no "encryption". Choose one of host, port,',
  ],
  [
    clickhouse,
    { pinned: { ...server, tables } },
    'the table "orders": there is no "change". Did you mean "changes"?',
  ],
  [mysql, { querys: true }, 'options of mysql: there is no "querys". Did you mean "queries"?'],
  [
    mysql,
    { pinned: { ...server, optionfile: "a" } },
    'the pinned database: there is no "optionfile". Did you mean "optionFile"?',
  ],
  [mysql, { pinned: { ...server, tables } }, 'the table "orders": there is no "change".'],
  [
    postgres,
    { streamTimeOut: 1 },
    'options of postgres: there is no "streamTimeOut". Did you mean "streamTimeout"?',
  ],
  [
    postgres,
    { pinned: { ...server, encryption: "disable" } },
    'the pinned database: there is no "encryption". Choose one of host, port,',
  ],
  [postgres, { pinned: { ...server, tables } }, 'the table "orders": there is no "change".'],
  [sqlite, { path, table: [] }, 'options of sqlite: there is no "table". Did you mean "tables"?'],
  [
    sqlite,
    { path, tables: [{ ...tables[0], file: "shop.db" }] },
    'the table "orders": there is no "change".',
  ],
  [
    trino,
    { pinned: { ...cluster, pasword: "" } },
    'the pinned cluster: there is no "pasword". Did you mean "password"?',
  ],
  [trino, { oauth: {} }, 'options of trino: there is no "oauth". Did you mean "oauth2"?'],
  [trino, { pinned: { ...cluster, tables } }, 'the table "orders": there is no "change".'],
])("%o refuses an option that it does not have: %o", (connector, options, fault) => {
  // The options are wrong on purpose.
  expect(() => connector(options as never)).toThrow(fault);
});
