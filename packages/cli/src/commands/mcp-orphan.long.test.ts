import { execFileSync, spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const program = fileURLToPath(new URL("../../bin/wellhead.js", import.meta.url));
const polling = { timeout: 30_000, interval: 100 };

/** Starts a program, and waits for it. */
const starter = `require("node:child_process").spawn(process.argv[1], process.argv.slice(2), { stdio: "inherit" })`;

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}

const quoted = [process.execPath, program].map((word) => `'${word}'`).join(" ");

// The processes of others are read where Linux shows them.
test.runIf(process.platform === "linux").each([
  ["a program", "SIGKILL", [process.execPath, program], {}],
  ["a program", "SIGTERM", [process.execPath, program], {}],
  [
    "npm, which starts a shell",
    "SIGKILL",
    ["sh", "-c", `${quoted} "$@"; exit $?`, "sh"],
    { npm_execpath: "npm" },
  ],
] as const)(
  "ends when %s that has started it is ended by %s, although the client keeps its pipe open",
  async (_who, signal, words, env) => {
    const folder = mkdtempSync(join(tmpdir(), "wellhead-orphan-"));
    writeFileSync(join(folder, "rows.csv"), "n\n1\n");
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    // Open for both ends, so that it never ends.
    const stdin = openSync(pipe, "r+");
    const child = spawn(process.execPath, ["-e", starter, ...words, "mcp", "./rows.csv"], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: [stdin, "pipe", "inherit"],
    });
    onTestFinished(() => {
      child.kill("SIGKILL");
      closeSync(stdin);
      rmSync(folder, { recursive: true, force: true });
    });
    let answer = "";
    child.stdout?.setEncoding("utf8").on("data", (part: string) => {
      answer += part;
    });
    writeSync(stdin, `${JSON.stringify(initialize)}\n`);
    await expect.poll(() => answer, polling).toContain("serverInfo");
    const children = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" })
      .split("\n")
      .filter((line) => line.includes(program) && !line.includes("-e require"))
      .map((line) => line.trim().split(/\s+/).map(Number));
    const started = new Set<number | undefined>([child.pid]);
    for (const [pid, parent] of children) if (started.has(parent)) started.add(pid);
    const [, ...descendants] = [...started].map(Number);
    onTestFinished(() => {
      for (const pid of descendants.filter(isRunning)) process.kill(pid, "SIGKILL");
    });
    expect(descendants).not.toEqual([]);
    child.kill(signal);
    await expect.poll(() => descendants.filter(isRunning), polling).toEqual([]);
  },
);
