import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { isConnectorError } from "@wellhead/sdk";
import type { FoundFile } from "../folder/found-file.js";
import type { Table } from "../tables/table.js";

/** Maximum number of files described at the same time. */
const atOnce = 4;

/** Opens a file and finds its tables. A file that cannot be read yields one table that holds the error. */
export type LoadFile = (file: FoundFile) => Promise<readonly Table[]>;

/** The files of a folder, with the tables of those that have been described. */
export class DescribedFiles {
  readonly #load: LoadFile;
  #files: ReadonlyMap<string, FoundFile> = new Map();
  readonly #tables = new Map<FoundFile, readonly Table[]>();
  readonly #loading = new Map<FoundFile, Promise<void>>();
  /** Files that were not described in time. They follow in the background, or when they are requested. */
  readonly #postponed = new WeakSet<FoundFile>();
  #describingRest: Promise<void> | undefined;
  #isClosed = false;

  /** @param load - Finds the tables of a file */
  constructor(load: LoadFile) {
    this.#load = load;
  }

  /**
   * Adopts a listing. Files that did not change keep their tables.
   *
   * @param listed - The files of the folder
   * @returns Whether a file was changed, added or removed
   */
  follow(listed: readonly FoundFile[]): boolean {
    const files = listed.map((file) => {
      const last = this.#files.get(file.name);
      const isSame = last?.version === file.version && isDeepStrictEqual(statedOf(last), statedOf(file));
      return isSame ? last : file;
    });
    const changed =
      files.length !== this.#files.size || files.some((file) => this.#files.get(file.name) !== file);
    this.#files = new Map(files.map((file) => [file.name, file]));
    for (const [file, tables] of this.#tables) {
      // A file that could not be read because of a problem of the machine may be readable by now.
      if (this.#files.get(file.name) !== file || tables.some(isPassing)) this.#tables.delete(file);
    }
    return changed;
  }

  /** The files in the order of the listing. */
  get files(): readonly FoundFile[] {
    return [...this.#files.values()];
  }

  /** Returns the state in which a file is known; `undefined` when it was not listed. */
  current({ name }: FoundFile): FoundFile | undefined {
    return this.#files.get(name);
  }

  /** Returns the tables of a file; `undefined` when it is not described. */
  tables(file: FoundFile): readonly Table[] | undefined {
    return this.#tables.get(file);
  }

  /** Forgets the tables of a file, so that the next request describes it again. */
  forget(file: FoundFile): void {
    this.#tables.delete(file);
  }

  /**
   * Notes that a file cannot be read, until it changes.
   *
   * @param file - The file
   * @param fault - Why
   */
  break(file: FoundFile, fault: Error): void {
    if (this.#tables.has(file)) this.#tables.set(file, [{ file, fault }]);
  }

  /** Forgets the tables of all files. */
  forgetAll(): void {
    this.#tables.clear();
  }

  /**
   * Describes files that are not described yet.
   *
   * @param files - The files
   * @param isOver - Whether to describe no further ones. Default: all are described
   * @returns Whether any of them had not been described
   */
  async describe(files: readonly FoundFile[], isOver = (): boolean => false): Promise<boolean> {
    const left = this.#undescribed(files);
    for (let index = 0; index < left.length && !isOver(); index += atOnce) {
      await Promise.all(left.slice(index, index + atOnce).map((file) => this.#describe(file)));
    }
    return left.length > 0;
  }

  /**
   * Describes the files that a list of sources shows. After some time, what is left is not waited for, now and later.
   * Workbooks are, because only their content shows how many sources they have.
   *
   * @param files - The files
   * @param milliseconds - The time
   * @returns Whether any of them had not been described
   */
  async describeListed(files: readonly FoundFile[], milliseconds: number): Promise<boolean> {
    const hadWorkbook = await this.describe(files.filter(({ kind }) => kind === "xlsx"));
    const left = this.#undescribed(files).filter((file) => !this.#postponed.has(file));
    if (left.length === 0) return hadWorkbook;
    const timer = new AbortController();
    const { signal } = timer;
    const over = delay(milliseconds, undefined, { signal }).catch(() => undefined);
    let isOver = false;
    await Promise.race([this.describe(left, () => isOver), over]);
    isOver = true;
    timer.abort();
    for (const file of this.#undescribed(left)) this.#postponed.add(file);
    return true;
  }

  #undescribed(files: readonly FoundFile[]): readonly FoundFile[] {
    return files.filter((file) => !this.#tables.has(file));
  }

  /**
   * Describes files in the background, one at a time, to leave the machine to requests.
   *
   * @param files - The files
   */
  describeRemaining(files: readonly FoundFile[]): void {
    const left = this.#undescribed(files);
    if (left.length > 0) this.#describingRest ??= this.#describeInTurn(left);
  }

  async #describeInTurn(files: readonly FoundFile[]): Promise<void> {
    for (const file of files) {
      if (this.#isClosed) break;
      const isCurrent = this.#files.get(file.name) === file;
      if (isCurrent && !this.#tables.has(file)) await this.#describe(file);
    }
    this.#describingRest = undefined;
  }

  #describe(file: FoundFile): Promise<void> {
    const loading =
      this.#loading.get(file) ??
      this.#load(file)
        .then((tables) => {
          if (this.#files.get(file.name) === file) this.#tables.set(file, tables);
        })
        .finally(() => this.#loading.delete(file));
    this.#loading.set(file, loading);
    return loading;
  }

  /** Stops describing files in the background, and waits for the one in progress. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#describingRest;
  }
}

/** Returns what settings files state about a file. */
function statedOf({ settings, fault }: FoundFile): readonly unknown[] {
  return [settings, fault];
}

/** Returns whether a table failed with a retryable error. */
function isPassing(table: Table): boolean {
  return "fault" in table && isConnectorError(table.fault) && table.fault.retryable;
}
