import { join } from "node:path";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { describe, expect, it } from "vitest";
import { type Folder, makeFolder, readText } from "./folder.js";
import { python } from "./python.js";

/** Texts that look like values of some type. Each is the only unusual value of its column. */
const odd: ReadonlyArray<readonly [usual: string, odd: readonly string[]]> = [
  [
    "12345",
    [
      "00501",
      "+1",
      "1_000",
      " 1",
      "1 ",
      "-0",
      "-00",
      "1E5",
      "1e3",
      "0xdeadbeef",
      "0b1",
      "1.",
      "1,000",
      "NaN",
      "inf",
      "9223372036854775808",
      "123456789012345678901234567890",
      "1.0",
      "١",
    ],
  ],
  [
    "1.5",
    [
      ".5",
      "5.",
      "-.5",
      "1e3",
      "1E-5",
      "-0.0",
      "+1.5",
      "01.5",
      "1.5 ",
      "Infinity",
      "0.1234567890123456789",
      "1234567890.12345678",
      "1.50",
      "0.10",
      "1_0.5",
      "1,5",
      "9007199254740993",
    ],
  ],
  ["true", ["TRUE", "False", "t", "yes", "1", "0", "on", "T", "tRUE", "null"]],
  [
    "2024-02-03",
    [
      "2024-2-3",
      "20240203",
      "03/04/2024",
      "2024-02-30",
      "2024-02-03 00:00:00",
      "infinity",
      "epoch",
      "24-02-03",
      "-2024-02-03",
      "2024-02-03 (BC)",
      "2024/02/03",
      "0000-01-01",
    ],
  ],
  [
    "2024-02-03T04:05:06",
    [
      "2024-02-03T04:05:06Z",
      "2024-02-03 04:05",
      "2024-02-03T24:00:00",
      "2024-02-03T04:05:06.1234567",
      "2024-02-03T04:05:06.123456789",
      "2024-02-03T04:05:06+02:00",
      "2024-02-03",
      "2024-02-03T04:05:60",
      "2024-02-03T4:05:06",
      "2024-02-03T04:05:06.5",
    ],
  ],
  [
    "2024-02-03T04:05:06Z",
    [
      "2024-02-03T04:05:06+02:00",
      "2024-02-03T04:05:06-0530",
      "2024-02-03T04:05:06 Europe/Berlin",
      "2024-02-03T04:05:06",
    ],
  ],
  ["12:30:00", ["1:30", "25:00:00", "12:30", "12:30:00.5", "12:30:00+02"]],
  [
    "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
    ["A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11", "{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11}"],
  ],
];

type Kind = "csv" | "json" | "ndjson";

async function differences(folder: Folder, id: string, file: string, kind: Kind): Promise<unknown> {
  return compare(folder, file, { kind, rows: `[${await readText(await folder.source(id))}]` });
}

function compare(folder: Folder, file: string, { kind, rows }: { kind: Kind; rows: string }): unknown {
  return python("compare_rows.py", JSON.stringify({ path: join(folder.path, file), kind, rows }));
}

/** Builds a table with one column per odd text, in the row at a position. */
function table(position: number, length: number): { header: string[]; rows: string[][] } {
  const columns = odd.flatMap(([usual, texts]) => texts.map((text) => ({ usual, text })));
  const rows = Array.from({ length }, (_, row) =>
    columns.map(({ usual, text }) => (row === position ? text : usual)),
  );
  return { header: columns.map((_, index) => `c${index}`), rows };
}

function csv({ header, rows }: ReturnType<typeof table>): string {
  const cell = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [header, ...rows].map((row) => row.map(cell).join(",")).join("\n");
}

