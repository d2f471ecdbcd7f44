import { expect, test } from "vitest";
import { plainDate, storableDate } from "./plain-date.js";

const dayMs = 86_400_000;

test("every day and every instant that a Date writes is its own normal form", () => {
  for (let day = Date.UTC(2023, 0, 1); day < Date.UTC(2025, 0, 1); day += dayMs) {
    const instant = new Date(day + ((day / 7) % dayMs)).toISOString();
    const date = instant.slice(0, 10);
    expect([plainDate(instant), plainDate(date)]).toEqual([
      { text: instant, isDay: false },
      { text: date, isDay: true },
    ]);
  }
});

test.each([
  ["2026-02-29", undefined],
  ["2024-02-29", "2024-02-29"],
  ["2026-04-31T00:00:00.000Z", undefined],
  ["2026-13-01T00:00:00.000Z", undefined],
  ["2026-12-01T24:00:00.001Z", undefined],
  ["2026-12-01T23:60:00.000Z", undefined],
  ["0000-01-01", undefined],
  ["0000-01-01T00:00:00.000Z", undefined],
  ["2026-01-01T00:00:00.000", undefined],
  ["2026-01-01T02:00:00.000+02:00", "2026-01-01T00:00:00.000Z"],
  ["2026-01-01T00:00:00.000100Z", "2026-01-01T00:00:00.000100Z"],
  ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000Z"],
  ["2026-01-01t00:00:00z", "2026-01-01T00:00:00.000Z"],
  ["2026-01-01 00:00:00 Z", "2026-01-01T00:00:00.000Z"],
  ["2026-01-01T02:03Z", "2026-01-01T02:03:00.000Z"],
  ["2026-01-01T02:00+02", "2026-01-01T00:00:00.000Z"],
  ["2026-01-01T02:00+0230", "2025-12-31T23:30:00.000Z"],
  ["2026-01-01T02:00-02:30", "2026-01-01T04:30:00.000Z"],
  ["2026-01-31T24:00:00Z", "2026-02-01T00:00:00.000Z"],
  ["2026-01-31T24:00:00.000Z", "2026-02-01T00:00:00.000Z"],
  ["2026-01-01T00:00:00,5Z", "2026-01-01T00:00:00.500Z"],
  ["2026-01-01T00:00:00.123000Z", "2026-01-01T00:00:00.123Z"],
  ["2026-01-01T00:00:00.1234Z", "2026-01-01T00:00:00.123400Z"],
  ["2026-01-01T00:00:00.123456Z", "2026-01-01T00:00:00.123456Z"],
  ["2026-01-01T00:00:00.1234567Z", undefined],
  ["2026-01-01T00:00:00.12345600000Z", "2026-01-01T00:00:00.123456Z"],
  ["9999-12-31T23:00:00-02:00", undefined],
  ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
  ["0001-01-01T00:00:00+01:00", undefined],
  ["0001-01-01", "0001-01-01"],
  ["12026-01-01", undefined],
  ["2026-01-01x", undefined],
  ["x2026-01-01", undefined],
  ["2026-01-01T00:00:00.000Zx", undefined],
  ["2026-01-01T0:00Z", undefined],
  ["2026-01-01T00:00:00.Z", undefined],
  ["20260101", undefined],
  ["", undefined],
])("%s is %s", (value, text) => {
  expect(plainDate(value)?.text).toBe(text);
});

test.each(["2026-11-15", "2026-11-25T10:20:30.123Z", "2026-03-07T21:50:59.999Z"])(
  "%s is no date any more when a character of it is lost or another one",
  (date) => {
    for (let at = 0; at < date.length; at += 1) {
      const [before, after] = [date.slice(0, at), date.slice(at + 1)];
      // An extra letter, and one in the place of a character, which are no digits, signs or zones.
      for (const changed of [`${before}x${after}`, `${before}x${date.slice(at)}`, `${date}x`])
        expect(plainDate(changed), changed).toBeUndefined();
    }
  },
);

test.each(["2026-00-15", "2026-13-15", "2026-20-15", "2026-01-00", "2026-01-32", "2026-01-40"])(
  "%s does not exist, nor any time of it",
  (day) => {
    for (const date of [day, `${day}T10:20:30.123Z`, `${day}T10:20:30Z`, `${day}T10:20+01:00`])
      expect(plainDate(date), date).toBeUndefined();
  },
);

test.each(["25:00:00", "30:00:00", "10:60:00", "10:99:00", "10:20:60", "10:20:99"])(
  "%s is a time of no day",
  (time) => {
    for (const zone of [".000Z", "Z", "+02:00"])
      expect(plainDate(`2026-11-15T${time}${zone}`), zone).toBeUndefined();
  },
);

test("plainDate() knows a day from a time", () => {
  expect(["2026-02-28", "2026-12-31", "2026-02-28T00:00:00Z"].map((text) => plainDate(text)?.isDay)).toEqual([
    true,
    true,
    false,
  ]);
});

test.each([
  ["2026-01-31", { text: "2026-01-31", isDay: true }],
  ["2026-01-31T10:20:30", { text: "2026-01-31T10:20:30.000", isDay: false, isLocal: true }],
  ["2026-01-31T10:20:30.123456", { text: "2026-01-31T10:20:30.123456", isDay: false, isLocal: true }],
  ["2026-01-31T10:20:30Z", { text: "2026-01-31T10:20:30.000Z", isDay: false }],
  ["2026-01-31T23:59:59.5+02:00", { text: "2026-01-31T21:59:59.500Z", isDay: false }],
  ["2026-01-31T20:00:00-05:30", { text: "2026-02-01T01:30:00.000Z", isDay: false }],
  ["2026-02-30", undefined],
  ["2026-02-30T10:20:30", undefined],
  ["0000-01-01", undefined],
  ["2026-01-31T24:00:00Z", undefined],
  ["2026-01-31T10:60:00Z", undefined],
  ["2026-01-31T10:00:60Z", undefined],
  ["2026-01-31T10:20:30.1234567Z", undefined],
  ["2026-01-31T10:20:30+02", undefined],
  ["2026-01-31T10:20:30z", undefined],
  ["2026-01-31 10:20:30", undefined],
  ["2026-01-31T10:20", undefined],
  ["2026-01-31T10:20:30.", undefined],
  ["x2026-01-31", undefined],
  ["2026-01-31x", undefined],
])("storableDate() of %s is what every target reads alike", (value, date) => {
  expect(storableDate(value)).toEqual(date);
});
