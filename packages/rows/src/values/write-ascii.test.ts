import { expect, it } from "vitest";
import { ByteWriter } from "../bytes/byte-writer.js";
import { writeAscii } from "./write-ascii.js";

it("`writeAscii()` appends the text, however long it is", () => {
  const target = new ByteWriter(1);
  const parts = ["", "1", "-12.5e+7", "x".repeat(5000), "~!"];
  for (const part of parts) writeAscii(target, part);
  expect(target.take(0).toString()).toBe(parts.join(""));
});
