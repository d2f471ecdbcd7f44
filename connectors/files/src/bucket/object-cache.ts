import { rmSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { upstreamInvalid, upstreamUnavailable } from "@wellhead/sdk";

/** An object that can be copied to this machine. */
export interface CachedObject {
  /** Path of its copy, which no other object and no other state of it has. */
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
}

/** Downloads an object to its path. */
export type Download<Item extends CachedObject> = (item: Item, signal: AbortSignal) => Promise<void>;

/** Maximum number of objects that are downloaded at the same time. */
const atOnce = 16;

/** A copy, or one that is being made. */
interface Copy {
  readonly size: number;
  /** Number of readers that need it. */
  users: number;
  readonly control: AbortController;
  readonly ready: Promise<void>;
}

/**
 * Copies of objects on this machine, up to a maximum size. Copies that nobody reads are removed when others need their
 * space; the one that was not used for the longest time is removed first.
 */
export class ObjectCache<Item extends CachedObject> {
  readonly #download: Download<Item>;
  readonly #maxBytes: number;
  /** Copies by path, the most recently used last. */
  readonly #copies = new Map<string, Copy>();
  #bytes = 0;
  #running = 0;
  readonly #waiting: Array<() => void> = [];

  /**
   * @param download - Downloads an object
   * @param maxBytes - Maximum size of all copies
   */
  constructor(download: Download<Item>, maxBytes: number) {
    this.#download = download;
    this.#maxBytes = maxBytes;
  }

  /**
   * Copies objects to this machine, if they are not there yet. Requests for the same object share one download, which
   * ends when none of them needs it any more.
   *
   * @param items - The objects
   * @param signal - Aborted when the caller no longer needs them
   * @returns A function that ends the use of the copies
   * @throws ConnectorError `upstream_invalid` when the objects need more than the maximum size
   */
  async open(items: readonly Item[], signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    this.#checkSize(items);
    const copies: Copy[] = [];
    const close = (): void => {
      for (const copy of copies.splice(0)) this.#leave(copy);
    };
    try {
      for (const item of items) copies.push(await this.#enter(item));
      await unlessAborted(Promise.all(copies.map(({ ready }) => ready)), signal);
    } catch (error) {
      close();
      throw error;
    }
    return close;
  }

  #checkSize(items: readonly Item[]): void {
    const size = items.reduce((sum, item) => sum + item.size, 0);
    if (size <= this.#maxBytes) return;
    throw upstreamInvalid(
      `Could not read ${items.length === 1 ? "the object" : `${items.length} objects`}: ${inWords(size)} are needed, and the cache has ${inWords(this.#maxBytes)}. Narrow the filter, or raise cacheLimit.`,
    );
  }

  async #enter(item: Item): Promise<Copy> {
    const known = this.#copies.get(item.path);
    // Something on the machine may have removed the copy, such as a cleaner of temporary files.
    const isKept = known !== undefined && (known.users > 0 || (await isFile(item.path)));
    const copy = (isKept ? this.#copies.get(item.path) : undefined) ?? this.#begin(item);
    copy.users++;
    this.#copies.delete(item.path);
    this.#copies.set(item.path, copy);
    return copy;
  }

  #begin(item: Item): Copy {
    this.#forget(item.path);
    this.#makeSpace(item.size);
    const control = new AbortController();
    const ready = this.#inTurn(item, control.signal);
    const copy: Copy = { size: item.size, users: 0, control, ready };
    this.#bytes += item.size;
    this.#copies.set(item.path, copy);
    // Its error is thrown to whoever waits for it. Its space is that of a copy that nobody uses.
    ready.catch(() => undefined);
    return copy;
  }

  async #inTurn(item: Item, signal: AbortSignal): Promise<void> {
    while (this.#running >= atOnce)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    this.#running++;
    try {
      signal.throwIfAborted();
      await mkdir(dirname(item.path), { recursive: true, mode: 0o700 });
      await this.#download(item, signal);
    } finally {
      this.#running--;
      this.#waiting.shift()?.();
    }
  }

  #leave(copy: Copy): void {
    copy.users--;
    // Has no effect on a copy that is complete.
    if (copy.users === 0) copy.control.abort(new Error("Nobody needs the object any more."));
  }

  #makeSpace(size: number): void {
    for (const [path, { users }] of this.#copies) {
      if (this.#bytes + size <= this.#maxBytes) return;
      if (users > 0) continue;
      this.#forget(path);
      // Before anything else runs, so that it cannot remove a later copy.
      rmSync(path, { force: true });
    }
    if (this.#bytes + size <= this.#maxBytes) return;
    throw upstreamUnavailable(
      "Could not read the object: other requests use all of the cache. Try again later, or have its operator raise cacheLimit.",
    );
  }

  #forget(path: string): void {
    this.#bytes -= this.#copies.get(path)?.size ?? 0;
    this.#copies.delete(path);
  }
}

async function isFile(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}

/** Waits for work, but no longer than until a signal is aborted. */
async function unlessAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const control = new AbortController();
  const left = new Promise<never>((_, reject) => {
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the reason is passed on as it is
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { signal: control.signal });
  });
  try {
    await Promise.race([work, left]);
  } finally {
    control.abort();
  }
}

function inWords(bytes: number): string {
  return bytes < 2 ** 20 ? `${Math.ceil(bytes / 2 ** 10)} KiB` : `${Math.ceil(bytes / 2 ** 20)} MiB`;
}
