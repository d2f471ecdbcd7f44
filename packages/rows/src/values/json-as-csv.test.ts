import { Buffer } from "node:buffer";
import { expect, it } from "vitest";
import { ByteWriter } from "../bytes/byte-writer.js";
import { jsonAsCsv } from "./json-as-csv.js";
import { writeJsonValue } from "./write-json-value.js";

const json = (size: number): string => JSON.stringify({ a: [1, 'x"y', "z".repeat(size)], b: null });

it("`jsonAsCsv()` writes JSON as one cell, however long it is", () => {
  const write = jsonAsCsv(writeJsonValue, 1);
  for (const size of [0, 10, 2000, 100_000, 3]) {
    const text = json(size);
    const source = Buffer.from(`[${text}]`);
    const target = new ByteWriter(1);
    target.put(0x2c);
    target.read(source);
    write(target, 1, source.length - 1);
    expect(target.take(0).toString()).toBe(`,"${text.replaceAll('"', '""')}"`);
    // The writer of the next value reads the same source.
    expect(target.source).toBe(source);
  }
});

it("`jsonAsCsv()` reserves what a value needs when each of its bytes becomes several", () => {
  const widen = jsonAsCsv((target, start, end) => {
    for (let index = start; index < end; index += 1)
      target.length += target.bytes.write(`,${String(target.source[index]).padStart(5, "0")}`, target.length);
  });
  const source = Buffer.from("a".repeat(5000));
  const target = new ByteWriter(1);
  target.read(source);
  widen(target, 0, source.length);
  expect(target.take(0).toString() === `"${",00097".repeat(5000)}"`).toBe(true);
});
