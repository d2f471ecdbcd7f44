import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What `npm create wellhead` offers. */
const KINDS = ["rest", "oauth2", "database", "files", "code"];

/**
 * Creates a project of each kind with the installed `create-wellhead`, compiles it and runs its test.
 *
 * @param {string} project Folder of the consumer. The projects are created in it and use its packages.
 * @param {string} compiler Path of `tsc`.
 * @returns {Promise<number>} Number of projects.
 * @throws {Error} With what the step that failed has printed.
 */
export async function proveScaffolds(project, compiler) {
  const modules = join(project, "node_modules");
  const steps = [
    [compiler, "--noEmit"],
    [join(modules, "vitest/vitest.mjs"), "run", "--root", "."],
  ];
  for (const kind of KINDS) {
    const create = [join(modules, "create-wellhead/bin/create-wellhead.js"), kind, "--kind", kind, "--yes"];
    await run(process.execPath, create, { cwd: project });
    try {
      for (const step of steps) await run(process.execPath, step, { cwd: join(project, kind) });
    } catch (error) {
      // What a command that failed has printed is a member of its error.
      const { stdout } = /** @type {{ stdout?: string }} */ (error);
      throw new Error(`Could not use a new project of the kind ${kind}.\n${stdout}`, { cause: error });
    }
  }
  return KINDS.length;
}
