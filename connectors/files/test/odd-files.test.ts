import { execFileSync } from "node:child_process";
import { gzipSync } from "node:zlib";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Folder, makeFolder, readText } from "./folder.js";
import { writeWorkbook } from "./write-workbook.js";

// The engine is asked for 1000 columns at a time.
const wide = Array.from({ length: isLong ? 5000 : 1100 }, (_, index) => index);

/** Returns a workbook whose sheet contains one text, with XML in the given encoding. */
function encodedWorkbook(encoding: BufferEncoding, declared: string): Buffer {
  return writeWorkbook({ S: [["a"], ["Zürich"]] }, [0], (xml) =>
    Buffer.from(`${encoding === "utf16le" ? "\ufeff" : ""}<?xml version="1.0"${declared}?>${xml}`, encoding),
  );
}

/** Files as programs write them, and the text of their rows. */
const readable: Readonly<Record<string, readonly [content: string | Uint8Array, rows: string]>> = {
  "long-line.csv": [`a,b\n1,"${"x".repeat(3_000_000)}"\n`, `{"a":1,"b":"${"x".repeat(3_000_000)}"}`],
  "ragged.csv": [
    "a,b,c\n1,2\n3,4,5,6\n",
    '{"a":1,"b":2,"c":null,"column3":null},{"a":3,"b":4,"c":5,"column3":6}',
  ],
  "line-ends.csv": [
    "a,b\r\n1,2\n3,4\r5,6\n7,8\r\n",
    '{"a":1,"b":2},{"a":3,"b":4},{"a":5,"b":6},{"a":7,"b":8}',
  ],
  "apostrophe.csv": ["a,b\n1,it's\n2,'x'\n3,y\n", `{"a":1,"b":"it's"},{"a":2,"b":"'x'"},{"a":3,"b":"y"}`],
  "apostrophes.csv": ["a,b\n1,'x,y'\n2,'z'\n", '{"a":1,"b":"x,y"},{"a":2,"b":"z"}'],
  "nul-name.csv": ["a\0x,b\n1,2\n", '{"a_x":1,"b":2}'],
  "utf16-unmarked.csv": [Buffer.from("a,b\n1,e\n", "utf16le"), '{"a":1,"b":"e"}'],
  "latin1.csv": [Buffer.from("a\nZürich\n", "latin1"), '{"a":"Zürich"}'],
  "wide.csv": [
    `${wide.map((index) => `c${index}`).join()}\n${wide.join()}\n`,
    `{${wide.map((index) => `"c${index}":${index}`).join()}}`,
  ],
  "nul-name.json": ['[{"a\\u0000b":1,"c":"x\\u0000y"}]', '{"a_b":1,"c":"x\\u0000y"}'],
  "exact.ndjson": ['{"a":1e400}\n{"a":0.10}\n', '{"a":1e400},{"a":0.10}'],
  "pairs.json": ['[{"a":"\\ud83d\\ude00\\u00e9"}]', '{"a":"😀é"}'],
  "utf16.xlsx": [encodedWorkbook("utf16le", ' encoding="UTF-16"'), '{"a":"Zürich"}'],
  "latin1.xlsx": [encodedWorkbook("latin1", ' encoding="ISO-8859-1"'), '{"a":"Zürich"}'],
  // Spreadsheet programs write numbers with 17 digits.
  "digits.xlsx": [
    writeWorkbook({
      S: [
        ["n", "id"],
        [{ xml: "><v>0.10000000000000001</v>" }, { xml: "><v>12345678901234567</v>" }],
        [{ xml: "><v>1.1000000000000001</v>" }, { xml: "><v>5</v>" }],
      ],
    }),
    '{"n":0.1,"id":"12345678901234567"},{"n":1.1,"id":"5"}',
  ],
  "formulas.xlsx": [
    writeWorkbook({
      S: [
        ["n", "f"],
        [{ xml: "><f>1+1</f><v>2</v>" }, { xml: "><f>A2*2</f>" }],
        [3, { xml: "><f>A3*2</f><v/>" }],
      ],
    }),
    '{"n":2,"f":"=A2*2"},{"n":3,"f":"=A3*2"}',
  ],
};

/** Files that cannot be read, and the reported reason. */
const unreadable: Readonly<Record<string, readonly [content: string | Uint8Array, reason: string]>> = {
  "packed.csv.bz2": [
    Buffer.from("BZh9"),
    "it is compressed with bzip2, which is not supported. Use gzip or zstd instead",
  ],
  "packed.json.xz": [Buffer.from([0xfd, 0x37]), "it is compressed with xz, which is not supported"],
  "named-wrongly.csv": [gzipSync("a,b\n1,2\n"), 'not text but compressed with gzip. Add ".gz" to its name'],
  "packed-twice.csv.gz": [gzipSync(gzipSync("a,b\n1,2\n")), "not text but compressed with gzip"],
  "workbook.csv": [writeWorkbook({ S: [["a"], [1]] }), "not text but a ZIP archive, as workbooks are"],
  "rows.json": [Buffer.from("PAR1\u0015\u0000", "latin1"), "not text but a Parquet file"],
  "utf32.csv": [Buffer.from([0xff, 0xfe, 0, 0, 97, 0, 0, 0]), "its text is UTF-32"],
  "mixed.csv": [
    Buffer.concat([Buffer.from("a\nZürich\nKöln\nx"), Buffer.from([0xff, 10])]),
    "its text is UTF-8 with wrong bytes, the first in line 4",
  ],
  "cp850.csv": [
    Buffer.from([...Buffer.from("a\nM"), 0x81, ...Buffer.from("ller\n")]),
    "neither UTF-8 nor Windows-1252, which has no character 0x81 as in byte 3. Save it as UTF-8, or set the option `encoding`",
  ],
  "half-pair.json": [
    '[{"a":"x"},{"a":"\\ud800"}]',
    'it holds \\ud800, half of a surrogate pair, which is not a character, in "a" (record 2)',
  ],
  "half-pair-2.json": ['[{"a":"\\udc00x"}]', "half of a surrogate pair"],
  "control.ndjson": [
    '{"a":"x\u0001"}\n',
    'a string contains the control character 0x01 unescaped, in "a" (record 1)',
  ],
  "escape.ndjson": ['{"a":"\\x"}\n', 'a string contains a backslash before 0x78, in "a" (record 1)'],
  "escape-2.ndjson": ['{"a":"\\u00g0"}\n', '"\\u00g0" is not an escape, in "a" (record 1)'],
  "wrong-bytes.xlsx": [encodedWorkbook("latin1", ""), '"xl/worksheets/sheet1.xml" in it is not UTF-8 text'],
  "wrong-text.xlsx": [
    writeWorkbook({ S: [["a"], [{ xml: 't="s"><v>7</v>' }]] }),
    'the cell A2 shows text 7, and the workbook has 0 texts, in sheet "S"',
  ],
};

