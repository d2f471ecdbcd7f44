import { type Arbitrary, array, boolean, constantFrom, double, integer, option, record } from "fast-check";

/** Milliseconds of a minute. */
export const minuteMs = 60_000;

const numbers = [
  "0",
  "-7",
  "3",
  "12.5",
  "0.25",
  "9007199254740993",
  "-9223372036854775808",
  "0.12345678901234567",
  "123456789012345678901",
];
const texts = ["", "a", "A", "NULL", "it's", 'say "x"', "a\0b", "\ud83d half", "😀", "2026-02-30", "<b>&"];
const dates = ["2026-01-02T03:04:05.678Z", "2026-01-02T05:04:05.678+02:00", "1999-12-31T23:59:59.999Z"];

const value = record({
  name: constantFrom(...texts),
  size: option(constantFrom(...numbers)),
  at: option(constantFrom(...dates)),
  open: option(constantFrom("true", "false", "yes", "0")),
  tags: option(array(constantFrom(...texts), { maxLength: 3 })),
  extra: constantFrom("x", "y"),
});
/** A row without its key. */
export type Value = typeof value extends Arbitrary<infer Type> ? Type : never;

const change = record({
  type: constantFrom("issue", "Issue"),
  key: integer({ min: 0, max: 11 }),
  value: option(value, { freq: 3 }),
  /** Share of the lookback by which the source stamps the change too early. */
  late: double({ min: 0, max: 1, noNaN: true }),
});

/** A change of an entity. */
export type Change = typeof change extends Arbitrary<infer Type> ? Type : never;

const fault = constantFrom(
  { status: 503, headers: { "retry-after": "3" }, body: "{}" },
  { status: 429, body: "{}" },
  { status: 400, body: `{"message":"Busy","tryLater":true}` },
  { status: 401, body: "{}" },
  { status: 403, body: "{}" },
  { body: `{"items":[{"id":` },
  { cutAfter: 10 },
);

const run = record({
  /** Changes before the run, and how much time passes before each. */
  changes: array(record({ change, passes: constantFrom(0, 0, 1, 1000, 7 * minuteMs) }), {
    maxLength: 8,
  }),
  /** Changes while it reads, by the number of the request. */
  during: array(record({ change, request: integer({ min: 0, max: 8 }) }), { maxLength: 3 }),
  faults: array(record({ fault, request: integer({ min: 0, max: 8 }) }), { maxLength: 2 }),
  killAt: option(integer({ min: 0, max: 80 }), { freq: 3 }),
  addsField: boolean(),
  raisesVersion: boolean(),
});

/** Random histories. */
export const history = record({
  oddities: record({
    pageSize: integer({ min: 1, max: 5 }),
    position: constantFrom("config" as const, "flat" as const, "beside" as const),
    paging: constantFrom("key" as const, "offset" as const),
    hasChanges: constantFrom(true, true, false),
    hasEmptyPage: boolean(),
    hasTextVersion: boolean(),
    needsOperation: boolean(),
    writesActions: boolean(),
  }),
  /** Minutes that the connector and the command look back. */
  lookbacks: constantFrom([0, 0], [10, 0], [0, 10], [5, 5]),
  /** Minutes by which the clock of the connector is fast. */
  skew: constantFrom(-60, -3, 0, 4),
  runs: array(run, { minLength: 1, maxLength: 5 }),
});
/** What happens to a source and to the runs that read it. */
export type History = typeof history extends Arbitrary<infer Type> ? Type : never;
