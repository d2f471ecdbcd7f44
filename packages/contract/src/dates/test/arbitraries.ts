import * as fc from "fast-check";

/** Zones with the oddest clocks, and plain ones. */
export const zones = [
  "UTC",
  "+14:00",
  "-14:00",
  "+05:45",
  "-03:30",
  "Australia/Lord_Howe",
  "Africa/Casablanca",
  "Pacific/Apia",
  "Asia/Kathmandu",
  "America/Sao_Paulo",
  "America/St_Johns",
  "America/Havana",
  "Europe/Berlin",
  "Europe/London",
  "Pacific/Chatham",
  "Antarctica/Troll",
  "Asia/Tehran",
] as const;

/** Every phrase of the v2 grammar once, with numbers that reach over month, quarter and year ends. */
export const v2Phrases: readonly string[] = [
  "TODAY",
  "YESTERDAY",
  "29 Feb 2024",
  "31-December-1999",
  "1 Jan 17",
  "FROM TODAY",
  "TO YESTERDAY",
  "FROM 1 Dec 2010 TO 1 Oct 2011",
  ...["DAY", "WEEK", "MONTH", "QUARTER", "YEAR"].flatMap((period) => [
    `THIS ${period}`,
    `LAST ${period}`,
    `LAST 1 ${period}S`,
    `LAST 13 ${period}S`,
    `PREVIOUS ${period}`,
    `PREVIOUS 1 ${period}S`,
    `PREVIOUS 7 ${period}S`,
    `BETWEEN ${period} AGO AND TODAY`,
    `BETWEEN 5 ${period}S AGO AND 2 ${period}S AGO`,
    `BETWEEN PREVIOUS ${period} AND THIS ${period}`,
  ]),
];

/** Phrases of the v1 dialect. */
export const v1Phrases: readonly string[] = [
  "today",
  "tomorrow",
  "1/31/2017",
  "2-29-16 + 1 year - 3 quarters",
  "today - 2 months + 1 day",
  ...["day", "week", "month", "quarter", "year"].flatMap((period) => [
    `last ${period}`,
    `past ${period}`,
    `in the last ${period}`,
    `during past ${period}`,
    `since last ${period}`,
    `between past ${period} and today`,
  ]),
];

const words =
  "today yesterday tomorrow this last previous between and ago from to since past in the during day days week weeks month months quarter quarters year years 0 1 2 07 12 2017 31 Feb Jan 1/2/2017 2017-01-02 10-Jan-2017 + - , . K １ _ \u00A0".split(
    " ",
  );

/** Texts from anything at all to nearly right expressions. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc
    .tuple(fc.array(fc.constantFrom(...words), { maxLength: 10 }), fc.constantFrom(" ", "", "  "))
    .map(([parts, space]) => parts.join(space)),
  fc
    .tuple(fc.constantFrom(...v2Phrases, ...v1Phrases), fc.nat(40), fc.nat(3), fc.string({ maxLength: 2 }))
    .map(([phrase, index, length, put]) => phrase.slice(0, index) + put + phrase.slice(index + length)),
);

/** A current time: the present, the edges of the calendar, or minutes around a change of clocks. */
export const anyNow: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2040, 0, 1) }),
  fc.integer({ min: Date.parse("0001-01-03T00:00:00Z"), max: Date.parse("9999-12-29T00:00:00Z") }),
  fc
    .tuple(
      fc.constantFrom(
        "0017-03-01T00:00Z",
        "1582-10-10T00:00Z",
        "2011-12-31T00:00+14:00",
        "2018-11-04T00:00-03:00",
        "2024-02-29T12:00Z",
        "2024-03-31T01:00Z",
        "2024-04-06T15:00Z",
        "2024-10-27T01:00Z",
        "2026-12-31T23:59Z",
        "2038-01-19T03:14:08Z",
      ),
      fc.integer({ min: -90_000_000, max: 90_000_000 }),
    )
    .map(([around, shift]) => Date.parse(around) + shift),
);

/** Any of the zones. */
export const anyZone: fc.Arbitrary<string> = fc.constantFrom(...zones);
