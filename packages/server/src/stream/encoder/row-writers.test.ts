import type { EncodedBatch, Row } from "@wellhead/sdk";
import { describe, expect, test } from "vitest";
import type { BatchReader } from "../rows/batch-reader.js";
import { EncodingReader } from "./row-writers.js";

/** Returns rows whose text has the given width and begins with the row's index. */
function rowsOf(count: number, width: number): Row[] {
  return Array.from({ length: count }, (_, index) => ({ text: String(index).padEnd(width, "x") }));
}

const writer = { write: (rows: readonly Row[]) => rows.map(({ text }) => String(text)).join("\n") };

/** Reads all chunks of some batches; the first batch may be passed as already read. */
async function read(batches: ReadonlyArray<readonly Row[]>, first?: readonly Row[]) {
  const left = [...batches];
  const log: string[] = [];
  const source: BatchReader<readonly Row[]> = {
    next: () => {
      log.push("next");
      return Promise.resolve(left.shift());
    },
    stop: () => void log.push("stop"),
  };
  const reader = new EncodingReader(source, writer, first);
  const pieces: EncodedBatch[] = [];
  for (let piece = await reader.next(); piece !== undefined; piece = await reader.next()) {
    log.push("piece");
    pieces.push(piece);
  }
  const lines = pieces.flatMap(({ bytes }) => Buffer.from(bytes).toString().split("\n"));
  return {
    pieces,
    lines,
    log,
    reader,
    expected: [...(first ?? []), ...batches.flat()].map(({ text }) => text),
  };
}

describe("EncodingReader", () => {
  // Rows and their width in bytes.
  test.each([
    [1, 10],
    [99, 10],
    [100, 10],
    [101, 10],
    [200, 10],
    [25_000, 10],
    [3000, 1000],
    [30, 50_000],
    [5, 300_000],
  ])("loses no row of batches of %i rows of %i bytes, and counts them", async (count, width) => {
    const { pieces, lines, expected } = await read([rowsOf(count, width), rowsOf(count, width)]);
    expect(lines.join("\n")).toBe(expected.join("\n"));
    for (const { bytes, rows } of pieces) expect(rows).toBe(Buffer.from(bytes).toString().split("\n").length);
  });

  test.each([
    [100, 25_000, 10, 10_000],
    [100, 5000, 1000, 131],
    [100, 50, 50_000, 3],
    [5, 8, 300_000, 1],
  ])("after %i rows cuts %i rows of %i bytes into pieces of %i", async (before, count, width, size) => {
    const { pieces } = await read([rowsOf(before, width), rowsOf(count, width)]);
    const [first, ...others] = pieces.map(({ rows }) => rows);
    const last = others.pop();
    expect(first).toBe(before);
    expect(new Set(others)).toEqual(new Set([size]));
    expect(last).toBeLessThanOrEqual(size);
  });

  test("asks for a batch only when the one before is sent, and begins with the one that was read before", async () => {
    const { log, lines, expected } = await read([rowsOf(1, 3), rowsOf(2, 3)], rowsOf(250, 2000));
    expect(lines).toEqual(expected);
    const firstPieces = log.indexOf("next");
    expect(firstPieces).toBeGreaterThan(1);
    expect(log.slice(firstPieces)).toEqual(["next", "piece", "next", "piece", "next"]);
  });

  test("has nothing to read of no batches, and stops what it reads", async () => {
    const { pieces, log, reader } = await read([]);
    expect(pieces).toEqual([]);
    reader.stop();
    expect(log).toEqual(["next", "stop"]);
  });
});
