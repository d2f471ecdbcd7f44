import { expect, it } from "vitest";
import { makeFolder } from "./folder.js";

const table = "id,city,n,day\n1,Rome,5,x\n2,Oslo,6,y\n3,Bern,7,z\n";

it.each([
  ["a table", "name,qty,total\na,1,2\nb,2,3\n\n", 4],
  ["a sentence and a table", "Summary\nname,qty,total\na,1,2\nb,2,3\n\n", 5],
  ["a table and a sentence", "name,qty,total\na,1,2\nb,2,3\n\nDetails\n\n", 6],
])(
  "a file with %s above its table is refused, until somebody states what to skip",
  async (_, above, skip) => {
    await using folder = await makeFolder({ "a.csv": `${above}${table}` });
    await expect(folder.rows("a")).rejects.toThrow(
      `the first ${skip} lines may be another table, whose rows would be skipped. State "delimiter" and "skip"`,
    );
    await folder.write(".table.json", JSON.stringify({ table: false, settings: { "a.csv": { skip } } }));
    expect(await folder.rows("a")).toHaveLength(3);
    expect((await folder.source("a")).description).not.toContain("not rows");
  },
);

it.each([
  ["a table of two columns", "name,total\na,1\nb,2\n\n", '"name", "total"'],
  ["properties", "Station,Oslo\nLatitude,59.9\n\n", '"Station", "Oslo"'],
  ["names and one row", "latitude,longitude,zone\n52.5,13.4,GMT\n\n", '"latitude", "longitude", "zone"'],
])("the description says that cells of %s above the table are not rows", async (_, above, cells) => {
  await using folder = await makeFolder({ "a.csv": `${above}${table}` });
  expect(await folder.rows("a")).toHaveLength(3);
  expect((await folder.source("a")).description).toContain(
    `Lines before the header have several cells, such as ${cells}; they are not rows`,
  );
});

it.each(["Report 2024\n\n", "Report 2024,,,\n", "# Made, by hand\n"])(
  "the description says nothing about the cells of a sentence: %j",
  async (above) => {
    await using folder = await makeFolder({ "a.csv": `${above}${table}` });
    expect(await folder.rows("a")).toHaveLength(3);
    expect((await folder.source("a")).description).not.toContain("not rows");
  },
);
