import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import { rolldown } from "rolldown";

/** A change of a check. */
export interface Mutant {
  readonly id: string;
  /** File, relative to `src`. */
  readonly file: string;
  /** Line of that file, counted from 1. */
  readonly line: number;
  /** Kind of change. */
  readonly mutator: string;
  readonly before: string;
  readonly after: string;
}

/** The mutants, and a module that contains all of them, each of which can be activated. */
export interface MadeMutants {
  readonly mutants: readonly Mutant[];
  /** URL of the module. */
  readonly bundle: string;
}

const root = new URL("../../../", import.meta.url);

/**
 * Folders whose files are mutated: the requirements and the functions they use.
 *
 * The list of all requirements is skipped: it does not contain a check.
 */
const folders = ["requirements", "expect"];
const skipped = new Set(["all-requirements.ts"]);

const silent = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  fatal: () => undefined,
};

/**
 * Mutates every check and bundles the mutated checks with the servers that distinguish correct checks from wrong ones.
 *
 * @returns The mutants and the bundle
 */
export async function makeMutants(): Promise<MadeMutants> {
  const files = folders.flatMap(listFiles).map((name) => ({
    name: pathOf(name),
    mutate: true,
    content: readFileSync(new URL(`src/${name}`, root), "utf8"),
  }));
  const made = await new Instrumenter(silent).instrument(files, {
    plugins: null,
    excludedMutations: [],
    ignorers: [{ shouldIgnore: (path) => (isMessage(path) ? "a message" : undefined) }],
  });
  const contents = new Map(made.files.map(({ name, content }) => [name, content]));
  const sources = new Map(files.map(({ name, content }) => [name, content]));
  const asked = made.mutants.filter(({ status }) => status !== "Ignored");
  const mutants = asked.map(({ id, fileName, location, mutatorName, replacement }): Mutant => {
    const before = between(sources.get(fileName) ?? "", location);
    const file = fileName.slice(pathOf("").length);
    return { id, file, line: location.start.line + 1, mutator: mutatorName, before, after: replacement };
  });
  return { mutants, bundle: await bundle(contents) };
}

interface SyntaxPath {
  readonly node: { readonly type: string };
  readonly parent?: { readonly type: string };
}

/** Returns whether a text is only meant to be read, as opposed to one that is compared or used as a key. */
function isMessage(path: object): boolean {
  // The instrumenter provides paths of Babel's syntax tree, whose types it does not publish.
  const { node, parent } = path as SyntaxPath;
  if (node.type !== "StringLiteral" && node.type !== "TemplateLiteral") return false;
  return !["BinaryExpression", "SwitchCase", "MemberExpression"].includes(parent?.type ?? "");
}

async function bundle(contents: ReadonlyMap<string, string>): Promise<string> {
  const folder = new URL(".mutation/", root);
  mkdirSync(folder, { recursive: true });
  const built = await rolldown({
    input: pathOf("test/mutation/mutation-target.ts"),
    platform: "node",
    external: [/^node:/, /^@wellhead\//],
    resolve: { extensionAlias: { ".js": [".ts"] } },
    plugins: [
      {
        name: "mutants",
        load: (id) => {
          const code = contents.get(id);
          return code === undefined ? null : { code, moduleType: "ts" };
        },
      },
    ],
  });
  const file = new URL("bundle.mjs", folder);
  await built.write({ file: fileURLToPath(file), codeSplitting: false });
  await built.close();
  return file.href;
}

function listFiles(folder: string): string[] {
  return readdirSync(new URL(`src/${folder}/`, root))
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !skipped.has(name))
    .map((name) => `${folder}/${name}`);
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(`src/${name}`, root));
}

interface MutationPosition {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

function between(text: string, { start, end }: MutationPosition): string {
  const lines = text.split("\n").slice(start.line, end.line + 1);
  lines.splice(-1, 1, (lines.at(-1) ?? "").slice(0, end.column));
  lines.splice(0, 1, (lines[0] ?? "").slice(start.column));
  return lines.join("\n");
}
