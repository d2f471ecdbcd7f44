import { expect, test } from "vitest";
import { dateReader, isDateFormat } from "./date-format.js";

test("isDateFormat() takes a year, a month and a day, each once, and only signs between them", () => {
  const right = ["DD.MM.YYYY", "M/D/YY", "YYYYMMDD", "D-M-YYYY", "YYYY MM DD"];
  expect(right.filter((format) => !isDateFormat(format))).toEqual([]);
  const wrong = ["", "DD.MM", "DD.DD.YYYY", "DD.MM.YYYY.D", "DDxMM.YYYY", "DD.MM.YYYY 1", "DD.MM.ÄYYYY"];
  expect(wrong.filter(isDateFormat)).toEqual([]);
});

test.each<readonly [string, Readonly<Record<string, string | undefined>>]>([
  [
    "DD.MM.YYYY",
    {
      "31.01.2026": "2026-01-31",
      "29.02.2024": "2024-02-29",
      "29.02.2026": undefined,
      "31.04.2026": undefined,
      "00.01.2026": undefined,
      "01.13.2026": undefined,
      "1.1.2026": undefined,
      "01.01.26": undefined,
      "31-01-2026": undefined,
      " 31.01.2026": undefined,
      "31.01.2026 ": undefined,
    },
  ],
  [
    "D/M/YY",
    { "1/2/26": "2026-02-01", "31/12/99": "2099-12-31", "001/2/26": undefined, "1/2/2026": undefined },
  ],
  ["M-D-YYYY", { "1-2-2026": "2026-01-02", "12-31-2026": "2026-12-31", "31-12-2026": undefined }],
  ["YYYYMMDD", { "20260131": "2026-01-31", "2026131": undefined }],
])("dateReader() reads %s", (format, texts) => {
  const read = dateReader(format);
  expect(Object.fromEntries(Object.keys(texts).map((text) => [text, read(text)]))).toEqual(texts);
});

test.each(String.raw`\^$.|?*+()[]{}/- `.split(""))("dateReader() takes %j for itself", (sign) => {
  const read = dateReader(`DD${sign}MM${sign}YYYY`);
  expect(read(`31${sign}01${sign}2026`)).toBe("2026-01-31");
  for (const text of ["31_01_2026", "31012026"]) expect(read(text)).toBeUndefined();
});
