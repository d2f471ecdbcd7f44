import type { Row } from "@wellhead/sdk";
import { describe, expect, test } from "vitest";
import { checkRow, JsonWriter, writeRow } from "./row-writers.js";

const reservedKey = "__streamError";

const mark = { message: "the rows ended", code: 503 };

/** Returns an object whose `toJSON` returns another such object, nested to the given depth. */
function nested(times: number, last: unknown): unknown {
  return times === 0 ? last : { id: "outer", toJSON: () => nested(times - 1, last) };
}

/** Serializes any value that a source could put into a batch. */
function write(batch: readonly unknown[], separator = "\n"): string {
  // A source written in JavaScript may yield anything.
  return new JsonWriter({ separator, reservedKey }).write(batch as readonly Row[]);
}

/** Parses lines as a caller does, with none of the writer's code. */
function read(lines: string): unknown[] {
  return lines.split("\n").map((line): unknown => JSON.parse(line));
}

/** A batch with a hole in it. */
function sparse(): unknown[] {
  const batch: unknown[] = [{ id: 1 }];
  batch[2] = { id: 3 };
  return batch;
}

describe.each([",", "\n"])("rows separated by %j", (separator) => {
  test.each([
    ["a hole in the batch", sparse()],
    ["nothing but holes", Array.from({ length: 1 }).concat(sparse())],
    ["toJSON that returns nothing", [nested(1, undefined)]],
    ["toJSON that returns null", [{ id: 1 }, nested(1, null)]],
    ["toJSON inside toJSON that returns nothing", [nested(3, undefined)]],
    ["toJSON inside toJSON that returns an array", [nested(2, [1])]],
    ["toJSON inside toJSON without an end", [nested(100, { id: 1 })]],
  ])("%s is not a row", (_name, batch) => {
    expect(() => write(batch, separator)).toThrow(/^Could not write a row: /);
  });

  test.each([
    ["by itself", { __streamError: mark }],
    ["from toJSON", nested(1, { __streamError: mark })],
    ["from toJSON inside toJSON", nested(4, { __streamError: mark })],
    ["with a member that is not written", { __streamError: mark, id: undefined }],
    ["with a function", { __streamError: mark, id: () => 1 }],
    ["with a member whose toJSON returns nothing", { __streamError: mark, id: { toJSON: () => undefined } }],
    ["whose value comes from toJSON", { __streamError: nested(1, mark) }],
    ["with a bigint", { __streamError: 1n }],
  ])("a row cannot be the mark of a failed stream: %s", (_name, row) => {
    expect(() => write([{ id: 1 }, row], separator)).toThrow(/is reserved/);
  });
});

test.each<[unknown, string]>([
  [null, "null"],
  [undefined, "undefined"],
  [7, "number"],
  ["row", "string"],
  [[{ id: 1 }], "an array"],
  [new Date(0), "string"],
  [new Map([["id", 1]]), "a Map"],
  [new Set([1]), "a Set"],
])("%j is not a row, and is called what it is", (given, found) => {
  expect(() => write([given])).toThrow(`Could not write a row: expected an object, got ${found}.`);
});

test("a promise is not a row, and has to be awaited", () => {
  expect(() => write([{ id: 1 }, Promise.resolve({ id: 2 })])).toThrow(
    "Could not write a row: expected an object, got a promise. Await it before it is returned.",
  );
});

test("what toJSON returns may have toJSON itself eight times", () => {
  expect(read(write([nested(8, { id: 1 })]))).toStrictEqual([{ id: 1 }]);
  expect(() => write([nested(9, { id: 1 })])).toThrow(
    'its "toJSON" returned a value that has "toJSON" itself',
  );
});

test("what toJSON inside toJSON returns is the row, one for each, in order", () => {
  const rows = read(write([{ id: 1 }, nested(1, { id: 2 }), nested(5, { id: 3, __streamError: mark })]));
  expect(rows).toStrictEqual([{ id: 1 }, { id: 2 }, { id: 3, __streamError: mark }]);
});

test("a hole in an array of a row is null, so that what follows keeps its index", () => {
  const list: unknown[] = [1];
  list[2] = 3n;
  const [row] = read(write([{ list, lists: [list] }]));
  expect(row).toStrictEqual({ list: [1, null, 3], lists: [[1, null, 3]] });
});

describe("a row that may return something else on the next read", () => {
  /** Returns a row whose `toJSON` is missing at first and there on every later read. */
  function late(returned: unknown): object {
    let reads = 0;
    return Object.defineProperty({ id: 1 }, "toJSON", {
      enumerable: true,
      get: () => ((reads += 1) === 1 ? undefined : () => returned),
    });
  }

  test("is read once: what changes afterwards is not written", () => {
    const target: Record<string, unknown> = { id: 1 };
    const given = [new Proxy(target, {}), { id: 1, toJSON: "a column" }];
    const rows = given.map((row) => checkRow(row, reservedKey));
    for (const row of [target, ...given]) Object.assign(row, { id: 2, toJSON: () => [] });
    expect(rows.map((row) => writeRow(row, reservedKey))).toEqual([
      '{"id":1}',
      '{"id":1,"toJSON":"a column"}',
    ]);
  });

  test("is checked in its last form", () => {
    expect(() => checkRow(late({ __streamError: mark }), reservedKey)).toThrow(/is reserved/);
    expect(() => checkRow(late([1]), reservedKey)).toThrow(/got an array/);
    expect(writeRow(checkRow(late({ id: 3 }), reservedKey), reservedKey)).toBe('{"id":3}');
  });

  test("is refused if it changed after it was checked", () => {
    const changed = (toJSON: () => unknown): Row => {
      const row = checkRow({ id: 1 }, reservedKey);
      return Object.assign(row, { toJSON });
    };
    for (const returned of [undefined, null, [1], "text", 1])
      expect(() =>
        writeRow(
          changed(() => returned),
          reservedKey,
        ),
      ).toThrow(/changed while it was written/);
    expect(() =>
      writeRow(
        changed(() => ({ __streamError: mark })),
        reservedKey,
      ),
    ).toThrow(/is reserved/);
    expect(
      writeRow(
        changed(() => ({ __streamError: 1, id: 2 })),
        reservedKey,
      ),
    ).toBe('{"__streamError":1,"id":2}');
  });
});
