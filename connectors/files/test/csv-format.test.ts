import { isLong } from "@wellhead/test-support/properties/is-long";
import { describe, expect, it } from "vitest";
import { makeFolder } from "./folder.js";

/** Returns numbered lines. */
function lines(count: number, lineOf: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => `${lineOf(index)}\n`).join("");
}

/** Numbers of rows: one, the few that decide by themselves, and as many as the engine reads at once. */
const sizes = isLong ? [1, 2, 3, 1000, 2046] : [1, 3, 2046];

describe("the last record decides nothing", () => {
  it.each(sizes)("tabs separate cells, whatever the last of %i rows has", async (size) => {
    await using folder = await makeFolder({
      "a.tsv": `id\tcity\n${lines(size - 1, (index) => `${index}\tBerlin`)}2\tParis, Texas, USA\n`,
      "b.csv": `id\tcity\n${lines(size - 1, (index) => `${index}\tBerlin`)}2\tParis; Texas; USA\n`,
    });
    for (const name of ["a", "b"]) {
      const rows = await folder.rows(name);
      expect(rows).toHaveLength(size);
      expect(Object.keys(rows[0] ?? {})).toEqual(["id", "city"]);
    }
    expect((await folder.rows("a")).at(-1)).toEqual({ id: 2, city: "Paris, Texas, USA" });
  });

  it.each(sizes)("semicolons separate cells before decimal commas, in %i rows and a total", async (size) => {
    await using folder = await makeFolder({
      "a.csv": `Name;Betrag\n${lines(size, (index) => `K${index};12,00`)}Summe, brutto;1.234,50\n`,
    });
    const rows = await folder.rows("a");
    expect(rows).toHaveLength(size + 1);
    expect(rows[0]).toEqual({ Name: "K0", Betrag: "12,00" });
    expect(rows.at(-1)).toEqual({ Name: "Summe, brutto", Betrag: "1.234,50" });
  });

  it.each(sizes)("a list of %i texts is one column, whatever its last one has", async (size) => {
    for (const last of ["a; b; c", "Paris, Texas, USA", "x|y", "tab\there"]) {
      await using folder = await makeFolder({
        "a.csv": `name\n${lines(size - 1, (index) => `n${index}`)}${last}\n`,
      });
      const rows = await folder.rows("a");
      expect(rows).toHaveLength(size);
      expect(rows.at(-1)).toEqual({ name: last });
    }
  });

  it.each(sizes)("a last line that is cut is a row of its own after %i rows", async (size) => {
    await using folder = await makeFolder({
      "a.csv": `id;name;note\n${lines(size, (index) => `${index};n;x, y`)}7;cu`,
    });
    const rows = await folder.rows("a");
    expect(rows).toHaveLength(size + 1);
    expect(rows.at(-1)).toEqual({ id: 7, name: "cu", note: null });
    expect((await folder.source("a")).description).toContain("1 of ");
  });
});

describe("the header", () => {
  it.each([
    [
      "years over numbers",
      "country,2021,2022\nGermany,83.2,84.1\nFrance,67.5,68.0\n",
      ["country", "2021", "2022"],
    ],
    ["quoted years", '"country","2021"\n"Germany",83\n"France",67\n', ["country", "2021"]],
    ["short names over booleans", "name,f\na,true\nb,false\n", ["name", "f"]],
    ["names over texts", "first,last\nAda,Lovelace\nAlan,Turing\n", ["first", "last"]],
    ["positions", ",0,1\n0,1.5,2.5\n1,3.5,4.5\n", ["column0", "0", "1"]],
  ])("is the first record: %s", async (_, text, names) => {
    await using folder = await makeFolder({ "a.csv": text });
    const rows = await folder.rows("a");
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual(names.toSorted());
    expect(rows).toHaveLength(2);
  });

  it("is missing when the first record is like all others", async () => {
    await using folder = await makeFolder({ "a.csv": "5.1,3.5,setosa\n4.9,3.0,setosa\n" });
    expect(await folder.rows("a")).toEqual([
      { column0: 5.1, column1: 3.5, column2: "setosa" },
      { column0: 4.9, column1: 3, column2: "setosa" },
    ]);
    expect((await folder.source("a")).description).toContain("no header");
  });
});

