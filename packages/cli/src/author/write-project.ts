import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type ProjectKind, projectFiles } from "create-wellhead";
import { usageError } from "../command-line/command-error.js";
import { pathInside } from "./path-inside.js";

/** What a project is written from. */
export interface ProjectQuery {
  readonly kind: string;
  readonly name: string;
  /** Path of a description of the API in the folder, as `--from` of create-wellhead takes it. Default: an example API of the kind. */
  readonly from: string | undefined;
}

const kinds: readonly ProjectKind[] = ["rest", "oauth2", "database", "files", "code"];

/**
 * Writes a project into the folder of an author, and replaces no file.
 *
 * @param folder - The folder
 * @param query - What it reads, and its name
 * @returns The paths of the files
 * @throws CommandError when one of the files exists, and nothing is written; or when the description cannot be used
 */
export async function writeProject(
  folder: string,
  { kind: typed, name, from }: ProjectQuery,
): Promise<readonly string[]> {
  const kind = kinds.find((one) => one === typed);
  if (kind === undefined)
    throw usageError(`Could not create a project: expected one of ${kinds.join(", ")}, got "${typed}".`);
  if (!/^[a-z][a-z0-9-]*$/.test(name))
    throw usageError(
      `Could not create a project: expected a name of lower-case letters, digits and hyphens, got "${name}".`,
    );
  const openapi = from === undefined ? undefined : await pathInside(folder, from, /\.(?:har|json|ya?ml)$/);
  const files = await projectFiles({ kind, name, manager: "npm", ...(openapi && { openapi }) }).catch(
    (error: unknown) => {
      throw usageError(error instanceof Error ? error.message : String(error), { cause: error });
    },
  );
  const present = Object.keys(files).filter((path) => existsSync(join(folder, path)));
  if (present.length > 0)
    throw usageError(`Could not create a project: the folder has ${present.join(", ")}. Edit these instead.`);
  for (const [path, contents] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), contents, { flag: "wx" });
  }
  return Object.keys(files);
}
