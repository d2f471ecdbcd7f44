import { access, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { usageError } from "../command-line/command-error.js";
import { checkConfig } from "./check-config.js";
import { importModule } from "./import-module.js";
import type { WellheadConfig } from "./wellhead-config.js";

const endings = ["ts", "mts", "js", "mjs", "json", "yaml", "yml"] as const;

/** A configuration and the path of its file. */
export interface LoadedConfig {
  readonly path: string;
  readonly config: WellheadConfig;
}

/**
 * Finds and loads the configuration of a service.
 *
 * @param directory - Folder to search for `wellhead.config.ts`, `.mts`, `.js`, `.mjs`, `.json`, `.yaml` or `.yml`
 * @param named - A file given with `--config`, which is loaded instead
 * @param load - Number of the load; from 1, modules are evaluated again. Default: 0
 * @returns The configuration, or `undefined` when there is none and none was given
 * @throws CommandError when it cannot be loaded or a member is invalid
 */
export async function loadConfig(
  directory: string,
  named: string | undefined,
  load = 0,
): Promise<LoadedConfig | undefined> {
  const path = named === undefined ? await find(directory) : resolve(directory, named);
  if (path === undefined) return undefined;
  if (named !== undefined && !(await exists(path))) {
    throw usageError(
      `Could not read --config: the file "${named}" does not exist. Name one such as wellhead.config.ts.`,
    );
  }
  return { path, config: checkConfig(await readConfig(path, load), `"${path}"`) };
}

async function readConfig(path: string, load: number): Promise<unknown> {
  if (!/\.(?:json|ya?ml)$/.test(path)) return importModule(path, load);
  const text = await readFile(path, "utf8");
  try {
    if (path.endsWith(".json")) return JSON.parse(text);
    const { parse } = await import("yaml");
    return parse(text, { prettyErrors: true });
  } catch (error) {
    // The message of a parser ends with an excerpt of the file, which may contain a secret.
    const [message = ""] = (error instanceof Error ? error.message : "").split("\n");
    const fault = message.replace(/:$/, "").replace(/, (?:\.\.\.)?".*$/s, "");
    throw usageError(`Could not read "${path}": ${fault}.`, { cause: error });
  }
}

async function find(directory: string): Promise<string | undefined> {
  for (const ending of endings) {
    const path = join(directory, `wellhead.config.${ending}`);
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
