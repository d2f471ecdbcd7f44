import * as language from "@wellhead/contract/dates";
import { expect, test } from "vitest";
import { ambiguousDays, pickedDays, pickedText, wireDateRange } from "./date-language.js";

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

test("`pickedDays()` returns the days that a text means, `pickedText()` writes them so that they mean the same", () => {
  const days = (text: string, zone = "Z") => pickedDays(language, text, zone);
  expect(days("FROM 1 Feb 2024 TO 5 Mar 2024", "Asia/Kolkata")).toEqual({
    first: "2024-02-01",
    last: "2024-03-05",
  });
  // Days of this zone started at one o'clock when the clocks went forward, and offsets had seconds before 1914.
  expect(days("4 Nov 2018", "America/Sao_Paulo")).toEqual({ first: "2018-11-04", last: "2018-11-04" });
  expect(days("4 Nov 1890", "America/Sao_Paulo")).toEqual({ first: "", last: "" });
  expect(days("FROM 1 Feb 2024", "Europe/London")).toEqual({ first: "2024-02-01", last: "" });
  expect(days("no range")).toEqual({ first: "", last: "" });
  for (const [first, last] of [
    ["2024-02-29", "2024-03-01"],
    ["2024-02-29", "2024-02-29"],
    ["2024-02-29", ""],
    ["", "0007-01-05"],
    ["", ""],
    ["0001-01-01", "9999-12-31"],
  ] as const)
    expect(days(pickedText({ first, last }))).toEqual({ first, last });
});
