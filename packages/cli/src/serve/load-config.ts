import { access } from "node:fs/promises";
import { join, resolve } from "node:path";
import { usageError } from "../command/command-error.js";
import { checkConfig } from "./check-config.js";
import { importModule } from "./import-module.js";
import type { WellheadConfig } from "./wellhead-config.js";

const names = ["wellhead.config.ts", "wellhead.config.mts", "wellhead.config.js", "wellhead.config.mjs"];

/** A configuration and the path of its file. */
export interface LoadedConfig {
  readonly path: string;
  readonly config: WellheadConfig;
}

/**
 * Finds and loads the configuration of a service.
 *
 * @param directory - Folder to search for `wellhead.config.ts`, `.mts`, `.js` or `.mjs`
 * @param named - A file given with `--config`, which is loaded instead
 * @returns The configuration, or `undefined` when there is none and none was given
 * @throws CommandError when it cannot be loaded or a member is invalid
 */
export async function loadConfig(
  directory: string,
  named: string | undefined,
): Promise<LoadedConfig | undefined> {
  const path = named === undefined ? await find(directory) : resolve(directory, named);
  if (path === undefined) return undefined;
  if (named !== undefined && !(await exists(path))) {
    throw usageError(
      `Could not read --config: the file "${named}" does not exist. Name one such as wellhead.config.ts.`,
    );
  }
  return { path, config: checkConfig(await importModule(path), `"${path}"`) };
}

async function find(directory: string): Promise<string | undefined> {
  for (const name of names) {
    const path = join(directory, name);
    if (await exists(path)) return path;
  }
  return undefined;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
