import { Buffer } from "node:buffer";
import { expect, it } from "vitest";
import { ByteWriter } from "./byte-writer.js";
import { FixedText } from "./fixed-text.js";

it("`has()` reports exactly whether `reserve()` would grow the buffer", () => {
  for (const before of [0, 1, 100])
    for (let count = 0; count < 600; count += 1) {
      const target = new ByteWriter(256);
      for (let index = 0; index < before; index += 1) target.put(1);
      const { bytes } = target;
      const fits = target.has(count);
      target.reserve(count);
      expect(target.bytes === bytes).toBe(fits);
      // Writers may write whole words past the end.
      expect(target.bytes.length).toBeGreaterThanOrEqual(before + count + 8);
    }
});

it("keeps what was written while it grows, at least to twice its size", () => {
  const target = new ByteWriter(16);
  let expected = "";
  for (let index = 0; index < 1000; index += 1) {
    const text = "a".repeat(index % 7) + String(index);
    const size = target.bytes.length;
    target.append(new FixedText(text));
    expected += text;
    expect(target.bytes.length === size || target.bytes.length >= 2 * size).toBe(true);
  }
  expect(target.take(16).toString()).toBe(expected);
  expect(target.length).toBe(0);
});

it("`from()` writes what another writer holds and restores the source", () => {
  const [target, scratch] = [new ByteWriter(64), new ByteWriter(64)];
  const source = Buffer.from("source");
  target.read(source);
  const view = target.sourceView;
  scratch.append(new FixedText("scratch"));
  target.from(scratch, ({ source: held }, start, end) => {
    target.append(new FixedText(held.toString("utf8", start, end)));
  });
  expect([target.source, target.sourceView]).toEqual([source, view]);
  expect(target.take(0).toString()).toBe("scratch");
});

it("`copy()` appends any span of the source, and `appendText()` any text", () => {
  const source = Buffer.from(Array.from({ length: 90 }, (_, index) => index + 33));
  for (let start = 0; start <= source.length; start += 1)
    for (const end of [
      start,
      start + 1,
      start + 3,
      start + 4,
      start + 63,
      start + 64,
      start + 65,
      source.length,
    ]) {
      if (end < start || end > source.length) continue;
      const target = new ByteWriter(16);
      target.read(source);
      target.appendText("é€😀");
      target.copy(start, end);
      target.copy(0, 2);
      const expected = Buffer.concat([
        Buffer.from("é€😀"),
        source.subarray(start, end),
        source.subarray(0, 2),
      ]);
      expect(target.take(16)).toEqual(expected);
    }
});

it("`appendText()` appends a text that is longer than the buffer, whatever its characters take", () => {
  for (const character of ["a", "é", "€", "😀"]) {
    const target = new ByteWriter(16);
    target.appendText(character.repeat(5000));
    expect(target.take(0).toString()).toBe(character.repeat(5000));
  }
});
