import { date, dateRange, dayRange, decimalRange, type Field, range } from "@wellhead/sdk";
import { describe, expect, it } from "vitest";
import { readForm } from "./read-form.js";

const ranges: Readonly<Record<string, readonly [field: Field, low: unknown, high: unknown]>> = {
  range: [range(), 1, 2],
  decimalRange: [decimalRange(), "1", "2"],
  dateRange: [dateRange(), "2026-01-01", "2026-01-02"],
  dayRange: [dayRange(), "2026-01-01", "2026-01-02"],
};
const context = { now: new Date("2026-05-01T00:00:00.000Z") };

describe.each(Object.entries(ranges))("readForm() with a field of %s", (_name, [field, low, high]) => {
  const read = (value: unknown) => readForm({ when: field }, { when: value }, context);

  it.each([{ min: low }, { max: high }, { _min: low, max: high }, { _Min: low }, { from: low, to: high }])(
    "refuses %j, which would read more than was meant",
    (value) => {
      expect(() => read(value)).toThrow(
        expect.objectContaining({
          code: "invalid_field",
          field: "when",
          message: expect.stringMatching(/expected \{"_min": …, "_max": …\}, got "/) as string,
        }) as Error,
      );
    },
  );

  it("accepts open ends", () => {
    expect(read({ _min: low, _max: high })).toMatchObject({ when: { min: expect.anything() as unknown } });
    expect(read({ _min: low, _max: null })).toMatchObject({ when: { min: expect.anything() as unknown } });
    expect(read({})).toEqual({ when: {} });
  });
});

it("readForm() refuses a range where a single date is expected", () => {
  expect(() => readForm({ at: date() }, { at: { min: "2026-01-01" } }, context)).toThrow(/expected/);
});