describe("quotes in texts", () => {
  // Titles of an encyclopaedia, which nobody escaped: a quote opens nothing, also where another closes the cell.
  const titles = [
    '"Weird_Al"_Yankovic',
    "'Tis",
    '"Heroes"',
    "'Allo_'Allo!",
    '"A"_Is_for_Alibi',
    '"Open',
    "Zürich",
  ];

  it.each([1, 200])(
    "are kept where most of them are within texts, in %i rows of each kind",
    async (count) => {
      const table = titles.flatMap((title) => Array<string>(count).fill(title));
      await using folder = await makeFolder({
        "a.tsv": `id\ttitle\n${table.map((title, index) => `${index}\t${title}\n`).join("")}`,
        "b.csv": `id,title\n${table.map((title, index) => `${index},${title}\n`).join("")}`,
      });
      for (const name of ["a", "b"])
        expect((await folder.rows(name)).map(({ title }) => title)).toEqual(table);
    },
  );

  it("are kept where they appear after the first thousand rows", async () => {
    const table = [...Array<string>(2000).fill("Zürich"), ...titles];
    await using folder = await makeFolder({
      "a.csv": `id,title\n${table.map((title, index) => `${index},${title}\n`).join("")}`,
    });
    expect((await folder.rows("a")).map(({ title }) => title)).toEqual(table);
  });

  it("are removed where most enclose texts", async () => {
    const row = (index: number) => `${index},"Paris, Texas"`;
    await using folder = await makeFolder({ "a.csv": `id,city\n${lines(20, row)}20,5" pipe\n` });
    const rows = await folder.rows("a");
    expect(rows[0]).toEqual({ id: 0, city: "Paris, Texas" });
    expect(rows.at(-1)).toEqual({ id: 20, city: '5" pipe' });
  });
});

describe("lines before the header", () => {
  it.each([
    ["delimiters pad it", "Report 2024,,,\nSource: ERP,,,\nname,2019,2020,2021\nZürich,1.5,2.5,3.5\n"],
    ["an empty line follows it", "Report 2024,,,\n\nname,2019,2020,2021\nZürich,1.5,2.5,3.5\n"],
  ])("are a title above a single row where %s", async (_, text) => {
    await using folder = await makeFolder({ "a.csv": text });
    expect(await folder.rows("a")).toEqual([{ name: "Zürich", "2019": 1.5, "2020": 2.5, "2021": 3.5 }]);
  });

  it("are a title above a row that is cut", async () => {
    await using folder = await makeFolder({ "a.csv": "Report 2024\n\nname|age|city\nAnn|3" });
    expect(await folder.rows("a")).toEqual([{ name: "Ann", age: 3, city: null }]);
  });

  it.each([
    ["a.tsv", "Report 2024\n\nname\tage\tcity\nAnn\tOak\tRome\n"],
    ["a.tsv", "open\na|b ;\na,b\n1.234,50\n"],
  ])(
    "are refused where they may be a title above a single row, or a list of texts (%s)",
    async (name, text) => {
      await using folder = await makeFolder({ [name]: text });
      await expect(folder.rows("a")).rejects.toThrow("the first 2 lines may be a title");
    },
  );

  it.each([
    [
      "a title and an empty line",
      "Report 2024\n\nid,city,n\n1,Rome,5\n2,Oslo,6\n",
      "header in line 3, 2 lines before it skipped",
    ],
    [
      "a title padded with delimiters",
      "Report 2024,,\nid,city,n\n1,Rome,5\n2,Oslo,6\n",
      "header in line 2, 1 line before it skipped",
    ],
    [
      "comments",
      "# made by hand\n# today\nid,city,n\n1,Rome,5\n2,Oslo,6\n",
      "header in line 3, 2 lines before it skipped",
    ],
    [
      "the line of Excel",
      "sep=,\r\nid,city,n\r\n1,Rome,5\r\n2,Oslo,6\r\n",
      "header in line 2, 1 line before it skipped",
    ],
    [
      "a byte order mark",
      "\uFEFFid,city,n\n1,Rome,5\n2,Oslo,6\n",
      'Cells separated by ",", header in line 1, UTF-8',
    ],
    ["empty lines", "\n\nid,city,n\n1,Rome,5\n2,Oslo,6\n", "header in line 3, 2 lines before it skipped"],
  ])("%s", async (_, text, description) => {
    await using folder = await makeFolder({ "a.csv": text });
    expect(await folder.rows("a")).toEqual([
      { id: 1, city: "Rome", n: 5 },
      { id: 2, city: "Oslo", n: 6 },
    ]);
    expect((await folder.source("a")).description).toContain(description);
  });
});

