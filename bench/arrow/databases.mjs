import { all as clickhouseRows, makePlace as makeClickhouse } from "../clickhouse.mjs";
import { makePlace as makeMariadb, all as mariadbRows } from "../mariadb.mjs";
import { rowCount } from "../measure/counts.mjs";
import { makePlace as makePostgres, all as postgresRows } from "../postgres/place.mjs";
import { makePlace as makeSqlite, table } from "../sqlite.mjs";
import { compare } from "./compare.mjs";

const count = rowCount.toLocaleString("en-US");

/** The parts of the benchmark that read databases, by name. */
export const databases = {
  postgres: () =>
    inPlace(makePostgres, ({ ours, read, floor }) =>
      compare({
        rows: `${count} rows of PostgreSQL`,
        count: rowCount,
        service: ours,
        read: (accept) => read(ours, postgresRows, { accept }),
        floor: { what: "a C program that reads and discards them", run: () => floor(postgresRows) },
        atMost: 0.9,
      }),
    ),
  mariadb: () => inPlace(makeMariadb, (place) => againstOurs("MariaDB", place, mariadbRows)),
  sqlite: () => inPlace(makeSqlite, (place) => againstOurs("SQLite", place, table)),
  clickhouse: () => inPlace(makeClickhouse, (place) => againstOurs("ClickHouse", place, clickhouseRows)),
};

function againstOurs(database, { ours, read }, request) {
  return compare({
    rows: `${count} rows of ${database}`,
    count: rowCount,
    service: ours,
    read: (accept) => read(ours, request, { accept }),
    atMost: 0.8,
  });
}

async function inPlace(makePlace, measure) {
  const place = await makePlace();
  try {
    return await measure(place);
  } finally {
    await place.stop();
  }
}
