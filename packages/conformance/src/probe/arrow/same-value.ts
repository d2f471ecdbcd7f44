import { deepEqual } from "../../expect/deep-equal.js";
import { isObject } from "../../expect/json-of.js";
import type { ArrowColumn } from "./arrow-schema.js";
import type { ArrowValue, Moment } from "./read-values.js";

/**
 * Compares a value of an Arrow stream with the same value of JSON, as docs/arrow.md says that they correspond.
 *
 * @param value - The value
 * @param json - The value in the row of JSON; `undefined` when the row does not have it
 * @param column - The column
 * @returns Whether they are the same
 */
export function sameValue(value: ArrowValue, json: unknown, column: ArrowColumn): boolean {
  // JSON has no NaN and no infinity.
  if (value === null || (typeof value === "number" && !Number.isFinite(value)))
    return json === null || json === undefined;
  if (json === null || json === undefined) return false;
  if (typeof value === "bigint" || typeof value === "number") return sameNumber(value, json, column);
  if (typeof value === "string")
    return column.type.kind === "decimal" ? sameNumber(value, json, column) : sameText(value, json, column);
  if (value instanceof Uint8Array) return sameBytes(value, json, column);
  if (typeof value === "boolean") return value === json;
  return sameNested(value, json, column);
}

function sameNested(
  value: Exclude<ArrowValue, string | number | bigint | boolean | null | Uint8Array>,
  json: unknown,
  column: ArrowColumn,
): boolean {
  if (isMoment(value)) return sameMoment(value, json);
  if (value instanceof Map) {
    if (!isObject(json)) return false;
    const names = new Set([...value.keys(), ...Object.keys(json)]);
    return [...names].every((name) => sameValue(value.get(name) ?? null, json[name], memberOf(column, name)));
  }
  const [item = column] = column.children;
  const values = [...value.values()];
  return (
    Array.isArray(json) &&
    json.length === values.length &&
    values.every((one, index) => sameValue(one, json[index], item))
  );
}

/** Returns the column of a member: the one of its name in a struct, the values of a map. */
function memberOf(column: ArrowColumn, name: string): ArrowColumn {
  const { type, children } = column;
  if (type.kind === "map") return children[0]?.children[1] ?? column;
  return children.find((child) => child.name === name) ?? column;
}

function sameNumber(value: string | number | bigint, json: unknown, { type }: ArrowColumn): boolean {
  // The digits of a number that a double would round may be text.
  if (typeof json !== "number") return typeof json === "string" && sameDigits(String(value), json);
  if (type.kind === "float" && type.bits === 32) return Math.fround(json) === value;
  return Number(value) === json;
}

function sameDigits(left: string, right: string): boolean {
  return left === right || (plainDigits(left) === plainDigits(right) && Number(left) === Number(right));
}

/** Returns the digits of a number without zeros that say nothing. */
function plainDigits(text: string): string {
  const [whole = "", fraction = ""] = text.split(".");
  return `${whole.replace(/^(-?)0+(?=\d)/, "$1")}.${fraction.replace(/0+$/, "")}`;
}

function sameText(text: string, json: unknown, { extension }: ArrowColumn): boolean {
  if (extension !== "arrow.json" && typeof json === "string") return text === json;
  try {
    return deepEqual(JSON.parse(text), json);
  } catch {
    return false;
  }
}

function sameBytes(bytes: Uint8Array, json: unknown, { extension }: ArrowColumn): boolean {
  if (typeof json !== "string") return false;
  const buffer = Buffer.from(bytes);
  if (extension === "arrow.uuid") return buffer.toString("hex") === json.replaceAll("-", "").toLowerCase();
  return buffer.toString("base64") === json;
}

function isMoment(value: object): value is Moment {
  return "nanos" in value;
}

function sameMoment({ nanos }: Moment, json: unknown): boolean {
  const expected = nanosOf(json);
  // The judge cannot compare years that its dates do not have.
  return expected === "far" || expected === nanos;
}

const isoMoment =
  /^([+-]?\d{4,6})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?)?(Z|[+-]\d\d:?\d\d)?( BC)?$/;
const isoTime = /^(\d\d):(\d\d):(\d\d)(?:\.(\d+))?$/;

/** Returns nanoseconds since 1970, or since midnight; `undefined` when a value is not a date or time. */
function nanosOf(json: unknown): bigint | "far" | undefined {
  if (typeof json === "number") return BigInt(Math.round(json * 1000)) * 1000n;
  if (typeof json !== "string") return undefined;
  const time = isoTime.exec(json);
  if (time !== null) {
    const [, hour = "", minute = "", second = "", fraction] = time;
    return (
      BigInt((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1_000_000_000n + tail(fraction)
    );
  }
  const [, year, month, day, hour = "00", minute = "00", second = "00", fraction, zone = "Z", era] =
    isoMoment.exec(json) ?? [];
  if (year === undefined) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(era === undefined ? Number(year) : 1 - Number(year), Number(month) - 1, Number(day));
  date.setUTCHours(Number(hour), Number(minute), Number(second));
  const milliseconds = date.getTime() - offsetOf(zone);
  return Number.isNaN(milliseconds) ? "far" : BigInt(milliseconds) * 1_000_000n + tail(fraction);
}

/** Returns nanoseconds of the digits after the point. */
function tail(fraction = ""): bigint {
  return BigInt(fraction.slice(0, 9).padEnd(9, "0"));
}

/** Returns the milliseconds of a zone such as `+05:30`. */
function offsetOf(zone: string): number {
  const [, sign, hours = "", minutes = ""] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  if (sign === undefined) return 0;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
