import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A folder of an author. */
export interface DevFolder {
  readonly path: string;
  /** Saves a file. */
  readonly save: (name: string, text: string) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** Creates a folder with the packages of this repository and TypeScript. */
export async function makeDevFolder(): Promise<DevFolder> {
  const path = await mkdtemp(join(tmpdir(), "wellhead-dev-"));
  await symlink(fileURLToPath(new URL("../../../node_modules", import.meta.url)), join(path, "node_modules"));
  return {
    path,
    save: (name, text) => writeFile(join(path, name), text),
    remove: () => rm(path, { recursive: true, force: true }),
  };
}
