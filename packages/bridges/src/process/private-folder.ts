import { access, constants, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeTemporaryFolder } from "@wellhead/engine-process";

/** A folder in memory, where the system has one. */
const memoryFolder = "/dev/shm";

/** A folder that only this user can open, with the files that a program gets, among them its secrets. */
export class PrivateFolder {
  /** Its path. */
  readonly path: string;

  /** Use {@link PrivateFolder.create} instead. */
  constructor(path: string) {
    this.path = path;
  }

  /** Creates a folder, in memory if the system allows it. Folders that killed processes left are removed. */
  static async create(): Promise<PrivateFolder> {
    const inMemory = await access(memoryFolder, constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    );
    return new PrivateFolder(await makeTemporaryFolder("bridge", inMemory ? memoryFolder : undefined));
  }

  /**
   * Writes a file that only this user can read.
   *
   * @param name - Its name
   * @param content - Its content
   */
  async write(name: string, content: string): Promise<void> {
    await writeFile(join(this.path, name), content, { mode: 0o600 });
  }

  /** Removes the folder with everything in it. */
  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true, maxRetries: 3 });
  }
}
