import { Buffer } from "node:buffer";
import { expect, it } from "vitest";
import { Frames } from "./frames.js";

function frame(type: string, body: string): Buffer {
  const header = Buffer.alloc(5);
  header.write(type);
  header.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([header, Buffer.from(body)]);
}

function received(chunks: readonly Buffer[]): readonly string[] {
  const found: string[] = [];
  const frames = new Frames((type, { bytes, start, end }) => {
    found.push(`${String.fromCharCode(type)} ${bytes.toString("latin1", start, end)}`);
  });
  for (const chunk of chunks) frames.push(chunk);
  return found;
}

const stream = Buffer.concat([
  frame("D", "one"),
  frame("C", ""),
  frame("D", "x".repeat(50)),
  frame("Z", "I"),
]);
const wanted = ["D one", "C ", `D ${"x".repeat(50)}`, "Z I"];

it("`Frames` finds the same messages wherever the stream is cut", () => {
  for (let first = 0; first <= stream.length; first += 1) {
    for (const second of [first, first + 1, first + 4, first + 7]) {
      const chunks = [stream.subarray(0, first), stream.subarray(first, second), stream.subarray(second)];
      expect(received(chunks)).toEqual(wanted);
    }
  }
});

it("`Frames` finds the same messages when every byte comes alone", () => {
  expect(received(Array.from(stream, (byte) => Buffer.of(byte)))).toEqual(wanted);
});

it("`Frames` refuses lengths that no server has reason to send", () => {
  for (const length of [-1, 0, 3, 0x7fffffff]) {
    const header = Buffer.alloc(9);
    header.write("R");
    header.writeInt32BE(length, 1);
    expect(() => received([header])).toThrow(RangeError);
    expect(() => received([header.subarray(0, 2), header.subarray(2)])).toThrow(RangeError);
  }
});