/** Python program that writes its standard input in another encoding. */
const recode =
  "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read().decode('utf-8').encode(sys.argv[1]))";

let folder: Folder;

beforeAll(async () => {
  const files = Object.entries({ ...readable, ...unreadable });
  folder = await makeFolder(Object.fromEntries(files.map(([name, [content]]) => [name, content])));
});
afterAll(() => folder[Symbol.asyncDispose]());

/** Returns the source of a file. Its id includes the ending if several files have the same name. */
async function sourceOf(name: string) {
  const sources = await folder.connector.sources();
  const found = sources.get(name) ?? sources.get(name.slice(0, name.indexOf(".")));
  if (found === undefined) throw new Error(`There is no source for ${name}`);
  return found;
}

describe("an unusual file", () => {
  it.each(Object.entries(readable))("%s keeps every cell", async (name, [, rows]) => {
    expect(await readText(await sourceOf(name))).toBe(rows);
  });

  it.each(Object.entries(unreadable))("%s is an error that says where", async (name, [, reason]) => {
    await expect(readText(await sourceOf(name))).rejects.toMatchObject({
      code: "upstream_invalid",
      message: expect.stringContaining(reason) as string,
    });
  });

  it("with formulas that were never calculated says so", async () => {
    expect((await sourceOf("formulas.xlsx")).description).toContain(
      "2 formulas have no result in the file, the first in cell B2",
    );
  });
});

it.runIf(isLong)("is the same compressed, in one piece and in several", async () => {
  const files = Object.entries(readable).filter(([name]) => !name.endsWith(".xlsx") && name !== "wide.csv");
  const zstd = (input: Uint8Array) => execFileSync("zstd", ["-q", "-c"], { input });
  const packed = files.flatMap(([name, [content, rows]], index) => {
    const bytes = Buffer.from(content);
    const [head, tail] = [bytes.subarray(0, 5), bytes.subarray(5)];
    return [
      [`${index}/${name}.zst`, Buffer.concat([zstd(head), zstd(tail)]), rows],
      [`${index}/${name}.gz`, Buffer.concat([gzipSync(head), Buffer.alloc(3), gzipSync(tail)]), rows],
    ] as const;
  });
  await using compressed = await makeFolder(
    Object.fromEntries(packed.map(([name, content]) => [name, content])),
  );
  for (const [name, , rows] of packed) {
    const sources = await compressed.connector.sources();
    const source = sources.get(name) ?? sources.get(name.slice(0, name.indexOf(".")));
    expect([name, source && (await readText(source))]).toEqual([name, rows]);
  }
});

it("text of another encoding is read in the encoding that the options name, or is an error", async () => {
  const text = "名前,n\n東京、大阪,1\n";
  const packed = (to: string) => execFileSync("python3", ["-c", recode, to], { input: text });
  const shiftJis = packed("shift_jis");
  await using named = await makeFolder(
    { "a.csv": shiftJis, "b.csv": text, "c.csv": packed("gb18030"), "d.csv.gz": gzipSync(shiftJis) },
    { encoding: "Shift_JIS" },
  );
  for (const id of ["a", "b", "d"]) expect(await named.rows(id)).toEqual([{ 名前: "東京、大阪", n: 1 }]);
  await expect(named.rows("c")).rejects.toThrow("neither UTF-8 nor SHIFT_JIS. Save it as UTF-8");
  await expect(makeFolder({}, { encoding: "klingon" })).rejects.toThrow(TypeError);
});

it.runIf(isLong)(
  "text that becomes invalid UTF-8 after its first megabytes is an error, also when it is read again",
  async () => {
    const usual = "1,abcdefghi\n".repeat(800_000);
    await using late = await makeFolder({
      "late.csv": Buffer.concat([Buffer.from(`a,b\n1\n${usual}`), Buffer.from("2,é\n", "latin1")]),
      "late.ndjson": Buffer.concat([
        Buffer.from(`{"a":1e400}\n${'{"a":"abcdefgh"}\n'.repeat(600_000)}`),
        Buffer.from('{"a":"é"}\n', "latin1"),
      ]),
    });
    for (const id of ["late", "late.ndjson"])
      await expect(late.rows(id)).rejects.toMatchObject({ code: "upstream_invalid" });
  },
);
