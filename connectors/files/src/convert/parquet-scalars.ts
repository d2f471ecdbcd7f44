import type { SchemaElement } from "hyparquet";
import { FileFault } from "./file-fault.js";
import { dateText, instantText, isoDate, type MomentUnit, momentText, timeText } from "./parquet-moments.js";

/** How stored values of a column are written. */
export interface Scalar {
  /** The engine's type of the column. */
  readonly type: string;
  /** Whether the text of a value is a number or word in JSON. If not, it is a string. */
  readonly isBare: boolean;
  /** Returns the text of a value in a column of its own, which the engine casts to the type. */
  readonly text: (value: unknown) => string;
  /** Returns the text of a value in JSON, without quotes; `undefined` is `null`. Default: the same. */
  readonly jsonText?: (value: unknown) => string | undefined;
}

/** Options of {@link scalarOf}. */
export interface ScalarOptions {
  /** Whether bytes without a type are text in UTF-8. */
  readonly binaryAsText: boolean;
  /** How timestamps of the physical type INT96 are written. */
  readonly int96: Scalar;
}

/** Maximum digits of the engine's DECIMAL. */
const maxDigits = 38;

/**
 * Returns how the values of a column are written.
 *
 * @param element - Description of the column in the file
 * @param options - What the file does not say
 * @throws FileFault when its type is not supported
 * @see https://github.com/apache/parquet-format/blob/master/LogicalTypes.md
 */
