import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { makeFolder } from "./folder.js";

/** Tables with spaces before their quotes, and the cells that Python's `csv` reads from them. */
const oracle = `
import csv, io, json, random
random.seed(11)
texts = ["Ann", "x, y", 'Rome, "IT"', "line1\\nline2", "", "a;b", "  lead", '5" pipe', "é", "0", "\\t", 'q"', "a | b"]
tables = []
for number in range(8):
    delimiter = random.choice([", ", "; ", "|  ", ",  "])
    end = random.choice(["\\n", "\\r\\n"])
    quoted = [random.random() < 0.4 for _ in range(random.randint(1, 5))] + [True]
    cell = lambda is_quoted: '"' + random.choice(texts).replace('"', '""') + '"' if is_quoted else str(random.randint(1, 999))
    names = [random.choice(['name%d', '"name%d"']) % index for index in range(len(quoted))]
    rows = [[cell(one) for one in quoted] for _ in range(random.choice([2, 3, 10, 50]))]
    text = "".join(delimiter.join(row) + end for row in [names] + rows)
    read = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter[0], skipinitialspace=True)
    tables.append({"text": text, "rows": list(read)})
print(json.dumps(tables))`;

/** A cell as in the file: numbers are written as they are, and an empty cell may be null. */
function textOf(cell: unknown): string {
  if (typeof cell === "string") return cell;
  return cell === null ? "" : JSON.stringify(cell);
}

it("spaces before quotes are no part of the cells of a CSV file, as in Python", async () => {
  // The program above prints this form.
  const tables = JSON.parse(execFileSync("python3", ["-c", oracle], { encoding: "utf8" })) as ReadonlyArray<{
    readonly text: string;
    readonly rows: readonly (readonly string[])[];
  }>;
  await using folder = await makeFolder(
    Object.fromEntries(tables.map(({ text }, index) => [`t${index}.csv`, text])),
  );
  for (const [index, { rows }] of tables.entries()) {
    const read = await folder.rows(`t${index}`);
    const cells = read.map((row) => Object.values(row).map((cell) => textOf(cell)));
    expect([Object.keys(read[0] ?? {}), ...cells]).toEqual(rows);
  }
  expect((await folder.source("t0")).description).toMatch(
    /^File t0\.csv\. Cells separated by ".*" and spaces, /,
  );
});

it("spaces are kept where the quotes after them are a part of the text", async () => {
  await using folder = await makeFolder({ "inches.csv": 'id,size\n1, 5"\n2, 6"\n' });
  expect((await folder.rows("inches")).map(({ size }) => size)).toEqual([' 5"', ' 6"']);
});
