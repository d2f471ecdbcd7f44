import { Buffer } from "node:buffer";
import { expect, it } from "vitest";
import { ByteWriter } from "../bytes/byte-writer.js";
import { writeBase64, writeHexAsBase64 } from "./write-base64.js";

const samples = Array.from({ length: 20 }, (_, length) =>
  Buffer.from(Array.from({ length }, (_unused, index) => (index * 97 + length * 31) & 255)),
);
samples.push(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)), Buffer.alloc(5000, 0xfb));

it("writes bytes and their hexadecimal digits as Node's base64 does", () => {
  for (const bytes of samples) {
    const target = new ByteWriter(bytes.length * 2 + 16);
    target.read(Buffer.concat([Buffer.from("ab"), bytes, Buffer.from("cd")]));
    writeBase64(target, 2, 2 + bytes.length);
    expect(target.take(bytes.length * 4 + 16).toString()).toBe(bytes.toString("base64"));
    for (const digits of [bytes.toString("hex"), bytes.toString("hex").toUpperCase()]) {
      target.read(Buffer.from(`1\\x${digits}23`));
      writeHexAsBase64(target, 1, 3 + digits.length);
      expect(target.take(bytes.length * 4 + 16).toString()).toBe(bytes.toString("base64"));
    }
  }
});
