/** A column as the footer of a Parquet file describes it. The types are numbers of the Thrift definition. */
export interface ParquetColumn {
  readonly name: string;
  /** Physical type. */
  readonly type: number;
  /** Length of a fixed-length value, in bytes. */
  readonly length?: number;
  /** Converted type; requires the precision. */
  readonly converted?: number;
  readonly precision?: number;
}

/** Types of Thrift's compact protocol. */
const [i32, i64, binary, list, struct] = [5, 6, 8, 9, 12] as const;

/**
 * Writes a Parquet file of one column and no rows, byte by byte, because other writers refuse such columns.
 *
 * @see https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift
 */
export function writeParquetSchema({ name, type, length, converted, precision }: ParquetColumn): Uint8Array {
  const root = fields([
    [4, binary, text("schema")],
    [5, i32, varint(1)],
  ]);
  const column = fields([
    [1, i32, varint(type)],
    ...(length === undefined ? [] : [[2, i32, varint(length)] as const]),
    [3, i32, varint(1)],
    [4, binary, text(name)],
    ...(converted === undefined ? [] : [[6, i32, varint(converted)] as const, [7, i32, varint(0)] as const]),
    ...(precision === undefined ? [] : [[8, i32, varint(precision)] as const]),
  ]);
  const footer = fields([
    [1, i32, varint(1)],
    [2, list, [(2 << 4) | struct, ...root, ...column]],
    [3, i64, varint(0)],
    [4, list, [struct]],
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(footer.length);
  return Buffer.concat([Buffer.from("PAR1"), Buffer.from(footer), size, Buffer.from("PAR1")]);
}

/** Encodes a struct. Each field begins with the difference between its id and the previous one. */
function fields(
  members: ReadonlyArray<readonly [id: number, type: number, bytes: readonly number[]]>,
): readonly number[] {
  let last = 0;
  const bytes = members.flatMap(([id, type, value]) => {
    const head = ((id - last) << 4) | type;
    last = id;
    return [head, ...value];
  });
  return [...bytes, 0];
}

/** Encodes a number of 0 or more as a zigzag varint. */
function varint(value: number): readonly number[] {
  return unsigned(value * 2);
}

function unsigned(value: number): readonly number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >> 7)];
}

function text(value: string): readonly number[] {
  const bytes = Buffer.from(value);
  return [...unsigned(bytes.length), ...bytes];
}
