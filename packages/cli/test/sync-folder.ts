import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { DuckDBInstance } from "@duckdb/node-api";
import {
  type SynchronizedSource,
  SynchronizerConnector,
  type SynchronizerOddities,
} from "@wellhead/test-support/services/synchronizer-connector";
import { type Run, runWellhead } from "./run-wellhead.js";

/** A connector that listens, and the entities of its one type. */
export interface StartedConnector {
  readonly plain: SynchronizerConnector;
  readonly entities: SynchronizedSource["entities"];
  readonly url: string;
}

/** A folder with targets of synchronizations, and the connectors that they are read from. */
export class SyncFolder {
  readonly path: string;
  readonly #connectors: SynchronizerConnector[] = [];

  /** @param path - The folder, which exists */
  constructor(path: string) {
    this.path = path;
  }

  static async make(): Promise<SyncFolder> {
    return new SyncFolder(await mkdtemp(join(tmpdir(), "wellhead-sync-")));
  }

  /** Path of a file in it. */
  at(...names: readonly string[]): string {
    return join(this.path, ...names);
  }

  async remove(): Promise<void> {
    await Promise.all(this.#connectors.splice(0).map((plain) => plain.close()));
    await rm(this.path, { recursive: true });
  }

  /** Starts a connector in plain Node with one type. */
  async startPlain(count: number, oddities: SynchronizerOddities = {}): Promise<StartedConnector> {
    const plain = new SynchronizerConnector({ pageSize: 10, ...oddities });
    this.#connectors.push(plain);
    const { entities } = plain.addType("issue", { size: { name: "Size", type: "number" } });
    for (let n = 0; n < count; n += 1) {
      const row = { name: `Task ${n}`, size: n };
      entities.set(`i${String(n).padStart(4, "0")}`, { row, changedAt: n, isRemoved: false });
    }
    return { plain, entities, url: await plain.listen() };
  }

  /** Runs the command in this folder. */
  run(...words: readonly string[]): Promise<Run> {
    return runWellhead(words, { directory: this.path });
  }

  /** Reads a SQLite file with Python, which shares nothing with the command. */
  async readSqlite(file: string, sql: string): Promise<unknown[][]> {
    const program =
      "import json, sqlite3, sys; print(json.dumps(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchall()))";
    const { stdout } = await promisify(execFile)("python3", ["-c", program, this.at(file), sql]);
    const rows: unknown[][] = JSON.parse(stdout);
    return rows;
  }

  /** Changes a SQLite file with Python. */
  async changeSqlite(file: string, sql: string): Promise<void> {
    const program =
      "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.executescript(sys.argv[2]); c.commit()";
    await promisify(execFile)("python3", ["-c", program, this.at(file), sql]);
  }
}

/** Runs statements in a DuckDB file, or in none, and returns the rows of the last one. */
export async function readDuckdb(sql: string, file = ":memory:"): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
