import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Fault } from "./messages.js";
import { readTypeFaults } from "./read-type-faults.js";

/** Options of the compiler for a folder without `tsconfig.json`. */
const defaultOptions = [
  "--strict",
  "--noEmit",
  "--skipLibCheck",
  "--target",
  "es2023",
  "--module",
  "nodenext",
];

/** The result of a check of types; `unchecked` says why there was none. */
export type TypeCheck = { readonly faults: readonly Fault[] } | { readonly unchecked: string };

/** Options of {@link checkTypes}. */
export interface CheckTypesOptions {
  /** Folder of the author. */
  readonly folder: string;
  /** Absolute paths of the modules, used when the folder has no `tsconfig.json`. */
  readonly files: readonly string[];
  /** Aborts the check. */
  readonly signal: AbortSignal;
}

/**
 * Checks the types of the author's files with the TypeScript of their folder.
 *
 * @param options - Folder, files and signal
 * @returns The faults; `undefined` when the check was aborted
 */
export async function checkTypes({
  folder,
  files,
  signal,
}: CheckTypesOptions): Promise<TypeCheck | undefined> {
  const hasProject = existsSync(join(folder, "tsconfig.json"));
  const modules = files.filter((file) => /\.[cm]?ts$/.test(file));
  if (!hasProject && modules.length === 0) return { faults: [] };
  const { resolve: locate } = createRequire(join(folder, "index.js"));
  let compiler: string;
  try {
    locate("@wellhead/sdk");
    compiler = join(dirname(locate("typescript/package.json")), "bin/tsc");
  } catch {
    return { unchecked: "install typescript and @wellhead/sdk in this folder to have types checked" };
  }
  const what = hasProject ? ["--noEmit", "-p", folder] : [...defaultOptions, ...modules];
  const output = await new Promise<string>((done) => {
    const maxBuffer = 4 * 1024 * 1024;
    execFile(
      process.execPath,
      [compiler, "--pretty", "false", ...what],
      { cwd: folder, signal, maxBuffer },
      (_error, stdout) => done(stdout),
    );
  });
  return signal.aborted ? undefined : { faults: readTypeFaults(output, folder) };
}
