import * as fastCheck from "fast-check";
import { describe, expect, test } from "vitest";
import { CsvRows } from "./csv-rows.js";

/** Writes batches of rows to a file, which is split at any position when it is read back. */
async function written(
  batches: readonly (readonly string[])[],
  { names = [], step = 3 }: { readonly names?: readonly string[]; readonly step?: number } = {},
): Promise<string> {
  const rows = new CsvRows();
  const text = batches.map((batch) => rows.write(batch)).join("") + rows.end(names);
  if (rows.isComplete) return text;
  async function* chunks(): AsyncGenerator<string> {
    for (let start = 0; start < text.length; start += step) yield text.slice(start, start + step);
  }
  let completed = "";
  for await (const chunk of rows.complete(chunks())) completed += chunk;
  return completed;
}

describe("CsvRows", () => {
  test("keeps digits as they are, and distinguishes empty texts from null", async () => {
    const rows = ['{"a":2.50,"b":"","c":null}', '{"a":1e400,"b":" x ","c":{"d":[1.0]}}'];
    expect(await written([rows])).toBe('a,b,c\r\n2.50,"",\r\n1e400, x ,"{""d"":[1.0]}"\r\n');
  });

  test.each([
    ["a later column", [['{"a":1}'], ['{"b":"x,\\r\\n\\"y"}'], ['{"a":3,"c":4}']]],
    ["a null before another column", [['{"a":null}'], ['{"b":2}']]],
    ["nulls only", [['{"a":null}', '{"a":""}'], ['{"a":null}']]],
    ["rows without members", [["{}"], ["{}", "{}"]]],
    ["rows without members before others", [["{}"], ['{"a":1}']]],
    ["a name without characters", [['{"":null}'], ['{"":1}']]],
  ])("writes the same with %s, however the rows are cut", async (_, batches) => {
    const once = await written([batches.flat()]);
    for (const step of [1, 2, 3, 1000]) expect(await written(batches, { step })).toBe(once);
  });

  test("has a line with a cell for every row", async () => {
    expect(await written([["{}"], ["{}"]])).toBe('""\r\n""\r\n""\r\n');
    expect(await written([['{"a":null}'], ['{"a":""}']])).toBe('a\r\n""\r\n""\r\n');
    expect(await written([['{"a":null}'], ['{"a":null,"b":null}']])).toBe("a,b\r\n,\r\n,\r\n");
  });

  test("has the columns that are named if the rows have none", async () => {
    expect(await written([], { names: ["a", 'b"'] })).toBe('a,"b"""\r\n');
    expect(await written([["{}"]], { names: ["a", "b"] })).toBe("a,b\r\n,\r\n");
    expect(await written([['{"c":1}']], { names: ["a", "b"] })).toBe("c\r\n1\r\n");
    expect(await written([])).toBe("");
  });

  test("writes the same however any rows are cut", async () => {
    const names = fastCheck.constantFrom("a", "b", "", "c,d", 'e"\r\n');
    const values = fastCheck.constantFrom("null", '""', "1.0", '"\\r"', '"\\n,"', '"\\""', "[]");
    const row = fastCheck
      .uniqueArray(fastCheck.tuple(names, values), { maxLength: 4, selector: ([name]) => name })
      .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`);
    const batches = fastCheck.array(fastCheck.array(row, { minLength: 1, maxLength: 3 }), { maxLength: 4 });
    await fastCheck.assert(
      fastCheck.asyncProperty(batches, fastCheck.integer({ min: 1, max: 9 }), async (cut, step) => {
        expect(await written(cut, { step })).toBe(await written(cut.length === 0 ? [] : [cut.flat()]));
      }),
    );
  });
});
