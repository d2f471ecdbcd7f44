import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { printableText } from "../terminal/printable-text.js";
import type { Fault } from "./messages.js";

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
  return signal.aborted ? undefined : { faults: readFaults(output, folder) };
}

/** Reads `file(line,column): error TS1: text`; indented lines continue the text. */
function readFaults(output: string, folder: string): readonly Fault[] {
  const faults: Fault[] = [];
  for (const text of output.split("\n")) {
    const { file, line, column, message } =
      /^(?<file>.+?)\((?<line>\d+),(?<column>\d+)\): error (?<message>TS\d+: .*)$/.exec(text)?.groups ?? {};
    const last = faults.at(-1);
    if (message !== undefined && file !== undefined) {
      const place = { file: resolve(folder, file), line: Number(line), column: Number(column) };
      faults.push({ message: printableText(message), place });
    } else if (text.startsWith("  ") && last !== undefined) {
      faults[faults.length - 1] = { ...last, message: `${last.message} ${printableText(text.trim())}` };
    }
  }
  return faults.map(({ message, ...fault }) => ({ ...fault, message: sentenceIn(message) ?? message }));
}

/**
 * Finds the sentence with which `@wellhead/sdk` describes a wrong cell. The compiler compares the rows with it, and
 * repeats both types on each of its lines.
 */
function sentenceIn(message: string): string | undefined {
  const { code, literal } =
    /^(?<code>TS\d+): .* is not assignable to type '(?<literal>"(?:[^"\\]|\\.)* (?:[^"\\]|\\.)*\.")'\.$/s.exec(
      message,
    )?.groups ?? {};
  // A string literal type is written as JSON.
  return literal === undefined ? undefined : `${code}: ${String(JSON.parse(literal))}`;
}
