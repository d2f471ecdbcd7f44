import { databases } from "./arrow/databases.mjs";
import { endToEnd } from "./arrow/end-to-end.mjs";
import { files } from "./arrow/files.mjs";
import { memory } from "./arrow/memory.mjs";
import { objects } from "./arrow/objects.mjs";
import { pull } from "./arrow/pull.mjs";
import { runParts } from "./measure/run-parts.mjs";
import { bench as benchResults } from "./results.mjs";

const parts = {
  files,
  postgres: databases.postgres,
  mariadb: databases.mariadb,
  sqlite: databases.sqlite,
  clickhouse: databases.clickhouse,
  objects,
  "end-to-end": endToEnd,
  sql: async () =>
    (await benchResults()).rows
      .filter(({ limits }) => limits?.atMost === 1.3)
      .map((figure) => ({ ...figure, published: true })),
  pull,
  memory,
};

/**
 * Compares rows as Arrow with the same rows as NDJSON of the same service. Runs are interleaved; a ratio is that of
 * neighbouring runs. All readers that discard rows are C programs, so that the reader always uses the same share of the
 * machine.
 *
 * @returns {Promise<{ title: string, rows: object[] }>} The figures.
 */
export async function bench() {
  return { title: "Arrow", rows: await runParts(parts) };
}
