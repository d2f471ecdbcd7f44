import type { ArrowField, ArrowType } from "@wellhead/contract/vocabulary";
import { readArrow } from "@wellhead/test-support/arrow/read-arrow";
import { Builder, ByteBuffer } from "flatbuffers";
import { expect, test } from "vitest";
import { spareBuffers } from "../../bytes/spare-buffers.js";
import { arrowFrame } from "../arrow-frame.js";
import { batchMessage, schemaMessage } from "./messages.js";
import { decimalBits, writeField } from "./write-field.js";

/** Where the members of the tables are that may have metadata. */
const places = { field: 16, schema: 8, message: 12, nullable: 6 };
/** Where the header of a message is. */
const headerPlace = 8;

/** Returns where a table begins to which a place refers. */
function follow(bytes: ByteBuffer, place: number): number {
  return place + bytes.readInt32(place);
}

/** Reads the tables of a message: that of the message itself and that of its header. */
function tablesOf(message: Uint8Array) {
  // Before it are a marker and the length of the tables.
  const bytes = new ByteBuffer(message.subarray(8));
  const table = follow(bytes, 0);
  const header = follow(bytes, table + bytes.__offset(table, headerPlace));
  return { bytes, table, header };
}

/** Reads the table of a field. */
function tableOf(field: ArrowField) {
  const builder = new Builder();
  builder.finish(writeField(builder, field));
  const bytes = new ByteBuffer(builder.asUint8Array());
  return { bytes, table: follow(bytes, 0) };
}

function hasFieldMetadata(field: ArrowField): boolean {
  const { bytes, table } = tableOf(field);
  return bytes.__offset(table, places.field) !== 0;
}

test("a field may be null unless it says otherwise", () => {
  const isNullable = [undefined, true, false].map((nullable) => {
    const { bytes, table } = tableOf({
      name: "a",
      type: { kind: "text" },
      ...(nullable !== undefined && { nullable }),
    });
    const offset = bytes.__offset(table, places.nullable);
    return offset !== 0 && bytes.readInt8(table + offset) === 1;
  });
  expect(isNullable).toEqual([true, true, false]);
});

test("a field has metadata only where there is some", () => {
  expect(hasFieldMetadata({ name: "a", type: { kind: "text" } })).toBe(false);
  expect(hasFieldMetadata({ name: "a", type: { kind: "text" }, metadata: { a: "b" } })).toBe(true);
  for (const kind of ["json", "uuid"] as const)
    expect(hasFieldMetadata({ name: "a", type: { kind } }), kind).toBe(true);
});

test.each([
  [{}, false],
  [{ a: "b" }, true],
] as const)("the messages of a stream have the metadata %j", (metadata, hasSome) => {
  const schema = tablesOf(schemaMessage([], metadata));
  expect(schema.bytes.__offset(schema.header, places.schema) !== 0).toBe(hasSome);
  expect(schema.bytes.__offset(schema.table, places.message)).toBe(0);
  const batch = tablesOf(batchMessage({ length: 0, nodes: [], buffers: [], metadata }));
  expect(batch.bytes.__offset(batch.table, places.message) !== 0).toBe(hasSome);
});

test("a message has zeros where its buffers end, although its memory was used before", () => {
  const write = () =>
    batchMessage({ length: 1, nodes: [], buffers: [Buffer.alloc(5, 7), Buffer.alloc(3, 7)] });
  const { buffer } = write();
  if (!(buffer instanceof ArrayBuffer)) throw new TypeError("a message has memory of its own");
  Buffer.from(buffer).fill(255);
  spareBuffers.store(buffer);
  const message = write();
  expect(message.buffer).toBe(buffer);
  expect([...message.subarray(-16)]).toEqual([7, 7, 7, 7, 7, 0, 0, 0, 7, 7, 7, 0, 0, 0, 0, 0]);
  const bodyStart = message.length - 16;
  // Few sizes of memory can be reused more often.
  expect(buffer.byteLength % 65_536).toBe(0);
  expect([bodyStart % 8, new DataView(buffer).getUint32(4, true)]).toEqual([0, bodyStart - 8]);
});

test.each<[ArrowType, string]>([
  [{ kind: "bool" }, "Bool"],
  [{ kind: "int", bits: 8, signed: true }, "Int8"],
  [{ kind: "int", bits: 64, signed: false }, "Uint64"],
  [{ kind: "float", bits: 32 }, "Float32"],
  [{ kind: "float", bits: 64 }, "Float64"],
  [{ kind: "decimal", precision: 38, scale: 4 }, "Decimal[38e+4]"],
  [{ kind: "decimal", precision: 1, scale: 1 }, "Decimal[1e+1]"],
  [{ kind: "text" }, "Utf8"],
  [{ kind: "bytes" }, "Binary"],
  [{ kind: "uuid" }, "FixedSizeBinary[16]"],
  [{ kind: "date" }, "Date32<DAY>"],
  [{ kind: "time", unit: "us" }, "Time64<MICROSECOND>"],
  [{ kind: "time", unit: "ns" }, "Time64<NANOSECOND>"],
  [{ kind: "timestamp", unit: "s" }, "Timestamp<SECOND>"],
  [{ kind: "timestamp", unit: "ms" }, "Timestamp<MILLISECOND>"],
  [{ kind: "timestamp", unit: "us", zone: "UTC" }, "Timestamp<MICROSECOND, UTC>"],
  [{ kind: "timestamp", unit: "ns", zone: "UTC" }, "Timestamp<NANOSECOND, UTC>"],
  [{ kind: "list", item: { kind: "text" } }, "List<Utf8>"],
  [{ kind: "struct", fields: [{ name: "a", type: { kind: "bool" } }] }, "Struct<{a:Bool}>"],
  [{ kind: "map", value: { kind: "float", bits: 64 } }, "Map<{key:Utf8, value:Float64}>"],
])("readers are told that a column of %j is %s", (type, expected) => {
  const { open, close } = arrowFrame([{ name: "value", type }], {});
  const { fields, fault } = readArrow(Buffer.concat([open, close]));
  expect([fault, fields.map((one) => one.type)]).toEqual([undefined, [expected]]);
});

test("decimals have 128 bits up to 38 digits", () => {
  expect([1, 38, 39, 76].map((digits) => decimalBits(digits))).toEqual([128, 128, 256, 256]);
});
