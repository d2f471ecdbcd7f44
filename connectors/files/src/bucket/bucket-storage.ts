import { createHash, randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type DiscoverContext, type Http, upstreamUnavailable } from "@wellhead/sdk";
import { isHidden, readFileName } from "../folder/file-kind.js";
import type { FileLocation, FileSample, FileStorage, OpenFiles } from "../folder/file-storage.js";
import type { FoundFile } from "../folder/found-file.js";
import { arrangeFiles, type ListedFiles, type ListFilesOptions } from "../folder/list-files.js";
import { settingsFileName } from "../folder/table-settings.js";
import { changedObject, downloadObject, downloadParquetSample } from "./download-object.js";
import { ObjectCache } from "./object-cache.js";
import { encodeKey } from "./objects/encode-key.js";
import type { ListedObject, ObjectService } from "./objects/object-service.js";

/** Options of a {@link BucketStorage}. */
export interface BucketStorageOptions extends ListFilesOptions {
  /** How objects are listed and requested. */
  readonly service: Pick<ObjectService, "list" | "locate" | "root" | "versionArgument">;
  readonly bucket: string;
  /** Beginning of the keys; empty, or ends with `/`. */
  readonly prefix: string;
  /** Key of the only object that is read. Default: all objects with the prefix. */
  readonly only?: string | undefined;
  /** Folder of the copies of objects. */
  readonly copies: string;
  /** Maximum bytes of all copies. */
  readonly maxBytes: number;
  /** Maximum bytes of the objects that are described in the background. */
  readonly prefetchBytes: number;
  /** Milliseconds for which a listing is used again. */
  readonly listingMs: number;
}

/** A file that is an object of the bucket. */
interface ObjectFile extends FoundFile {
  readonly object: ListedObject;
}

/** A listing, and when it was requested. */
interface Listing {
  readonly time: number;
  readonly listed: Promise<ListedFiles>;
}

/** Maximum number of copies that are known to be versions. Others are checked as if the storage kept no versions. */
const maxVersioned = 100_000;

/** Size in bytes from which the columns of a Parquet object are found without copying all of it. */
const minSampled = 32 * 2 ** 20;

/** Maximum number of objects that are checked with one request each. More are listed again. */
const maxSingleChecks = 8;

/** Objects of a bucket, of which copies are made when they are opened. */
export class BucketStorage implements FileStorage {
  readonly place: string;
  readonly copies: string;
  readonly prefetchBytes: number;
  readonly #options: BucketStorageOptions;
  readonly #cache: ObjectCache<ObjectFile>;
  /** Texts of settings files by tag and key. */
  #settings: ReadonlyMap<string, string> = new Map();
  /** Paths of the copies of objects whose versions the storage keeps. */
  readonly #versioned = new Set<string>();
  #listing: Listing | undefined;
  #http: Http | undefined;

  /** @param options - The bucket and the limits */
  constructor(options: BucketStorageOptions) {
    this.place = `bucket ${options.bucket}`;
    this.copies = options.copies;
    this.prefetchBytes = options.prefetchBytes;
    this.#options = options;
    this.#cache = new ObjectCache((file, signal) => this.#download(file, signal), options.maxBytes);
  }

