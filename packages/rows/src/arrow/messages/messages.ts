import type { ArrowField } from "@wellhead/contract/vocabulary";
import { Builder } from "flatbuffers";
import { spareBuffers } from "../../bytes/spare-buffers.js";
import { noDefault, writeField, writeMetadata, writeOffsets } from "./write-field.js";

/** Values of the union `MessageHeader`. */
const schemaHeader = 1;
const batchHeader = 3;
/** Value of `MetadataVersion.V5`. */
const version5 = 4;
/** Bytes before the metadata: a marker, and the length of the metadata. */
const prologueBytes = 8;
const alignment = 8;
const continuation = 0xffffffff;
/** Messages are of many sizes. Their memory is of few, so that it can be reused. */
const spareStep = 64 * 1024;

/** The marker that ends a stream of whole rows. */
export const endOfStream: Uint8Array = Uint8Array.of(255, 255, 255, 255, 0, 0, 0, 0);

/**
 * Number of bytes with which every record batch of one schema begins. It is the marker, the length of the metadata, and
 * the start of the metadata, which only depends on the schema.
 */
export const sharedBytes = 24;

/** Length and nulls of one column or child of a column. */
export interface ArrowNode {
  readonly length: number;
  readonly nullCount: number;
}

/** The parts of a record batch. */
export interface BatchParts {
  /** Number of rows. */
  readonly length: number;
  /** One for each column and child, depth first. */
  readonly nodes: readonly ArrowNode[];
  /** The buffers of the nodes, in their order. */
  readonly buffers: readonly Uint8Array[];
  /** Metadata of the message. Default: none. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/**
 * Writes the first message of a stream.
 *
 * @param fields - The columns, in order
 * @param metadata - Facts about all rows
 * @returns The message
 * @see https://arrow.apache.org/docs/format/Columnar.html#encapsulated-message-format
 */
export function schemaMessage(
  fields: readonly ArrowField[],
  metadata: Readonly<Record<string, string>>,
): Uint8Array {
  const builder = new Builder(1024);
  const written = writeOffsets(
    builder,
    fields.map((field) => writeField(builder, field)),
  );
  const pairs = writeMetadata(builder, metadata);
  builder.startObject(4);
  builder.addFieldInt16(0, 0, noDefault);
  builder.addFieldOffset(1, written, 0);
  if (pairs !== undefined) builder.addFieldOffset(2, pairs, 0);
  const header = builder.endObject();
  const message = finishMessage(builder, { header, kind: schemaHeader, bodyBytes: 0 });
  return frame(message, 0).bytes;
}

/**
 * Writes a record batch.
 *
 * @param parts - Its columns
 * @returns The message, whose memory `spareBuffers` may get once it has been sent
 * @see https://github.com/apache/arrow/blob/main/format/Message.fbs, table RecordBatch
 */
export function batchMessage({ length, nodes, buffers, metadata = {} }: BatchParts): Uint8Array {
  const builder = new Builder(1024);
  const pairs = writeMetadata(builder, metadata);
  const { offsets, size } = arrange(buffers);
  const bufferVector = writePairs(
    builder,
    buffers.map((buffer, index) => [offsets[index] ?? 0, buffer.byteLength]),
  );
  const nodeVector = writePairs(
    builder,
    nodes.map((node) => [node.length, node.nullCount]),
  );
  builder.startObject(5);
  addLong(builder, 0, length);
  builder.addFieldOffset(1, nodeVector, 0);
  builder.addFieldOffset(2, bufferVector, 0);
  const header = builder.endObject();
  const message = finishMessage(builder, { header, kind: batchHeader, bodyBytes: size, pairs });
  const { bytes, bodyStart } = frame(message, size);
  for (const [index, buffer] of buffers.entries()) {
    const start = bodyStart + (offsets[index] ?? 0);
    bytes.set(buffer, start);
    // The memory may be that of an earlier message.
    bytes.fill(0, start + buffer.byteLength, start + align(buffer.byteLength));
  }
  return bytes;
}

/** Returns where each buffer begins in the body, and the size of the body. */
function arrange(buffers: readonly Uint8Array[]): {
  readonly offsets: readonly number[];
  readonly size: number;
} {
  let size = 0;
  const offsets = buffers.map((buffer) => {
    const offset = size;
    size += align(buffer.byteLength);
    return offset;
  });
  return { offsets, size };
}

/** Writes a list of structs of two 64-bit integers. */
function writePairs(builder: Builder, pairs: readonly (readonly [number, number])[]): number {
  builder.startVector(16, pairs.length, 8);
  for (const [first, second] of pairs.toReversed()) {
    builder.prep(8, 16);
    builder.writeInt64(BigInt(second));
    builder.writeInt64(BigInt(first));
  }
  return builder.endVector();
}

/** Adds a 64-bit integer even if it is 0, so that all batches of a schema have metadata of the same form. */
function addLong(builder: Builder, slot: number, value: number): void {
  builder.addFieldInt64(slot, BigInt(value), -1n);
}

interface MessageParts {
  readonly header: number;
  readonly kind: number;
  readonly bodyBytes: number;
  readonly pairs?: number | undefined;
}

function finishMessage(builder: Builder, { header, kind, bodyBytes, pairs }: MessageParts): Uint8Array {
  builder.startObject(5);
  builder.addFieldInt16(0, version5, noDefault);
  builder.addFieldInt8(1, kind, 0);
  builder.addFieldOffset(2, header, 0);
  addLong(builder, 3, bodyBytes);
  if (pairs !== undefined) builder.addFieldOffset(4, pairs, 0);
  builder.finish(builder.endObject());
  return builder.asUint8Array();
}

/** Puts metadata into a message whose body has not been written. */
function frame(
  metadata: Uint8Array,
  bodyBytes: number,
): { readonly bytes: Uint8Array; readonly bodyStart: number } {
  const metadataBytes = align(metadata.byteLength);
  const bodyStart = prologueBytes + metadataBytes;
  const size = bodyStart + bodyBytes;
  const bytes = spareBuffers.take(Math.ceil(size / spareStep) * spareStep).subarray(0, size);
  bytes.fill(0, prologueBytes + metadata.byteLength, bodyStart);
  bytes.writeUInt32LE(continuation, 0);
  bytes.writeUInt32LE(metadataBytes, 4);
  bytes.set(metadata, prologueBytes);
  return { bytes, bodyStart };
}

function align(size: number): number {
  return Math.ceil(size / alignment) * alignment;
}