export function scalarOf(element: SchemaElement, options: ScalarOptions): Scalar {
  const { type, converted_type: converted, logical_type: logical } = element;
  const known = annotatedScalar(element);
  if (known !== undefined) return known;
  if (converted !== undefined || (logical !== undefined && logical.type !== "NULL"))
    throw new FileFault(
      `the column "${element.name}" is of the type ${converted ?? logical?.type}, which is not supported in a file like this`,
      "Write it with another program.",
    );
  switch (type) {
    case "BOOLEAN":
      return { type: "BOOLEAN", isBare: true, text: (value) => (value === true ? "true" : "false") };
    case "INT32":
      return { type: "INTEGER", isBare: true, text: String };
    case "INT64":
      return { type: "BIGINT", isBare: true, text: String };
    case "INT96":
      return options.int96;
    case "FLOAT":
      return float("FLOAT", (value) => shortest(Number(value)));
    case "DOUBLE":
      return float("DOUBLE", floatText);
    case "BYTE_ARRAY":
      return options.binaryAsText ? textScalar : bytesScalar;
    default:
      return bytesScalar;
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const textScalar: Scalar = {
  type: "VARCHAR",
  isBare: false,
  text: (value) => {
    try {
      return decoder.decode(bytesOf(value));
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw new FileFault("a text in it is not UTF-8");
    }
  },
};

const bytesScalar: Scalar = {
  type: "BLOB",
  isBare: false,
  text: (value) => Buffer.from(bytesOf(value)).toString("base64"),
};

function annotatedScalar(element: SchemaElement): Scalar | undefined {
  const { converted_type: converted, logical_type: logical } = element;
  if (logical?.type === "UUID") return { type: "UUID", isBare: false, text: uuidText };
  if (logical?.type === "FLOAT16") return float("FLOAT", (value) => shortest(halfFloat(bytesOf(value))));
  if (converted === "UTF8" || converted === "ENUM" || logical?.type === "STRING" || logical?.type === "ENUM")
    return textScalar;
  if (converted === "JSON" || logical?.type === "JSON") return { ...textScalar, type: "JSON", isBare: true };
  if (converted === "DECIMAL" || logical?.type === "DECIMAL") return decimalScalar(element);
  return integerScalar(element) ?? momentScalar(element);
}

function integerScalar({
  converted_type: converted,
  logical_type: logical,
}: SchemaElement): Scalar | undefined {
  const [, sign = "", width] = /^(U?)INT_(8|16|32|64)$/.exec(converted ?? "") ?? [];
  const bits = logical?.type === "INTEGER" ? logical.bitWidth : Number(width);
  if (Number.isNaN(bits)) return undefined;
  const isSigned = logical?.type === "INTEGER" ? logical.isSigned : sign === "";
  const names: Readonly<Record<number, string>> = {
    8: "TINYINT",
    16: "SMALLINT",
    32: "INTEGER",
    64: "BIGINT",
  };
  return {
    type: `${isSigned ? "" : "U"}${names[bits] ?? "BIGINT"}`,
    isBare: true,
    text: (value) => String(isSigned ? value : BigInt.asUintN(bits, whole(value))),
  };
}

function momentScalar({
  converted_type: converted,
  logical_type: logical,
}: SchemaElement): Scalar | undefined {
  if (converted === "DATE" || logical?.type === "DATE")
    return {
      type: "DATE",
      isBare: false,
      text: (value) => dateText(whole(value)),
      jsonText: (value) => isoDate(whole(value)),
    };
  const unit = unitOf(converted, logical);
  if (unit === undefined) return undefined;
  if (converted?.startsWith("TIME_") === true || logical?.type === "TIME")
    return {
      type: unit === "NANOS" ? "VARCHAR" : "TIME",
      isBare: false,
      text: (value) => timeText(whole(value), unit),
    };
  // The older annotation does not say whether they are instants.
  const isInstant = logical?.type === "TIMESTAMP" && logical.isAdjustedToUTC;
  const iso = (value: unknown): string => instantText(whole(value), unit, isInstant);
  // The engine has no type for instants in nanoseconds.
  if (unit === "NANOS" && isInstant) return { type: "VARCHAR", isBare: false, text: iso };
  const local = unit === "NANOS" ? "TIMESTAMP_NS" : "TIMESTAMP";
  return {
    type: isInstant ? "TIMESTAMPTZ" : local,
    isBare: false,
    text: (value) => momentText(whole(value), unit, isInstant),
    jsonText: iso,
  };
}

function unitOf(
  converted: SchemaElement["converted_type"],
  logical: SchemaElement["logical_type"],
): MomentUnit | undefined {
  if (logical?.type === "TIMESTAMP" || logical?.type === "TIME") return logical.unit;
  const [, unit] = /^TIME(?:STAMP)?_(MILLIS|MICROS)$/.exec(converted ?? "") ?? [];
  return unit === "MILLIS" || unit === "MICROS" ? unit : undefined;
}

function decimalScalar({ precision = 0, scale = 0, logical_type: logical }: SchemaElement): Scalar {
  const [digits, places] =
    logical?.type === "DECIMAL" ? [logical.precision, logical.scale] : [precision, scale];
  return {
    // Numbers in JSON have any number of digits.
    type: digits > maxDigits ? "JSON" : `DECIMAL(${digits}, ${places})`,
    isBare: true,
    text: (value) => decimalText(value instanceof Uint8Array ? bigEndian(value) : whole(value), places),
  };
}

function decimalText(unscaled: bigint, places: number): string {
  const sign = unscaled < 0n ? "-" : "";
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(places + 1, "0");
  return places === 0 ? sign + digits : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Returns a number of any length in two's complement, the highest byte first. */
function bigEndian(bytes: Uint8Array): bigint {
  return bytes.length === 0
    ? 0n
    : BigInt.asIntN(bytes.length * 8, BigInt(`0x${Buffer.from(bytes).toString("hex")}`));
}

function float(type: "FLOAT" | "DOUBLE", text: (value: unknown) => string): Scalar {
  return {
    type,
    isBare: true,
    text,
    jsonText: (value) => {
      const number = text(value);
      return Number.isFinite(Number(number)) ? number : undefined;
    },
  };
}

function floatText(value: unknown): string {
  return Object.is(value, -0) ? "-0.0" : String(value);
}

/** Returns the shortest text that stands for the same number of 32 bits. */
function shortest(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return floatText(value);
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return floatText(short);
  }
  return floatText(value);
}

/** @see https://en.wikipedia.org/wiki/Half-precision_floating-point_format */
function halfFloat(bytes: Uint8Array): number {
  const bits = Buffer.from(bytes).readUInt16LE(0);
  const [sign, exponent, fraction] = [bits >> 15 === 1 ? -1 : 1, (bits >> 10) & 31, bits & 1023];
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

function uuidText(value: unknown): string {
  return Buffer.from(bytesOf(value))
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function bytesOf(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new TypeError("Could not read a value: expected bytes");
}

function whole(value: unknown): bigint {
  if (typeof value === "bigint" || typeof value === "number") return BigInt(value);
  throw new TypeError("Could not read a value: expected a whole number");
}
