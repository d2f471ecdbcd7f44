import { spawnSync } from "node:child_process";
import { request } from "node:http";
import { writeJson } from "@wellhead/rows";
import { defineConnector, encodedRows, number, upstreamUnavailable } from "@wellhead/sdk";
import { createApp } from "@wellhead/server";
import { compareFormats } from "@wellhead/test-support/arrow/compare-formats";
import { readArrow } from "@wellhead/test-support/arrow/read-arrow";
import { loadReaders, readersFolder } from "./arrow-readers.mjs";
import { randomOf, randomTable } from "./random-table.mjs";

// Reads Arrow streams of a service with three libraries that share no code. Random tables must equal their NDJSON. No
// stream that is cut may be read as whole, even if what is between the service and the reader ends it as if it were
// complete. At last, the tables that `wellhead sql` and `wellhead pull` make of random files are compared with what DuckDB alone reads
// from the files.

const tables = Number(process.env["WELLHEAD_ARROW_TABLES"] ?? 300);
const cuts = Number(process.env["WELLHEAD_ARROW_CUTS"] ?? 5000);
const files = Number(process.env["WELLHEAD_ARROW_FILES"] ?? 60);
const arrow = "application/vnd.apache.arrow.stream";

const readers = loadReaders();
const connector = defineConnector({
  id: "proof",
  name: "Proof",
  version: "1",
  description: "Random tables",
  sources: (source) => ({
    objects: source({
      name: "Objects",
      filter: { seed: number() },
      fields: async ({ filter }) => randomTable(filter.seed).columns,
      // The types of random rows are not known here.
      rows: ({ filter }) => /** @type {never} */ (batchesOf(randomTable(filter.seed).batches)),
    }),
    lines: source({
      name: "Lines",
      filter: { seed: number() },
      fields: async ({ filter }) => randomTable(filter.seed).columns,
      pages: true,
      rows: ({ filter, limit, skip }) => {
        const { columns, batches } = randomTable(filter.seed);
        const rows = batches.flat().slice(skip, limit === undefined ? undefined : skip + limit);
        return encodedRows({
          columns: Object.keys(columns),
          encode: ({ separator }) => linesOf(rows, separator),
        });
      },
    }),
    failing: source({
      name: "Failing",
      filter: { at: number(), seed: number() },
      async *rows({ filter: { at, seed } }) {
        const random = randomOf(seed);
        for (let row = 0; row < 5000; ) {
          const size = 1 + random(400);
          if (row + size > at)
            throw upstreamUnavailable("Could not read the rows: the proof has ended them.");
          yield Array.from({ length: size }, (_unused, index) => ({
            id: row + index,
            text: "x".repeat(random(50)),
          }));
          row += size;
        }
      },
    }),
    wide: source({
      name: "Wide",
      filter: {},
      rows: () =>
        [0, 1].map((row) =>
          Object.fromEntries(Array.from({ length: 2000 }, (_u, at) => [`c${at}`, row + at])),
        ),
    }),
  }),
});

/**
 * @param {readonly Record<string, unknown>[][]} batches The rows.
 * @returns {AsyncGenerator<Record<string, unknown>[]>} The batches.
 */
async function* batchesOf(batches) {
  yield* batches;
}

/**
 * @param {readonly Record<string, unknown>[]} rows The rows.
 * @param {string} separator What stands between two.
 * @returns {AsyncGenerator<import("@wellhead/sdk").EncodedBatch>} Batches of JSON.
 */
async function* linesOf(rows, separator) {
  for (let start = 0; start < rows.length; start += 700) {
    const batch = rows.slice(start, start + 700);
    const bytes = Buffer.from(batch.map((row) => writeJson(row) ?? "").join(separator));
    yield { bytes, rows: batch.length };
  }
}

const app = await createApp({
  connectors: [connector],
  logger: false,
  limits: { maxEventLoopDelay: 60_000 },
});
const { url } = await app.listen({ port: 0 });

