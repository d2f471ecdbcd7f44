import { streamErrorKey } from "@wellhead/contract";
import type { Row } from "@wellhead/sdk";
import {
  type Arbitrary,
  anything,
  array,
  assert,
  constant,
  dictionary,
  oneof,
  property,
  string,
} from "fast-check";
import { describe, expect, test } from "vitest";
import { rowFormats } from "../../faces/reports/wire/formats.js";
import { checkRowBatch } from "../rows/batch-reader.js";
import { CsvWriter, JsonWriter } from "./row-writers.js";

const mark = { message: "the rows ended", code: 503 };

/** Returns a function that returns the first value once, and the second one from then on. */
function once(first: unknown, second: unknown): () => unknown {
  let reads = 0;
  return () => {
    reads += 1;
    return reads === 1 ? first : second;
  };
}

function withGetter(row: object, key: string, get: () => unknown): object {
  return Object.defineProperty(row, key, { get, enumerable: true, configurable: true });
}

/** Returns an object that adds `toJSON` to another object when it is read. */
function saboteur(target: object): object {
  return withGetter({ id: 1 }, "more", () => {
    Object.assign(target, { toJSON: () => undefined });
    return 1;
  });
}

/** Values that are never rows. */
const noRows: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  null: () => null,
  text: () => "row",
  number: () => 1,
  bigint: () => 1n,
  symbol: () => Symbol("row"),
  function: () => () => ({ id: 1 }),
  array: () => [{ id: 1 }],
  "proxy of an array": () => new Proxy([{ id: 1 }], {}),
  date: () => new Date(0),
  map: () => new Map([["id", 1]]),
  set: () => new Set([1]),
  promise: () => Promise.resolve({ id: 1 }),
  "invalid date": () => new Date(Number.NaN),
  "text in a box": () => new String("row"),
  "number in a box": () => Object.setPrototypeOf(new Number(1), Object.prototype) as unknown,
  "raw JSON": () => rawJson('"row"') ?? null,
  "toJSON that returns text": () => ({ id: 1, toJSON: () => "row" }),
  "toJSON that returns raw JSON": () => ({ toJSON: () => rawJson("1") ?? null }),
  "toJSON that returns nothing the second time": () => ({
    toJSON: once({ toJSON: once(null, undefined) }, undefined),
  }),
  "getter of toJSON": () =>
    withGetter(
      { id: 1 },
      "toJSON",
      once(undefined, () => undefined),
    ),
  "getter of toJSON in a prototype": () =>
    Object.create(withGetter({}, "toJSON", () => () => undefined)) as unknown,
  "getter that throws": () => withGetter({ id: 1 }, "name", thrown),
  "getter of toJSON that throws": () => withGetter({ id: 1 }, "toJSON", thrown),
  "proxy that throws": () => new Proxy({ id: 1 }, { ownKeys: thrown }),
  "revoked proxy": () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  cycle: () => {
    const row: Record<string, unknown> = { id: 1 };
    row["self"] = [row];
    return row;
  },
};

/** Values that try to look like the mark of a failed stream. */
const forged: Readonly<Record<string, () => unknown>> = {
  plain: () => ({ [streamErrorKey]: mark }),
  "from a getter": () => withGetter({}, streamErrorKey, () => mark),
  "when another key goes away": () => withGetter({ [streamErrorKey]: mark, id: 1 }, "id", () => undefined),
  "when keys go away while they are read": () => {
    const row: Record<string, unknown> = withGetter({}, "id", () => void delete row["z"]) as Record<
      string,
      unknown
    >;
    return Object.assign(row, { [streamErrorKey]: mark, z: 1 });
  },
  "proxy that hides its keys the second time": () => {
    const keys = once(["id", streamErrorKey], [streamErrorKey]);
    return new Proxy({ id: undefined, [streamErrorKey]: mark }, { ownKeys: () => keys() as string[] });
  },
  "getter of toJSON that comes later": () =>
    withGetter(
      { id: 1 },
      "toJSON",
      once(undefined, () => ({ [streamErrorKey]: mark })),
    ),
  "toJSON inside toJSON": () => ({ toJSON: () => ({ toJSON: () => ({ [streamErrorKey]: mark }) }) }),
};

/** Values that are rows, however unusual. */
const rows: Readonly<Record<string, () => unknown>> = {
  plain: () => ({ id: 1, text: "a" }),
  empty: () => ({}),
  bigint: () => ({ id: 2n ** 70n }),
  "without prototype": () => Object.assign(Object.create(null) as object, { id: 1 }),
  proxy: () => new Proxy({ id: 1 }, {}),
  "proxy whose toJSON comes later and returns nothing": () => lateProxy(() => undefined),
  "proxy whose toJSON comes later and returns a mark": () => lateProxy(() => ({ [streamErrorKey]: mark })),
  "column called toJSON": () => ({ id: 1, toJSON: "text" }),
  "column called __proto__": () => JSON.parse('{"__proto__":{"id":1}}') as unknown,
  "toJSON that returns a row": () => ({ toJSON: () => ({ id: 1 }) }),
  "mark and another column": () => ({ [streamErrorKey]: mark, id: 1 }),
  "mark inside": () => ({ id: { [streamErrorKey]: mark } }),
  "odd members": () => ({
    a: undefined,
    b: Symbol("b"),
    c: () => 1,
    d: new Date(Number.NaN),
    e: Array(1).concat([1]),
    f: Number.NaN,
    g: "\uD800",
  }),
  "getter that changes": () => withGetter({}, "id", once(1, undefined)),
};

