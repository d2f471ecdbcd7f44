import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readArrow } from "@wellhead/test-support/arrow/read-arrow";

/**
 * A library that reads an Arrow stream.
 *
 * @typedef {object} Reader
 * @property {string} name Its name.
 * @property {boolean} hasNullLists Whether its lists can be null. Those of ClickHouse are empty instead.
 * @property {(bytes: Uint8Array) => Uint8Array} read Reads a stream to its end, and writes what it has understood as a
 * stream of its own. Throws if the stream is not whole.
 */

/** The packages of the other libraries, which are large and only needed here. */
export const readersFolder = fileURLToPath(new URL("readers/", import.meta.url));

/**
 * @typedef {object} WasmTable
 * @property {() => Uint8Array} intoIPCStream Writes the table.
 */

/**
 * Loads the readers, and installs them first if they are missing. They share no code: JavaScript, Rust, C++.
 *
 * @returns {readonly Reader[]} The readers.
 */
export function loadReaders() {
  // The lock has the binaries of one platform only, which `npm ci` refuses.
  if (!existsSync(join(readersFolder, "node_modules/chdb")))
    execFileSync("npm", ["install", "--no-save", "--no-audit", "--no-fund"], {
      cwd: readersFolder,
      stdio: "inherit",
    });
  const load = createRequire(readersFolder);
  const { Table } = /** @type {{ Table: { fromIPCStream: (bytes: Uint8Array) => WasmTable } }} */ (
    load("parquet-wasm/node")
  );
  const { query } = /** @type {{ query: (sql: string) => unknown }} */ (load("chdb"));
  return [
    { name: "apache-arrow", hasNullLists: true, read: readWithArrow },
    {
      name: "parquet-wasm",
      hasNullLists: true,
      read: (bytes) => Table.fromIPCStream(bytes).intoIPCStream(),
    },
    { name: "chdb", hasNullLists: false, read: (bytes) => readWithClickHouse(query, bytes) },
  ];
}

/**
 * @param {Uint8Array} bytes A stream.
 * @returns {Uint8Array} The stream.
 */
function readWithArrow(bytes) {
  const { fault, fields } = readArrow(bytes);
  if (fault !== undefined) throw new Error(fault);
  if (fields.length === 0) throw new Error("no schema");
  return bytes;
}

/**
 * @param {(sql: string) => unknown} query The engine.
 * @param {Uint8Array} bytes A stream.
 * @returns {Uint8Array} What the engine writes.
 */
function readWithClickHouse(query, bytes) {
  const place = mkdtempSync(join(tmpdir(), "wellhead-arrow-"));
  try {
    writeFileSync(join(place, "in"), bytes);
    query(
      `SELECT * FROM file('${place}/in', ArrowStream) INTO OUTFILE '${place}/out' FORMAT ArrowStream
      SETTINGS max_threads = 1, output_format_arrow_string_as_string = 1,
      output_format_arrow_fixed_string_as_fixed_byte_array = 1, schema_inference_make_columns_nullable = 1,
      input_format_arrow_import_nested = 0, output_format_arrow_compression_method = 'none'`,
    );
    return readFileSync(join(place, "out"));
  } finally {
    rmSync(place, { recursive: true });
  }
}
