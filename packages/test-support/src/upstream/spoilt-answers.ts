/** A response with one member replaced or removed. */
export interface SpoiltAnswer {
  /** The member and its change. */
  readonly change: string;
  readonly body: unknown;
}

/** Replacements of a member: every kind of JSON value, including some on which arithmetic and dates fail. */
const replacements: readonly unknown[] = [
  null,
  true,
  "",
  "text",
  "9007199254740993",
  -1,
  1e300,
  [],
  [null],
  [[1]],
  {},
  { id: {} },
];

/** Maximum number of items of one list that are changed; the other items are similar. */
const maxItems = 2;

/**
 * Returns every response that differs from a recorded one in one member, which is replaced by another JSON value or
 * removed.
 *
 * @param body - The recorded response
 * @returns The changed responses, including those with the whole body replaced
 */
export function* spoiltAnswers(body: unknown): Generator<SpoiltAnswer> {
  for (const value of replacements) yield { change: `the body is ${JSON.stringify(value)}`, body: value };
  yield* spoilt(body, "");
}

function* spoilt(value: unknown, path: string): Generator<SpoiltAnswer> {
  if (typeof value !== "object" || value === null) return;
  const entries = Object.entries(value as Readonly<Record<string, unknown>>); // JSON objects are records, and arrays are records by index
  for (const [key, member] of Array.isArray(value) ? entries.slice(0, maxItems) : entries) {
    const place = `${path}.${key}`;
    for (const other of replacements)
      yield { change: `${place} is ${JSON.stringify(other)}`, body: put(value, key, other) };
    yield { change: `${place} is removed`, body: put(value, key, undefined) };
    for (const { change, body } of spoilt(member, place)) yield { change, body: put(value, key, body) };
  }
}

/** Returns a copy with one member changed; `undefined` removes it. */
function put(value: object, key: string, member: unknown): unknown {
  if (Array.isArray(value)) {
    return member === undefined ? value.toSpliced(Number(key), 1) : value.with(Number(key), member);
  }
  const { [key]: _old, ...others } = value as Readonly<Record<string, unknown>>; // JSON objects are records
  return member === undefined ? others : { ...others, [key]: member };
}
