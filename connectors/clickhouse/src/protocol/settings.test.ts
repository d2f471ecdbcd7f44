import { describe, expect, it } from "vitest";
import { neededSettings, settingsFor } from "./settings.js";

/** Settings of a profile that cut digits, drop rows, or change the answer to DESCRIBE. */
const hostile = {
  date_time_64_output_format_cut_trailing_zeros_align_to_groups_of_thousands: ["1", "0"],
  output_format_decimal_trailing_zeros: ["0", "1"],
  output_format_always_write_decimal_point_in_float_and_decimal: ["1", "0"],
  output_format_float_precision: ["2", "0"],
  output_format_trim_fixed_string: ["1", "0"],
  interval_output_format: ["kusto", "numeric"],
  discard_query_data: ["1", "0"],
  describe_include_subcolumns: ["1", "0"],
  dialect: ["kusto", "clickhouse"],
} as const;

describe("settingsFor()", () => {
  it.each(Object.entries(hostile))("overrides %s of a profile", (name, [value, needed]) => {
    expect(settingsFor(new Map([[name, value]]))).toEqual({ [name]: needed });
    expect(settingsFor(new Map([[name, needed]]))).toEqual({});
  });

  it("overrides a limit of rows, whose value the server hides", () => {
    const known = new Map([
      ["limit", "0"],
      ["offset", "0"],
    ]);
    expect(settingsFor(known)).toEqual({ limit: "0", offset: "0" });
  });

  it("leaves out what the server does not have", () => {
    expect(settingsFor(new Map())).toEqual({});
    expect(Object.keys(settingsFor(new Map(Object.keys(neededSettings).map((name) => [name, "?"]))))).toEqual(
      Object.keys(neededSettings),
    );
  });

  it("restricts a user who may write", () => {
    expect(settingsFor(new Map([["readonly", "0"]]))).toEqual({ readonly: "1" });
    expect(settingsFor(new Map([["readonly", "2"]]))).toEqual({});
  });
});
