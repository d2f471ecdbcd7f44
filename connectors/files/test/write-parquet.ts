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
  /** Pages with the values, none of which is NULL. Default: there are no rows. */
  readonly pages?: readonly ParquetPage[];
  /** Bytes before the footer that belong to no column. Default: none. */
  readonly unused?: number;
}

/** Values of a column. All pages have the same encoding and codec. */
export interface ParquetPage {
  readonly values: number;
  /** The encoded values, compressed if there is a codec. */
  readonly bytes: Uint8Array;
  /** Default: plain. */
  readonly encoding?: number;
  /** Default: not compressed. */
  readonly codec?: number;
  /** Number of bytes before they were compressed. Default: that of the bytes. */
  readonly size?: number;
}

/** Types of Thrift's compact protocol. */
const [i32, i64, binary, list, struct] = [5, 6, 8, 9, 12] as const;

/** Encoding of levels, which there are none of. */
const rle = 3;

/**
 * Writes a Parquet file of one column, byte by byte, because other writers refuse such columns.
 *
 * @see https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift
 */
export function writeParquet(column: ParquetColumn): Uint8Array {
  const { name, type, length, converted, precision, pages = [], unused = 0 } = column;
  const root = fields([
    [4, binary, text("schema")],
    [5, i32, varint(1)],
  ]);
  const element = fields([
    [1, i32, varint(type)],
    ...(length === undefined ? [] : [[2, i32, varint(length)] as const]),
    [3, i32, varint(pages.length === 0 ? 1 : 0)],
    [4, binary, text(name)],
    ...(converted === undefined ? [] : [[6, i32, varint(converted)] as const, [7, i32, varint(0)] as const]),
    ...(precision === undefined ? [] : [[8, i32, varint(precision)] as const]),
  ]);
  const data = Buffer.concat(pages.map(pageBytes));
  const [page] = pages;
  const rows = pages.reduce((sum, { values }) => sum + values, 0);
  const group = page === undefined ? undefined : groupOf(column, { ...page, values: rows }, data.length);
  const footer = fields([
    [1, i32, varint(1)],
    [2, list, [(2 << 4) | struct, ...root, ...element]],
    [3, i64, varint(rows)],
    [4, list, group === undefined ? [struct] : [(1 << 4) | struct, ...group]],
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(footer.length);
  const magic = Buffer.from("PAR1");
  return Buffer.concat([magic, data, Buffer.alloc(unused), Buffer.from(footer), size, magic]);
}

function pageBytes({ values, bytes, encoding = 0, size = bytes.length }: ParquetPage): Buffer {
  const header = fields([
    [1, i32, varint(0)],
    [2, i32, varint(size)],
    [3, i32, varint(bytes.length)],
    [
      5,
      struct,
      fields([
        [1, i32, varint(values)],
        [2, i32, varint(encoding)],
        [3, i32, varint(rle)],
        [4, i32, varint(rle)],
      ]),
    ],
  ]);
  return Buffer.concat([Buffer.from(header), bytes]);
}

/** Returns the row group of pages that begin after the magic number. */
function groupOf(
  { name, type }: ParquetColumn,
  { values, encoding = 0, codec = 0 }: ParquetPage,
  length: number,
): readonly number[] {
  const chunk = fields([
    [1, i32, varint(type)],
    [2, list, [(1 << 4) | i32, ...varint(encoding)]],
    [3, list, [(1 << 4) | binary, ...text(name)]],
    [4, i32, varint(codec)],
    [5, i64, varint(values)],
    [6, i64, varint(length)],
    [7, i64, varint(length)],
    [9, i64, varint(4)],
  ]);
  const column = fields([
    [2, i64, varint(4)],
    [3, struct, chunk],
  ]);
  return fields([
    [1, list, [(1 << 4) | struct, ...column]],
    [2, i64, varint(length)],
    [3, i64, varint(values)],
  ]);
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
  return value < 128 ? [value] : [(value % 128) + 128, ...unsigned(Math.floor(value / 128))];
}

function text(value: string): readonly number[] {
  const bytes = Buffer.from(value);
  return [...unsigned(bytes.length), ...bytes];
}
