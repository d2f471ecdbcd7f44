import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CurrentEngine, type Profile, serveCurrent } from "./current-engine.js";

type Setting = readonly [name: string, value: string];

const create = `create table probe (n UInt64, big Int256, amount Decimal(20, 4), ratio Float64, single Float32, half BFloat16,
    low LowCardinality(Nullable(String)), fixed FixedString(4), flag Bool, at DateTime64(9, 'Asia/Tokyo'), second DateTime('Asia/Tokyo'),
    day Date32, list Array(Nullable(Int64)), pair Tuple(a Nullable(Int64), b String), pairs Map(String, UInt64), either Variant(UInt64, String),
    any Dynamic, document JSON, time Time64(3), kind Enum8('a/b' = 1), maybe Nullable(Int64)) engine = MergeTree order by n;
  insert into probe select number, number * -1, number / 8, if(number = 3, nan, number / 3), number / 7, number / 5,
    if(number % 4 = 0, null, concat('a/b "', toString(number))), 'ab', number % 2, toDateTime64(number * 86400.5, 9), toDateTime(number * 86400),
    toDate32(number), [number, null], (null, 'x'), map('k', number), number::Variant(UInt64, String),
    number::Dynamic, concat('{"a.b":1,"c":{"d":', toString(number), '}}')::JSON, '12:34:56.700', 'a/b', null from numbers(50)`;

/** Two values that differ from the default, for the types whose values have names. */
const names: Readonly<Record<string, readonly string[]>> = {
  Bool: ["0", "1"],
  BoolAuto: ["0", "1"],
  DateTimeOutputFormat: ["simple", "iso", "unix_timestamp"],
  DateTimeInputFormat: ["basic", "best_effort"],
  DateTimeOverflowBehavior: ["throw", "saturate"],
  IntervalOutputFormat: ["kusto"],
  OverflowMode: ["break"],
  OverflowModeGroupBy: ["any"],
  TotalsMode: ["before_having"],
  SetOperationMode: ["ALL"],
  JoinStrictness: ["ANY"],
  IdentifierQuotingRule: ["always"],
  Dialect: ["kusto"],
  LogsLevel: ["trace"],
  Timezone: ["America/New_York"],
  Float: ["1"],
  UInt64: ["1"],
  NonZeroUInt64: ["1"],
  UInt64Auto: ["1"],
  Int64: ["1"],
  Int32: ["1"],
};

/** What no profile of a reader can mean: they end the process of the engine, or make it wait. */
const left =
  /fuzz|fail|inject|crash|^allow_experimental_|^readonly$|^max_memory|^compatibility$|profile|^kafka|memory_tracker|sleep|^log_|^wait_|bandwidth|speed|network/;

/** Tests that no setting of a profile changes which rows are sent or in which form. */
export function describeCurrentSettings(): void {
  describe("a setting of a profile", () => {
    let engine: CurrentEngine;
    let expected: Answer;
    beforeAll(async () => {
      engine = await serveCurrent();
      engine.setProfile({});
      engine.admin(`drop table if exists probe; ${create}`);
      expected = await answer(engine);
    });
    afterAll(async () => {
      engine.setProfile({});
      await engine.service.app.close();
    });

    it("never changes a row without an error", { timeout: 1_200_000 }, async () => {
      expect(expected).toMatchObject({ status: 200, body: expect.stringContaining("1970-01-") as string });
      const settings = readSettings(engine);
      expect(settings.length).toBeGreaterThan(1000);
      expect(await changing(engine, settings, expected)).toEqual([]);
    });
  });
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Returns each setting with each value that differs from its own. */
function readSettings({ admin }: CurrentEngine): readonly Setting[] {
  return admin(
    "select name, value, type from system.settings where not is_obsolete order by name format JSONEachRow",
  )
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line))
    .flatMap((row) => {
      // The cast is safe: the statement has these columns.
      const { name, value, type } = row as Readonly<Record<"name" | "value" | "type", string>>;
      if (left.test(name)) return [];
      return (names[type] ?? []).filter((other) => other !== value).map((other): Setting => [name, other]);
    });
}

/** Returns the settings that change an answer that is not an error; a group of settings that changes none is asked once. */
async function changing(
  engine: CurrentEngine,
  settings: readonly Setting[],
  expected: Answer,
): Promise<readonly Setting[]> {
  if (settings.length === 0) return [];
  const profile: Profile = Object.fromEntries(settings);
  // A later value of the same setting would hide the one before.
  if (Object.keys(profile).length === settings.length) {
    engine.setProfile(profile);
    const { status, body } = await answer(engine);
    if (body === expected.body) return [];
    if (settings.length === 1) return status === 200 && !body.includes("__streamError") ? settings : [];
  }
  const middle = settings.length > 24 ? 24 : Math.ceil(settings.length / 2);
  return [
    ...(await changing(engine, settings.slice(0, middle), expected)),
    ...(await changing(engine, settings.slice(middle), expected)),
  ];
}

/** A statement with what the sources write: conditions of each kind, an order, a page, and what a query may add. */
const asked = `select *, interval 3 day as i, toString(at) as t, sum(amount) over () as s from shop.probe
  where at >= toDateTime64('1970-01-02 00:00:00.000', 3, 'UTC') and amount in (1.5, 2.5, 0.375, 3, 4) and isNotNull(n)
  order by n, toString(any) limit 1, 100`;

/** Asks for rows. */
async function answer({ service }: CurrentEngine): Promise<Answer> {
  return service.query(asked);
}
