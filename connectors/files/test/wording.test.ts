import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { isConnectorError } from "@wellhead/sdk";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { expect, it } from "vitest";
import { makeFolder } from "./folder.js";

/** Words of the engine, of its settings and of this machine, which mean nothing to the owner of a file. */
const foreign =
  /Error:|INTERNAL|FATAL|Exception|Stack|0x[\da-f]{6}|parallel|_size|read_parquet|DuckDB|wellhead-files/i;

/** Returns numbers from 0 up to 1, the same for every run. */
function* random(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    yield state / 0x80000000;
  }
}

it.each(isLong ? [1, 2, 3, 4, 5, 6, 7, 8] : [7])(
  "errors about damaged Parquet files are in our words, permanent, and about these files only, seed %i",
  async (seed) => {
    await using folder = await makeFolder({ "good.csv": "a\n1\n" });
    const engine = await DuckDBInstance.create(":memory:");
    const connection = await engine.connect();
    const path = join(folder.path, "whole.parquet");
    await connection.run(
      `COPY (SELECT range AS n, 'text ' || range % 7 AS t, [range, 1] AS l, {'a': range, 'b': 'x'}::VARIANT AS v, MAP {'k': range} AS m
      FROM range(300)) TO '${path}' (COMPRESSION snappy)`,
    );
    engine.closeSync();
    const whole = await readFile(path);
    const next = random(seed);
    // So few files are described before the sources are listed.
    const count = 60;
    for (let index = 0; index < count; index++) {
      const bytes = Buffer.from(whole);
      // The footer is at the end.
      const from = index % 2 === 0 ? Math.max(0, bytes.length - 900) : 0;
      for (let changes = 1 + (index % 3); changes > 0; changes--)
        bytes[from + Math.floor(Number(next.next().value) * (bytes.length - from))] = Math.floor(
          Number(next.next().value) * 256,
        );
      const end = index % 5 === 0 ? Math.floor(Number(next.next().value) * bytes.length) : bytes.length;
      await folder.write(`f${index}.parquet`, bytes.subarray(0, end));
    }
    const errors: string[] = [];
    for (let index = 0; index < count; index++) {
      const found: unknown = await folder.rows(`f${index}`).catch((error: unknown) => error);
      if (Array.isArray(found)) continue;
      errors.push(isConnectorError(found) ? `${found.code} ${found.message}` : String(found));
    }
    expect(errors.length).toBeGreaterThan(count / 3);
    expect(errors.filter((error) => foreign.test(error) || !error.startsWith("upstream_invalid "))).toEqual(
      [],
    );
    expect(await folder.rows("good")).toEqual([{ a: 1 }]);
    expect(await folder.rows("whole", { limit: 1 })).toHaveLength(1);
  },
);
