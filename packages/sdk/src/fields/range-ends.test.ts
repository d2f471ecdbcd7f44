import { describe, expect, it } from "vitest";
import { date, dateRange, dayRange } from "./date.js";
import { decimalRange } from "./decimal.js";
import type { Field } from "./field.js";
import { range } from "./number.js";

const ranges: Readonly<Record<string, readonly [field: Field, low: unknown, high: unknown]>> = {
  range: [range(), 1, 2],
  decimalRange: [decimalRange(), "1", "2"],
  dateRange: [dateRange(), "2026-01-01", "2026-01-02"],
  dayRange: [dayRange(), "2026-01-01", "2026-01-02"],
};
const context = { now: new Date("2026-05-01T00:00:00.000Z") };

describe.each(Object.entries(ranges))("a field of %s", (_name, [field, low, high]) => {
  it.each([{ min: low }, { max: high }, { _min: low, max: high }, { _Min: low }, { from: low, to: high }])(
    "refuses %j, which would read more than was meant",
    (value) => {
      expect(() => field.accept(value, context)).toThrow(
        expect.objectContaining({
          code: "invalid_field",
          message: expect.stringMatching(/expected \{"_min": …, "_max": …\}, got "/) as string,
        }) as Error,
      );
    },
  );

  it("accepts open ends", () => {
    const withMin = { min: expect.anything() as unknown };
    expect(field.accept({ _min: low, _max: high }, context)).toMatchObject(withMin);
    expect(field.accept({ _min: low, _max: null }, context)).toMatchObject(withMin);
    expect(field.accept({}, context)).toEqual({});
  });
});

it("a field of a single date refuses a range", () => {
  expect(() => date().accept({ min: "2026-01-01" }, context)).toThrow(/expected/);
});