describe("cells of CSV", () => {
  // Types are found from the first 1000 rows, then from the others; the engine reads 2048 rows at a time.
  it.each([[0, 10], [1001, 1010], ...(isLong ? [[2099, 2100]] : [])] as [at: number, length: number][])(
    "are the text of the file or certainly that value, the odd one in row %i of %i",
    async (at, length) => {
      await using folder = await makeFolder({ "a.csv": csv(table(at, length)) });
      const text = `[${await readText(await folder.source("a"))}]`;
      expect(compare(folder, "a.csv", { kind: "csv", rows: text })).toEqual([]);
      // The encoder writes only objects.
      const rows = JSON.parse(text) as ReadonlyArray<Record<string, unknown>>;
      for (const name of Object.keys(rows[0] ?? {}))
        expect([name, new Set(rows.map((row) => typeof row[name])).size]).toEqual([name, 1]);
    },
  );

  it("keep empty text in quotes apart from NULL, spaces, NUL bytes and rows that begin with #", async () => {
    const text = 'id,t,n\n1,"",5\n2,,""\n3," x ",7\n"#4",y\0z,8\n#5,"a\r\nb",9\n';
    await using folder = await makeFolder({ "a.csv": text });
    expect(await folder.rows("a")).toEqual([
      { id: "1", t: "", n: 5 },
      { id: "2", t: null, n: null },
      { id: "3", t: " x ", n: 7 },
      { id: "#4", t: "y\0z", n: 8 },
      { id: "#5", t: "a\r\nb", n: 9 },
    ]);
  });

  it.runIf(isLong)(
    "of a large file have one type although the exception is after the rows that are read first",
    async () => {
      const usual = `12345,1.5,2024-01-02,"${"x".repeat(300)}"\n`;
      const text = `zip,n,d,t\n${usual.repeat(110_000)}00501,1E5,03/04/2024,"last"\n`;
      expect(text.length).toBeGreaterThan(32 * 2 ** 20);
      await using folder = await makeFolder({ "a.csv": text });
      // A page of such a file fails as well, because the types depend on the whole file.
      await expect(folder.rows("a", { limit: 1 })).rejects.toThrow("Try again");
      expect(await folder.rows("a", { skip: 109_999, filter: { columns: ["zip", "n", "d"] } })).toEqual([
        { zip: "12345", n: "1.5", d: "2024-01-02" },
        { zip: "00501", n: "1E5", d: "03/04/2024" },
      ]);
    },
  );

  it.runIf(isLong)("survive rows of other lengths and mixed line ends, wherever they come", async () => {
    const rows = Array.from({ length: 31_000 }, (_, row) => `${row},a${row},z`);
    const mixed = `${rows.slice(0, 30_500).join("\n")}\n${rows.slice(30_500).join("\r\n")}\r\n`;
    const ragged = `${rows.slice(0, 30_500).join("\n")}\n1,2\n3\n4,5,6,7,8\n"9,",10,11\n`;
    await using folder = await makeFolder({
      "mixed.csv": `a,b,c\n${mixed}`,
      "ragged.csv": `a,b,c\n${ragged}`,
    });
    expect(await differences(folder, "mixed", "mixed.csv", "csv")).toEqual([]);
    expect((await folder.rows("ragged")).slice(30_500)).toEqual([
      { a: "1", b: "2", c: null, column3: null, column4: null },
      { a: "3", b: null, c: null, column3: null, column4: null },
      { a: "4", b: "5", c: "6", column3: 7, column4: 8 },
      { a: "9,", b: "10", c: "11", column3: null, column4: null },
    ]);
    expect((await folder.source("ragged")).description).toContain("3 of 30504 rows have more or fewer cells");
  });
});

const jsonRows = [
  '{"u":"A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11","t":"2024-01-02T03:04:05+02:00","z":"2024-01-02T03:04:05.5Z","big":1e400,"dig":123456789012345678901234567890,"dec":0.1234567890123456789012345,"m":-0,"f":-0.0,"e":1e3,"d":"2024-01-02","n":{"x":1.50,"y":12345678901234567890123,"l":[1,[2,{"k":1e-400}]]},"l":[1.5,1e5],"s":"\\u0000\\ud83d\\ude00 \\"q\\"","w":"1","x":9007199254740993,"b":true}',
  '{"u":"b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11","t":"2024-01-02T03:04:05","z":"2024-01-02T03:04:06Z","big":1,"dig":1,"dec":1.5,"m":1.25,"f":1,"e":1,"d":"2024-01-03","n":{"x":2},"l":[],"s":"","w":1,"x":0.5,"b":null}',
  '{"u":null,"n":[{"a":1},"x"],"l":["2024-01-01"],"x":18446744073709551616,"extra":{"":1}}',
];

