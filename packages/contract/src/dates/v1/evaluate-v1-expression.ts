import { Temporal } from "temporal-polyfill";
import { dayOrFault, keepInCalendar, noSuchDay, stepOrFault } from "../calendar/calendar-steps.js";
import type { DateContext } from "../calendar/date-context.js";
import type { DateSpan } from "../calendar/date-range.js";
import { orderFault } from "../calendar/date-range-error.js";
import { addPeriods, type Period, startOfPeriod } from "../calendar/period.js";
import type {
  V1Amount,
  V1Between,
  V1Day,
  V1Expression,
  V1NamedDay,
  V1Period,
  V1Start,
  V1WrittenDate,
} from "./parse-v1-expression.js";

// The lengths of periods that are not aligned to the calendar, as the dialect defines them.
const daysOf: Readonly<Record<Period, number>> = { day: 1, week: 7, month: 30, quarter: 90, year: 365 };

// Two-digit years 69 to 99 are in the twentieth century, as POSIX defines for "%y".
const firstOfLastCentury = 69;

/**
 * Returns the days that an expression of the v1 dialect means on the context's day. Weeks start on Sunday.
 *
 * Throws a `date` fault when a written day does not exist or is outside the years 1 to 9999, and an `order` fault when
 * the range starts after its end.
 */
export function evaluateV1Expression(expression: V1Expression, context: DateContext): DateSpan {
  if (expression.kind === "day") {
    const day = evaluateDay(expression, context);
    return { first: day, last: day };
  }
  return expression.kind === "within"
    ? evaluatePeriod(expression.period, context)
    : evaluateBetween(expression, context);
}

function evaluateBetween({ from, to }: V1Between, context: DateContext): DateSpan {
  const first = evaluateDay(from, context);
  const last = to === null ? context.today : evaluateDay(to, context);
  if (Temporal.PlainDate.compare(first, last) > 0) {
    throw orderFault(first, last, (to ?? from).position);
  }
  return { first, last };
}

// Calculation proceeds from left to right. After a written date it follows the calendar, after a word it counts fixed
// lengths, and a further date restarts it. The dialect's documented examples require this.
function evaluateDay({ start, operands }: V1Day, context: DateContext): Temporal.PlainDate {
  let day = evaluateStart(start, context);
  let byCalendar = start.kind === "date";
  for (const operand of operands) {
    if (operand.kind === "amount") {
      day = addAmount(day, operand, byCalendar);
    } else {
      day = evaluateStart(operand, context);
      byCalendar = operand.kind === "date";
    }
  }
  return day;
}

function addAmount(day: Temporal.PlainDate, amount: V1Amount, byCalendar: boolean): Temporal.PlainDate {
  const { period, count, position, end } = amount;
  return byCalendar
    ? stepOrFault(day, { period, count, position, end })
    : stepOrFault(day, { period: "day", count: count * daysOf[period], position, end });
}

const daysFromToday: Readonly<Record<V1NamedDay["kind"], number>> = { today: 0, tomorrow: 1, yesterday: -1 };

function evaluateStart(start: V1Start, context: DateContext): Temporal.PlainDate {
  switch (start.kind) {
    case "date":
      return evaluateDate(start, context);
    case "last":
    case "past":
      return evaluatePeriod(start, context).first;
    default: {
      const { kind, position, end } = start;
      return stepOrFault(context.today, { period: "day", count: daysFromToday[kind], position, end });
    }
  }
}

function evaluatePeriod(
  node: V1Period,
  { today }: DateContext,
): { readonly first: Temporal.PlainDate; readonly last: Temporal.PlainDate } {
  const { kind, period, position, end } = node;
  if (kind === "past") {
    return {
      first: stepOrFault(today, { period: "day", count: -daysOf[period], position, end }),
      last: today,
    };
  }
  const current = startOfPeriod(today, { period, weekStart: 7 });
  return {
    first: keepInCalendar(addPeriods(current, period, -1), node),
    last: keepInCalendar(current.subtract({ days: 1 }), node),
  };
}

function evaluateDate(written: V1WrittenDate, context: DateContext): Temporal.PlainDate {
  const [month, day, year] = written.parts;
  if (month.length > 2 || day.length > 2 || (year.length !== 2 && year.length !== 4)) {
    throw noSuchDay(written);
  }
  const { position, end, text } = written;
  return dayOrFault(
    { year: fullYear(year), month: Number(month), day: Number(day), text, position, end },
    context,
  );
}

function fullYear(year: string): number {
  const number = Number(year);
  if (year.length === 4) {
    return number;
  }
  return number >= firstOfLastCentury ? 1900 + number : 2000 + number;
}
