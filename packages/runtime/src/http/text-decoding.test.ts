import { describe, expect, it } from "vitest";
import { decodeStated, type StatedEncoding, TextDecoding } from "./text-decoding.js";

const words = "Zürich, Škoda 5 €";
/** The words in Windows-1252, as Python writes them. */
const inWindows1252 = Buffer.from("5afc726963682c208a6b6f646120352080", "hex");
/** The word "Żółć" in ISO 8859-2, as Python writes it. */
const inLatin2 = Buffer.from("aff3b3e6", "hex");

function inUtf16(text: string, isBig = false): Buffer {
  const bytes = Buffer.from(text, "utf16le");
  return isBig ? bytes.swap16() : bytes;
}

function declared(encoding: string, content: Uint8Array): Buffer {
  const text = `<?xml version="1.0" encoding="${encoding}"?><a>`;
  return Buffer.concat([Buffer.from(text), content, Buffer.from("</a>")]);
}

const cases: ReadonlyArray<readonly [name: string, bytes: Uint8Array, stated: StatedEncoding, end: string]> =
  [
    ["UTF-8 without a statement", Buffer.from(words), {}, words],
    ["UTF-8 with a mark", Buffer.from(`\uFEFF${words}`), {}, words],
    ["the header", inWindows1252, { contentType: "text/csv; charset=ISO-8859-1" }, words],
    [
      "the header in quotes",
      inLatin2,
      { contentType: 'text/csv;header=present;Charset="iso-8859-2"' },
      "Żółć",
    ],
    ["a header that names ASCII", Buffer.from(words), { contentType: "text/csv; charset=us-ascii" }, words],
    [
      "a header with an unknown name",
      Buffer.from(words),
      { contentType: "text/csv; charset=utf8mb4" },
      words,
    ],
    [
      "the author before the header",
      inLatin2,
      { encoding: "latin2", contentType: "a/b; charset=utf-8" },
      "Żółć",
    ],
    ["a mark before the author", inUtf16(`\uFEFF${words}`), { encoding: "latin2" }, words],
    ["UTF-16 with the other order", inUtf16(`\uFEFF${words}`, true), {}, words],
    [
      "a declaration",
      declared("ISO-8859-2", inLatin2),
      {},
      declared("ISO-8859-2", Buffer.from("Żółć")).toString(),
    ],
    [
      "the header before a declaration",
      declared("ISO-8859-2", Buffer.from("Żółć")),
      { contentType: "text/xml; charset=utf-8" },
      declared("ISO-8859-2", Buffer.from("Żółć")).toString(),
    ],
    [
      "a declaration of UTF-16 in UTF-8",
      declared("UTF-16", Buffer.from("Żółć")),
      {},
      declared("UTF-16", Buffer.from("Żółć")).toString(),
    ],
    [
      "a declaration in UTF-16 without a mark",
      inUtf16('<?xml version="1.0"?><a>Ż</a>', true),
      {},
      '<?xml version="1.0"?><a>Ż</a>',
    ],
    ["a declaration without an end", Buffer.from("<?xml"), {}, "<?xml"],
    ["nothing", Buffer.alloc(0), {}, ""],
  ];

describe("TextDecoding", () => {
  it.each(cases)("reads %s, in one piece and byte by byte", (_, bytes, stated, text) => {
    expect(decodeStated(bytes, stated)).toBe(text);
    const decoding = new TextDecoding(stated);
    const pieces = [...bytes].map((byte) => decoding.push(Buffer.from([byte])));
    expect(pieces.join("") + decoding.end()).toBe(text);
  });

  it.each([
    ["text/csv; charset=ISO-8859-1", Buffer.from(words)],
    [undefined, declared("ISO-8859-1", Buffer.from(words))],
  ])("refuses UTF-8 that the response states to be another encoding (%s)", (contentType, bytes) => {
    const stated =
      'states the encoding WINDOWS-1252, but its bytes are UTF-8. State which of them is right as "encoding"';
    expect(() => decodeStated(bytes, { contentType })).toThrow(stated);
    const decoding = new TextDecoding({ contentType });
    for (const byte of bytes) decoding.push(Buffer.from([byte]));
    expect(() => decoding.end()).toThrow(stated);
    expect(decodeStated(bytes, { contentType, encoding: "utf-8" })).toBe(bytes.toString());
  });

  it("reads ASCII, and text of an encoding with several bytes a character, that is UTF-8, too", () => {
    expect(decodeStated(Buffer.from("Zurich"), { contentType: "a/b; charset=latin1" })).toBe("Zurich");
    // The word "全" in GBK, as Python writes it, is also UTF-8.
    const inGbk = Buffer.from("c8ab", "hex");
    expect(decodeStated(inGbk, { contentType: "a/b; charset=gbk" })).toBe("全");
  });

  it.each([
    [inWindows1252, "UTF-8"],
    [Buffer.from("aä").subarray(0, 2), "UTF-8"],
    [Buffer.concat([Buffer.from("\uFEFF"), inWindows1252]), "UTF-8"],
  ])("refuses bytes that are not of the encoding, and says what to state", (bytes, name) => {
    expect(() => decodeStated(bytes, {})).toThrow(
      `expected text, got bytes that are not ${name}. State the encoding of the response as "encoding"`,
    );
  });
});