  async #download({ object, name, path }: ObjectFile, signal: AbortSignal): Promise<void> {
    const { service } = this.#options;
    const version = await downloadObject(this.#client(), { object, service, name, path, signal });
    if (version === undefined) return;
    this.#versioned.add(path);
    const [oldest = ""] = this.#versioned;
    if (this.#versioned.size > maxVersioned) this.#versioned.delete(oldest);
  }

  /** @inheritdoc */
  use({ http }: DiscoverContext): void {
    this.#http = http;
  }

  /** @inheritdoc */
  async list(): Promise<ListedFiles> {
    const now = Date.now();
    if (this.#listing !== undefined && now - this.#listing.time < this.#options.listingMs)
      return await this.#listing.listed;
    const listing = { time: now, listed: this.#list() };
    this.#listing = listing;
    try {
      return await listing.listed;
    } catch (error) {
      if (this.#listing === listing) this.#listing = undefined;
      throw error;
    }
  }

  /** @inheritdoc */
  async open(files: readonly FoundFile[], signal: AbortSignal): Promise<OpenFiles> {
    try {
      return { close: await this.#cache.open(files.filter(isObjectFile), signal) };
    } catch (error) {
      // The object may have changed, so the next request lists the bucket again.
      this.#listing = undefined;
      throw error;
    }
  }

  /** @inheritdoc */
  locate(file: FoundFile): FileLocation | undefined {
    return isObjectFile(file) ? this.#options.service.locate?.(file.object.key) : undefined;
  }

  /** @inheritdoc */
  async openSample(file: FoundFile, signal: AbortSignal): Promise<FileSample | undefined> {
    if (!isObjectFile(file) || file.kind !== "parquet" || file.size < minSampled) return undefined;
    const { object, name } = file;
    const path = `${file.path}.sample-${randomUUID()}`;
    await mkdir(this.copies, { recursive: true, mode: 0o700 });
    const options = { object, service: this.#options.service, name, path, signal };
    const isMade = await downloadParquetSample(this.#client(), options);
    return isMade ? { path, close: () => rmSync(path, { force: true }) } : undefined;
  }

  /** @inheritdoc */
  async checkUnchanged(files: readonly FoundFile[]): Promise<void> {
    // A version never changes, and the rows are those of the version that was listed.
    const objects = files.filter(isObjectFile).filter(({ path }) => !this.#versioned.has(path));
    const expected = new Map(objects.map((file) => [file.object.key, file]));
    const keys = [...expected.keys()];
    if (keys.length <= maxSingleChecks) await Promise.all(keys.map((key) => this.#check(key, expected)));
    else await this.#check(commonPrefix(keys), expected);
  }

  /** Checks the objects whose keys have a prefix. */
  async #check(prefix: string, expected: ReadonlyMap<string, ObjectFile>): Promise<void> {
    const left = new Map([...expected].filter(([key]) => key.startsWith(prefix)));
    const pageSize = left.size === 1 ? 1 : undefined;
    const { bucket, service } = this.#options;
    for await (const objects of service.list(this.#client(), {
      bucket,
      prefix,
      ...(pageSize && { pageSize }),
    })) {
      for (const object of objects) {
        const file = left.get(object.key);
        if (file === undefined) continue;
        if (object.tag !== file.object.tag) throw this.#changed(file);
        left.delete(object.key);
      }
      if (left.size === 0 || pageSize !== undefined) break;
    }
    const [missing] = left.values();
    if (missing !== undefined) throw this.#changed(missing, "was deleted");
  }

  #changed({ name }: FoundFile, change?: string): Error {
    this.#listing = undefined;
    return changedObject(name, change);
  }

  async #list(): Promise<ListedFiles> {
    const { service, bucket, prefix, only, copies, maxFiles, maxDepth } = this.#options;
    const files: FoundFile[] = [];
    const settings: ListedObject[] = [];
    for await (const objects of service.list(this.#client(), { bucket, prefix: only ?? prefix })) {
      for (const object of objects) {
        if (only !== undefined && object.key !== only) continue;
        const name = object.key.slice(prefix.length);
        const depth = name.split("/").length - 1;
        if (depth > maxDepth || !object.key.startsWith(prefix)) continue;
        if (isVisible(name.slice(0, -settingsFileName.length)) && isSettings(name)) settings.push(object);
        const parts = isVisible(name) ? readFileName(name) : undefined;
        if (parts !== undefined) files.push({ ...parts, ...fileOf(object, { name, copies }) });
      }
    }
    // A table of all objects has the last part of this as its name.
    const root = `${bucket}/${prefix}`.replace(/\/$/, "");
    return arrangeFiles({ root, files, settings: await this.#readSettings(settings), maxFiles });
  }

  /** Returns the texts of settings files by the path of their folder. */
  async #readSettings(objects: readonly ListedObject[]): Promise<ReadonlyMap<string, string>> {
    const { service, prefix } = this.#options;
    const known = new Map<string, string>();
    const texts = new Map<string, string>();
    for (const { key, tag } of objects) {
      const text =
        this.#settings.get(tag + key) ??
        (await this.#client()
          .get(service.root + encodeKey(key))
          .text());
      known.set(tag + key, text);
      texts.set(key.slice(prefix.length, -settingsFileName.length), text);
    }
    this.#settings = known;
    return texts;
  }

  /** @inheritdoc */
  async close(): Promise<void> {
    await rm(this.copies, { recursive: true, force: true });
  }

  #client(): Http {
    if (this.#http !== undefined) return this.#http;
    throw upstreamUnavailable(
      "Could not list the bucket: its sources were requested without an HTTP client. Serve the connector, and request them from the service.",
    );
  }
}

function isObjectFile(file: FoundFile): file is ObjectFile {
  return "object" in file;
}

function fileOf(
  object: ListedObject,
  { name, copies }: { readonly name: string; readonly copies: string },
): Omit<ObjectFile, "stem" | "ending" | "kind"> {
  const { key, tag, size, modified } = object;
  const version = `${tag}-${size}-${modified}`;
  const copy = createHash("sha256").update(`${key}\n${version}`).digest("hex");
  return { object, name, size, version, path: join(copies, copy) };
}

function isSettings(name: string): boolean {
  return name === settingsFileName || name.endsWith(`/${settingsFileName}`);
}

/** Returns whether no part of a name is hidden, empty or a step to another folder. The last part may be missing. */
function isVisible(name: string): boolean {
  const parts = name.split("/");
  return parts.every((part, index) => !isHidden(part) && (part !== "" || index === parts.length - 1));
}

function commonPrefix(keys: readonly string[]): string {
  const [first = ""] = keys;
  let length = first.length;
  for (const key of keys) while (!key.startsWith(first.slice(0, length))) length--;
  return first.slice(0, length);
}
