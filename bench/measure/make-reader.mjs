import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { compile } from "./compile.mjs";

const run = promisify(execFile);

/**
 * @typedef {object} ReadOptions
 * @property {string} [accept] The format. Default: JSON.
 * @property {number} [bytesPerSecond] How fast to read. Default: as fast as it goes.
 * @property {number} [seconds] When to leave. Default: at the end of the answer.
 */

/**
 * Compiles the C program that asks a service for rows and drops them, and so takes the same small share of the machine
 * whoever answers.
 *
 * @param {string} folder Where the program goes.
 * @returns {(service: { url: string }, body: object, options?: ReadOptions) => Promise<{ first: number, total: number }>}
 *   Asks; gives the milliseconds to the first byte of the body, and in all.
 */
export function makeReader(folder) {
  const program = compile(new URL("./read-http.c", import.meta.url), folder);
  return async ({ url }, body, { accept = "application/json", bytesPerSecond, seconds } = {}) => {
    const pace = bytesPerSecond === undefined ? [] : [String(bytesPerSecond), String(seconds)];
    const { stdout } = await run(program, [new URL(url).port, accept, JSON.stringify(body), ...pace]);
    const [, first, total] = stdout.trim().split(" ").map(Number);
    return { first, total };
  };
}
