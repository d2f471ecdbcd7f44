import { execFileSync } from "node:child_process";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Compiles a C program of one file.
 *
 * @param {URL} source The file.
 * @param {string} folder Folder for the program.
 * @returns {string} Path of the program.
 */
export function compile(source, folder) {
  const file = fileURLToPath(source);
  const program = join(folder, basename(file, ".c"));
  execFileSync("cc", ["-O2", "-o", program, file]);
  return program;
}
