import { type Http, type HttpDefinition, upstreamInvalid } from "@wellhead/sdk";
import type { FileLocation } from "../../folder/file-storage.js";

/** An object of a bucket in the state in which it was listed. */
export interface ListedObject {
  readonly key: string;
  /** Size in bytes. */
  readonly size: number;
  /** Tag that changes whenever the content does, with its quotes. */
  readonly tag: string;
  /** Time of the last change, as the storage writes it. */
  readonly modified: string;
}

/** Which objects to list. */
export interface ListObjectsOptions {
  readonly bucket: string;
  /** Beginning of their keys. */
  readonly prefix: string;
  /** Maximum number of objects in one response. Default: that of the storage. */
  readonly pageSize?: number;
}

/**
 * Lists objects in the order of their keys, the objects of one response after another.
 *
 * @throws ConnectorError `upstream_invalid` when a response is not a list, or a page repeats
 */
export type ListObjects = (
  http: Http,
  options: ListObjectsOptions,
) => AsyncGenerator<readonly ListedObject[]>;

/** A kind of storage: where its objects are, and how its requests are made and authorized. */
export interface ObjectService {
  readonly http: HttpDefinition;
  readonly list: ListObjects;
  /** Text before the encoded key of an object in the path of a request. */
  readonly root: string;
  /**
   * Returns where a ClickHouse server finds an object. Default: it finds none.
   *
   * @param key - Key of the object
   * @returns The location; `undefined` when the server would read another object by this key
   */
  readonly locate?: (key: string) => FileLocation | undefined;
  /** Argument of a request for a version of an object. Default: versions are not requested. */
  readonly versionArgument?: string;
}

/** One response of a list. */
export interface ObjectPage {
  readonly objects: readonly ListedObject[];
  /** Token of the next response; `undefined` when this is the last one. */
  readonly next: string | undefined;
}

/** Maximum number of responses and of objects, so that a storage cannot be listed forever. */
const maximum = { pages: 10_000, objects: 10_000_000 };

/**
 * Follows the pages of a list to their end.
 *
 * @param bucket - Name of the bucket for errors
 * @param readPage - Requests the page with a token; `undefined` requests the first one
 * @returns The objects of one response after another
 * @throws ConnectorError `upstream_invalid` when a page repeats, or there are too many
 */
export async function* followPages(
  bucket: string,
  readPage: (token: string | undefined) => Promise<ObjectPage>,
): AsyncGenerator<readonly ListedObject[]> {
  let token: string | undefined;
  let count = 0;
  for (let page = 0; page < maximum.pages && count < maximum.objects; page++) {
    const { objects, next } = await readPage(token);
    count += objects.length;
    yield objects;
    if (next === undefined) return;
    if (next === token) break;
    token = next;
  }
  throw listFault(bucket, "its list does not end");
}

/**
 * Creates the error for a list that cannot be read.
 *
 * @param bucket - Name of the bucket
 * @param reason - What is wrong with the list
 */
export function listFault(bucket: string, reason: string): Error {
  return upstreamInvalid(
    `Could not list the bucket "${bucket}": ${reason}. Check that its endpoint is that of an object storage.`,
  );
}
