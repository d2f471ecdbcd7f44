import { randomUUID } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import {
  ConnectorError,
  type FileContent,
  type FileRange,
  type Http,
  upstreamInvalid,
  upstreamUnavailable,
} from "@wellhead/sdk";
import { footerSize, parquetSample } from "../convert/parquet-sample.js";
import { encodeKey } from "./objects/encode-key.js";
import type { ListedObject, ObjectService } from "./objects/object-service.js";

/** Size in bytes of the ranges in which a large object is requested. */
const rangeSize = 8 * 2 ** 20;
/** Maximum number of ranges of an object that are requested at the same time. */
const rangesAtOnce = 4;

/** Number of bytes at the end of a Parquet object that are read first, which usually have its footer. */
const tailSize = 2 ** 16;
/** Maximum bytes of a footer from which a sample is made, because other requests wait while it is parsed. */
const maxFooterSize = 2 ** 21;
/** Maximum bytes of a sample. It is on the disk while an object is described, and is not counted as a copy. */
const maxSampleSize = 2 ** 28;

/** Where an object is downloaded to. */
export interface DownloadObjectOptions {
  readonly object: ListedObject;
  /** How objects are requested. */
  readonly service: Pick<ObjectService, "root" | "versionArgument">;
  /** Its name as users know it. */
  readonly name: string;
  /** Path of the copy. */
  readonly path: string;
  /** Aborts the download. */
  readonly signal: AbortSignal;
}

/**
 * Downloads an object. The tag and the size of each response are compared with those of the list, so that a copy never
 * mixes two states of an object. If the object changes meanwhile and the storage keeps versions, the other ranges are
 * those of the version of the first ones.
 *
 * @param http - Client of the bucket
 * @param options - The object and its path
 * @returns The version of the object; `undefined` when the storage keeps none
 * @throws ConnectorError `upstream_unavailable` when the object has changed since it was listed, or was deleted
 */
export async function downloadObject(
  http: Http,
  options: DownloadObjectOptions,
): Promise<string | undefined> {
  const source: RangeSource = { http, options, version: undefined };
  await writeFileWith(options.path, (file) => copyRange(source, file, options.object.size));
  return source.version;
}

/**
 * Downloads the beginning of a large Parquet object, with a footer that has only these rows. See {@link parquetSample}.
 *
 * @param http - Client of the bucket
 * @param options - The object, and the path of the sample
 * @returns Whether there is a sample; otherwise nothing was written
 * @throws ConnectorError `upstream_unavailable` when the object has changed since it was listed, or was deleted
 */
export async function downloadParquetSample(http: Http, options: DownloadObjectOptions): Promise<boolean> {
  const { size } = options.object;
  const source: RangeSource = { http, options, version: undefined };
  const tail = await readBytes(source, Math.max(0, size - tailSize));
  const needed = footerSize(tail);
  if (needed === undefined || needed > Math.min(size, maxFooterSize)) return false;
  const footer =
    needed <= tail.length ? tail.subarray(tail.length - needed) : await readBytes(source, size - needed);
  const sample = parquetSample(footer);
  // Copying the whole object instead saves a second copy of the same bytes.
  if (sample === undefined || sample.dataEnd > Math.min(size / 2, maxSampleSize)) return false;
  await writeFileWith(options.path, async (file) => {
    await copyRange(source, file, sample.dataEnd);
    await file.write(sample.footer, 0, sample.footer.byteLength, sample.dataEnd);
  });
  return true;
}

async function readBytes(source: RangeSource, start: number): Promise<Buffer> {
  const { size } = source.options.object;
  const pieces: Uint8Array[] = [];
  for await (const piece of readRange(source, { start, end: size })) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  if (bytes.length !== size - start) throw changedObject(source.options.name);
  return bytes;
}

/** Writes a file, which appears at its path when it is complete. */
async function writeFileWith(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  // A download that was aborted may still be ending.
  const partial = `${path}.${randomUUID()}`;
  const file = await open(partial, "w", 0o600);
  try {
    await write(file);
  } catch (error) {
    await file.close();
    await rm(partial, { force: true });
    throw error;
  }
  await file.close();
  await rename(partial, path);
}

/** Copies an object, or its beginning. */
async function copyRange(source: RangeSource, file: FileHandle, length: number): Promise<void> {
  const { name, signal } = source.options;
  const count = Math.max(1, Math.ceil(length / rangeSize));
  const left = Array.from({ length: count }, (_, index) => index * rangeSize).values();
  const run = async (): Promise<void> => {
    // All runs take from the same iterator.
    for (const start of left) {
      const end = Math.min(length, start + rangeSize);
      let position = start;
      for await (const piece of readRange(source, { start, end })) {
        signal.throwIfAborted();
        await file.write(piece, 0, piece.byteLength, position);
        position += piece.byteLength;
      }
      if (position !== end) throw changedObject(name);
    }
  };
  await settleAll(Array.from({ length: Math.min(rangesAtOnce, count) }, run));
}

/** What the ranges of one download share. */
interface RangeSource {
  readonly http: Http;
  readonly options: DownloadObjectOptions;
  /** Version of the object, as soon as a response has shown it. */
  version: string | undefined;
}

/** Waits for all work, so that nothing writes to the file after it was closed, and then throws the first error. */
async function settleAll(work: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((result) => result.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

/** Reads a part of an object, or all of it if it has only one. */
async function* readRange(
  source: RangeSource,
  { start, end }: { readonly start: number; readonly end: number },
): AsyncGenerator<Uint8Array> {
  const { object, service, name } = source.options;
  const isWhole = start === 0 && end === object.size;
  const range = isWhole ? undefined : { start, end: end - 1, unchanged: undefined };
  let content = await openObject(source, range);
  if (content.tag !== object.tag && source.version !== undefined) {
    await drop(content);
    content = await openVersion(source, range);
  }
  const isExpected = isWhole
    ? content.part === undefined
    : content.part?.start === start && content.part.end === end - 1;
  if (content.tag === object.tag && content.size === object.size && isExpected) {
    if (service.versionArgument !== undefined) source.version ??= content.version;
    yield* bodyOf(content);
    return;
  }
  await drop(content);
  if (content.tag !== object.tag) throw changedObject(name);
  throw upstreamInvalid(
    `Could not read "${name}": the storage did not return the bytes that were requested. Store the object without a content encoding.`,
  );
}

function bodyOf({ body }: FileContent): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  return body instanceof Uint8Array ? [body] : body;
}

async function drop(content: FileContent): Promise<void> {
  for await (const _ of bodyOf(content)) break;
}

async function openObject(
  { http, options: { object, service, name } }: RangeSource,
  range: FileRange | undefined,
): Promise<FileContent> {
  try {
    return await http.get(service.root + encodeKey(object.key)).file(range);
  } catch (error) {
    if (error instanceof ConnectorError && error.code === "not_found")
      throw changedObject(name, "was deleted");
    throw error;
  }
}

/** Opens the version that other ranges were read from. */
async function openVersion(
  { http, options: { object, service, name }, version }: RangeSource,
  range: FileRange | undefined,
): Promise<FileContent> {
  const query = { [service.versionArgument ?? ""]: version };
  try {
    return await http.get(service.root + encodeKey(object.key), { query }).file(range);
  } catch (error) {
    // The version may be gone, or need a permission that the credentials do not have.
    if (error instanceof ConnectorError && !error.retryable) throw changedObject(name);
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
