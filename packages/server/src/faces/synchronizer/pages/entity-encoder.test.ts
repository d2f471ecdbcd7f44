import { ByteWriter, writeJson } from "@wellhead/rows";
import { bool, type Columns, date, id, arrayOf as listOf, number, relation, text } from "@wellhead/sdk";
import {
  type Arbitrary,
  array as arrayOf,
  assert,
  boolean,
  constant,
  constantFrom,
  integer,
  oneof,
  property,
  record,
  string,
  subarray,
} from "fast-check";
import { expect, it } from "vitest";
import { EncodedLines } from "../../../stream/rows/encoded-lines.js";
import { EntityEncoder } from "./entity-encoder.js";
import { EntityWriter } from "./entity-writer.js";

const columns: Columns = {
  key: id(),
  part: text(),
  name: text(),
  id: text(),
  owner: id(),
  parent: relation({ to: "rows", reverse: "Rows" }),
  amount: number(),
  open: bool(),
  at: date(),
  day: date({ subType: "day" }),
  tags: listOf(text()),
  '__proto__é"\n': text(),
};
const names = Object.keys(columns);

/** JSON of values, as upstreams write it: with escapes, digits and dates that must not be copied as they are. */
const texts = oneof(
  string({ unit: "grapheme" }).map((value) => JSON.stringify(value)),
  constantFrom(
    '""',
    '"[\\"\\"]"',
    '"\\u005b\\"\\"]"',
    '"["',
    '"\\u0041"',
    '"\\\\"',
    '"a\\"b"',
    '"],{"',
    '"\\ud800"',
    '"é😀"',
  ),
);
const numbers = oneof(
  integer().map(String),
  constantFrom("0", "-0", "12", "1.50", "-0.5", "1e3", "1E400", "0.1", "123456789012345", "1234567890123456"),
  constantFrom("9007199254740993", "-9223372036854775808", "0.12345678901234567890"),
);
const dateTexts = [
  "2026-01-31|2026-01-31T10:00:00Z|2026-02-30T10:00:00Z|2026-13-01T10:00:00Z|0000-01-01T00:00:00Z",
  "2024-02-29T23:59:59.1Z|2026-01-05T10:00:00.123456Z|2026-01-05T10:00:00.9999|2026-01-05T24:00:00Z",
  "2026-01-05T10:00:60Z|2026-01-05T10:00:00+02:00|2026-01-05 10:00:00|2026-01-05T10:00:00.Z",
  "2026-01-05T10:00Z|+010000-01-01T00:00:00Z|infinity||2026-01-05T10:00:00.12a|2026-1-05T10:00:00Z",
].flatMap((line) => line.split("|"));
const dates = constantFrom(...dateTexts).map((value) => JSON.stringify(value));
const others = constantFrom(
  "null",
  "true",
  "false",
  "[]",
  '["a",null,1.50]',
  '[["]"]]',
  '{"a":{"b":"}"}}',
  "{}",
);
const value = oneof(texts, numbers, dates, others);

/** A row as JSON, mostly with values that its columns are for. */
const row: Arbitrary<Readonly<Record<string, string>>> = record({
  key: oneof({ weight: 6, arbitrary: oneof(integer().map(String), texts, numbers) }, value),
  part: oneof(integer().map(String), texts, value),
  name: oneof(texts, value),
  id: oneof(texts, value),
  owner: oneof(numbers, texts, value),
  parent: oneof(numbers, texts, value),
  amount: oneof(numbers, value),
  open: oneof(boolean().map(String), value),
  at: oneof(dates, value),
  day: oneof(dates, value),
  tags: oneof(others, value),
  '__proto__é"\n': oneof(texts, value),
});

function written(write: () => string): unknown {
  try {
    return JSON.parse(write());
  } catch (error) {
    if (error instanceof SyntaxError) throw error;
    return String(error);
  }
}

