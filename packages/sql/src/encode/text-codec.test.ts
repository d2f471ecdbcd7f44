import { Buffer } from "node:buffer";
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { readTextEncoding, TextCodec, type TextEncodingName, textEncodings } from "./text-codec.js";

it.each([
  ["latin1", "windows-1252"],
  ["ISO-8859-1", "windows-1252"],
  ["WIN1252", "windows-1252"],
  ["cp1251", "windows-1251"],
  ["SJIS", "shift_jis"],
  ["EUC_JP", "euc-jp"],
  ["UTF8", "utf-8"],
  [" GBK ", "gbk"],
  ["koi8r", "koi8-r"],
  ["utf-16", undefined],
  ["iso-2022-jp", undefined],
  ["x", undefined],
  ["", undefined],
])("`readTextEncoding()` reads %s", (label, encoding) => {
  expect(readTextEncoding(label)).toBe(encoding);
});

/** Texts that each encoding supports, with Python's name of the encoding. */
const samples: readonly (readonly [TextEncodingName, string, python: string])[] = [
  ["utf-8", "Zoë 😀", "utf-8"],
  ["windows-1252", "Zoë €“”™Ÿž", "cp1252"],
  ["windows-1251", "Привет Ё№", "cp1251"],
  ["iso-8859-2", "Łódź", "iso8859-2"],
  ["iso-8859-15", "€ Œœ", "iso8859-15"],
  ["koi8-r", "Привет", "koi8-r"],
  ["ibm866", "Привет\u001a\u001c\u007f", "cp866"],
  ["gbk", "漢字中文俓", "gbk"],
  ["gb18030", "漢字中文", "gb18030"],
  ["big5", "許功蓋", "big5"],
  ["shift_jis", "表示ソ能ｶﾅ\\~\u001a\u007f", "shift_jis"],
  ["euc-jp", "日本語表", "euc-jp"],
  ["euc-kr", "한국어", "euc-kr"],
];

it("`TextCodec` reads and writes every encoding as Python does", () => {
  const program = `
import json, sys
print(json.dumps([text.encode(name).hex() for _, text, name in json.loads(sys.argv[1])]))`;
  const printed = execFileSync("python3", ["-c", program, JSON.stringify(samples)], { encoding: "utf8" });
  const written = JSON.parse(printed) as readonly string[];
  for (const [index, [encoding, text]] of samples.entries()) {
    const bytes = Buffer.from(written[index] ?? "", "hex");
    const codec = new TextCodec(encoding);
    expect({ encoding, text: codec.decode(bytes) }).toEqual({ encoding, text });
    expect({ encoding, bytes: codec.encode(text) }).toEqual({ encoding, bytes });
  }
});

it.each<[TextEncodingName, readonly number[]]>([
  ["utf-8", [0x5a, 0xeb]],
  ["utf-8", [0xc3]],
  ["gbk", [0x81, 0x20]],
  ["shift_jis", [0x95]],
  ["euc-jp", [0xa1, 0x41]],
  ["big5", [0xa4]],
])("`TextCodec` never replaces what is not %s: %j", (encoding, bytes) => {
  expect(new TextCodec(encoding).decode(Buffer.from(bytes))).toBeUndefined();
});

it("`TextCodec` writes the form of a character that the Encoding Standard does", () => {
  const codec = new TextCodec("shift_jis");
  expect(codec.encode("纊Ⅰ≒")?.toString("hex")).toBe("fa5c875481e0");
  expect(codec.decode(Buffer.from("ed40fa4a8790", "hex"))).toBe("纊Ⅰ≒");
});

it("`TextCodec` writes no character that the encoding lacks", () => {
  expect(new TextCodec("windows-1252").encode("漢")).toBeUndefined();
  expect(new TextCodec("gbk").encode("😀")).toBeUndefined();
});

it.each(textEncodings)("`TextCodec` keeps ASCII as it is in %s", (encoding) => {
  const ascii = Buffer.from(Array.from({ length: 128 }, (_, code) => code));
  const codec = new TextCodec(encoding);
  const longer = encoding === "utf-8" ? [0xc3, 0xa9] : [0xb0, 0xa1];
  const letter = Buffer.from(codec.isMultiByte ? longer : [0xe4]);
  // A non-ASCII letter prevents the decoder from using its fast path for plain ASCII.
  expect(codec.decode(Buffer.concat([ascii, letter]))).toBe(
    `${ascii.toString("latin1")}${codec.decode(letter)}`,
  );
});
