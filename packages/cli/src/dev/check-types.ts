import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { printableText } from "../terminal/printable-text.js";
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

/** Maximum characters of the compiler's output that are read. */
const maxOutputLength = 4 * 1024 * 1024;

/**
 * Runs the compiler in a process group of its own, and kills the group once the compiler has ended, or once the pipe at 3
 * is closed because this command has ended in any way. The compiler of TypeScript 7 is a program that `tsc` starts, which
 * outlives `tsc`.
 */
const compilerShell = `( read -r _ <&3; kill -KILL 0 ) >/dev/null 2>&1 &
"$@" 3<&-
kill -KILL 0`;

/** The result of a check of types. */
export interface TypeCheck {
  readonly faults: readonly Fault[];
  /** Why types were not checked, or not all of them, and what to do. Default: they were. */
  readonly unchecked?: string;
}

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
 * Checks the types of the author's files with the TypeScript of their folder. Declaration files are not checked, whatever
 * the folder's configuration says: nearly all belong to packages, and they take ten times as long.
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
    return { faults: [], unchecked: "install typescript and @wellhead/sdk in this folder" };
  }
  const what = hasProject ? ["--noEmit", "--skipLibCheck", "-p", folder] : [...defaultOptions, ...modules];
  const run = (words: readonly string[]): Promise<string> =>
    runCompiler([compiler, ...words], folder, signal);
  try {
    let output = await run(["--pretty", "false", ...what]);
    // A folder above has a `tsconfig.json`, which belongs to something else. Older compilers neither say so nor know the option.
    if (output.startsWith("error TS5112:") && !signal.aborted)
      output = await run(["--pretty", "false", "--ignoreConfig", ...what]);
    const missing = hasProject ? missingTypes(output) : [];
    if (missing.length > 0 && !signal.aborted) {
      // The compiler checks nothing while an entry of `types` is missing.
      const others = typesIn(await run(["--showConfig", "-p", folder])).filter(
        (name) => !missing.includes(name),
      );
      output = await run(["--pretty", "false", ...what, "--types", others.join(",")]);
    }
    return signal.aborted ? undefined : readOutput(output, { folder, missing });
  } catch {
    return { faults: [], unchecked: "the system could not start the compiler" };
  }
}

/** Returns the entries of `types` that the compiler cannot find. */
function missingTypes(output: string): readonly string[] {
  return [...output.matchAll(/^error TS2688: [^']*'([^']+)'/gm)].map(([, name = ""]) => name);
}

/** Returns the entries of `types` of a configuration that the compiler has printed. */
function typesIn(output: string): readonly string[] {
  try {
    // The compiler resolves comments and inherited options.
    const { compilerOptions } = JSON.parse(output) as {
      readonly compilerOptions?: { readonly types?: readonly string[] };
    };
    return compilerOptions?.types ?? [];
  } catch {
    return [];
  }
}

function readOutput(
  output: string,
  { folder, missing }: { readonly folder: string; readonly missing: readonly string[] },
): TypeCheck {
  const faults = readTypeFaults(output, folder);
  // An error without a place is about the configuration.
  const [wrong] = faults.length === 0 ? (/^error TS\d+: .*?(?=\.?\r?$)/m.exec(output) ?? []) : [];
  if (missing.length > 0) {
    const packages = missing.map((name) => printableText(packageOf(name))).join(" and ");
    return { faults, unchecked: `install ${packages} in this folder, which its tsconfig.json needs` };
  }
  return wrong === undefined ? { faults } : { faults: [], unchecked: printableText(wrong) };
}

/** Returns the package of an entry of `types`, such as `@types/node` of `node` and `vitest` of `vitest/globals`. */
function packageOf(name: string): string {
  const [scope = "", second = ""] = name.split("/");
  if (scope.startsWith("@")) return `${scope}/${second}`;
  return name.includes("/") ? scope : `@types/${name}`;
}

/** Returns what the compiler prints, as far as it came when it was aborted. */
async function runCompiler(words: readonly string[], cwd: string, signal: AbortSignal): Promise<string> {
  const child = startCompiler([process.execPath, ...words], cwd);
  const closed = once(child, "close");
  // Its group ends with this pipe.
  const lifeline = child.stdio.at(-1);
  lifeline?.on("error", () => undefined);
  const stop = (): void => {
    lifeline?.destroy();
    child.kill("SIGKILL");
  };
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  let output = "";
  child.stdout?.setEncoding("utf8").on("data", (part: string) => {
    output += part;
    if (output.length > maxOutputLength) stop();
  });
  try {
    await closed;
    return output;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function startCompiler(words: readonly string[], cwd: string): ChildProcess {
  const stdio = ["ignore", "pipe", "ignore", "pipe"] as const;
  const [program = "", ...rest] = words;
  // Windows ends what a process has started together with it.
  if (process.platform === "win32") return spawn(program, rest, { cwd, stdio: [...stdio] });
  return spawn("/bin/sh", ["-c", compilerShell, "tsc", ...words], { cwd, detached: true, stdio: [...stdio] });
}
