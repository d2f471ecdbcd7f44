import { castColumn, readType, sentText } from "../types/cast-column.js";
import { anyText, type ColumnFacts, kinds, plainTimes } from "../types/column-facts.js";
import { columnType, type StoredType } from "../types/column-type.js";
import { castTime, fitText, fitValue, sentTime, type TimeType } from "../types/fit-value.js";
import { exactNumberType, type FixedType, fixedType, mayNotFit } from "../types/fixed-type.js";

/**
 * What happens to a value that does not fit the declared type of its column. `refuse`: a statement that uses the column
 * in a row with such a value fails. `null`: it becomes NULL. `keep`: the values decide the type of the column instead.
 */
export type UnfitPolicy = "refuse" | "null" | "keep";

/** How a column is read and stored. */
export interface ColumnPlan {
  /** The column that was read. */
  readonly value: string;
  readonly type: StoredType;
  /** The type that the engine reads it as. */
  readonly read: StoredType;
  /** The expression for the stored value. */
  readonly cell: string;
  /** The condition for values that do not fit the type; `undefined` when all of them fit. */
  readonly isUnfit: string | undefined;
  /** The expression for the JSON text of a value that the type cannot express; null for others. */
  readonly json?: string;
}

/** Options of {@link planColumn}. */
export interface PlanColumnOptions {
  /** Type that the connector or the user names; empty when nobody does. */
  readonly declared: string;
  readonly facts: ColumnFacts;
  /** Whether every column is read as JSON. */
  readonly isJson: boolean;
  readonly unfit: UnfitPolicy;
}

/**
 * Decides how a column is read and stored.
 *
 * @param value - The column that was read
 * @param options - Its declared type, and facts about its values
 * @returns The plan
 */
export function planColumn(value: string, { declared, facts, isJson, unfit }: PlanColumnOptions): ColumnPlan {
  const time = unfit === "keep" ? keptTime(facts, declared) : undefined;
  if (time !== undefined) {
    const cell = castTime(value, time);
    const isUnfit = `${value} IS NOT NULL AND ${cell} IS NULL`;
    return { value, type: time, read: "JSON", cell, isUnfit, json: sentTime(value, time) };
  }
  const fixed =
    idNumber(declared, facts) ?? (unfit === "keep" ? keptType(declared, facts) : fixedType(declared));
  if (unfit !== "keep" && hasBothIds(declared, facts)) {
    const cell = fitText(value);
    return {
      value,
      type: "VARCHAR",
      read: "JSON",
      cell,
      isUnfit: `${value} IS NOT NULL AND ${cell} IS NULL`,
    };
  }
  const isDoubtful = fixed !== undefined && mayNotFit(fixed, facts);
  if (fixed === undefined || (isDoubtful && unfit === "keep")) {
    const type = columnType(facts, declared);
    const read = isJson ? "JSON" : readType(type, facts);
    const plan = { value, type, read, cell: castColumn(value, { read, type, facts }), isUnfit: undefined };
    const isMixed = type === "VARCHAR" && (facts.kinds & ~anyText) !== 0;
    return isMixed && unfit === "keep" ? { ...plan, json: sentText(value) } : plan;
  }
  const type = fixed === "number" ? exactNumberType(facts) : fixed;
  const read = isJson || isDoubtful ? "JSON" : readType(type, facts);
  if (!isDoubtful)
    return { value, type, read, cell: castColumn(value, { read, type, facts }), isUnfit: undefined };
  const cell = fitValue(value, type);
  return { value, type, read, cell, isUnfit: `${value} IS NOT NULL AND ${cell} IS NULL` };
}

/** Ids are numbers or texts: integers of JSON keep their order and their sums. Everything else is text. */
function idNumber(declared: string, facts: ColumnFacts): FixedType | undefined {
  const { kinds: found, exactFractionDigits, hasInexact, hasOnlyDoubles } = facts;
  const areIntegers = found === kinds.number && exactFractionDigits === 0 && !hasInexact && !hasOnlyDoubles;
  return declared === "id" && areIntegers ? "number" : undefined;
}

/** Reports whether some ids are numbers and others texts. Which of them arrive depends on the filter, so numbers do not fit. */
function hasBothIds(declared: string, { kinds: found }: ColumnFacts): boolean {
  return declared === "id" && (found & kinds.number) !== 0 && (found & anyText) !== 0;
}

/**
 * Returns the type of a column of days or times some of which the engine would not write as they were sent, or which are
 * not in the calendar; `undefined` for every other column.
 */
function keptTime({ kinds: found }: ColumnFacts, declared: string): TimeType | undefined {
  if (declared !== "" && declared !== "date") return undefined;
  const { date, localTime, instant, oddTime, noDate, noLocalTime, noInstant } = kinds;
  const none = noDate | noLocalTime | noInstant;
  const isOdd = (found & (oddTime | none)) !== 0;
  const areTimes = (found & plainTimes) !== 0 && (found & ~(plainTimes | oddTime | none)) === 0;
  if (!isOdd || !areTimes) return undefined;
  const has = (kind: number, own: number) => (found & ~oddTime & ~own) === kind;
  if (has(date, noDate)) return "DATE";
  if (has(localTime, noLocalTime)) return "TIMESTAMP";
  return has(instant, noInstant) || declared === "date" ? "TIMESTAMPTZ" : undefined;
}

/** Returns the type of a column of dates: that of its values, if all of them are days, or times without a zone. */
function keptType(declared: string, facts: ColumnFacts): FixedType | undefined {
  const fixed = fixedType(declared);
  if (declared !== "date") return fixed;
  return facts.kinds === kinds.date || facts.kinds === kinds.localTime ? undefined : fixed;
}
