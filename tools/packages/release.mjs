import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findWorkspaces } from "../check/find-workspaces.mjs";

// Prepares a release and publishes nothing: it builds from nothing, checks, tests and proves the packages, and prints the
// command that publishes them.

const root = fileURLToPath(new URL("../..", import.meta.url));
try {
  prepare();
  console.log("Ready. Publish the packages: npx changeset publish");
} catch (error) {
  console.error(`Could not prepare the release: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

/**
 * @returns {void}
 * @throws {Error} With what prevents a release, and what to do.
 */
function prepare() {
  const changes = readdirSync(join(root, ".changeset")).filter((file) => /^(?!README).*\.md$/.test(file));
  if (changes.length > 0)
    throw new Error(
      `${changes.length} ${changes.length === 1 ? "changeset has" : "changesets have"} no version yet. Run npm run version, and commit.`,
    );
  if (read("git", "status", "--porcelain") !== "")
    throw new Error("there are changes that are not committed. Commit them.");

  // A module that was deleted since the last build would still be packed.
  for (const { folder } of findWorkspaces(root))
    for (const built of ["dist", "tsconfig.tsbuildinfo"])
      if (existsSync(join(root, folder, "package.json")))
        rmSync(join(root, folder, built), { recursive: true, force: true });
  run("npm", "ci");
  run("npm", "run", "--silent", "check");
  run("npm", "test", "--silent");
  run("npm", "run", "--silent", "proof", "packages");
}

/**
 * Runs a command and shows what it prints.
 *
 * @param {string} command The command.
 * @param {...string} parameters Its parameters.
 * @returns {void}
 * @throws {Error} When it fails.
 */
function run(command, ...parameters) {
  console.log(`== ${[command, ...parameters].join(" ")}`);
  try {
    execFileSync(command, parameters, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  } catch (error) {
    throw new Error(`${[command, ...parameters].join(" ")} failed. Read what it printed.`, { cause: error });
  }
}

/**
 * @param {string} command A command.
 * @param {...string} parameters Its parameters.
 * @returns {string} What it prints, without spaces around it.
 */
function read(command, ...parameters) {
  return execFileSync(command, parameters, { cwd: root, encoding: "utf8" }).trim();
}