describe("values of JSON", () => {
  it.each([
    ["json", `[${jsonRows.join(",\n ")}]`],
    ["ndjson", jsonRows.join("\n")],
  ] as const)("are those that Python reads, digit by digit (%s)", async (kind, text) => {
    await using folder = await makeFolder({ [`a.${kind}`]: text });
    expect(await differences(folder, "a", `a.${kind}`, kind)).toEqual([]);
  });

  it("of every single column are those that Python reads", async () => {
    const values = odd.flatMap(([usual, texts]) => [usual, ...texts].map((text) => JSON.stringify(text)));
    const numbers = [
      "1",
      "-0",
      "0.5",
      "1.50",
      "1e3",
      "1E-7",
      "1.7976931348623157e308",
      "1e400",
      "5e-324",
      "4.9e-324",
      "0.30000000000000004",
      "9007199254740993",
      "9223372036854775807",
      "9223372036854775808",
      "1".repeat(39),
      "[1]",
      "[]",
      '["1"]',
      "{}",
      '{"a":null}',
      "null",
      "true",
    ];
    const all = [...numbers, ...values.slice(0, 40)];
    const columns = all.flatMap((first, index) => [
      [first, all[(index * 7 + 3) % all.length] ?? "1"],
      [first, first],
    ]);
    const rows = [0, 1].map(
      (row) => `{${columns.map((pair, index) => `"c${index}":${pair[row]}`).join(",")}}`,
    );
    await using folder = await makeFolder({ "a.ndjson": rows.join("\n"), "b.json": `[${rows.join(",")}]` });
    expect(await differences(folder, "a", "a.ndjson", "ndjson")).toEqual([]);
    expect(await differences(folder, "b", "b.json", "json")).toEqual([]);
  });

  it("with a byte order mark, names that differ in case, blank lines and several objects on a line are all there", async () => {
    await using folder = await makeFolder({
      "bom.json": '\ufeff[{"a":1},{"a":2}]',
      "case.json": '[{"a":1,"A":2,"":3}]',
      "blank.ndjson": '{"a":1}\n\n  \n{"a":2} {"a":3}\n',
      "pretty.json": '{\n "a": 1\n}\n{\n "a": 2\n}\n',
      "scalars.ndjson": '1\n"x"\n[1,2]\n{"a":1e400}\n',
    });
    expect(await folder.rows("bom")).toEqual([{ a: 1 }, { a: 2 }]);
    expect(await folder.rows("case")).toEqual([{ a: 1, A_2: 2, column: 3 }]);
    expect(await folder.rows("blank")).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
    expect(await folder.rows("pretty")).toEqual([{ a: 1 }, { a: 2 }]);
    expect(await readText(await folder.source("scalars"))).toBe(
      '{"json":1},{"json":"x"},{"json":[1,2]},{"json":{"a":1e400}}',
    );
  });

  it.each([
    ["twice.json", '[{"a":1,"a":2}]', 'the member "a" twice'],
    ["cut.json", '[{"a":1},{"a":2}', "ends"],
    ["cut.ndjson", '{"a":1}\n{"a":"', "ends in the middle"],
    ["tail.json", '[{"a":1}]x', "continues after the end of its array"],
    ["comma.json", '[{"a":1},]', "not JSON"],
    ["nan.ndjson", '{"a":NaN}', "not JSON"],
    ["number.ndjson", '{"a":01}', "not JSON"],
    ["deep.json", `{"a":${"[".repeat(2000)}${"]".repeat(2000)}}`, "nested more than 500 levels"],
    ["deep2.json", `${"[".repeat(2000)}${"]".repeat(2000)}`, "nested more than 500 levels"],
    ["deep3.ndjson", `${'{"a":'.repeat(2000)}1${"}".repeat(2000)}`, "nested more than 500 levels"],
  ])("are refused with a sentence when the file is wrong: %s", async (name, text, reason) => {
    await using folder = await makeFolder({ [name]: text });
    const id = name.slice(0, name.indexOf("."));
    await expect(folder.rows(id)).rejects.toMatchObject({
      code: "upstream_invalid",
      message: expect.stringContaining(reason),
    });
  });
});

it("text in UTF-16 and Latin-1 is read also when it is compressed, and wrong UTF-16 is an error", async () => {
  const text = "name,n\nZürich,1\n";
  const { gzipSync } = await import("node:zlib");
  await using folder = await makeFolder({
    "utf16.csv.gz": gzipSync(Buffer.from(`\ufeff${text}`, "utf16le")),
    "latin.csv.gz": gzipSync(Buffer.from(text, "latin1")),
    "latin.ndjson": Buffer.from('{"name":"Zürich","n":1}', "latin1"),
    "wrong.csv": Buffer.concat([Buffer.from(`\ufeff${text}`, "utf16le"), Buffer.from([0, 0xd8])]),
  });
  for (const id of ["utf16", "latin", "latin.ndjson"]) {
    expect(await folder.rows(id)).toEqual([{ name: "Zürich", n: 1 }]);
  }
  await expect(folder.rows("wrong")).rejects.toMatchObject({ code: "upstream_invalid" });
});