describe("a file that contradicts its first records", () => {
  it.each([
    ["id,name\n1,a,x\n2,b,y\n3,c,z\n", "3 of 3 rows have more"],
    ['id,name\n1,"a\n2,b\n', 'the quote " that opens in line 2 or after it is not closed'],
    ["people\nDoe,Jane\nRoe,Ann\nPoe,Ed\nLee,Al\n", "the first line may be a title"],
  ])("is refused with the setting to state: %j", async (text, reason) => {
    await using folder = await makeFolder({ "a.csv": text });
    await expect(folder.rows("a")).rejects.toMatchObject({
      code: "upstream_invalid",
      message: expect.stringMatching(/\.table\.json/) as string,
    });
    await expect(folder.rows("a")).rejects.toThrow(reason);
  });
});

describe("settings", () => {
  const state = (settings: object): string => JSON.stringify({ settings: { "*.csv": settings } });

  it.each([
    [{ delimiter: ":" }, "a:b\n1:2\n", [{ a: 1, b: 2 }]],
    [{ delimiter: ",", skip: 0 }, "people\nDoe,Jane\n", [{ people: "Doe", column1: "Jane" }]],
    [
      { header: false },
      "a,b\nc,d\n",
      [
        { column0: "a", column1: "b" },
        { column0: "c", column1: "d" },
      ],
    ],
    [{ header: true }, "1,2\n3,4\n", [{ "1": 3, "2": 4 }]],
    [{ skip: 1 }, "a,b\nc,d\n1,2\n", [{ c: 1, d: 2 }]],
    [{ quote: "" }, 'a,b\n"x,2\n', [{ a: '"x', b: 2 }]],
    [{ quote: "'" }, "a,b\n'x,y',2\n", [{ a: "x,y", b: 2 }]],
    [{ escape: "\\" }, 'a,b\n"x\\"y",2\n', [{ a: 'x"y', b: 2 }]],
    [
      { nullTexts: ["NA", "-"] },
      'a,b\nNA,1\n"NA",-\n',
      [
        { a: null, b: 1 },
        { a: "NA", b: null },
      ],
    ],
    [
      { decimal: ",", thousands: "." },
      "a;b\n1.234,50;x\n-7;1,5\n",
      [
        { a: 1234.5, b: "x" },
        { a: -7, b: "1,5" },
      ],
    ],
    [{ dateFormat: "DD.MM.YYYY" }, "a;b\n31.01.2024;1\n", [{ a: "2024-01-31", b: 1 }]],
    [{ dateFormat: "DD.MM.YYYY" }, "a;b\n31.02.2024;1\n", [{ a: "31.02.2024", b: 1 }]],
    [{ types: { a: "text" } }, "a,b\n1,2\n", [{ a: "1", b: 2 }]],
  ])("%j decides", async (settings, text, rows) => {
    await using folder = await makeFolder({ ".table.json": state(settings), "a.csv": text });
    expect(await folder.rows("a")).toEqual(rows);
  });

  it("state an encoding, and apply as soon as they are written", async () => {
    await using folder = await makeFolder({ "a.csv": Buffer.from("a\nz\xb3oty\n", "latin1") });
    expect(await folder.rows("a")).toEqual([{ a: "z³oty" }]);
    await folder.write(".table.json", state({ encoding: "iso-8859-2" }));
    expect(await folder.rows("a")).toEqual([{ a: "złoty" }]);
    expect((await folder.source("a")).description).toContain("ISO-8859-2");
  });

  it("that a file contradicts are an error that names the column", async () => {
    await using folder = await makeFolder({
      ".table.json": state({ types: { a: "number" } }),
      "a.csv": "a,b\n1,2\nx,3\n",
    });
    await expect(folder.rows("a")).rejects.toThrow(
      'not all cells of the column "a" are of the type "number" that the file .table.json states',
    );
  });
});
