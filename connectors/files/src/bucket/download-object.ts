import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import {
  ConnectorError,
  type FileContent,
  type Http,
  upstreamInvalid,
  upstreamUnavailable,
} from "@wellhead/sdk";
import { encodeKey } from "./objects/encode-key.js";
import type { ListedObject, ObjectService } from "./objects/object-service.js";

/** Size in bytes of the ranges in which a large object is requested. */
const rangeSize = 8 * 2 ** 20;
/** Maximum number of ranges of an object that are requested at the same time. */
const rangesAtOnce = 4;

/** Where an object is downloaded to. */
export interface DownloadObjectOptions {
  readonly object: ListedObject;
  /** How objects are requested. */
  readonly service: Pick<ObjectService, "root">;
  /** Its name as users know it. */
  readonly name: string;
  /** Path of the copy. */
  readonly path: string;
  /** Aborts the download. */
  readonly signal: AbortSignal;
}

/**
 * Downloads an object. The tag and the size of each response are compared with those of the list, so that a copy never
 * mixes two states of an object.
 *
 * @param http - Client of the bucket
 * @param options - The object and its path
 * @throws ConnectorError `upstream_unavailable` when the object has changed since it was listed, or was deleted
 */
export async function downloadObject(http: Http, options: DownloadObjectOptions): Promise<void> {
  const { object, path, signal } = options;
  // A download that was aborted may still be ending.
  const partial = `${path}.${randomUUID()}`;
  const file = await open(partial, "w", 0o600);
  try {
    const count = Math.max(1, Math.ceil(object.size / rangeSize));
    const left = Array.from({ length: count }, (_, index) => index * rangeSize).values();
    const run = async (): Promise<void> => {
      // All runs take from the same iterator.
      for (const start of left) {
        let position = start;
        for await (const piece of readRange(http, options, start)) {
          signal.throwIfAborted();
          await file.write(piece, 0, piece.byteLength, position);
          position += piece.byteLength;
        }
        if (position !== Math.min(object.size, start + rangeSize)) throw changedObject(options.name);
      }
    };
    await settleAll(Array.from({ length: Math.min(rangesAtOnce, count) }, run));
  } catch (error) {
    await file.close();
    await rm(partial, { force: true });
    throw error;
  }
  await file.close();
  await rename(partial, path);
}

/** Waits for all work, so that nothing writes to the file after it was closed, and then throws the first error. */
async function settleAll(work: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((result) => result.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

/** Reads a part of an object, or all of it if it has only one. */
async function* readRange(
  http: Http,
  { object, service, name }: DownloadObjectOptions,
  start: number,
): AsyncGenerator<Uint8Array> {
  const isWhole = object.size <= rangeSize;
  const end = Math.min(object.size, start + rangeSize) - 1;
  const content = await openObject(http, service.root + encodeKey(object.key), {
    name,
    ...(!isWhole && { range: { start, end, unchanged: undefined } }),
  });
  const isExpected = isWhole
    ? content.part === undefined
    : content.part?.start === start && content.part.end === end;
  const body = content.body instanceof Uint8Array ? [content.body] : content.body;
  if (content.tag === object.tag && content.size === object.size && isExpected) {
    yield* body;
    return;
  }
  for await (const _ of body) break;
  if (content.tag !== object.tag) throw changedObject(name);
  throw upstreamInvalid(
    `Could not read "${name}": the storage did not return the bytes that were requested. Store the object without a content encoding.`,
  );
}

/** Which part of an object to open. */
interface OpenObjectOptions {
  /** Its name as users know it. */
  readonly name: string;
  /** Default: the whole object. */
  readonly range?: { readonly start: number; readonly end: number; readonly unchanged: undefined };
}

async function openObject(
  http: Http,
  path: string,
  { name, range }: OpenObjectOptions,
): Promise<FileContent> {
  try {
    return await http.get(path).file(range);
  } catch (error) {
    if (error instanceof ConnectorError && error.code === "not_found")
      throw changedObject(name, "was deleted");
    throw error;
  }
}

/**
 * Creates the error for an object that is not the one that was listed.
 *
 * @param name - Its name as users know it
 * @param change - What has happened to it
 */
export function changedObject(name: string, change = "changed"): Error {
  return upstreamUnavailable(`Could not read "${name}": the object ${change} while it was read. Try again.`);
}
