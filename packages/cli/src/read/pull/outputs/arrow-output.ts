import type { ArrowBatch, ArrowReading } from "@wellhead/client";
import { ByteBuffer } from "flatbuffers";
import { CommandError } from "../../../command-line/command-error.js";
import { PartialFile } from "./partial-file.js";
import type { PullOutput } from "./row-output.js";

/** Beginning and end of a file. */
const magic = Buffer.from("ARROW1");
const prologueBytes = 8;
const endMarker = Buffer.from([255, 255, 255, 255, 0, 0, 0, 0]);

/** Where a message is in the file. */
interface Block {
  readonly offset: number;
  readonly metadataBytes: number;
  readonly bodyBytes: number;
}

/**
 * Writes record batches to a file of Arrow, which is also version 2 of Feather: the messages as they arrived, and a footer
 * that says where they are.
 */
export class ArrowOutput implements PullOutput {
  readonly #file: PartialFile;
  #position = 0;
  #schema: Uint8Array | undefined;
  readonly #dictionaries: Block[] = [];
  readonly #batches: Block[] = [];

  /** @param file - The open file */
  constructor(file: PartialFile) {
    this.#file = file;
  }

  /**
   * Opens the output.
   *
   * @param path - The file
   * @returns The open output
   */
  static async open(path: string): Promise<ArrowOutput> {
    return new ArrowOutput(await PartialFile.open(path));
  }

  /**
   * Writes a record batch.
   *
   * @param batch - The record batch
   * @param reading - The reading that it is from, for what comes before it
   */
  async write(batch: ArrowBatch, reading: ArrowReading): Promise<void> {
    await this.#writeHead(reading);
    for (const dictionary of reading.dictionaries.slice(this.#dictionaries.length))
      this.#dictionaries.push(await this.#writeMessage(dictionary));
    this.#batches.push(await this.#writeMessage(batch.message));
  }

  /**
   * Completes the file.
   *
   * @param reading - The reading, for the schema of a file without rows
   */
  async finish(reading: ArrowReading): Promise<void> {
    await this.#writeHead(reading);
    const footer = footerOf(this.#schema ?? new Uint8Array(0), {
      dictionaries: this.#dictionaries,
      batches: this.#batches,
    });
    const length = Buffer.alloc(4);
    length.writeInt32LE(footer.length);
    await this.#append(Buffer.concat([endMarker, footer, length, magic]));
    await this.#file.close();
    await this.#file.publish();
  }

  async abandon(): Promise<string> {
    await this.#file.close();
    return `The rows that arrived are in "${this.#file.partialPath}", which has no footer.`;
  }

  async #writeHead({ schema }: ArrowReading): Promise<void> {
    if (this.#schema !== undefined) return;
    if (schema === undefined)
      throw new CommandError(
        "cut",
        `Could not write "${this.#file.path}": no schema has arrived. Try again.`,
      );
    this.#schema = schema;
    await this.#append(Buffer.concat([magic, Buffer.alloc(2), schema]));
  }

  async #writeMessage(message: Uint8Array): Promise<Block> {
    const offset = this.#position;
    const metadataBytes = prologueBytes + new DataView(message.buffer, message.byteOffset).getInt32(4, true);
    await this.#append(message);
    return { offset, metadataBytes, bodyBytes: message.length - metadataBytes };
  }

  async #append(bytes: Uint8Array): Promise<void> {
    await this.#file.append(bytes);
    this.#position += bytes.length;
  }
}

interface Blocks {
  readonly dictionaries: readonly Block[];
  readonly batches: readonly Block[];
}

const blockBytes = 24;
/** Position of the table of positions, of the table that it belongs to, and of the length of the first list. */
const positionsAt = 4;
const tableAt = 16;
const listAt = 36;
/** Value of `MetadataVersion.V5`. */
const version5 = 4;

/**
 * Writes a footer. It contains the metadata of the schema message and points to the schema in it, because what is in a
 * FlatBuffer is found by distances.
 *
 * @see https://github.com/apache/arrow/blob/main/format/File.fbs
 */
function footerOf(schema: Uint8Array, { dictionaries, batches }: Blocks): Buffer {
  const metadata = schema.subarray(prologueBytes);
  // The length of a list stands before its blocks, which begin at a multiple of eight.
  const secondAt = listAt + 8 + dictionaries.length * blockBytes;
  const metadataAt = secondAt + 4 + batches.length * blockBytes;
  const footer = Buffer.alloc(metadataAt + metadata.length);
  footer.writeUInt32LE(tableAt, 0);
  // The size of both tables, and where version, schema, dictionaries and record batches are in the second.
  for (const [index, position] of [12, 20, 4, 8, 12, 16].entries())
    footer.writeUInt16LE(position, positionsAt + 2 * index);
  footer.writeInt32LE(tableAt - positionsAt, tableAt);
  footer.writeInt16LE(version5, tableAt + 4);
  pointTo(footer, tableAt + 8, metadataAt + schemaPosition(metadata));
  pointTo(footer, tableAt + 12, listAt);
  pointTo(footer, tableAt + 16, secondAt);
  writeBlocks(footer, listAt, dictionaries);
  writeBlocks(footer, secondAt, batches);
  footer.set(metadata, metadataAt);
  return footer;
}

function pointTo(footer: Buffer, from: number, to: number): void {
  footer.writeUInt32LE(to - from, from);
}

function writeBlocks(footer: Buffer, start: number, blocks: readonly Block[]): void {
  footer.writeUInt32LE(blocks.length, start);
  for (const [index, { offset, metadataBytes, bodyBytes }] of blocks.entries()) {
    const at = start + 4 + index * blockBytes;
    footer.writeBigInt64LE(BigInt(offset), at);
    footer.writeInt32LE(metadataBytes, at + 8);
    footer.writeBigInt64LE(BigInt(bodyBytes), at + 16);
  }
}

/** Returns where the schema is in the metadata of its message: the header, the third member. */
function schemaPosition(metadata: Uint8Array): number {
  const buffer = new ByteBuffer(metadata);
  const message = buffer.readInt32(0);
  return buffer.__indirect(message + buffer.__offset(message, 8));
}