it("`write()` writes each row as `EntityWriter` does, whatever its values, columns and key are", () => {
  const keys = constantFrom(
    ["key"],
    ["part"],
    ["key", "part"],
    ["at"],
    ["part", "name", "owner"],
    ["missing"],
  );
  const spaces = oneof({ weight: 5, arbitrary: constant("") }, { weight: 1, arbitrary: constant(" ") });
  assert(
    property(
      arrayOf(row, { minLength: 1, maxLength: 4 }),
      subarray(names, { minLength: 1 }),
      keys,
      spaces,
      (rows, sent, key, space) => {
        const lines = rows.map(
          (cells) => `{${sent.map((name) => `${JSON.stringify(name)}:${space}${cells[name]}`).join(",")}}`,
        );
        const type = { columns, key };
        const writer = new EntityWriter("rows", type);
        const encoder = new EntityEncoder(writer, type, sent);
        const batch = EncodedLines.of({ bytes: Buffer.from(lines.join("\n")), rows: lines.length }, sent);
        expect(batch).toHaveLength(lines.length);
        for (let index = 0; index < lines.length; index += 1) {
          const target = new ByteWriter(8);
          target.appendText("before ");
          const encoded = written(() => {
            encoder.write(batch, index, target);
            return target.bytes.toString("utf8", 7, target.length);
          });
          expect(encoded).toStrictEqual(written(() => writeJson(writer.write(batch.row(index))) ?? ""));
        }
      },
    ),
    { numRuns: 400 },
  );
});

it("`write()` does not parse rows whose values an entity has as they are", () => {
  const sent = ["at", "key", "name", "amount", "open", "owner"];
  const line = '{"at":"2026-01-05T10:00:00.5Z","key":7,"name":"é\\n","amount":1.25,"open":true,"owner":12}';
  const batch = EncodedLines.of({ bytes: Buffer.from(line), rows: 1 }, sent);
  const type = { columns, key: ["key"] };
  const writer = new EntityWriter("rows", type);
  // A row that is parsed would be read from here.
  Object.defineProperty(batch, "row", {
    value: () => {
      throw new Error("expected no row to be parsed");
    },
  });
  const target = new ByteWriter(8);
  const declared = Object.fromEntries(Object.entries(columns).filter(([name]) => sent.includes(name)));
  new EntityEncoder(writer, { ...type, columns: declared }, sent).write(batch, 0, target);
  expect(target.bytes.toString("utf8", 0, target.length)).toBe(
    '{"id":"7","name":"é\\n","name_":"é\\n","owner":"12","amount":1.25,"open":"true","at":"2026-01-05T10:00:00.500Z"}',
  );
});

it.each(["a", "ab", "abc", "abcd", "abcdefg", "abcdefgh"])(
  '`write()` parses a row whose member is not named "%s", at whatever place the name differs',
  (name) => {
    const type = { columns: { key: id(), [name]: text() }, key: ["key"] };
    const writer = new EntityWriter("rows", type);
    const encoder = new EntityEncoder(writer, type, ["key", name]);
    const altered = Array.from(name, (_, at) => `${name.slice(0, at)}X${name.slice(at + 1)}`);
    for (const member of [...altered, `${name}X`, name.slice(1)]) {
      const given = { key: "k", [member]: "value" };
      const target = new ByteWriter(8);
      encoder.write(
        EncodedLines.of({ bytes: Buffer.from(JSON.stringify(given)), rows: 1 }, ["key", name]),
        0,
        target,
      );
      expect(JSON.parse(target.bytes.toString("utf8", 0, target.length))).toEqual(writer.write(given));
    }
  },
);

it("writes an empty text as the id of a row in tables only, and otherwise as no relation", () => {
  const type = { columns: { key: id(), parent: relation({ to: "rows", reverse: "Rows" }) }, key: ["key"] };
  const given = { key: "a", parent: "", place: "a" };
  expect(new EntityWriter("rows", type).write(given)).toMatchObject({ id: "a", parent: "" });
  const writer = new EntityWriter("rows", type, { keyTexts: ["place"] });
  expect(writer.write(given)).toMatchObject({ id: "a", parent: '[""]' });
  expect(writer.write({ ...given, parent: null })).toMatchObject({ parent: null });
});
