/** A partition folder. */
export interface Partition {
  readonly name: string;
  /** `undefined` stands for NULL. */
  readonly value: string | undefined;
}

/** Types of a partition column. */
export type PartitionType = "BIGINT" | "DATE" | "VARCHAR";

/** The value with which Hive, Spark and others write NULL. */
const nullValue = "__HIVE_DEFAULT_PARTITION__";

/**
 * Reads the name of a folder as a partition.
 *
 * @param folder - Name of the folder, such as `year=2024`
 * @returns The partition, or `undefined` when the name has another form
 */
export function partitionOf(folder: string): Partition | undefined {
  const [, name, value = ""] = /^([^=]+)=(.*)$/s.exec(folder) ?? [];
  if (name === undefined) return undefined;
  return { name: decode(name), value: value === "" || value === nullValue ? undefined : decode(value) };
}

/** Decodes the percent signs with which characters are written that folders cannot have. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns the partitions of a file.
 *
 * @param name - Its path inside the folder of the table
 */
export function partitionsOf(name: string): readonly Partition[] {
  return name
    .split("/")
    .slice(0, -1)
    .flatMap((folder) => partitionOf(folder) ?? []);
}

/**
 * Returns the names of the partitions that all files have.
 *
 * @param names - Paths of the files inside the folder of the table
 * @returns The names, or none if the files differ in them
 */
export function commonPartitions(names: readonly string[]): readonly string[] {
  const [first = [], ...others] = names.map((name) => partitionsOf(name).map((partition) => partition.name));
  const isDistinct = new Set(first.map((name) => name.toLowerCase())).size === first.length;
  const key = JSON.stringify(first);
  return isDistinct && others.every((other) => JSON.stringify(other) === key) ? first : [];
}

/**
 * Finds the type of a partition column. Digits are numbers if nothing is lost, or if they are two digits as in months,
 * days and hours.
 *
 * @param values - Its values in all files
 * @returns The type that all of them certainly have
 */
export function partitionType(values: Iterable<string | undefined>): PartitionType {
  const present = [...new Set(values)].filter((value) => value !== undefined);
  if (present.length === 0) return "VARCHAR";
  if (present.every((value) => /^-?(?:0|[1-9]\d{0,17})$/.test(value))) return "BIGINT";
  if (present.every((value) => /^\d\d$/.test(value))) return "BIGINT";
  return present.every(isDay) ? "DATE" : "VARCHAR";
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
