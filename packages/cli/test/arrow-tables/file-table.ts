import { type FileKind, fileKinds } from "./file-kinds.js";

/** A column of a random file. */
export interface FileColumn {
  readonly name: string;
  readonly kind: FileKind;
  /** SQL for the condition under which a value is null. */
  readonly isNull: string;
}

/** A random file of Parquet. */
export interface FileTable {
  /** `i`, the number of the row, and `k`, a key for joins, come first. */
  readonly columns: readonly FileColumn[];
  readonly rows: number;
  readonly rowsPerGroup: number;
  /** SELECT with the rows. */
  readonly select: string;
}

/** Numbers of rows at which the vectors of the engine, its row groups or record batches end. */
const sizes = [0, 1, 7, 2047, 2048, 2049, 4096, 10_000, 100_000];

const nulls = [
  "false",
  "h % 2 = 0",
  "h % 7 = 0",
  "true",
  "i < 2048",
  "i >= 2048",
  "i > 0",
  "i % 64 = 63",
  "false",
];

/**
 * A pseudo-random number generator, so that a file can be made again from its seed.
 *
 * @param seed - The seed
 * @returns Returns an integer from 0 to `below` - 1
 */
function randomOf(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/**
 * Makes up a file.
 *
 * @param seed - Decides what it is
 * @returns The file
 */
export function fileTable(seed: number): FileTable {
  const random = randomOf(seed);
  const oneOf = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
  // Every other table is made from record batches, which one column of another kind prevents.
  const kinds = random(4) === 0 ? fileKinds : fileKinds.filter(({ isBatch }) => isBatch);
  const columns = Array.from({ length: 1 + random(12) }, (_unused, index) => ({
    name: `${oneOf(["c", "c d", "ä", "C"])}${index}`,
    kind: oneOf(kinds),
    isNull: oneOf(nulls),
  }));
  const rows = oneOf(sizes);
  const cells = columns.map(({ name, kind, isNull }, index) => {
    // A value of its own for every column.
    const value = `(SELECT ${kind.value} FROM (SELECT hash(i + ${seed + index * 1000} * 7919) AS h))`;
    return `CASE WHEN ${isNull} THEN NULL ELSE ${value} END::${kind.type} AS ${quoteName(name)}`;
  });
  const select = `SELECT i, (h % 50)::INTEGER AS k, ${cells.join(", ")} FROM (SELECT i, hash(i + ${seed}) AS h FROM range(${rows}) t(i))`;
  return { columns, rows, rowsPerGroup: oneOf([2048, 4096, 20_480, 122_880]), select };
}

/**
 * Quotes a name for SQL.
 *
 * @param name - The name
 * @returns The name in quotes
 */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
