import { Temporal } from "temporal-polyfill";
import { dayOrFault, keepInCalendar, noSuchDay, stepOrFault } from "../calendar/calendar-steps.js";
import type { DateContext } from "../calendar/date-context.js";
import type { DateSpan } from "../calendar/date-range.js";
import { orderFault } from "../calendar/date-range-error.js";
import { addPeriods, startOfPeriod } from "../calendar/period.js";
import { monthNumber } from "../calendar/write-date.js";
import type {
  CountedPeriods,
  NamedDay,
  V2Expression,
  V2Operand,
  WrittenDate,
} from "./parse-v2-expression.js";

interface ClosedSpan {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
}

/**
 * Returns the days that an expression of the v2 grammar means on the context's day. Weeks are ISO weeks.
 *
 * Throws a `date` fault when a written day does not exist or is outside the years 1 to 9999, and an `order` fault when
 * the range starts after its end.
 */
export function evaluateV2Expression(expression: V2Expression, context: DateContext): DateSpan {
  if (expression.kind !== "between") {
    return evaluateOperand(expression, context);
  }
  const { from, to } = expression;
  const first = from === null ? null : evaluateOperand(from, context).first;
  const last = to === null ? null : evaluateOperand(to, context).last;
  if (first !== null && last !== null && to !== null && Temporal.PlainDate.compare(first, last) > 0) {
    throw orderFault(first, last, to.position);
  }
  return { first, last };
}

function evaluateOperand(operand: V2Operand, context: DateContext): ClosedSpan {
  switch (operand.kind) {
    case "last":
    case "previous":
    case "ago":
      return evaluatePeriods(operand, context);
    default: {
      const day = evaluateDay(operand, context);
      return { first: day, last: day };
    }
  }
}

function evaluateDay(operand: NamedDay | WrittenDate, context: DateContext): Temporal.PlainDate {
  if (operand.kind === "date") {
    return evaluateDate(operand, context);
  }
  const { kind, position, end } = operand;
  const count = kind === "today" ? 0 : -1;
  return stepOrFault(context.today, { period: "day", count, position, end });
}

function evaluatePeriods(operand: CountedPeriods, { today }: DateContext): ClosedSpan {
  const { kind, period, count, position, end } = operand;
  const current = startOfPeriod(today, { period, weekStart: 1 });
  const back = kind === "last" ? count - 1 : count;
  const first = stepOrFault(current, { period, count: -back, position, end });
  if (kind === "last") {
    const last = addPeriods(current, period, 1).subtract({ days: 1 });
    return { first, last: keepInCalendar(last, operand) };
  }
  // As an end, AGO is the point where that period starts: BETWEEN 3 MONTHS AGO AND 2 MONTHS AGO is one month.
  const next = kind === "previous" ? current : first;
  return { first, last: next.subtract({ days: 1 }) };
}

function evaluateDate(written: WrittenDate, context: DateContext): Temporal.PlainDate {
  const [day, monthWord, year] = written.parts;
  const month = monthNumber(monthWord);
  if (month === undefined || day.length > 2 || year.length > 4) {
    throw noSuchDay(written);
  }
  const { position, end, text } = written;
  // The grammar reads a year of two digits literally, as a year of the first century.
  return dayOrFault({ year: Number(year), month, day: Number(day), text, position, end }, context);
}
