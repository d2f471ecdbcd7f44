import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/**
 * Starts a script of this folder that responds to each line with a line.
 *
 * @param {string} script Its file name.
 * @param {string[]} [words] Its arguments.
 * @returns {{ ask: (line: string) => Promise<string>, hear: () => Promise<string>, stop: () => Promise<void> }}
 * Functions that send a line and return the response, wait for a line, and stop the script.
 */
export function converse(script, words = []) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path, ...words], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const hear = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`Could not run ${script}: it ended without a response.`);
    return value;
  };
  return {
    hear,
    ask: (line) => {
      child.stdin.write(`${line}\n`);
      return hear();
    },
    stop: async () => {
      child.stdin.end();
      if (child.exitCode === null) await once(child, "close");
    },
  };
}
