import { TextDecoder } from "node:util";
import type { Answer } from "../remote/call.js";
import { BrokenStream } from "./broken-stream.js";
import { JsonArraySplitter } from "./json-array-splitter.js";
import { LineSplitter } from "./line-splitter.js";

/** Some rows that have arrived: JSON texts of objects, and how many bytes of the body brought them. */
export interface RowBatch {
  readonly rows: readonly string[];
  readonly bytes: number;
}

/** Media types of the answer to POST /: lines where the connector can, else the array that every one can. */
export const rowMediaTypes = "application/x-ndjson, application/json;q=0.9";

/**
 * Reads the rows of an answer to POST / as they arrive.
 *
 * @param answer - A success
 * @returns Batches of rows; the next is read when the last has been taken
 * @throws BrokenStream when the stream is not whole: everything before has been handed out
 * @see The connector contract, POST /, "three endings"
 */
export async function* readRows(answer: Answer): AsyncGenerator<RowBatch> {
  const lines = /(?:nd|l)json|jsonl|json-seq/i.test(answer.headers["content-type"] ?? "");
  const splitter = lines ? new LineSplitter() : new JsonArraySplitter();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const chunk of chunksOf(answer)) {
    yield* split((rows) => splitter.push(decode(decoder, chunk), rows), chunk.length);
  }
  yield* split((rows) => {
    splitter.push(decode(decoder, undefined), rows);
    splitter.end(rows);
  }, 0);
  if (lines && !answer.framed) {
    throw new BrokenStream("cut", "the answer does not say where it ends, so it may have been cut");
  }
}

/** Hands out the rows before a fault, then the fault. */
function* split(take: (rows: string[]) => void, bytes: number): Generator<RowBatch> {
  const rows: string[] = [];
  try {
    take(rows);
  } catch (error) {
    yield { rows, bytes };
    throw error;
  }
  if (rows.length > 0 || bytes > 0) yield { rows, bytes };
}

async function* chunksOf({ body }: Answer): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body) yield Buffer.from(chunk);
  } catch (error) {
    if (error instanceof BrokenStream) throw error;
    throw new BrokenStream("cut", "the connection was closed in the middle", { cause: error });
  }
}

function decode(decoder: TextDecoder, chunk: Buffer | undefined): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch (error) {
    throw new BrokenStream("cut", "found bytes that are not UTF-8", { cause: error });
  }
}
