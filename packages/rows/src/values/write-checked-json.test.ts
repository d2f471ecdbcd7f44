import { Buffer } from "node:buffer";
import { expect, it } from "vitest";
import { ByteWriter } from "../bytes/byte-writer.js";
import { writeCheckedJson } from "./write-checked-json.js";

function written(text: string): string {
  const source = Buffer.from(`x${text}x`);
  const target = new ByteWriter(source.length * 6 + 16);
  target.read(source);
  writeCheckedJson(target, 1, source.length - 1);
  return target.take(0).toString();
}

it.each(['{"a":[1,null,"é"]}', "12.50", '"text"', "true", "null", "[]"])("%s is JSON and is kept", (text) => {
  expect(written(text)).toBe(text);
});

it.each(["1.", String.raw`"\x"`, "{", "NaN", "", "{'a':1}", '"a', "[1,]"])(
  "%j is not JSON and becomes text",
  (text) => {
    expect(written(text)).toBe(JSON.stringify(text));
  },
);
