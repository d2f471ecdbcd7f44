import { didYouMean } from "@wellhead/sdk";

/** Reads a value of a configuration, or throws an error that says where it is and what was expected. */
export type ReadValue<Value> = (value: unknown, path: string) => Value;

/** Readers of the members of an object. */
type Members = Readonly<Record<string, ReadValue<unknown>>>;

/** Values that readers of members return. */
export type ValuesOf<Readers extends Members> = { readonly [Key in keyof Readers]: ReturnType<Readers[Key]> };

/**
 * Creates the error for an invalid configuration.
 *
 * @param path - Path of the invalid value, such as `sources.issues.paging.kind`
 * @param fault - The actual and the expected state
 * @returns The error to throw
 */
export function configFault(path: string, fault: string): TypeError {
  const end = /[.?]$/.test(fault) ? "" : ".";
  return new TypeError(`Could not read the configuration: ${path === "" ? "" : `${path}: `}${fault}${end}`);
}

/** A value that is valid alone, and not together with others. A JSON Schema cannot express that. */
export class MeaningFault extends TypeError {
  override readonly name = "MeaningFault";
}

/**
 * Creates the error for a value that is valid alone, and not together with others.
 *
 * @param path - Path of the invalid value
 * @param fault - The actual and the expected state
 * @returns The error to throw
 */
export function meaningFault(path: string, fault: string): MeaningFault {
  return new MeaningFault(configFault(path, fault).message);
}

/** Reads text that is not empty. */
export function readText(value: unknown, path: string): string {
  if (typeof value === "string" && value.trim() !== "") return value;
  throw configFault(path, `expected text, got ${show(value)}`);
}

/** Reads a number. */
function readNumber(value: unknown, path: string): number {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw configFault(path, `expected a number, got ${show(value)}`);
}

/** Reads a whole number of at least 1. */
export function readCount(value: unknown, path: string): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 1) return value;
  throw configFault(path, `expected a whole number of at least 1, got ${show(value)}`);
}

/** Reads a whole number of at least 0. */
export function readIndex(value: unknown, path: string): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw configFault(path, `expected a whole number of at least 0, got ${show(value)}`);
}

/** Reads a number above 0. */
export function readPositive(value: unknown, path: string): number {
  const number = readNumber(value, path);
  if (number > 0) return number;
  throw configFault(path, `expected a number above 0, got ${number}`);
}

/** Reads `true` or `false`. */
export function readBool(value: unknown, path: string): boolean {
  if (typeof value === "boolean") return value;
  throw configFault(path, `expected true or false, got ${show(value)}`);
}

/** Reads text, a number or a boolean. */
export function readScalar(value: unknown, path: string): string | number | boolean {
  if (typeof value === "string" || typeof value === "boolean") return value;
  return readNumber(value, path);
}

/**
 * Creates a reader for one of several words.
 *
 * @param words - The words
 * @returns The reader
 */
export function oneOf<const Words extends readonly string[]>(words: Words): ReadValue<Words[number]> {
  return (value, path) => {
    const found = words.find((word) => word === value);
    if (found !== undefined) return found;
    throw configFault(
      path,
      `expected one of ${words.join(", ")}, got ${show(value)}${suggestion(value, words)}`,
    );
  };
}

/**
 * Creates a reader for an array that is not empty.
 *
 * @param item - Reads each item
 * @returns The reader
 */
export function arrayOf<Item>(item: ReadValue<Item>): ReadValue<readonly Item[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw configFault(path, `expected an array, got ${show(value)}`);
    if (value.length === 0) throw configFault(path, "expected at least one value, got none");
    return value.map((one: unknown, index) => item(one, `${path}[${index}]`));
  };
}

/**
 * Creates a reader for an object whose member names the user chooses.
 *
 * @param member - Reads each member
 * @returns The reader
 */
export function recordOf<Member>(member: ReadValue<Member>): ReadValue<Readonly<Record<string, Member>>> {
  return (value, path) =>
    Object.fromEntries(
      Object.entries(readRecord(value, path)).map(([key, one]) => [key, member(one, join(path, key))]),
    );
}

/**
 * Creates a reader for an object with known members. An unknown member is an error, because it is probably misspelt.
 *
 * @param required - Readers of the members it must have
 * @param optional - Readers of the members it may have
 * @returns The reader
 */
export function objectOf<Required extends Members, Optional extends Members>(
  required: Required,
  optional: Optional,
): ReadValue<ValuesOf<Required> & Partial<ValuesOf<Optional>>> {
  const known = { ...required, ...optional };
  return (value, path) => {
    const record = readRecord(value, path);
    for (const key of Object.keys(record)) {
      if (Object.hasOwn(known, key)) continue;
      throw configFault(
        join(path, key),
        `expected one of ${Object.keys(known).join(", ")}, got an unknown member${suggestion(key, Object.keys(known))}`,
      );
    }
    for (const key of Object.keys(required)) {
      if (record[key] === undefined) throw configFault(join(path, key), "expected a value, got nothing");
    }
    const entries = Object.entries(record).map(([key, one]) => [key, known[key]?.(one, join(path, key))]);
    // Every required member exists, and every existing member was read by its reader.
    return Object.fromEntries(entries) as ValuesOf<Required> & Partial<ValuesOf<Optional>>;
  };
}

/**
 * Creates a reader for an object whose other members depend on the one that names its kind.
 *
 * @param key - Member that names the kind
 * @param kinds - Reader of the whole object, by kind
 * @returns The reader
 */
export function byKind<Value>(
  key: string,
  kinds: Readonly<Record<string, ReadValue<Value>>>,
): ReadValue<Value> {
  return (value, path) => {
    const kind = readRecord(value, path)[key];
    const read = typeof kind === "string" && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
    if (read !== undefined) return read(value, path);
    const names = Object.keys(kinds);
    throw configFault(
      join(path, key),
      `expected one of ${names.join(", ")}, got ${show(kind)}${suggestion(kind, names)}`,
    );
  };
}

/** Returns `. Did you mean "x"?`, or nothing. */
function suggestion(value: unknown, words: readonly string[]): string {
  const sentence = typeof value === "string" ? didYouMean(value, words) : "";
  return sentence === "" ? "" : `.${sentence}`;
}

function readRecord(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw configFault(path, `expected an object, got ${show(value)}`);
  }
  // An object that is not an array is treated as a record with string keys.
  return value as Readonly<Record<string, unknown>>;
}

function join(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

function show(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
