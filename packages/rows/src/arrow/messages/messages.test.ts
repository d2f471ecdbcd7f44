import type { ArrowField } from "@wellhead/contract/vocabulary";
import { Builder, ByteBuffer } from "flatbuffers";
import { expect, test } from "vitest";
import { spareBuffers } from "../../bytes/spare-buffers.js";
import { batchMessage, schemaMessage } from "./messages.js";
import { writeField } from "./write-field.js";

/** Where the members of the tables are that may have metadata. */
const places = { field: 16, schema: 8, message: 12 };
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

function hasFieldMetadata(field: ArrowField): boolean {
  const builder = new Builder();
  builder.finish(writeField(builder, field));
  const bytes = new ByteBuffer(builder.asUint8Array());
  return bytes.__offset(follow(bytes, 0), places.field) !== 0;
}

test("a field has metadata only where there is some", () => {
  expect(hasFieldMetadata({ name: "a", type: { kind: "text" } })).toBe(false);
  expect(hasFieldMetadata({ name: "a", type: { kind: "text" }, metadata: { a: "b" } })).toBe(true);
  expect(hasFieldMetadata({ name: "a", type: { kind: "json" } })).toBe(true);
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
  expect([bodyStart % 8, new DataView(buffer).getUint32(4, true)]).toEqual([0, bodyStart - 8]);
});
