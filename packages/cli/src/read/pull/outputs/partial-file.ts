import { type FileHandle, open, rename } from "node:fs/promises";
import { CommandError } from "../../../command-line/command-error.js";

/** A file that gets its name only when it is complete; until then it is called `<name>.partial`. */
export class PartialFile {
  readonly path: string;
  readonly partialPath: string;
  readonly #handle: FileHandle;

  /**
   * @param path - The final name
   * @param partialPath - The name until then
   * @param handle - The open file
   */
  constructor(path: string, partialPath: string, handle: FileHandle) {
    this.path = path;
    this.partialPath = partialPath;
    this.#handle = handle;
  }

  /**
   * Opens the partial file and replaces one left by an earlier pull.
   *
   * @param path - The final name
   * @returns The file
   * @throws CommandError `unwritable` when it cannot be created
   */
  static async open(path: string): Promise<PartialFile> {
    const partialPath = `${path}.partial`;
    return new PartialFile(path, partialPath, await writing(partialPath, () => open(partialPath, "w")));
  }

  /** Appends text or bytes. */
  append(content: string | Uint8Array): Promise<void> {
    return writing(this.partialPath, () => this.#handle.appendFile(content));
  }

  /** Closes the file under its partial name. */
  close(): Promise<void> {
    return writing(this.partialPath, () => this.#handle.close());
  }

  /** Renames the closed file to its final name. */
  publish(from: string = this.partialPath): Promise<void> {
    return writing(this.path, () => rename(from, this.path));
  }
}

/**
 * Runs a file operation and converts its failure to a `CommandError`.
 *
 * @param path - The file, named in the error
 * @param action - The operation
 * @returns The result of the operation
 * @throws CommandError `unwritable` when the operation fails
 */
export async function writing<Result>(path: string, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    throw new CommandError("unwritable", `Could not write "${path}": ${reason(error)}.`, { cause: error });
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "the folder does not exist",
  EACCES: "you do not have permission to write there",
  EISDIR: "it is a folder. Name a file",
  ENOSPC: "no space is left on the disk",
  EROFS: "the disk is read-only",
};

function reason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return reasons[code] ?? (error instanceof Error ? error.message : String(error));
}