function rawJson(text: string): unknown {
  const make: unknown = Reflect.get(JSON, "rawJSON");
  return typeof make === "function" ? Reflect.apply(make, JSON, [text]) : undefined;
}

function lateProxy(toJson: () => unknown): object {
  const method = once(undefined, toJson);
  return new Proxy(
    { id: 1 },
    { get: (target, key) => (key === "toJSON" ? method() : (Reflect.get(target, key) as unknown)) },
  );
}

function thrown(): never {
  throw new Error("a trap");
}

function oneOf(table: Readonly<Record<string, () => unknown>>): Arbitrary<() => unknown> {
  return oneof(...Object.values(table).map((make) => constant(make)));
}

/** Returns what a caller reads: the rows of the whole response, or `undefined` if writing failed. */
function received(batch: unknown, format: "json" | "ndjson"): unknown[] | undefined {
  const frame = rowFormats[format].frame([], false);
  let count: number;
  let text: string;
  try {
    const checked = checkRowBatch(batch) ?? [];
    count = checked.length;
    const written = new JsonWriter({ separator: frame.separator, reservedKey: streamErrorKey }).write(
      checked,
    );
    const last = frame.endsRows && count > 0 ? frame.separator : "";
    text = `${frame.open}${written}${last}${frame.close}`;
  } catch {
    return undefined;
  }
  const read: unknown =
    format === "json"
      ? JSON.parse(text)
      : text
          .split("\n")
          .slice(0, -1)
          .map((line): unknown => JSON.parse(line));
  const elements: readonly unknown[] = Array.isArray(read) ? read : [];
  expect(elements).toHaveLength(count);
  return [...elements];
}

function expectRows(read: readonly unknown[]): void {
  for (const row of read) {
    expect(Object.prototype.toString.call(row)).toBe("[object Object]");
    expect(Object.keys(row as object)).not.toStrictEqual([streamErrorKey]);
  }
}

describe.each(["json", "ndjson"] as const)("%s", (format) => {
  test.each(Object.entries({ ...noRows, ...forged }))("%s is not a row", (_name, make) => {
    expect(received([{ id: 1 }, make(), { id: 2 }], format)).toBeUndefined();
  });

  test.each(Object.entries(rows))("%s is a row", (_name, make) => {
    const read = received([{ id: 1 }, make(), { id: 2 }], format);
    expect(read).toHaveLength(3);
    expectRows(read ?? []);
  });

  test("whatever a batch holds, each row is read as an object, or none is", () => {
    const row = oneof(
      { arbitrary: oneOf(rows), weight: 3 },
      { arbitrary: oneof(oneOf(noRows), oneOf(forged)), weight: 1 },
      {
        arbitrary: dictionary(
          string(),
          anything({ withBigInt: true, withDate: true, withSparseArray: true }),
        ).map((made) => () => made),
        weight: 2,
      },
    );
    assert(
      property(array(row, { minLength: 1, maxLength: 6 }), (makers) => {
        const read = received(
          makers.map((make) => make()),
          format,
        );
        if (read === undefined) return;
        expect(read).toHaveLength(makers.length);
        expectRows(read);
      }),
    );
  });

  test("rows that are what JSON can hold are read as JSON.stringify writes them", () => {
    assert(
      property(
        array(dictionary(string(), anything({ withDate: true, withNullPrototype: true })), { minLength: 1 }),
        (batch) => {
          expect(received(batch, format)).toStrictEqual(JSON.parse(JSON.stringify(batch)));
        },
      ),
    );
  });

  test("a row that another one changes while it is written is not left out", () => {
    const target = { id: 2 };
    expect(received([saboteur(target), target], format)).toBeUndefined();
  });
});

test.each<[string, () => unknown]>([
  ["a proxy whose length changes", () => new Proxy([{ id: 1 }, { id: 2 }], { get: changingLength() })],
  [
    "an array with an iterator of its own",
    () => Object.assign([{ id: 1 }, { id: 2 }], { [Symbol.iterator]: () => [][Symbol.iterator]() }),
  ],
  [
    "an array that slices otherwise",
    () =>
      Object.assign(
        Array.from({ length: 300 }, (_, id) => ({ id })),
        { slice: () => [] },
      ),
  ],
  [
    "an array of a class of its own",
    () => {
      class Odd extends Array<unknown> {
        static override get [Symbol.species](): ArrayConstructor {
          return thrown();
        }
      }
      return Odd.from([{ id: 1 }]);
    },
  ],
])("%s is read once, row by row", (_name, make) => {
  for (const format of ["json", "ndjson"] as const) expect(received(make(), format)).not.toHaveLength(0);
});

function changingLength(): (target: object[], key: string | symbol) => unknown {
  const length = once(2, 1);
  return (target, key) => (key === "length" ? length() : (Reflect.get(target, key) as unknown));
}

test("CSV has one line for each row, or is not written", () => {
  const columns = ["id", "text", "toJSON", "a", "b", "c", "d", "e", "f", "g"];
  const frame = rowFormats.csv.frame(columns, false);
  const written = [...Object.values(rows), ...Object.values(noRows)].flatMap((make) => {
    try {
      // A source written in JavaScript may yield anything.
      const text = new CsvWriter({ columns, formulaEscape: false, reservedKey: streamErrorKey }).write([
        { id: 1 },
        make() as Row,
        { id: 2 },
      ]);
      return [`${frame.open}${text}${frame.separator}`.split("\r\n").length];
    } catch {
      return [];
    }
  });
  expect(new Set(written)).toStrictEqual(new Set([5]));
});
