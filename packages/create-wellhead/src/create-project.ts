import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { projectFiles } from "./project-files.js";
import type { ProjectOptions } from "./project-kind.js";

/**
 * Writes a project into an empty folder.
 *
 * @param folder - The folder; created if it does not exist
 * @param options - What the project reads, its name, and what installs it
 * @throws Error when the folder is not empty; nothing is written then
 */
export async function createProject(folder: string, options: ProjectOptions): Promise<void> {
  const present = await readdir(folder).catch(() => []);
  if (present.some((name) => name !== ".git"))
    throw new Error(`Could not create "${folder}": the folder is not empty. Choose another name.`);
  for (const [path, contents] of Object.entries(await projectFiles(options))) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, contents);
  }
}
