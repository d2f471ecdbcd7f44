import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { dayRange } from "@wellhead/sdk";
import {
  type MomentDigits,
  momentPeriod,
  momentsNear,
  momentText,
  periodCases,
} from "@wellhead/test-support/sql/period-cases";
import { expect, it } from "vitest";
import { makeFolder } from "./folder.js";

const types: readonly (readonly [type: string, digits: MomentDigits])[] = [
  ["DATE", "day"],
  ["TIMESTAMP_MS", 3],
  ["TIMESTAMP", 6],
  ["TIMESTAMPTZ", 6],
  ["TIMESTAMP_NS", 9],
];

it.each(types)(
  "a period of a Parquet column of %s has the values at its ends, and no others",
  async (type, digits) => {
    await using folder = await makeFolder({});
    const moments = momentsNear(digits);
    const rows = moments.map((moment, id) => `(${id}, '${momentText(moment, digits)}'::${type})`);
    const instance = await DuckDBInstance.create(":memory:");
    const engine = await instance.connect();
    await engine.run("SET TimeZone = 'UTC'");
    await engine.run(
      `COPY (SELECT * FROM (VALUES ${rows.join(", ")}) t(id, moment) ORDER BY id) TO '${join(folder.path, "a.parquet")}' (FORMAT parquet)`,
    );
    engine.closeSync();
    instance.closeSync();
    const read = async (
      filter: Readonly<Record<string, unknown>>,
    ): Promise<readonly Record<string, unknown>[]> => folder.rows("a", { filter });
    const shown = (await read({})).map(({ moment }) => String(moment));
    const zoned = (text: string) => (text.endsWith("Z") ? text : `${text}Z`);
    const shownPeriods = digits === "day" ? [] : shown.slice(-8).map((text) => momentPeriod(zoned(text)));
    for (const { body, first, last, isOfDays } of [...periodCases, ...shownPeriods]) {
      if (digits === "day" && !isOfDays) continue;
      const period = dayRange().accept(body, { now: new Date() });
      const ids = (await read({ moment: period })).map(({ id }) => id);
      const expected = moments.flatMap((value, id) => (value >= first && value <= last ? [id] : []));
      expect([body, ids]).toEqual([body, expected]);
    }
  },
);
