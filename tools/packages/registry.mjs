import { execFile, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { fetchPackage } from "../tests/fetch-package.mjs";
import { compileConsumer, useConsumer, writeConsumer } from "./consumer.mjs";

/** @import { PackedPackage } from "./pack-packages.mjs" */

const run = promisify(execFile);

/** The registry, which is too large to be a dependency (57 MB). The last version for Node 20. */
const VERDACCIO = "6.7.4";

/** Installs the registry may not have: it asks for a tag of this package that not every mirror has. */
const OVERRIDES = { "node-fetch": "2.7.0" };

/**
 * Publishes the packages to a registry on this machine, installs them from there with npm into an empty folder, and uses
 * them. Packages of others come from the registry that npm is configured for.
 *
 * @param {readonly PackedPackage[]} packages The packages.
 * @param {{ root: string, folder: string, compiler: string }} options Root of this repository, a temporary folder, and
 *   the path of `tsc`.
 * @returns {Promise<string[]>} What was proved, a line each.
 * @throws {Error} When a step fails.
 */
export async function proveRegistry(packages, { root, folder, compiler }) {
  const registry = await publishPackages(packages, folder);
  try {
    const project = join(folder, "installed");
    const small = ["@wellhead/sdk", "@wellhead/server", "@wellhead/cli"];
    mkdirSync(project);
    writeFileSync(join(project, "package.json"), "{}");
    await npm(["install", ...small], registry, project);
    const mebibytes = (sizeOf(join(project, "node_modules")) / 2 ** 20).toFixed(1);
    const installed = packages.filter(({ name }) => existsSync(join(project, "node_modules", name)));
    writeConsumer(project, { root, packages: installed });
    await npm(["install", ...small, "-D", "@types/node@20", "vitest"], registry, project);
    await compileConsumer(project, compiler);
    await useConsumer(project);
    return [
      `${packages.length} packages published`,
      `sdk, server and cli from the registry: ${mebibytes} MiB, imported, compiled, served, checked, copied`,
      "npm install -D vitest without a conflict",
    ];
  } finally {
    registry.stop();
  }
}

/**
 * Publishes packages to a registry on this machine.
 *
 * @param {readonly PackedPackage[]} packages The packages.
 * @param {string} folder A temporary folder.
 * @returns {Promise<{ url: string, stop: () => void }>} The registry.
 */
export async function publishPackages(packages, folder) {
  const registry = await startRegistry(join(folder, "registry"));
  for (const { tarball } of packages) await npm(["publish", tarball, "--ignore-scripts"], registry, folder);
  return registry;
}

/**
 * Starts Verdaccio on a free port of the loopback interface.
 *
 * @param {string} folder Where it keeps what is published.
 * @returns {Promise<{ url: string, stop: () => void }>} Its address, and how to stop it.
 */
async function startRegistry(folder) {
  const home = await fetchPackage("verdaccio", VERDACCIO, { overrides: OVERRIDES });
  const program = join(home, "node_modules/verdaccio/bin/verdaccio");
  mkdirSync(folder, { recursive: true });
  const uplink = (await run("npm", ["config", "get", "registry"])).stdout.trim();
  const config = {
    storage: "./storage",
    uplinks: { npm: { url: uplink } },
    packages: {
      "@wellhead/*": { access: "$all", publish: "$all" },
      "create-wellhead": { access: "$all", publish: "$all" },
      "**": { access: "$all", proxy: "npm" },
    },
    log: { type: "stdout", format: "json", level: "error" },
  };
  // JSON is YAML, which the registry reads.
  writeFileSync(join(folder, "config.yaml"), JSON.stringify(config));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const words = [program, "--config", join(folder, "config.yaml"), "--listen", `127.0.0.1:${port}`];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "ignore", "inherit"] });
  for (;;) {
    if (child.exitCode !== null) throw new Error("Could not start the registry: it ended.");
    const ready = await fetch(`${url}-/ping`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return { url, stop: () => child.kill() };
    await setTimeout(200);
  }
}

/**
 * Runs npm against the registry.
 *
 * @param {readonly string[]} words The command line.
 * @param {{ url: string }} registry The registry.
 * @param {string} cwd The folder.
 * @returns {Promise<void>}
 * @throws {Error} With what npm printed.
 */
async function npm(words, { url }, cwd) {
  // The registry accepts everybody, but npm does not publish without a token.
  const token = `--${url.replace("http:", "")}:_authToken=nobody`;
  const options = ["--registry", url, token, "--no-audit", "--no-fund", "--loglevel=error"];
  try {
    await run("npm", [...words, ...options], { cwd });
  } catch (error) {
    // What a command that failed has printed is a member of its error.
    const { stderr } = /** @type {{ stderr?: string }} */ (error);
    throw new Error(`Could not run npm ${words.join(" ")}.\n${stderr}`, { cause: error });
  }
}

/**
 * @returns {Promise<number>} A free port of the loopback interface.
 */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/**
 * @param {string} folder A folder.
 * @returns {number} Bytes of all its files.
 */
function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
