import { describe, expect, it } from "vitest";
import { encodeText } from "./decoded-text.js";
import { decodeDigits, removeEscapes } from "./undo-encodings.js";

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

describe("encodeText()", () => {
  it.each([
    0, 0x7f, 0x80, 0x7_ff, 0x8_00, 0xd7_ff, 0xd8_00, 0xdf_ff, 0xe0_00, 0xff_ff, 0x1_00_00, 0x10_ff_ff,
  ])("writes U+%x as Node.js does, and knows which characters it comes from", (code) => {
    const sign = String.fromCodePoint(code);
    const { bytes, from, to } = encodeText(`a${sign}b`);
    expect(Buffer.from(bytes)).toEqual(Buffer.from(`a${sign}b`));
    const own = Array.from(bytes.slice(1, -1), () => 1);
    expect([...from]).toEqual([0, ...own, 1 + sign.length]);
    expect([...to]).toEqual([1, ...own.map(() => 1 + sign.length), 2 + sign.length]);
  });
});

describe("removeEscapes()", () => {
  it.each([
    ["\\x41\\x4a\\x4A", "AJJ"],
    ["\\x4g", "x4g"],
    ["\\\\\\\\x41", "A"],
    ["\\u0041\\u00e9", "Aé"],
    ["\\u004", "u004"],
    ["\\ud83d\\ude00 \\\\ud83d\\\\ude00", "😀 😀"],
    ["\\ud800\\udc00\\udbff\\udfff", "\u{10000}\u{10FFFF}"],
    ["\\ud83d\\u0041", "\uFFFDA"],
    ["\\ud83dude00", "\uFFFDude00"],
    ["\\uffff\\ude00", "\uFFFF\uFFFD"],
    ["%41%4a%4A", "AJJ"],
    ["%2541 %252541 %u0041", "A A A"],
    ["%zz %4 %", "%zz %4 %"],
    ["&amp;lt;&quot;&apos;&gt;", "<\"'>"],
    ["&#65;&#x41;&#X4a;", "AAJ"],
    ["&#1114111;&#1114112;", "\u{10FFFF}\uFFFD"],
    ["&#65x; &bogus; & ; &#;", "&#65x; &bogus; & ; &#;"],
    ["\\%41 \\&amp; \\é \\q", "A & é q"],
    ["\\n\\t\\", "\n\t"],
  ])("makes %j to %j", (text, plain) => {
    expect(textOf(removeEscapes(encodeText(text)).at(-1)?.bytes ?? Buffer.of())).toBe(plain);
  });

  it("keeps the text itself as the first step, and stops where nothing is escaped", () => {
    expect(removeEscapes(encodeText("%2541")).map(({ bytes }) => textOf(bytes))[0]).toBe("%2541");
    expect(removeEscapes(encodeText("plain"))).toHaveLength(1);
    expect(removeEscapes(encodeText("100 %"))).toHaveLength(1);
  });
});

describe("decodeDigits()", () => {
  const secret = "a >?> secret~";
  const bytes = Buffer.from(secret);

  it.each([
    ["base64", bytes.toString("base64")],
    ["base64url", bytes.toString("base64url")],
    ["hex", bytes.toString("hex")],
    ["upper case hex", bytes.toString("hex").toUpperCase()],
    ["base64 in lines", bytes.toString("base64").replaceAll(/(.{5})/g, "$1\r\n")],
  ])("finds %s after any number of other digits, and where it is", (_name, encoded) => {
    for (const before of ["", "A", "AB", "ABC", "ABCD"]) {
      const text = `(${before}${encoded})`;
      const found = decodeDigits(encodeText(text)).flatMap((decoded) => {
        const at = Buffer.from(decoded.bytes).indexOf(secret);
        return at === -1 ? [] : [{ start: decoded.from[at] ?? 0, end: decoded.to[at + bytes.length - 1] }];
      });
      const [{ start, end } = { start: -1, end: -1 }] = found;
      expect(start).toBe(1 + before.length);
      // Only padding and the closing bracket follow.
      expect(text.slice(end)).toMatch(/^(?:\r\n|=)*\)$/);
    }
  });

  it("does not join two runs of digits, and leaves short ones alone", () => {
    const [one, two] = [bytes.subarray(0, 6), bytes.subarray(6)].map((part) => part.toString("base64"));
    for (const decoded of decodeDigits(encodeText(`${one ?? ""} ${two ?? ""}`)))
      expect(Buffer.from(decoded.bytes).includes(secret)).toBe(false);
    expect(decodeDigits(encodeText("abc de, fgh-i (12345)"))).toEqual([]);
    expect(decodeDigits(encodeText("sixsix"))).toHaveLength(4);
    expect(decodeDigits(encodeText("deadbeef"))).toHaveLength(6);
  });
});