/**
 * @param {string} accept The media type.
 * @param {object} body The request.
 * @returns {Promise<{ bytes: Buffer, isComplete: boolean, status: number }>} As much of the body as arrives.
 */
function ask(accept, body) {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: "POST", headers: { accept, "content-type": "application/json" } });
    asked.once("error", reject);
    asked.once("response", (response) => {
      /** @type {Buffer[]} */
      const chunks = [];
      response.on("data", (/** @type {Buffer} */ chunk) => chunks.push(chunk));
      response.on("error", () => undefined);
      response.once("close", () =>
        resolve({
          bytes: Buffer.concat(chunks),
          isComplete: response.complete,
          status: response.statusCode ?? 0,
        }),
      );
    });
    asked.end(JSON.stringify(body));
  });
}

/** @param {object} body The request. @returns {Promise<number>} The number of cells that were compared, by each reader. */
async function compareReaders(body) {
  const lines = (await ask("application/x-ndjson", body)).bytes.toString();
  const { bytes, status } = await ask(arrow, body);
  if (status !== 200) throw new Error(`${JSON.stringify(body)}: ${bytes.toString()}`);
  const own = readArrow(bytes);
  const extensions = new Map(
    own.fields.flatMap(({ name, metadata }) => {
      const extension = metadata["ARROW:extension:name"];
      return extension === undefined ? [] : [/** @type {const} */ ([name, extension])];
    }),
  );
  for (const { name, read, hasNullLists } of readers) {
    const { difference } = compareFormats(read(bytes), lines, { extensions, hasNullLists });
    if (difference !== undefined) throw new Error(`${name}, ${JSON.stringify(body)}: ${difference}`);
  }
  return own.rows.length * own.fields.length;
}

/** @returns {Promise<boolean>} Whether everything holds. */
async function prove() {
  let cells = 0;
  for (let seed = 1; seed <= tables; seed += 1) {
    const random = randomOf(seed);
    const page = random(3) === 0 ? { limit: random(900), skip: random(500) } : {};
    for (const source of ["objects", "lines"])
      cells += await compareReaders({ source, filter: { seed }, ...page });
  }
  cells += await compareReaders({ source: "wide" });
  console.log(
    `${tables} random tables, ${cells} cells: equal to NDJSON as ${readers.map(({ name }) => name).join(", ")} read them`,
  );

  /** @type {Map<string, number>} */
  const whole = new Map(readers.map(({ name }) => [name, 0]));
  let complete = 0;
  for (let seed = 1; seed <= cuts; seed += 1) {
    // The hundred rows that decide the types must arrive: an earlier failure is an ordinary error.
    const { bytes, isComplete, status } = await ask(arrow, {
      source: "failing",
      filter: { at: 500 + (seed % 4500), seed },
    });
    if (status !== 200) throw new Error(`status ${status}: ${bytes.toString()}`);
    if (isComplete) complete += 1;
    for (const { name, read } of readers) {
      try {
        read(bytes);
        whole.set(name, (whole.get(name) ?? 0) + 1);
      } catch {
        // As it must be.
      }
    }
  }
  console.log(
    `${cuts} streams that failed: ${complete} complete according to HTTP, read as whole: ${JSON.stringify([...whole])}`,
  );
  return complete === 0 && [...whole.values()].every((count) => count === 0);
}

/** @returns {boolean} Whether the tables of random files are those of the files. */
function proveTables() {
  if (files === 0) return true;
  const { status } = spawnSync("npx", ["vitest", "run", "packages/cli/src/commands/arrow-tables.test.ts"], {
    env: { ...process.env, WELLHEAD_ARROW_FILES: String(files), WELLHEAD_ARROW_LIBRARY: readersFolder },
    stdio: "inherit",
  });
  return status === 0;
}

try {
  process.exitCode = (await prove()) && proveTables() ? 0 : 1;
} catch (error) {
  // The service handles errors that nobody catches, and has no log here.
  console.error(error);
  process.exitCode = 1;
} finally {
  await app.close();
}
