import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { availableParallelism, tmpdir, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Arguments } from "../command-line/arguments.js";
import type { ExitName } from "../command-line/exit-codes.js";
import { type OptionalPackage, optionalPackages } from "../command-line/optional-package.js";
import { readVersion } from "../command-line/read-version.js";
import { formatBytes } from "../terminal/format-number.js";
import { makePaint } from "../terminal/paint.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";

/** A line of the report. */
interface Finding {
  readonly name: string;
  readonly value: string;
  readonly state: "good" | "missing" | "bad";
}

/** The manifest of this package, as far as it is read here. */
interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly engines?: { readonly node?: string };
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/**
 * Runs `wellhead doctor`: reports what this machine has.
 *
 * @param commandLine - The command line
 * @param terminal - Provides streams and environment
 * @returns The name of the exit code
 */
export async function runDoctor(commandLine: Arguments, terminal: Terminal): Promise<ExitName> {
  // This package's own manifest.
  const own = createRequire(import.meta.url)("../../package.json") as Manifest;
  const machine = [
    { name: "wellhead", value: readVersion(), state: "good" } as const,
    nodeFinding(process.versions.node, own.engines?.node ?? ""),
    { name: "system", value: `${process.platform} ${process.arch}`, state: "good" } as const,
    memoryFinding(),
    await spaceFinding(),
    await portFinding(commandLine.count("port", 65_535) ?? Number(terminal.env["PORT"] || 8642)),
  ];
  const packages = Object.entries(optionalPackages).map(([name, purpose]) =>
    // The names of the table.
    packageFinding(name as OptionalPackage, purpose, own.peerDependencies?.[name] ?? ""),
  );
  const isBad = [...machine, ...packages].some(({ state }) => state === "bad");
  const text = commandLine.has("json")
    ? `${JSON.stringify({ machine, packages })}\n`
    : formatReport(machine, packages, terminal);
  await write(terminal.stdout, text);
  return isBad ? "exhausted" : "success";
}

/** Reports whether a version is in a range such as `>=20.19`, `^8.23.1`, `~1.5.5` or `0.x`. */
export function satisfies(version: string, range: string): boolean {
  const [, operator = "", base = ""] = /^([>=^~]*)([\d.]*)/.exec(range) ?? [];
  const wanted = base
    .split(".")
    .filter((part) => part !== "")
    .map(Number);
  const given = version.split(/[.-]/).map(Number);
  // How many of the numbers may not differ.
  const fixed = new Map([
    ["^", Math.max(1, wanted.findIndex((part) => part > 0) + 1)],
    ["~", 2],
    ["", wanted.length],
  ]);
  const isFixed = wanted.slice(0, fixed.get(operator) ?? 0).every((part, index) => given[index] === part);
  const differs = wanted.findIndex((part, index) => given[index] !== part);
  return isFixed && (differs === -1 || (given[differs] ?? 0) > (wanted[differs] ?? 0));
}

function nodeFinding(version: string, range: string): Finding {
  const isGood = satisfies(version, range);
  return {
    name: "Node.js",
    value: isGood ? version : `${version}, needs ${range}`,
    state: isGood ? "good" : "bad",
  };
}

function memoryFinding(): Finding {
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  const memory = Math.min(totalmem(), limit);
  const cores = availableParallelism();
  return {
    name: "memory",
    value: `${formatBytes(memory)}, ${cores} ${cores === 1 ? "core" : "cores"}`,
    state: "good",
  };
}

async function spaceFinding(): Promise<Finding> {
  const folder = tmpdir();
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  return {
    name: "temporary files",
    value: `${formatBytes(free)} free in ${folder}`,
    state: free < 64 * 2 ** 20 ? "bad" : "good",
  };
}

async function portFinding(port: number): Promise<Finding> {
  const server = createServer();
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    server.close();
    return { name: "port", value: `${port} is free`, state: "good" };
  } catch {
    return {
      name: "port",
      value: `${port} is in use or not permitted; choose another with --port`,
      state: "missing",
    };
  }
}

function packageFinding(name: OptionalPackage, purpose: string, range: string): Finding {
  const version = installedVersion(name);
  if (version === undefined) return { name, value: `not installed; needed to ${purpose}`, state: "missing" };
  const isGood = range === "" || satisfies(version, range);
  return { name, value: isGood ? version : `${version}, needs ${range}`, state: isGood ? "good" : "bad" };
}

/** Finds the manifest above the entry point of a package, which need not export its manifest. */
function installedVersion(name: OptionalPackage): string | undefined {
  try {
    const entry = name === "@wellhead/console" ? `${name}/page/index.html` : name;
    for (let folder = dirname(fileURLToPath(import.meta.resolve(entry))); ; folder = dirname(folder)) {
      const manifest = manifestIn(folder);
      if (manifest.name === name) return manifest.version ?? "unknown";
      if (folder === dirname(folder)) return "unknown";
    }
  } catch {
    return undefined;
  }
}

function manifestIn(folder: string): Manifest {
  const file = join(folder, "package.json");
  // A manifest, which npm has read before.
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Manifest) : {};
}

function formatReport(machine: readonly Finding[], packages: readonly Finding[], terminal: Terminal): string {
  const paint = makePaint(terminal, terminal.stdout);
  const width = Math.max(...[...machine, ...packages].map(({ name }) => name.length));
  const marks = { good: paint.green("✓"), missing: paint.dim("–"), bad: paint.red("✗") };
  const format = ({ name, value, state }: Finding) => `  ${marks[state]} ${name.padEnd(width)}  ${value}\n`;
  return [...machine.map(format), `\n${paint.bold("Optional packages")}\n`, ...packages.map(format)].join("");
}
