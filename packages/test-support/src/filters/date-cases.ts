import { casesOf, type FilterCase } from "./filter-case.js";

const everyDay = [501, 502, 503, 504, 505, 506];
const everyTime = [601, 602, 603, 604, 605];

/** Returns the period of a day at an offset from UTC. */
function dayAt(offset: string): object {
  return { _min: `2024-03-10T00:00:00.000${offset}`, _max: `2024-03-10T23:59:59.999${offset}` };
}

/** Returns a period in UTC, as a platform sends it for a day in another time zone. */
function instants(min: string, max: string): object {
  return { _min: `2024-03-${min}Z`, _max: `2024-03-${max}Z` };
}

const dayCases = casesOf({ kind: "period", column: "day" }, [
  ["a day", "2024-03-10", [502]],
  ["a day as both ends", { _min: "2024-03-10", _max: "2024-03-10" }, [502]],
  ["a day of UTC", dayAt("Z"), [502]],
  ["a day at +14:00", dayAt("+14:00"), [502]],
  ["a day at +13:00", dayAt("+13:00"), [502], "long"],
  ["a day at +05:45", dayAt("+05:45"), [502], "long"],
  ["a day at -12:00", dayAt("-12:00"), [502], "long"],
  ["a day at -14:00", dayAt("-14:00"), [502]],
  ["a day of New Zealand in summer, in UTC", instants("09T11:00:00.000", "10T10:59:59.999"), [502]],
  ["a day of Tokyo, in UTC", instants("09T15:00:00.000", "10T14:59:59.999"), [502], "long"],
  ["a day of New York, in UTC", instants("10T05:00:00.000", "11T04:59:59.999"), [502], "long"],
  ["a day of Hawaii, in UTC", instants("10T10:00:00.000", "11T09:59:59.999"), [502]],
  [
    "part of a day is that day",
    { _min: "2024-03-10T08:30:17+01:00", _max: "2024-03-10T09:00:00+01:00" },
    [502],
  ],
  ["up to the last day", { _max: "9999-12-31" }, everyDay],
  ["from the last day", { _min: "9999-12-31" }, [504]],
  ["the last day", "9999-12-31", [504]],
  ["before 1970", { _max: "1969-12-31" }, [505, 506]],
  ["the first day", "0001-01-01", [506]],
  ["open ends ask for nothing", { _min: null, _max: "" }, "all"],
  ["no end asks for nothing", {}, "all"],
  ["a day that does not exist is refused", "2024-02-30", "refused"],
  ["a word is refused", "banana", "refused"],
  ["a number is refused", 5, "refused"],
  ["the later end first is refused", { _min: "2024-03-11", _max: "2024-03-10" }, "refused"],
]);

const timeCases = casesOf({ kind: "period", column: "at" }, [
  ["a day is the whole day", "2024-03-10", [601, 602, 603]],
  ["an end includes its whole day", { _max: "2024-03-10" }, [601, 602, 603, 605]],
  [
    "an end includes its whole millisecond",
    { _min: "2024-03-10T12:30:00.123Z", _max: "2024-03-10T12:30:00.123Z" },
    [602],
  ],
  ["from the next millisecond", { _min: "2024-03-10T12:30:00.124Z", _max: "2024-03-10" }, [603]],
  ["an offset is followed", { _min: "2024-03-10T02:00:00+02:00", _max: "2024-03-10T02:00:00+02:00" }, [601]],
  ["up to the last day", { _max: "9999-12-31" }, everyTime],
  ["the last day", "9999-12-31", [604]],
  ["from the last day", { _min: "9999-12-31" }, [604]],
  ["before 1970", { _max: "1969-12-31" }, [605]],
]);

/** The expected results of filters of dates and times. */
export const dateCases: readonly FilterCase[] = [
  ...dayCases,
  ...timeCases,
  ...casesOf({ kind: "period", column: "label", needs: "chosen column" }, [
    ["a period of text is refused", "2024-03-10", "refused"],
  ]),
];
