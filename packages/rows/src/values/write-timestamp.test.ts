import { Buffer } from "node:buffer";
import { expect, it } from "vitest";
import { ByteWriter, type ValueWriter } from "../bytes/byte-writer.js";
import { writeCsvTimestamp, writeJsonTimestamp } from "./write-timestamp.js";

/** Writes a value between others, whose bytes must not matter. */
function written(write: ValueWriter, text: string, around: readonly [string, string]): string {
  const source = Buffer.from(around[0] + text + around[1]);
  const target = new ByteWriter(source.length * 6 + 64);
  target.put(0x5b);
  target.read(source);
  const start = Buffer.byteLength(around[0]);
  write(target, start, start + Buffer.byteLength(text));
  return target.take(0).toString().slice(1);
}

const neighbours = [
  ["", ""],
  ["+00 ", " 1"],
  ["12", "+00"],
  ["-", "C"],
] as const;

it.each([
  ["2024-02-29 12:34:56.789+00", "2024-02-29T12:34:56.789Z"],
  ["2024-02-29 12:34:56+00", "2024-02-29T12:34:56Z"],
  ["2024-02-29 12:34:56", "2024-02-29T12:34:56"],
  ["2024-02-29 12:34:56+05:30", "2024-02-29T12:34:56+05:30"],
  ["2024-02-29 12:34:56-00", "2024-02-29T12:34:56-00"],
  ["2024-02-29 12:34:56+01", "2024-02-29T12:34:56+01"],
  ["2024-02-29 12:34:56+10", "2024-02-29T12:34:56+10"],
  ["2024-02-29 12:34:56+00:30", "2024-02-29T12:34:56+00:30"],
  ["0044-03-15 12:00:00+00 BC", "0044-03-15T12:00:00Z BC"],
  ["0044-03-15 12:00:00 BC", "0044-03-15T12:00:00 BC"],
  ["0044-03-15 BC", "0044-03-15 BC"],
  ["0044-03-15 12:00:00+00:15 BC", "0044-03-15T12:00:00+00:15 BC"],
  ["12024-02-29 12:34:56+00", "12024-02-29T12:34:56Z"],
  ["294276-12-31 23:59:59.999999+00", "294276-12-31T23:59:59.999999Z"],
  ["2024-02-29", "2024-02-29"],
  ["2024-02-29 ", "2024-02-29 "],
  ["infinity", "infinity"],
  ["-infinity", "-infinity"],
  ["12:34:56+00", "12:34:56Z"],
  ["1 2", "1T2"],
  ["+00", "Z"],
])("%j becomes %j, in JSON and CSV", (text, expected) => {
  for (const around of neighbours) {
    expect(written(writeJsonTimestamp, text, around)).toBe(JSON.stringify(expected));
    expect(written(writeCsvTimestamp, text, around)).toBe(expected);
  }
});

it.each(['2024-02-29 12:3"+00', "2024-02-29 12:34:56\n", "now", "12024 1\u0000", "ä"])(
  "%j is not a timestamp and stays text",
  (text) => {
    for (const around of neighbours) {
      const json: unknown = JSON.parse(written(writeJsonTimestamp, text, around));
      const cell = written(writeCsvTimestamp, text, around);
      const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      for (const one of [json, read]) expect([text, text.replace(" 1", "T1")]).toContain(one);
      expect(/["\n,]/.test(text)).toBe(cell.startsWith('"'));
    }
  },
);
