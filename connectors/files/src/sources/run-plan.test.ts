import type { DuckDBConnection, DuckDBResult } from "@duckdb/node-api";
import { expect, it } from "vitest";
import { BIGINT, DuckDBInstance } from "../engine/duckdb.js";
import type { Engine } from "../engine/engine.js";
import { createSeal } from "../engine/sealed-statement.js";
import type { ReadRowsOptions } from "./read-rows-options.js";
import { runPlan } from "./run-plan.js";

/** A connection whose results fail after some chunks, as those of an engine that another statement has ended. */
function failing(connection: DuckDBConnection, chunks: number): DuckDBConnection {
  const stream = async (sql: string): Promise<DuckDBResult> => {
    const result = await connection.stream(sql);
    let left = chunks;
    return Object.assign(Object.create(result) as DuckDBResult, {
      fetchChunk: () => {
        if (left-- > 0) return result.fetchChunk();
        throw new Error(
          "FATAL Error: Failed: database has been invalidated because of a previous fatal error.",
        );
      },
    });
  };
  const close = (): void => connection.closeSync();
  return Object.assign(Object.create(connection) as DuckDBConnection, {
    run: (sql: string) => connection.run(sql),
    interrupt: () => undefined,
    closeSync: close,
    stream,
  });
}

async function start(): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run(createSeal);
  connection.closeSync();
  return instance;
}

it.each([0, 1, 3])(
  "`runPlan()` reads the remaining rows after the engine is lost after %i chunks",
  async (chunks) => {
    const shared = await start();
    const lost: unknown[] = [];
    const instance = { connect: async () => failing(await shared.connect(), chunks) };
    const engine: Pick<Engine, "replace" | "startAlone"> & { instance: () => Promise<unknown> } = {
      instance: () => Promise.resolve(instance),
      startAlone: start,
      replace: (one) => {
        lost.push(one);
        return Promise.resolve();
      },
    };
    const context = { signal: new AbortController().signal };
    // The plan reads no other option unless the file is at fault.
    const options = { engine, context, timeLimit: 60 } as unknown as ReadRowsOptions;
    const plan = {
      columns: [{ name: "n", type: BIGINT }],
      from: "(SELECT range AS n FROM range(20000)) LIMIT 15000 OFFSET 100",
      values: [],
      streamingBufferSize: "3MB",
    } as const;
    const texts: string[] = [];
    for await (const { bytes, release } of runPlan(plan, options, { format: "json", separator: "," })) {
      texts.push(Buffer.from(bytes).toString());
      release?.();
    }
    expect(lost).toEqual([instance]);
    expect(JSON.parse(`[${texts.join(",")}]`)).toEqual(
      Array.from({ length: 15_000 }, (_, index) => ({ n: index + 100 })),
    );
    shared.closeSync();
  },
);
