import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Run, RunOptions } from "./run-wellhead.js";

const program = fileURLToPath(new URL("../bin/wellhead.js", import.meta.url));

/** Starts the built command in a process of its own. */
export function startWellhead(
  words: readonly string[],
  { input, directory, env }: Omit<RunOptions, "screen"> = {},
): ChildProcess {
  const child = spawn(process.execPath, [program, ...words], {
    cwd: directory,
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  // A command that exits before it has read everything closes the pipe.
  child.stdin?.on("error", () => {});
  child.stdin?.end(input ?? "");
  return child;
}

/** Waits for the end of a started command. */
export async function finish(child: ChildProcess): Promise<Run> {
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
}
