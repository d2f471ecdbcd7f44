import { type Data, type DataType, RecordBatchReader, type Schema, Type } from "apache-arrow";

/** A column of an Arrow stream as another library reads it. */
export interface ReadField {
  readonly name: string;
  /** The type as text, such as `Int64` or `Timestamp<MICROSECOND, UTC>`. */
  readonly type: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** An Arrow stream as another library reads it. */
export interface ReadArrow {
  readonly fields: readonly ReadField[];
  readonly metadata: Readonly<Record<string, string>>;
  /** Cells by row and column, in the form that {@link jsonCell} returns for the same value in JSON. */
  readonly rows: readonly (readonly string[])[];
  /** Number of rows of each record batch. */
  readonly batches: readonly number[];
  /** What a failed stream says in the metadata of its last record batch; empty when it has none. */
  readonly mark: Readonly<Record<string, string>>;
  /** Why the library could not read it to its end; `undefined` when it could. */
  readonly fault: string | undefined;
}

/**
 * Reads an Arrow stream with the library `apache-arrow`, and the values from its buffers, without rounding.
 *
 * @param bytes - The stream
 * @returns What it contains, up to a fault
 */
export function readArrow(bytes: Uint8Array): ReadArrow {
  const rows: string[][] = [];
  const batches: number[] = [];
  let schema: Schema | undefined;
  let mark: Readonly<Record<string, string>> = {};
  let fault: string | undefined;
  try {
    const reader = RecordBatchReader.from(bytes).open();
    schema = reader.schema;
    for (const batch of reader) {
      batches.push(batch.numRows);
      mark = Object.fromEntries(batch.metadata ?? new Map<string, string>());
      // The library leaves out the children of a batch without rows.
      const columns = batch.numRows === 0 ? [] : batch.data.children.map((child) => cellsOf(child));
      for (let row = 0; row < batch.numRows; row += 1) rows.push(columns.map((cells) => cells(row)));
    }
  } catch (error) {
    fault = String(error);
  }
  const fields = (schema?.fields ?? []).map((field) => ({
    name: field.name,
    type: String(field.type),
    metadata: Object.fromEntries(field.metadata),
  }));
  return { fields, metadata: Object.fromEntries(schema?.metadata ?? []), rows, batches, mark, fault };
}

/** Returns the JSON of a value, by its index. */
type Cells = (index: number) => string;

function cellsOf(data: Data): Cells {
  const cells = valuesOf(data);
  return (index) => (data.getValid(index) ? cells(index) : "null");
}

function valuesOf(data: Data): Cells {
  const { type } = data;
  switch (type.typeId) {
    case Type.Bool: {
      const bits = valuesAs<Uint8Array>(data);
      return (index) => String((((bits[index >> 3] ?? 0) >> (index & 7)) & 1) === 1);
    }
    case Type.Int: {
      const values = valuesAs<ArrayLike<number | bigint>>(data);
      return (index) => numberCell(String(values[index]));
    }
    case Type.Float: {
      const values = valuesAs<ArrayLike<number>>(data);
      const isSingle = values instanceof Float32Array;
      return (index) => floatCell(values[index] ?? 0, isSingle);
    }
    case Type.Decimal: {
      const { bitWidth, scale } = factsOf(type);
      const words = valuesAs<Uint32Array>(data);
      return (index) => decimalCell(words, { index, words: bitWidth / 32, scale });
    }
    case Type.Utf8: {
      const text = bytesOf(data);
      return (index) =>
        JSON.stringify(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(text(index)));
    }
    case Type.Binary: {
      const content = bytesOf(data);
      return (index) => JSON.stringify(Buffer.from(content(index)).toString("base64"));
    }
    case Type.FixedSizeBinary: {
      const values = valuesAs<Uint8Array>(data);
      return (index) => JSON.stringify(uuidText(values.subarray(index * 16, index * 16 + 16)));
    }
    case Type.Date: {
      const days = valuesAs<Int32Array>(data);
      return (index) => JSON.stringify({ moment: String(BigInt(days[index] ?? 0) * 86_400_000_000_000n) });
    }
    case Type.Timestamp:
    case Type.Time: {
      const values = valuesAs<BigInt64Array>(data);
      const nanos = BigInt(10 ** (9 - 3 * factsOf(type).unit));
      return (index) => JSON.stringify({ moment: String((values[index] ?? 0n) * nanos) });
    }
    default:
      return nestedOf(data);
  }
}

function nestedOf(data: Data): Cells {
  const type: DataType = data.type;
  const children: readonly Data[] = data.children;
  const [first] = children;
  if (type.typeId === Type.Struct) {
    const names = factsOf(type).children.map(({ name }) => name);
    const members = children.map((child) => cellsOf(child));
    return (index) =>
      `{${members.map((cells, at) => `${JSON.stringify(names[at])}:${cells(index)}`).join(",")}}`;
  }
  if (first === undefined) throw new TypeError(`Could not read the type number ${type.typeId}.`);
  const spans = offsetsOf(data);
  const span = (index: number): number[] => {
    const start = spans[index] ?? 0;
    return Array.from({ length: (spans[index + 1] ?? 0) - start }, (_unused, at) => start + at);
  };
  if (type.typeId === Type.List) {
    const items = cellsOf(first);
    return (index) => `[${span(index).map(items).join(",")}]`;
  }
  const [entries] = factsOf(type).children;
  // This library reads such maps, and the one of C++ does not.
  if (entries?.nullable !== false || first.type.children[0]?.nullable !== false)
    throw new TypeError("Could not read a map: its entries or keys may be null.");
  const [keys, values] = first.children.map((child) => cellsOf(child));
  return (index) =>
    `{${span(index)
      .map((at) => `${keys?.(at)}:${values?.(at)}`)
      .join(",")}}`;
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- only the caller knows the type
function valuesAs<Values>({ values }: Data): Values {
  // The library types the values by a type parameter that is not known here; they follow from the type of the column.
  return values as Values;
}

function offsetsOf({ valueOffsets }: Data): Int32Array {
  // The types that Wellhead writes have offsets of 32 bits.
  return valueOffsets as Int32Array;
}

/** Members that some types have. */
interface TypeFacts {
  readonly bitWidth: number;
  readonly scale: number;
  readonly unit: number;
  readonly children: readonly { readonly name: string; readonly nullable: boolean }[];
}

function factsOf(type: unknown): TypeFacts {
  // Each caller reads only the members that the type it has found by its number declares.
  return type as TypeFacts;
}

function bytesOf(data: Data): (index: number) => Uint8Array {
  const offsets = offsetsOf(data);
  const bytes = valuesAs<Uint8Array>(data);
  return (index) => bytes.subarray(offsets[index] ?? 0, offsets[index + 1] ?? 0);
}

function floatCell(value: number, isSingle: boolean): string {
  if (!Number.isFinite(value)) return JSON.stringify(String(value));
  if (!isSingle) return numberCell(String(value));
  for (let digits = 1; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return numberCell(String(short));
  }
  return numberCell(value.toPrecision(9));
}

function decimalCell(
  values: Uint32Array,
  { index, words, scale }: { readonly index: number; readonly words: number; readonly scale: number },
): string {
  let whole = 0n;
  for (let word = words - 1; word >= 0; word -= 1)
    whole = (whole << 32n) | BigInt(values[index * words + word] ?? 0);
  const signed = BigInt.asIntN(words * 32, whole);
  return numberCell(`${signed}e-${scale}`);
}

function uuidText(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/**
 * Writes a number in one way: the digits without leading and trailing zeros, and a power of ten.
 *
 * @param text - The number, as JSON writes it
 * @returns Such as `125e-1`
 */
export function numberCell(text: string): string {
  const [, sign = "", whole = "", fraction = "", power = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const kept = digits.replace(/0+$/, "");
  if (kept === "") return "0";
  return `${sign}${kept}e${Number(power) - fraction.length + digits.length - kept.length}`;
}
