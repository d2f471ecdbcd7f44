import { describe, expect, test } from "vitest";
import type { CsvSettings } from "./csv-settings.js";
import { detectFormat, noDelimiter } from "./detect-format.js";

interface Found {
  readonly delimiter: string;
  readonly quote: string;
  readonly escape: string;
  readonly header: boolean;
  readonly skipped: number;
  readonly first: readonly string[];
}

function find(text: string, { settings = {}, isTsv = false, isAll = true }: Options = {}) {
  const { format, hasHeader, skippedLines, first, doubt, isSkippedByRecords } = detectFormat({
    text,
    isAll,
    isTsv,
    settings,
  });
  const found: Found = { ...format, header: hasHeader, skipped: skippedLines, first };
  return { ...found, doubt, isSkippedByRecords };
}

interface Options {
  readonly settings?: CsvSettings;
  readonly isTsv?: boolean;
  readonly isAll?: boolean;
}

const rows = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${line(index)}\n`).join("");

describe("detectFormat() finds the delimiter", () => {
  test.each([",", ";", "\t", "|"])("%j, in files of one to twelve columns and rows", (delimiter) => {
    for (const width of [2, 3, 12])
      for (const count of [1, 2, 12]) {
        const line = (cell: (column: number) => string): string =>
          `${Array.from({ length: width }, (_, column) => cell(column)).join(delimiter)}\n`;
        const text =
          line((column) => `name${column}`) +
          rows(count, (row) => line((column) => `${row * column}`).trim());
        expect(find(text), text).toMatchObject({
          delimiter,
          quote: '"',
          header: true,
          skipped: 0,
          doubt: undefined,
        });
      }
  });

  test.each<readonly [string, string, string]>([
    ["decimal commas", ";", `name;price\n${rows(5, (index) => `a${index};1${index},50`)}`],
    ["sentences in the cells of tabs", "\t", `id\ttext\n${rows(5, (index) => `${index}\tone, two, three`)}`],
    ["lists in the cells of commas", ",", `id,tags\n${rows(5, (index) => `${index},a;b;c`)}`],
    ["pipes in the cells of commas", ",", `id,tags\n${rows(5, (index) => `${index},a|b`)}`],
    ["delimiters within quotes", ";", `id;text\n${rows(5, (index) => `${index};"a,b,c,d"`)}`],
    ["line ends within quotes", ",", `id,text\n${rows(5, (index) => `${index},"a\nb;c"`)}`],
    ["a last line with more cells", ";", `id;text\n${rows(40, (index) => `${index};x`)}total;1;2;3\n`],
    ["decimal commas in every cell", ";", `width, cm;height, cm\n${rows(5, (index) => `${index},5;2,5`)}`],
    [
      "lists of any length before it",
      ";",
      "a,b,c,d;e\np,q,r;x\np,q,r,s,t;x\np,q;x\np,q,r,s;x\np,q,r,s,t,u;x\n",
    ],
    ["a row or two that are cut", ",", "id,name\n7\n8\n"],
    ["rows of which most are divided", ",", "a,b\nc\nd,e\nf\ng,h\ni,j\n"],
  ])("beside %s", (_name, delimiter, text) => {
    expect(find(text)).toMatchObject({ delimiter, skipped: 0, doubt: undefined });
  });

  test("that a setting, the first line or the name of the file states", () => {
    const text = "a;b,c\n1;2,3\n4;5,6\n";
    expect(find(text, { settings: { delimiter: "," } })).toMatchObject({
      delimiter: ",",
      first: ["a;b", "c"],
    });
    expect(find(text, { settings: { delimiter: ";" } })).toMatchObject({
      delimiter: ";",
      first: ["a", "b,c"],
    });
    for (const line of ["sep=^\n", '"sep=^"\r\n', "SEP=^\r"])
      expect(find(`${line}a^b\n1^2\n`)).toMatchObject({ delimiter: "^", first: ["a", "b"], skipped: 1 });
    expect(find("x sep=^\na,b\n1,2\n").delimiter).not.toBe("^");
    const both = "a\tb,c\n1\t2,3\n";
    expect(find(both, { isTsv: true })).toMatchObject({ delimiter: "\t", first: ["a", "b,c"] });
    expect(find("a,b\n1,2\n", { isTsv: true })).toMatchObject({ delimiter: "," });
  });

  test("of no file with one column", () => {
    for (const text of [
      "name\nAda\nBob\n",
      "n\n1\n2\n",
      "text\nHello, world.\nWell, yes, no.\nNothing here.\n",
    ])
      expect(find(text), text).toMatchObject({ delimiter: noDelimiter, skipped: 0 });
    expect(find("price\n1,5\n2,5\n3,5\n")).toMatchObject({ delimiter: noDelimiter, first: ["price"] });
    for (const text of ["Hello, world\nfoo\n", "a,b\nc\nd\ne\n", "a,b\nc\nd,e\nf\ng,h\n"])
      expect(find(text), text).toMatchObject({ delimiter: noDelimiter, skipped: 0 });
    expect(find("Report of May\nname\nAda\nBob\n", { settings: { skip: 1 } })).toMatchObject({
      delimiter: noDelimiter,
      skipped: 1,
      first: ["name"],
    });
    expect(find("")).toMatchObject({ first: [] });
  });

  test("of no file whose settings leave none", () => {
    const settings = { delimiter: "'", quote: "'" };
    expect(() => find("a'b\n", { settings })).toThrow("expected a format, got none");
  });
});

describe("detectFormat() finds the quotes", () => {
  const apostrophes = `'id','text'\n${rows(4, (index) => `'${index}','a,b'`)}`;

  test.each<readonly [string, string, string, string]>([
    ["usual ones", '"', '"', `id,text\n${rows(4, (index) => `${index},"a ""b"", c"`)}`],
    ["a backslash before them", '"', "\\", `id,text\n${rows(4, (index) => `${index},"a \\"b\\", c"`)}`],
    ["apostrophes around every cell", "'", "'", apostrophes],
    ["apostrophes in words", '"', '"', `id,text\n${rows(4, (index) => `${index},it's 'so'`)}`],
    ["an apostrophe before a word", '"', '"', `id,text\n${rows(4, (index) => `${index},'tis`)}`],
    ["an apostrophe that is the first character", "'", "'", "'a,b',c\n1,2\n3,4\n5,6\n"],
    ["apostrophes without which a row is longer", "'", "'", "id,text\n1,'a,b'\n2,c\n3,d\n4,e\n5,f\n"],
    ["apostrophes within words too", '"', '"', "id,text\n1,'a,b'\n2,'c'd\n3,d\n4,e\n5,f\n"],
    ["apostrophes around some cells", '"', '"', `id,text\n${rows(4, (index) => `${index},'a'`)}`],
    ["apostrophes that leave rows of other lengths", '"', '"', "id,text\n1,'a,b'\n2,c\n3,d\n4,e,x\n5,f\n"],
    ["as many within texts as around them", '"', '"', 'id,text\n1,"a"\n2,5" pipe\n'],
    ["quotes that mean inches", "", "", `id,size\n${rows(6, (index) => `${index},"${index} 3/4" pipe`)}`],
  ])("%s", (_name, quote, escape, text) => {
    expect(find(text)).toMatchObject({ delimiter: ",", quote, escape });
  });

  test("of a single column", () => {
    expect(find("'name'\n'Ada'\n'Bob'\n")).toMatchObject({
      delimiter: noDelimiter,
      quote: "'",
      first: ["name"],
    });
    const said = 'text\n"Yes", he said\n"No", she said\n"Oh", they said\n';
    expect(find(said)).toMatchObject({ delimiter: noDelimiter, quote: "" });
    expect(find("'name'\nAda\nit's\n")).toMatchObject({
      delimiter: noDelimiter,
      quote: '"',
      first: ["'name'"],
    });
  });

  test("that the settings state, whatever the text has", () => {
    expect(find(apostrophes, { settings: { quote: '"' } }).quote).toBe('"');
    expect(find('id,text\n1,"a"\n', { settings: { quote: "'" } })).toMatchObject({ quote: "'", escape: "'" });
    expect(find('id,text\n1,"a"\n', { settings: { escape: "\\" } })).toMatchObject({
      quote: '"',
      escape: "\\",
    });
    expect(find('id,text\n1,"a"\n', { settings: { quote: "" } })).toMatchObject({ quote: "" });
  });
});

describe("detectFormat() finds where the table begins", () => {
  const table = `id,name,city\n${rows(6, (index) => `${index},a${index},Bonn`)}`;

  test.each<readonly [string, string, number]>([
    ["at once", table, 0],
    ["after empty lines", `\n\n${table}`, 2],
    ["after a title", `Report\n${table}`, 1],
    ["after a title that is padded", `Report,,\n${table}`, 1],
    ["after a title and an empty line", `Report of May\n\n${table}`, 2],
    ["after comments", `# made by a program\n# in May\n${table}`, 2],
    ["after twenty lines", `${rows(20, (index) => `# ${index}`)}${table}`, 20],
  ])("%s", (_name, text, skipped) => {
    expect(find(text)).toMatchObject({
      delimiter: ",",
      skipped,
      first: ["id", "name", "city"],
      header: true,
    });
  });

  test("that the settings state", () => {
    expect(find(`a,b\n${table}`, { settings: { skip: 1 } })).toMatchObject({
      skipped: 1,
      first: ["id", "name", "city"],
    });
    expect(find(table, { settings: { skip: 0 } })).toMatchObject({ skipped: 0 });
    expect(find(table, { settings: { skip: 1, header: false } })).toMatchObject({
      skipped: 1,
      header: false,
      first: ["0", "a0", "Bonn"],
    });
  });

  test("and whether a skipped line end is in quotes", () => {
    expect(find(`"a title\nof two lines",,\n${table}`)).toMatchObject({
      skipped: 2,
      isSkippedByRecords: true,
    });
    expect(find(`by me,,\n"a title\nof two lines",,\n${table}`)).toMatchObject({
      skipped: 3,
      isSkippedByRecords: true,
    });
    expect(find(`a title,,\n${table}`)).toMatchObject({ skipped: 1, isSkippedByRecords: false });
  });
});

