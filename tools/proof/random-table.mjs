/**
 * A pseudo-random number generator, so that a table can be made again from its seed.
 *
 * @param {number} seed The seed.
 * @returns {(below: number) => number} Returns an integer from 0 to `below` - 1.
 */
export function randomOf(seed) {
  let state = seed >>> 0 || 1;
  return (below) => {
    // Xorshift of 32 bits.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const texts = ["", "a", "Zürich 東京 😀", 'say "hi"\n', "x".repeat(300), "null", "12", "\u0000\u001f"];

/** @param {number} value @param {number} width @returns {string} The digits with leading zeros. */
const pad = (value, width) => String(value).padStart(width, "0");

/**
 * A kind of column: how it is declared, and its values.
 *
 * @typedef {object} Kind
 * @property {import("@wellhead/sdk").Column} column The column.
 * @property {(random: (below: number) => number) => unknown} value Makes a value.
 */

/** @type {Kind} */
const plainText = { column: { column: "text" }, value: (random) => texts[random(texts.length)] };

/**
 * Kinds of columns that a connector can declare.
 *
 * @type {readonly Kind[]}
 */
const kinds = [
  { column: { column: "id" }, value: (random) => random(1e6) },
  plainText,
  { column: { column: "number" }, value: (random) => (random(2e6) - 1e6) / 8 },
  {
    column: { column: "number", storedAs: "integer" },
    value: (random) => BigInt(random(2 ** 31)) * BigInt(random(2 ** 31)) * (random(2) === 0 ? 1n : -1n),
  },
  {
    column: { column: "number", storedAs: "double" },
    value: (random) => (random(2 ** 31) - 2 ** 30) * 10 ** (random(300) - 150),
  },
  {
    column: { column: "number", storedAs: "decimal(9,3)" },
    value: (random) => `${random(2) === 0 ? "-" : ""}${random(1e6)}.${pad(random(1000), 3)}`,
  },
  {
    column: { column: "number", storedAs: "decimal(38,10)" },
    value: (random) => `${random(1e9)}${pad(random(1e9), 9)}.${pad(random(1e9), 9)}`,
  },
  {
    column: { column: "number", storedAs: "decimal(60,20)" },
    value: (random) => `-${random(1e9)}${pad(random(1e9), 9)}${pad(random(1e9), 9)}.${pad(random(1e9), 9)}1`,
  },
  { column: { column: "number", storedAs: "decimal" }, value: (random) => `${random(1e9)}.${random(1e9)}0` },
  { column: { column: "bool" }, value: (random) => random(2) === 0 },
  {
    column: { column: "date", storedAs: "day" },
    value: (random) => new Date(random(40_000) * 864e5).toISOString().slice(0, 10),
  },
  {
    column: { column: "date", storedAs: "instant" },
    value: (random) =>
      `${new Date(random(4e9) * 1000 + random(1000)).toISOString().slice(0, -1)}${pad(random(1000), 3)}Z`,
  },
  {
    column: { column: "date", storedAs: "local" },
    value: (random) => new Date(random(4e9) * 1000).toISOString().slice(0, 19),
  },
  {
    column: { column: "text", storedAs: "json" },
    value: (random) => ({ a: [random(9), { b: texts[random(texts.length)] }], c: null }),
  },
  {
    column: { column: "array[text]" },
    value: (random) => Array.from({ length: random(4) }, () => texts[random(texts.length)]),
  },
  {
    column: { column: "array[number]" },
    value: (random) => Array.from({ length: random(4) }, () => random(1000) / 4),
  },
];

/**
 * Makes a table of random columns, nulls and batches.
 *
 * @param {number} seed The seed.
 * @returns {{ columns: import("@wellhead/sdk").Columns, batches: Record<string, unknown>[][] }} The table.
 */
export function randomTable(seed) {
  const random = randomOf(seed * 2_654_435_761 + 1);
  const chosen = Array.from({ length: 1 + random(12) }, (_unused, index) => {
    const kind = kinds[random(kinds.length)] ?? plainText;
    return {
      name: `${["c", "c d", "ä", '"'][random(4)]}${index}`,
      kind,
      nulls: [0, 2, 7, 1][random(4)] ?? 0,
    };
  });
  const row = () =>
    Object.fromEntries(
      chosen.map(({ name, kind, nulls }) => [
        name,
        nulls > 0 && random(nulls) === 0 ? null : kind.value(random),
      ]),
    );
  const sizes = Array.from({ length: random(5) }, () => [1, 3, 64, 700, 2000][random(5)] ?? 1);
  return {
    columns: Object.fromEntries(chosen.map(({ name, kind }) => [name, kind.column])),
    batches: sizes.map((size) => Array.from({ length: size }, row)),
  };
}
