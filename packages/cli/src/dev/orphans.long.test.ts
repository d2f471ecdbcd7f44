import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const program = fileURLToPath(new URL("../../bin/wellhead.js", import.meta.url));
const sdk = import.meta.resolve("@wellhead/sdk");
const polling = { timeout: 30_000, interval: 100 };

let folder: string;
const started: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wellhead-orphans-"));
  // A source whose code never returns, so that its process handles no event any more.
  writeFileSync(
    join(folder, "loop.mjs"),
    `import { defineConnector } from "${sdk}";
    export default defineConnector({ id: "loop", name: "Loop", version: "1", description: "Never returns",
      sources: (source) => ({ rows: source({ name: "Rows", rows: () => { process.stderr.write("looping\\n"); for (;;); } }) }) });`,
  );
});

afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the command, and waits until the code of its connector loops. */
async function startLoop(words: readonly string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program, ...words], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => {
      printed += part;
    });
  await expect.poll(() => printed, polling).toMatch(words[0] === "dev" ? /Revision 1/ : /listens on/);
  const [url = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
  void fetch(`${url}/loop/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ source: "rows", account: { auth: "none" } }),
  }).catch(() => undefined);
  await expect.poll(() => printed, polling).toContain("looping");
  return child;
}

/** Returns the processes that a process has started, and theirs. */
function descendants(pid: number): readonly number[] {
  const children = readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, "utf8")) ?? [];
      return Number(parent) === pid ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
  return children.flatMap((child) => [child, ...descendants(child)]);
}

function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

test.each([
  ["dev", ["dev", "loop.mjs", "--port", "0", "--no-types"]],
  ["an isolated connector", ["serve", "loop.mjs", "--port", "0", "--isolate", "--no-console", "--quiet"]],
] as const)(
  "no process of %s outlives a command that is killed, although its code never returns",
  async (_name, words) => {
    const child = await startLoop(words);
    const processes = descendants(child.pid ?? 0);
    expect(processes.length).toBeGreaterThan(0);
    child.kill("SIGKILL");
    await once(child, "exit");
    await expect.poll(() => processes.filter(isRunning), polling).toEqual([]);
  },
);

/** Installs a compiler in the folder whose program never returns, as that of TypeScript 7 is a program that `tsc` starts. */
function installCompiler(): void {
  const compiler = join(folder, "node_modules/typescript");
  mkdirSync(join(compiler, "bin"), { recursive: true });
  mkdirSync(join(folder, "node_modules/@wellhead"));
  symlinkSync(
    fileURLToPath(new URL("../../../sdk", import.meta.url)),
    join(folder, "node_modules/@wellhead/sdk"),
  );
  writeFileSync(join(folder, "tsconfig.json"), "{}");
  writeFileSync(join(compiler, "package.json"), `{ "name": "typescript", "version": "7.0.0" }`);
  writeFileSync(
    join(compiler, "bin/tsc"),
    `require("node:child_process").execFileSync(process.execPath, ["-e", "setInterval(() => {}, 1e6)", "compiles"])`,
  );
}

/** Returns the processes below one that the compiler's program runs in. */
function compilersOf(pid: number): readonly number[] {
  return descendants(pid).filter((one) => {
    try {
      return readFileSync(`/proc/${one}/cmdline`, "utf8").endsWith("\0compiles\0");
    } catch {
      return false;
    }
  });
}

test("the compiler does not outlive `wellhead dev` that is killed, nor a check that a save has ended", async () => {
  installCompiler();
  const child = await startLoop(["dev", "loop.mjs", "--port", "0"]);
  const pid = child.pid ?? 0;
  await expect.poll(() => compilersOf(pid), polling).toHaveLength(1);
  const [first = 0] = compilersOf(pid);
  const saved = join(folder, "loop.mjs");
  writeFileSync(saved, `${readFileSync(saved, "utf8")}\n`);
  await expect.poll(() => compilersOf(pid).filter((one) => one !== first), polling).toHaveLength(1);
  await expect.poll(() => isRunning(first), polling).toBe(false);
  const processes = descendants(pid);
  child.kill("SIGKILL");
  await once(child, "exit");
  await expect.poll(() => processes.filter(isRunning), polling).toEqual([]);
});

test("`wellhead dev` ends soon after it was asked to, although code of the author never returns", async () => {
  const child = await startLoop(["dev", "loop.mjs", "--port", "0", "--no-types"]);
  const processes = descendants(child.pid ?? 0);
  child.kill("SIGTERM");
  await once(child, "exit");
  await expect.poll(() => processes.filter(isRunning), polling).toEqual([]);
});
