/** An answer with one member replaced or removed. */
export interface SpoiltAnswer {
  /** Which member, and what became of it. */
  readonly change: string;
  readonly body: unknown;
}

/** What a member is replaced with: every kind of JSON value, and those that arithmetic and dates fail on. */
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

/** Items of one list that are spoilt one by one; the others are like them. */
const maxItems = 2;

/**
 * Makes every answer that differs from a recorded one in one member: replaced by another JSON value, or removed.
 *
 * @param body - The recorded answer
 * @returns The spoilt answers, the whole body replaced among them
 */
export function* spoiltAnswers(body: unknown): Generator<SpoiltAnswer> {
  for (const value of replacements) yield { change: `the body is ${JSON.stringify(value)}`, body: value };
  yield* spoilt(body, "");
}

function* spoilt(value: unknown, path: string): Generator<SpoiltAnswer> {
  if (typeof value !== "object" || value === null) return;
  const entries = Object.entries(value as Readonly<Record<string, unknown>>); // objects of JSON are records, and so are arrays by index
  for (const [key, member] of Array.isArray(value) ? entries.slice(0, maxItems) : entries) {
    const place = `${path}.${key}`;
    for (const other of replacements)
      yield { change: `${place} is ${JSON.stringify(other)}`, body: put(value, key, other) };
    yield { change: `${place} is removed`, body: put(value, key, undefined) };
    for (const { change, body } of spoilt(member, place)) yield { change, body: put(value, key, body) };
  }
}

/** A copy with one member changed; `undefined` removes it. */
function put(value: object, key: string, member: unknown): unknown {
  if (Array.isArray(value)) {
    return member === undefined ? value.toSpliced(Number(key), 1) : value.with(Number(key), member);
  }
  const { [key]: _old, ...others } = value as Readonly<Record<string, unknown>>; // objects of JSON are records
  return member === undefined ? others : { ...others, [key]: member };
}
