import { upstreamUnavailable } from "@wellhead/sdk";
import type { FileLocation, FileStorage, OpenFiles } from "./file-storage.js";
import { checkUnchanged, waitUntilSettled } from "./file-version.js";
import type { FoundFile } from "./found-file.js";
import { FileLister, type ListedFiles, type ListFilesOptions } from "./list-files.js";

/** Files on this machine are always open. */
const open: OpenFiles = { close: () => undefined };

/** A folder, or a single file, on this machine. */
export class FolderStorage implements FileStorage {
  readonly place: string;
  readonly copies = undefined;
  readonly prefetchBytes = Number.POSITIVE_INFINITY;
  readonly #lister: FileLister;

  /**
   * @param path - Folder or file
   * @param options - Limits
   */
  constructor(path: string, options: ListFilesOptions) {
    this.place = path;
    this.#lister = new FileLister(path, options);
  }

  /** @inheritdoc */
  async list(): Promise<ListedFiles> {
    try {
      return await this.#lister.list();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "an unknown fault";
      throw upstreamUnavailable(
        `Could not list the files of the folder: the system reports ${code}. Try again later, or have its operator check that it exists and may be read.`,
        { cause: error },
      );
    }
  }

  /** @inheritdoc */
  open(): Promise<OpenFiles> {
    return Promise.resolve(open);
  }

  /** @inheritdoc */
  async checkUnchanged(files: readonly FoundFile[]): Promise<void> {
    for (const file of files) await checkUnchanged(file);
  }

  /** @inheritdoc */
  async waitUntilSettled(file: FoundFile): Promise<void> {
    await waitUntilSettled(file);
  }

  /** @inheritdoc */
  locate({ path }: FoundFile): FileLocation | undefined {
    // The other characters have a meaning in the paths of the server.
    if (!/^[^*?{}\\'\0\n|]+$/.test(path)) return undefined;
    return (format, structure) => `file('${path}', ${format}, ${structure})`;
  }

  /** @inheritdoc */
  close(): Promise<void> {
    return Promise.resolve();
  }
}
