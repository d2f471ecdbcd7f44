import { Buffer } from "node:buffer";
import type { ArrowField } from "@wellhead/contract/vocabulary";
import { ArrowRows } from "./arrow-rows.js";
import { endOfStream, schemaMessage, sharedBytes } from "./messages/messages.js";

/**
 * What stands around the record batches of a stream.
 *
 * Readers of Arrow accept a stream without an end marker as complete if it ends between two messages. So the first bytes
 * of the next message are sent with each message. They are the same for all record batches of a schema. The bytes that
 * have been sent never end between two messages, unless the stream is whole.
 */
export interface ArrowFrame {
  /** The schema, and the first bytes of a record batch. */
  readonly open: Uint8Array;
  /** The first bytes of every record batch, which are sent after the record batch before it. */
  readonly shared: Uint8Array;
  /** The rest of an empty record batch, and the end marker. */
  readonly close: Uint8Array;
  /**
   * Returns the rest of an empty record batch, one that has metadata, and the first bytes of another one.
   *
   * @param metadata - Why the rows end
   */
  readonly mark: (metadata: Readonly<Record<string, string>>) => Uint8Array;
}

/**
 * Returns what stands around the record batches of a schema.
 *
 * @param fields - The columns
 * @param metadata - Facts about all rows
 * @returns The bytes
 */
export function arrowFrame(
  fields: readonly ArrowField[],
  metadata: Readonly<Record<string, string>>,
): ArrowFrame {
  const empty = new ArrowRows(fields).take();
  const shared = empty.subarray(0, sharedBytes);
  const rest = withoutShared(empty, shared);
  return {
    open: Buffer.concat([schemaMessage(fields, metadata), shared]),
    shared,
    close: Buffer.concat([rest, endOfStream]),
    mark: (facts) => Buffer.concat([rest, new ArrowRows(fields).take(facts), shared]),
  };
}

/**
 * Returns a record batch without the bytes that were sent with the message before it.
 *
 * @param batch - The record batch
 * @param shared - The bytes
 * @returns The rest
 * @throws TypeError when it begins with other bytes, because it belongs to another schema
 */
export function withoutShared(batch: Uint8Array, shared: Uint8Array): Uint8Array {
  if (Buffer.compare(batch.subarray(0, sharedBytes), shared) !== 0)
    throw new TypeError("Could not write a record batch: it does not belong to the schema that was sent.");
  return batch.subarray(sharedBytes);
}
