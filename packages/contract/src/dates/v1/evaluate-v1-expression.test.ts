import { describe, expect, test } from "vitest";
import { isDateRangeError } from "../calendar/date-range-error.js";
import { parseDateRange } from "../parse-date-range.js";
import { toWireDateRange } from "../wire-date-range.js";

const now = Date.UTC(2017, 5, 13, 15, 30);

function days(text: string): string {
  const { _min, _max } = toWireDateRange(parseDateRange(text, { now, dialect: "v1" }));
  return `${_min?.slice(0, 10)}..${_max?.slice(0, 10)}`;
}

function oneDay(day: string): string {
  return `${day}..${day}`;
}

describe("parseDateRange() in the v1 dialect", () => {
  test.each([
    ["1/31/2017", "2017-01-31"],
    ["01-31-2017", "2017-01-31"],
    ["1/1/98", "1998-01-01"],
    ["1-1-13", "2013-01-01"],
    ["1/1/69", "1969-01-01"],
    ["1/1/68", "2068-01-01"],
    ["1/1/0017", "0017-01-01"],
    ["2/29/2016", "2016-02-29"],
    ["today", "2017-06-13"],
    ["Tomorrow", "2017-06-14"],
    ["YESTERDAY", "2017-06-12"],
    ["today + 1 day", "2017-06-14"],
    ["yesterday - 6 days", "2017-06-06"],
    ["today - 2 months", "2017-04-14"],
    ["today + 1 quarter", "2017-09-11"],
    ["tomorrow - 1 year", "2016-06-14"],
    ["12/1/2008 + 6 months", "2009-06-01"],
    ["12/31/2009 + 1 year", "2010-12-31"],
    ["1/31/2017 + 1 month", "2017-02-28"],
    ["2/29/2016 + 1 year", "2017-02-28"],
    ["1/31/2017 + 1 quarter", "2017-04-30"],
    ["1-31-2017-1 day", "2017-01-30"],
    ["1/1/2017+2weeks-1day", "2017-01-14"],
    ["today - yesterday + tomorrow - 1 day", "2017-06-13"],
    ["today - 1/31/2017 + 1 month", "2017-02-28"],
    ["today + 0 days", "2017-06-13"],
    ["last day", "2017-06-12"],
    ["last week", "2017-06-04"],
    ["last month", "2017-05-01"],
    ["last quarter", "2017-01-01"],
    ["last year", "2016-01-01"],
    ["past day", "2017-06-12"],
    ["past week", "2017-06-06"],
    ["past month", "2017-05-14"],
    ["past quarter", "2017-03-15"],
    ["past year", "2016-06-13"],
    ["last month + 1 month", "2017-05-31"],
  ])("reads %j as the whole of %s", (text, day) => {
    expect(days(text)).toBe(oneDay(day));
    expect(days(` ${text.toUpperCase()}\n`)).toBe(oneDay(day));
  });

  test.each([
    ["in the last week", "2017-06-04..2017-06-10"],
    ["in last year", "2016-01-01..2016-12-31"],
    ["during last month", "2017-05-01..2017-05-31"],
    ["in the last day", "2017-06-12..2017-06-12"],
    ["in the past week", "2017-06-06..2017-06-13"],
    ["during the past week", "2017-06-06..2017-06-13"],
    ["in the past quarter", "2017-03-15..2017-06-13"],
    ["during the past year", "2016-06-13..2017-06-13"],
    ["since last week", "2017-06-04..2017-06-13"],
    ["since last month", "2017-05-01..2017-06-13"],
    ["since 1/1/15", "2015-01-01..2017-06-13"],
    ["since today", "2017-06-13..2017-06-13"],
    ["between 1/1/98 and 12/31/98", "1998-01-01..1998-12-31"],
    ["between 1-1-13 and today", "2013-01-01..2017-06-13"],
    ["between today - 1 month and today", "2017-05-14..2017-06-13"],
    ["between today - 3 months and today - 1 month", "2017-03-15..2017-05-14"],
    ["between last year and today - 6 months", "2016-01-01..2016-12-15"],
    ["between last year and last month", "2016-01-01..2017-05-01"],
  ])("reads %j as %s", (text, expected) => {
    expect(days(text)).toBe(expected);
  });

  test("says the same for a month ago in both of its ways", () => {
    expect(days("in the past month")).toBe(days("between today - 1 month and today"));
  });

  test.each([
    ["2/30/2017", "date", 0, "2/28/2017"],
    ["13/13/2017", "date", 0, "12/13/2017"],
    ["1/1/2", "date", 0, "1/1/2002"],
    ["1/1/198", "date", 0, "1/1/0198"],
    ["1/1/0000", "date", 0, "1/1/0001"],
    ["2017-06-13", "date", 0, "6/13/2017"],
    ["today - 9999999999999 days", "date", 8, "between 9/17/2014 and 6/13/2017"],
    ["1/1/2017 - 3000 years", "date", 11, "between 1/1/1017 and 1/1/2017"],
    ["since tomorrow", "order", 6, "in the past week"],
    ["between today and yesterday", "order", 18, "between 6/12/2017 and 6/13/2017"],
    ["lst week", "format", 0, "last week"],
    ["13 June 2017", "format", 3, "6/13/2017"],
    ["LAST 7 DAYS", "format", 5, "between 6/7/2017 and 6/13/2017"],
    ["in the week", "format", 7, "between 6/12/2017 and 6/18/2017"],
    ["today + 3", "format", 9, "6/13/2017"],
    ["today 3", "format", 6, "6/13/2017"],
    ["1/2-2017", "format", 0, "1/2/2017"],
    ["", "format", 0, "in the past week"],
  ])("refuses %j: %s at %i, and suggests %j", (text, kind, position, suggestion) => {
    let caught: unknown;
    try {
      days(text);
    } catch (error) {
      caught = error;
    }
    expect(isDateRangeError(caught)).toBe(true);
    expect(caught).toMatchObject({ kind, position, suggestion });
  });
});
