import { isObject } from "../expect/json-of.js";
import { objectsIn } from "../target/read-declared.js";
import { Refusal } from "./plain.js";
import { zone } from "./reference-application.js";

/** A row of the reference connector. */
export interface Row {
  readonly id: string;
  readonly title: string;
  readonly amount: number;
  readonly open: boolean;
  readonly created: string;
  readonly labels: readonly string[];
}

const labels = ["red", "blue", "green"];

/** Forty rows: four a day, at times of which some are another day in the account's zone. */
export const rows: readonly Row[] = Array.from({ length: 40 }, (_, index) => ({
  id: `row-${index}`,
  title: `Title "${index}", with a comma and ümlauts`,
  amount: index * 1.5,
  open: index % 2 === 0,
  created: new Date(Date.UTC(2024, 0, 1 + Math.floor(index / 4), 5 + (index % 4) * 6, 30)).toISOString(),
  labels: labels.slice(0, 1 + (index % 3)),
}));

type Test = (row: Row) => boolean;

/** Makes the tests of a filter, each value checked and converted by its declared type. */
export function testsOf(fields: unknown, filter: Readonly<Record<string, unknown>>): readonly Test[] {
  return objectsIn(fields).flatMap(({ id, type, required }) => {
    const name = String(id);
    const value = Object.hasOwn(filter, name) ? filter[name] : undefined;
    if (value === undefined || value === null || value === "") {
      if (required === true) throw new Refusal("missing_field", `Fill in "${name}": it is required`, name);
      return [];
    }
    return [testOf(name, String(type), value)];
  });
}

function testOf(id: string, type: string, value: unknown): Test {
  switch (type) {
    case "number": {
      const number = typeof value === "string" || typeof value === "number" ? Number(value) : Number.NaN;
      if (!Number.isFinite(number)) throw wrong(id);
      return ({ amount }) => amount >= number || id === "year";
    }
    case "bool": {
      if (![true, false, 0, 1].some((one) => one === value)) throw wrong(id);
      return ({ open }) => open === (value === true || value === 1);
    }
    case "multidropdown": {
      const wanted: readonly unknown[] = Array.isArray(value) ? value : String(value).split(",");
      return (row) => row.labels.some((label) => wanted.includes(label));
    }
    case "date":
      return dateTest(id, value);
    case "list":
      return ({ open }) => id !== "state" || open === (value === "open");
    default:
      return ({ title }) => id !== "search" || title.includes(String(value));
  }
}

function wrong(id: string): Refusal {
  return new Refusal("invalid_field", `"${id}" is of the wrong form`, id);
}

function dateTest(id: string, value: unknown): Test {
  const { min, max } = isObject(value) ? rangeOf(id, value) : textRange(id, value);
  return ({ created }) => Date.parse(created) >= min && Date.parse(created) <= max;
}

interface Range {
  readonly min: number;
  readonly max: number;
}

function rangeOf(id: string, { _min, _max }: Readonly<Record<string, unknown>>): Range {
  return { min: _min ? boundsOf(id, _min).min : -Infinity, max: _max ? boundsOf(id, _max).max : Infinity };
}

function textRange(id: string, value: unknown): Range {
  const [, from, to] = /^FROM (\d+ \w+ \d{4}) TO (\d+ \w+ \d{4})$/i.exec(String(value)) ?? [];
  if (from === undefined || to === undefined) return boundsOf(id, value);
  const [first, last] = [from, to].map((day) => new Date(`${day} UTC`).toISOString().slice(0, 10));
  return { min: boundsOf(id, first).min, max: boundsOf(id, last).max };
}

/** A day is its first to its last millisecond in the account's zone; an instant is itself. */
function boundsOf(id: string, value: unknown): Range {
  const parts = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/.exec(String(value));
  const [, day = "", time, suffix] = parts ?? [];
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const exists = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
  if (parts === null || !exists) throw wrong(id);
  if (time === undefined)
    return { min: midnight - zone.milliseconds, max: midnight - zone.milliseconds + 86_399_999 };
  const instant =
    suffix === undefined
      ? Date.parse(`${day}${time}Z`) - zone.milliseconds
      : Date.parse(`${day}${time}${suffix}`);
  return { min: instant, max: instant };
}
