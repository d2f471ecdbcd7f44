import { expect, test } from "vitest";
import { parseMoment, parseTime, UsualMoment } from "./parse-moment.js";

const dayMs = 86_400_000;

/** Years on both sides of leap years, of centuries and of the year 0. */
const years = [
  1600, 1700, 1896, 1899, 1900, 1904, 1969, 1970, 1972, 1999, 2000, 2023, 2024, 2100, 2400, 0, 1, 4,
];

test("parseMoment() has every day of a calendar that repeats every 400 years, as `Date` has it", () => {
  const wrong = years.flatMap((year) =>
    Array.from({ length: 13 * 33 }, (_, index) => {
      const [month, day] = [Math.floor(index / 33), index % 33];
      const digits = [String(year).padStart(4, "0"), month, day].map((part) => String(part).padStart(2, "0"));
      const date = new Date(0);
      date.setUTCFullYear(year, month - 1, day);
      const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
      const found = parseMoment(digits.join("-"))?.day;
      return found === (isDay ? date.getTime() / dayMs : undefined) ? [] : [digits.join("-")];
    }).flat(),
  );
  expect(wrong).toEqual([]);
});

test.each([
  ["2026-01-31T08:30:00Z", "2026-01-31T08:30:00.000Z"],
  ["2026-01-31T08:30:00+05:30", "2026-01-31T03:00:00.000Z"],
  ["2026-01-31T00:30:00+0100", "2026-01-30T23:30:00.000Z"],
  ["2026-01-31 23:30:00-09:45", "2026-02-01T09:15:00.000Z"],
  ["2026-01-31T08:30Z", "2026-01-31T08:30:00.000Z"],
  ["2026-01-31T23:59:59.125Z", "2026-01-31T23:59:59.125Z"],
  ["2026-01-31T00:00:00+23:59", "2026-01-30T00:01:00.000Z"],
  ["0001-01-01T00:00:00Z BC", "0000-01-01T00:00:00.000Z"],
  ["0002-01-01T00:00:00Z BC", "-000001-01-01T00:00:00.000Z"],
])("parseMoment() reads %s as %s", (text, expected) => {
  const { day = 0, second = 0, nano = 0, isDay, isZoned } = parseMoment(text) ?? {};
  expect(new Date((day * 86_400 + second) * 1000 + nano / 1e6).toISOString()).toBe(expected);
  expect([isDay, isZoned]).toEqual([false, true]);
});

test("parseMoment() says what a text has", () => {
  expect(parseMoment("2026-01-31")).toEqual({ day: 20_484, second: 0, nano: 0, isDay: true, isZoned: false });
  expect(parseMoment("2026-01-31T00:00:01.5")).toEqual({
    day: 20_484,
    second: 1,
    nano: 500_000_000,
    isDay: false,
    isZoned: false,
  });
});

test.each([
  "",
  "2026",
  "2026-1-31",
  "x2026-01-31",
  "2026-01-31x",
  "2026-01-31T08",
  "2026-01-31T24:00:00",
  "2026-01-31T08:60:00",
  "2026-01-31T08:30:60",
  "2026-01-31T08:30:00.",
  "2026-01-31T08:30:00.1234567890",
  "2026-01-31T08:30:00+24:00",
  "2026-01-31T08:30:00+05:60",
  "2026-01-31Z",
  "12345678-01-31",
])("parseMoment() reads nothing in %j", (text) => {
  expect(parseMoment(text)).toBeUndefined();
});

test("parseTime() reads times of day to the nanosecond", () => {
  const times = ["00:00:00", "23:59:59.999999999", "01:02:03.5"].map((text) => parseTime(text));
  expect(times).toEqual([0n, 86_399_999_999_999n, 3_723_500_000_000n]);
  for (const wrong of [
    "24:00:00",
    "00:60:00",
    "00:00:60",
    "0:00:00",
    "x00:00:00",
    "00:00:00x",
    "00:00:00.",
    "00:00",
  ])
    expect(parseTime(wrong), wrong).toBeUndefined();
});

test("UsualMoment reads no text in another way than parseMoment(), whichever byte of it is another", () => {
  const usual = new UsualMoment();
  const texts = [
    "2026-01-31",
    "2024-02-29T23:59:59",
    "0001-12-01T00:00:00.1Z",
    "1969-12-31T08:30:00.123456789Z",
    "1999-09-09T09:59:59.9",
  ];
  const variants = texts.flatMap((text) => [
    text,
    ...Array.from(text, (_unused, at) =>
      Array.from('059-:TZ.+ xB"', (letter) => `${text.slice(0, at)}${letter}${text.slice(at + 1)}`),
    ).flat(),
    ...Array.from(text, (_unused, at) => text.slice(0, at)),
    `${text}0`,
    `${text}+01:00`,
  ]);
  const readAs = new Map<string, unknown>();
  const otherAsJson: string[] = [];
  for (const text of variants) {
    // What follows the text looks as if it belonged to it.
    const source = Buffer.from(`"${text}"01T00:00:00`);
    const end = source.length - 11;
    const isRead = usual.read(source, 1, end - 1);
    if (usual.readJson(source, 0, end) !== isRead) otherAsJson.push(text);
    if (!isRead) continue;
    const { day, second, nano, isDay, isZoned } = usual;
    readAs.set(text, { day, second, nano, isDay, isZoned });
  }
  expect(readAs.size).toBeGreaterThan(100);
  expect(otherAsJson).toEqual([]);
  expect([...readAs]).toEqual(Array.from(readAs.keys(), (text) => [text, parseMoment(text)]));
  expect(texts.filter((text) => !readAs.has(text))).toEqual([]);
});

test("UsualMoment reads nothing behind the end of a text", () => {
  const usual = new UsualMoment();
  const text = "2026-01-31T08:30:00.123456789Z";
  // Texts of a database lie one after another.
  const source = Buffer.from(`${text}${text}`);
  const isRead = Array.from(text, (_letter, length) => usual.read(source, text.length, text.length + length));
  const lengths = isRead.flatMap((one, length) => (one ? [length] : []));
  // A day, a time without a fraction, and with one of each number of digits.
  expect(lengths).toEqual([10, 19, 21, 22, 23, 24, 25, 26, 27, 28, 29]);
});
