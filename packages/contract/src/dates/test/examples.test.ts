import { expect, test } from "vitest";
import { formatDateRange, parseDateRange, readFilterDate, toWireDateRange } from "../index.js";

const now = Date.UTC(2017, 5, 13);

test("the example of parseDateRange() holds", () => {
  // #region parse
  const range = parseDateRange("LAST 3 WEEKS", { now, zone: "+03:00" });
  const { _min, _max } = toWireDateRange(range, { zone: "+03:00" });
  expect(_min).toBe("2017-05-29T00:00:00.000+03:00");
  expect(_max).toBe("2017-06-18T23:59:59.999+03:00");
  // #endregion parse
});

test("the example of formatDateRange() holds", () => {
  // #region format
  const range = parseDateRange("LAST 3 MONTHS", { now });
  expect(formatDateRange(range)).toBe("FROM 1 Apr 2017 TO 30 Jun 2017");
  expect(formatDateRange(range, { now })).toBe("THIS QUARTER");
  // #endregion format
});

test("the example of readFilterDate() holds", () => {
  // #region read
  const updated = readFilterDate({ _min: "2017-06-01", _max: "2017-06-13" }, { now, zone: "+03:00" });
  expect(updated).toEqual({ min: "2017-05-31T21:00:00.000Z", max: "2017-06-13T20:59:59.999Z" });
  // #endregion read
});
