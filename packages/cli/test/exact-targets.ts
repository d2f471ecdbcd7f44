import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { filesConnector } from "@wellhead/files";
import { postgres } from "@wellhead/postgres";
import type { Connector } from "@wellhead/sdk";
import { sqlite } from "@wellhead/sqlite";
import { type PostgresServer, reader } from "@wellhead/test-support/programs/start-postgres";
import type { ValueKind } from "./exact-values.js";
import { exportDuckdb, readDuckdb, readSqlite } from "./read-printed.js";

/** What a client of a target shows of a table. */
export interface TargetTable {
  readonly columns: readonly string[];
  readonly types: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/** A target, and its own client. */
export interface ExactTarget {
  /** What `--sync` gets. */
  readonly address: string;
  /** Reads a table in a process that shares nothing with the command. */
  readonly read: (table: string) => TargetTable;
  /** Returns a connector that reads a table of the target. */
  readonly serve: (table: string) => Connector;
  /** Waits until it can be used again after one of its processes was killed. Default: it has none. */
  readonly recover?: () => Promise<void>;
  /** The type of each kind, where values do not decide it. */
  readonly types: Readonly<Partial<Record<ValueKind, string>>>;
}

/** A file of SQLite, read with Python. */
export function sqliteTarget(folder: string, name: string): ExactTarget {
  const path = join(folder, name);
  return {
    address: name,
    read: (table) => {
      const { types, texts } = readSqlite(path, table, "1");
      return {
        columns: types.map(([column]) => String(column)),
        types: types.map(([, type]) => String(type)),
        rows: texts,
      };
    },
    serve: (table) => sqlite({ path: folder, tables: [{ file: name, name: table }] }),
    types: {
      text: "TEXT",
      boolean: "BOOLEAN",
      day: "DATE TEXT",
      local: "TIMESTAMP TEXT",
      instant: "TIMESTAMP TEXT",
      json: "JSON TEXT",
      list: "JSON TEXT",
    },
  };
}

const duckdbTypes = {
  text: "VARCHAR",
  double: "DOUBLE",
  boolean: "BOOLEAN",
  day: "DATE",
  local: "TIMESTAMP",
  instant: "TIMESTAMP WITH TIME ZONE",
  json: "JSON",
  list: "VARCHAR[]",
};

/** A file of DuckDB, read by its library in another process. Served are files that the library writes from it. */
export function duckdbTarget(folder: string, name: string): ExactTarget {
  const path = join(folder, name);
  return {
    address: name,
    read: (table) => printed(path, `"${table}"`),
    serve: (table) => {
      const written = `${path}.files`;
      mkdirSync(written);
      exportDuckdb(path, `"${table}"`, join(written, `${encodeURIComponent(table)}.parquet`));
      return filesConnector({ path: written });
    },
    types: duckdbTypes,
  };
}

/** A folder of Parquet files, read by the library of DuckDB in another process. */
export function parquetTarget(folder: string, name: string): ExactTarget {
  return {
    address: name,
    read: (table) => {
      const file = readdirSync(join(folder, name)).find(
        (found) => found.endsWith(".parquet") && decodeURIComponent(found) === `${table}.parquet`,
      );
      return printed(":memory:", `'${join(folder, name, file ?? "")}'`);
    },
    serve: () => filesConnector({ path: join(folder, name) }),
    types: duckdbTypes,
  };
}

function printed(path: string, relation: string): TargetTable {
  const { types, rows } = readDuckdb(path, relation, "1");
  return {
    columns: types.map(([column]) => String(column)),
    types: types.map(([, type]) => String(type)),
    // The program prints texts.
    rows: rows as TargetTable["rows"],
  };
}

/** A schema of PostgreSQL, read with psql. */
export function postgresTarget(server: PostgresServer, schema: string): ExactTarget {
  return {
    address: server.addressOf(schema),
    read: (table) => {
      const found = JSON.parse(
        server.admin(
          `select coalesce(json_agg(json_build_array(attname, format_type(atttypid, atttypmod)) order by attnum), '[]') from pg_attribute where attrelid = to_regclass('"${schema}"."${table}"') and attnum > 0 and not attisdropped`,
        ),
        // psql prints such pairs.
      ) as readonly (readonly [string, string])[];
      const texts = found.map(([name]) => `"${name.replaceAll('"', '""')}"::text`).join(", ");
      const rows = server
        .admin(`set timezone = 'UTC'; select json_build_array(${texts})::text from "${schema}"."${table}"`)
        .split("\n")
        .filter((line) => line !== "")
        // As above.
        .map((line) => JSON.parse(line) as (string | null)[]);
      return { columns: found.map(([name]) => name), types: found.map(([, type]) => type), rows };
    },
    serve: (table) => {
      server.admin(
        `grant usage on schema "${schema}" to ${reader.user}; grant select on all tables in schema "${schema}" to ${reader.user}`,
      );
      const place = { host: "127.0.0.1", port: server.port, database: "postgres", tls: "off" } as const;
      return postgres({ pinned: { ...place, ...reader, tables: [`${schema}.${table}`] } });
    },
    recover: () => recoverServer(server),
    types: {
      text: "text",
      double: "double precision",
      boolean: "boolean",
      day: "date",
      local: "timestamp without time zone",
      instant: "timestamp with time zone",
      json: "json",
      list: "jsonb",
    },
  };
}

async function recoverServer(server: PostgresServer): Promise<void> {
  const isReady = () => {
    try {
      return server.admin("select 1") !== "";
    } catch {
      return false;
    }
  };
  while (!isReady()) await delay(20);
}
