import { realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { type CommandError, usageError } from "../command-line/command-error.js";

/**
 * Resolves a path that a model has chosen.
 *
 * @param folder - The folder that it must be in
 * @param typed - The path, relative to the folder
 * @param ending - How the name of the file must end
 * @returns The absolute path, after symbolic links
 * @throws CommandError when it is outside of the folder, also by a link, or in a folder that is not the author's
 */
export async function pathInside(folder: string, typed: string, ending: RegExp): Promise<string> {
  const root = await realpath(folder);
  const path = resolve(root, typed);
  const real = await realpath(path).catch(async () => join(await parentOf(path, typed), basename(path)));
  const within = relative(root, real);
  const parts = within.split(sep);
  // A path on another drive of Windows stays absolute.
  const isInside =
    parts[0] !== ".." && !isAbsolute(within) && !parts.includes("node_modules") && !parts.includes(".git");
  if (isInside && ending.test(real)) return real;
  throw refusal(
    typed,
    isInside ? `expected a name that ends like ${ending.source}` : "it is not in the folder",
  );
}

async function parentOf(path: string, typed: string): Promise<string> {
  return await realpath(dirname(path)).catch(() => {
    throw refusal(typed, "its folder does not exist");
  });
}

function refusal(typed: string, reason: string): CommandError {
  return usageError(`Could not use "${typed}": ${reason}. Choose a file of the folder.`);
}