describe("detectFormat() says what it cannot know", () => {
  const people = "Doe,Jane\nRoe,Ann\nPoe,Ed\nLee,Al\n";
  const ragged = "notes\na,b,c\nd,e,f\ng\nh,i,j\n";

  test.each<readonly [string, string, string]>([
    [
      "two delimiters that divide all alike",
      `a;b,c\n${rows(5, () => "x;y,z")}`,
      'its cells may be separated by "," or by ";"',
    ],
    [
      "a first line that is not divided",
      `people\n${people}`,
      "the first line may be a title, or all of its lines may be one column",
    ],
    [
      "two of them",
      `open\nlist\n${people}`,
      "the first 2 lines may be a title, or all of its lines may be one column",
    ],
    [
      "sentences with a comma",
      "Text\nHello, you\nWell, yes\nOh, no\nAh, so\n",
      "the first line may be a title, or all of its lines may be one column",
    ],
    ["lines of several widths", ragged, 'its first line is not divided by ",", but most others are'],
    [
      "lines of several widths, divided by tabs",
      ragged.replaceAll(",", "\t"),
      "its first line is not divided by tabs, but most others are",
    ],
  ])("%s", (_name, text, doubt) => {
    expect(find(text).doubt).toBe(doubt);
  });

  test.each<readonly [string, string]>([
    ["two sentences", "Note\nHello, you\nWell, yes\n"],
    ["sentences of three parts", ragged.replaceAll(",", ", ")],
    ["lines of which few are divided", `${ragged}k\nl\nm\n`],
    ["three lines", "notes\na,,\nb,,\n"],
    ["lines of two cells and one", "notes\na,b\nc,d\ng\nh,i\n"],
    ["a title above numbers", `Report\nid,n\n${rows(4, (index) => `${index},${index}`)}`],
  ])("but has no doubt about %s", (_name, text) => {
    expect(find(text).doubt).toBeUndefined();
    expect(detectFormat({ text, isAll: true, isTsv: false, settings: {} })).not.toHaveProperty("doubt");
  });

  test("but has no doubt where the settings decide", () => {
    expect(find(`a;b,c\n${rows(5, () => "x;y,z")}`, { settings: { delimiter: ";" } }).doubt).toBeUndefined();
    for (const text of [`people\n${people}`, ragged])
      expect(find(text, { settings: { skip: 0 } }), text).toMatchObject({
        doubt: undefined,
        delimiter: noDelimiter,
      });
  });
});

test("detectFormat() reads a last record without a line end", () => {
  expect(find("a;b")).toMatchObject({ delimiter: ";", first: ["a", "b"] });
});

test("detectFormat() leaves out a record that the sample cuts", () => {
  const text = `a,b\n${rows(3, (index) => `${index},x`)}9,"cut; cut; cut`;
  expect(find(text, { isAll: false })).toMatchObject({ delimiter: ",", first: ["a", "b"], header: true });
});

test.each<readonly [string, boolean]>([
  ["id,name\n1,a\n2,b\n", true],
  ["1,a\n2,b\n3,c\n", false],
  ["1,2\n3,4\n", false],
  ["2026-01-01,5\n2026-01-02,6\n", false],
  ["day,count\n2026-01-01,5\n", true],
])("detectFormat() of %j sees whether there is a header", (text, header) => {
  expect(find(text)).toMatchObject({ header, delimiter: ",", skipped: 0 });
});
