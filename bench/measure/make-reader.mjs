import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { compile } from "./compile.mjs";

const run = promisify(execFile);

/**
 * @typedef {object} ReadOptions
 * @property {string} [accept] The format. Default: JSON.
 * @property {number} [bytesPerSecond] Maximum read rate. Default: unlimited.
 * @property {number} [seconds] When to disconnect. Default: at the end of the response.
 */

/**
 * Compiles the C program that requests rows from a service and discards them. It uses the same small share of the
 * machine, whatever service is measured.
 *
 * @param {string} folder Folder for the program.
 * @returns {(service: { url: string }, body: object, options?: ReadOptions) => Promise<{ bytes: number, first: number,
 * total: number }>} Sends a request; returns the bytes, the milliseconds to the first byte of the body, and in total.
 */
export function makeReader(folder) {
  const program = compile(new URL("./read-http.c", import.meta.url), folder);
  return async ({ url }, body, { accept = "application/json", bytesPerSecond, seconds } = {}) => {
    const pace = bytesPerSecond === undefined ? [] : [String(bytesPerSecond), String(seconds)];
    const { stdout } = await run(program, [new URL(url).port, accept, JSON.stringify(body), ...pace]);
    const [bytes, first, total] = stdout.trim().split(" ").map(Number);
    return { bytes, first, total };
  };
}
