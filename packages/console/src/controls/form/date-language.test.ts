import * as language from "@wellhead/contract/dates";
import { expect, test } from "vitest";
import { ambiguousDays, wireDateRange } from "./date-language.js";

function range(text: string): readonly (string | null)[] {
  const { _min, _max } = wireDateRange(language, text, "Z");
  return [_min?.slice(0, 10) ?? null, _max?.slice(0, 10) ?? null];
}

test("`wireDateRange()` reads ISO dates as dates, alone and in a range", () => {
  expect(range("2024-02-01")).toEqual(["2024-02-01", "2024-02-01"]);
  expect(range("2024-02-29 to 2024-03-05")).toEqual(["2024-02-29", "2024-03-05"]);
  expect(range("FROM 2024-02-01")).toEqual(["2024-02-01", null]);
  expect(range("BETWEEN 2024-02-01 AND 2024-02-03")).toEqual(["2024-02-01", "2024-02-03"]);
  expect(range("10 Jan 2017")).toEqual(["2017-01-10", "2017-01-10"]);
  expect(() => range("2023-02-29")).toThrow(/29 Feb 2023/);
  expect(() => range("2024-13-01")).toThrow(/2024-13-01/);
});

test("`ambiguousDays()` returns both orders of a date of digits, and nothing where only one is a date", () => {
  expect(ambiguousDays("1/2/2024")).toEqual(["1 Feb 2024", "2 Jan 2024"]);
  expect(ambiguousDays(" 11.12.2024 ")).toEqual(["11 Dec 2024", "12 Nov 2024"]);
  for (const text of ["13/2/2024", "2/2/2024", "1/2/24", "2024-02-01", "TODAY"])
    expect(ambiguousDays(text)).toBeUndefined();
});
