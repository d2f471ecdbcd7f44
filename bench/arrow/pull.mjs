import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { rounds, rowCount } from "../measure/counts.mjs";
import { figureOf, race } from "../measure/race.mjs";
import { timed } from "../measure/timed.mjs";
import { all, makePlace } from "../postgres/place.mjs";

const program = fileURLToPath(new URL("../../packages/cli/bin/wellhead.js", import.meta.url));
const run = promisify(execFile);

/**
 * Compares `wellhead pull` of PostgreSQL into files of different formats. Each run is a complete process.
 *
 * @returns {Promise<import("../measure/figure.mjs").Figure[]>} The figures.
 */
export async function pull() {
  const folder = mkdtempSync(join(tmpdir(), "wellhead-arrow-pull-"));
  const place = await makePlace();
  const way = (extension, ...options) => ({
    run: () =>
      timed(() =>
        run(process.execPath, [
          program,
          "pull",
          place.ours.url,
          "query",
          "--filter",
          `sql=${all}`,
          "--force",
          ...options,
          "-o",
          join(folder, `rows.${extension}`),
        ]),
      ),
  });
  try {
    const results = await race(
      {
        ndjson: way("ndjson"),
        parquet: way("parquet"),
        // Rows that are skipped are read as JSON.
        fromJson: way("parquet", "--skip", "1"),
        arrow: way("arrow"),
      },
      rounds,
    );
    const rows = `${rowCount.toLocaleString("en-US")} rows of PostgreSQL`;
    const into = (name, extension, others) =>
      figureOf(results, { what: `wellhead pull of ${rows} into ${extension}`, name, ...others });
    return [
      into("ndjson", ".ndjson", {}),
      into("parquet", ".parquet", { against: "ndjson", published: true }),
      into("fromJson", ".parquet through NDJSON", {}),
      into("parquet", ".parquet, against the same through NDJSON", {
        against: "fromJson",
        limits: { atMost: 0.5 },
        published: true,
      }),
      into("arrow", ".arrow", { against: "ndjson", published: true }),
    ];
  } finally {
    await place.stop();
    rmSync(folder, { recursive: true });
  }
}
