import { readFileSync } from "node:fs";
import { createRequire, register } from "node:module";
import { dirname, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { usageError } from "../command-line/command-error.js";
import { explainMissingName } from "./explain-missing-name.js";
import { findMember } from "./find-member.js";
import { type Place, placesOnStack } from "./original-place.js";
import { typeScriptLoader } from "./typescript-loader.js";

/** Packages of Wellhead that a module may import without installing them. */
const ours = [
  "@wellhead/airtable",
  "@wellhead/bridges",
  "@wellhead/cli",
  "@wellhead/clickhouse",
  "@wellhead/contract",
  "@wellhead/contract/dates",
  "@wellhead/files",
  "@wellhead/github",
  "@wellhead/google-sheets",
  "@wellhead/graphql",
  "@wellhead/hubspot",
  "@wellhead/jira",
  "@wellhead/mysql",
  "@wellhead/notion",
  "@wellhead/odata",
  "@wellhead/postgres",
  "@wellhead/rest",
  "@wellhead/sdk",
  "@wellhead/server",
  "@wellhead/sqlite",
  "@wellhead/stripe",
  "@wellhead/trello",
  "@wellhead/trino",
];

/**
 * Imports a TypeScript or JavaScript module written by the user.
 *
 * If Wellhead's packages are not installed for the module's folder, the module gets the ones this command uses.
 *
 * @param path - Absolute path
 * @param number - Number of the load. From 1, the module is evaluated again, and so are the modules that it imports,
 *   except for packages. Default: 0
 * @returns Its default export
 * @throws CommandError naming the module when it cannot be loaded
 */
export async function importModule(path: string, number = 0): Promise<unknown> {
  try {
    const module = await load(path, number);
    return typeof module === "object" && module !== null && "default" in module ? module.default : undefined;
  } catch (error) {
    throw loadError(path, error);
  }
}

async function load(path: string, number: number): Promise<unknown> {
  const isFresh = number > 0;
  if (isFresh) forgetModules();
  const lacking = lacksSdk(path);
  if (!/\.[cm]?ts$/.test(path) && (isFresh || !lacking)) {
    const url = pathToFileURL(path);
    if (isFresh) url.searchParams.set("wellhead-load", String(number));
    const module: unknown = await import(url.href);
    return module;
  }
  const alias = lacking ? Object.fromEntries(ours.flatMap(locate)) : {};
  return typeScriptLoader(dirname(path), { alias, isCached: !lacking }).import(path);
}

const require = createRequire(import.meta.url);
let passesLoadOn = false;

/**
 * Makes modules outside of packages be evaluated again: those of TypeScript and CommonJS, which share a cache, and ES
 * modules that are imported with the number of a load.
 */
function forgetModules(): void {
  for (const file of Object.keys(require.cache))
    if (!file.includes(`${sep}node_modules${sep}`)) delete require.cache[file];
  if (!passesLoadOn) register("./fresh-module-hooks.js", import.meta.url);
  passesLoadOn = true;
}

function lacksSdk(path: string): boolean {
  try {
    createRequire(path).resolve("@wellhead/sdk");
    return false;
  } catch {
    return true;
  }
}

/** Returns the path of a package by its name; empty when it is an optional one that is not installed. */
function locate(name: string): readonly (readonly [string, string])[] {
  try {
    return [[name, fileURLToPath(import.meta.resolve(name))]];
  } catch {
    return [];
  }
}

function loadError(path: string, error: unknown): Error {
  // Further lines name the module once more, and the module that required it.
  const [message = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  const [place] = placesOnStack(error instanceof Error ? (error.stack ?? "") : "");
  return usageError(
    `Could not load "${path}": ${explainMissingName(message).trimEnd().replace(/\.$/, "")}.`,
    {
      cause: error,
      details: place === undefined ? [] : [pinpoint(message, place)],
    },
  );
}

/**
 * Names the line of the member that a definition's fault is about, instead of the call that checks the definition.
 */
function pinpoint(message: string, { file, line, column }: Place): string {
  const member = /^Could not define connector "[^"]*": (?<path>[\w.-]+): /.exec(message)?.groups?.["path"];
  const found = member === undefined ? undefined : findMember(readFileSync(file, "utf8"), member, line);
  return `    at ${file}:${found?.line ?? line}:${found?.column ?? column}`;
}
