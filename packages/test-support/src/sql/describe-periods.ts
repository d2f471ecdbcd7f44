import { beforeAll, describe, expect, it } from "vitest";
import { isLong } from "../properties/is-long.js";
import { momentPeriod, momentsNear, momentText, type PeriodCase, periodCases } from "./period-cases.js";
import { type Row, readLines } from "./requests.js";
import type { MomentColumn, SqlDatabase, SqlDialect } from "./sql-database.js";

const table = "period_cases";

/**
 * Tests that periods include the values at their ends, and no others, for each number of digits that values have.
 *
 * @param database - Returns the database once the tests run
 * @param dialect - The columns
 */
export function describePeriods(database: () => SqlDatabase, { moments }: SqlDialect): void {
  const columns = moments.map((column, index) => [column.type, `m${index}`, column] as const);
  const tried = columns.filter((_, index) => isLong || index === 0 || index === columns.length - 1);

  describe("a period", () => {
    beforeAll(() => void database().admin(createSql(moments)));

    it.each(tried)(
      "of type %s has the values between its ends, and those at them",
      async (_, name, column) => {
        const values = valuesOf(column);
        const asked = periodCases.filter(({ isOfDays }) => isOfDays || column.digits !== "day");
        for (const one of asked)
          expect(await idsWithin(database(), name, one)).toEqual(expectedIds(values, one));
      },
    );

    const shown = tried.filter(([, , { digits }]) => digits !== "day");
    it.each(shown)("from a value of type %s to itself finds the value", async (_, name, column) => {
      const values = valuesOf(column);
      const lines = await readLines(database(), { table, columns: [name], orderBy: "id" });
      const texts = lines.flatMap((line) => {
        // Each line is a row as JSON.
        const text = (JSON.parse(line) as Row)[name];
        return typeof text === "string" ? [text] : [];
      });
      expect(texts).toHaveLength(values.length);
      // There are three values at each midnight, so every fifth is before, at or after one in turn.
      const chosen = texts.filter((__, index) => isLong || index % 5 === 0);
      for (const one of chosen.map((text) => momentPeriod(inUtc(text))))
        expect(await idsWithin(database(), name, one)).toEqual(expectedIds(values, one));
    });
  });
}

/** Returns the period and the ids of the rows whose value it includes, so that a difference shows both. */
async function idsWithin(database: SqlDatabase, name: string, { body }: PeriodCase): Promise<unknown> {
  return [
    body,
    await readLines(database, { table, columns: ["id"], orderBy: "id", dateColumn: name, period: body }),
  ];
}

function expectedIds(values: readonly bigint[], { body, first, last }: PeriodCase): unknown {
  return [body, values.flatMap((value, id) => (value >= first && value <= last ? [`{"id":${id}}`] : []))];
}

/** A moment without a zone is one of UTC. */
function inUtc(text: string): string {
  return /(?:Z|[+-]\d\d:\d\d)$/.test(text.slice(10)) ? text : `${text}Z`;
}

function valuesOf({ digits, first = "1900-01-01" }: MomentColumn): readonly bigint[] {
  return momentsNear(digits).filter((moment) => momentText(moment, "day") >= first);
}

function createSql(moments: readonly MomentColumn[]): string {
  const declared = moments.map(({ type }, index) => `, m${index} ${type}`);
  const values = moments.map((column) =>
    valuesOf(column).map((moment) => column.literal(momentText(moment, column.digits))),
  );
  const rows = Array.from({ length: Math.max(...values.map((found) => found.length)) }, (_, id) => {
    const cells = values.map((found) => found[id] ?? "null");
    return `(${[id, ...cells].join(", ")})`;
  });
  return `create table ${table} (id int primary key${declared.join("")}); insert into ${table} values ${rows.join(", ")};`;
}
