import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

/** @import { PackedPackage } from "../packages/pack-packages.mjs" */

const run = promisify(execFile);

/** Packages of others that the published packages can use, and some pages need. */
const OPTIONAL = ["@duckdb/node-api", "@modelcontextprotocol/server", "vitest"];

/**
 * The folders that pages assume:
 *
 * - `checkout`: a clone of this repository with a fresh `npm ci` and `npm run build`,
 * - `project`: an empty folder of a project that has the packages, where `npx wellhead` runs the command,
 * - `global`: the same with `wellhead` on the path,
 * - `packed`: an empty folder next to what `npm run pack` has written, without anything installed.
 */
export class Rooms {
  /**
   * @type {Map<string, Promise<string>>}
   * @readonly
   */
  #folders = new Map();
  /** @readonly */
  #options;

  /** @param {{ root: string, folder: string, packed: string, packages: readonly PackedPackage[], registry: string }} options This
   *   repository, a temporary folder, what `npm run pack` writes, its packages, and the address of the registry that has them. */
  constructor(options) {
    this.#options = options;
  }

  /**
   * @param {string} room Name of a room.
   * @param {string} page Path of a page. Blocks of one page share its folder.
   * @returns {Promise<string>} The folder of the page.
   */
  async folderOf(room, page) {
    if (room === "checkout") return await this.#once("checkout", () => this.#cloneRepository());
    if (!["project", "global", "packed"].includes(room))
      throw new RangeError(`Could not find the room "${room}".`);
    const home = room === "packed" ? join(this.#options.folder, "packed") : await this.#installed();
    const folder = join(home, page.replaceAll(/\W+/g, "-"));
    mkdirSync(folder, { recursive: true });
    const packed = join(folder, "wellhead-packages");
    if (room === "packed" && !existsSync(packed)) symlinkSync(this.#options.packed, packed);
    return folder;
  }

  /** @returns {Promise<string>} The installed command. */
  async command() {
    return join(await this.#installed(), "node_modules/@wellhead/cli/bin/wellhead.js");
  }

  /**
   * @param {string} room Name of a room.
   * @returns {Promise<NodeJS.ProcessEnv>} The environment of its commands: that of a machine without Wellhead.
   */
  async environmentOf(room) {
    const { folder, registry } = this.#options;
    const kept = Object.entries(process.env).filter(
      ([name]) => !/^(?:WELLHEAD_|npm_|NODE_|FORCE_COLOR|PORT$|HOST$|INIT_CWD)/.test(name),
    );
    const paths = (process.env["PATH"] ?? "").split(":").filter((path) => !path.includes("node_modules"));
    if (room === "global") paths.unshift(join(await this.#installed(), "node_modules/.bin"));
    return {
      ...Object.fromEntries(kept),
      PATH: paths.join(":"),
      HOME: join(folder, "home"),
      NO_COLOR: "1",
      // Addresses of this machine stand for those of pages.
      WELLHEAD_ALLOW: "127.0.0.1:*",
      npm_config_registry: registry,
      npm_config_audit: "false",
      npm_config_fund: "false",
      npm_config_update_notifier: "false",
    };
  }

  /** @returns {Promise<string>} The folder in which the packages are installed. */
  #installed() {
    return this.#once("installed", async () => {
      const { folder, packages } = this.#options;
      const home = join(folder, "installed");
      mkdirSync(home, { recursive: true });
      mkdirSync(join(folder, "home"), { recursive: true });
      writeFileSync(join(home, "package.json"), '{"private":true,"type":"module"}');
      const env = await this.environmentOf("packed");
      const names = packages.map(({ name }) => name);
      await run("npm", ["install", "--loglevel=error", ...names, ...OPTIONAL], { cwd: home, env });
      return home;
    });
  }

  /** @returns {Promise<string>} A clone of the working tree, installed and built. */
  async #cloneRepository() {
    const { root, folder } = this.#options;
    const clone = join(folder, "checkout");
    // What a commit of the working tree would have, without what is built in it.
    const listed = await run("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
      cwd: root,
      maxBuffer: 2 ** 24,
    });
    for (const file of listed.stdout
      .trim()
      .split("\n")
      .filter((one) => existsSync(join(root, one)))) {
      mkdirSync(dirname(join(clone, file)), { recursive: true });
      cpSync(join(root, file), join(clone, file));
    }
    const env = await this.environmentOf("packed");
    await run("sh", ["-c", "npm ci --loglevel=error && npm run --silent build"], { cwd: clone, env });
    return clone;
  }

  /**
   * @param {string} name Name of what is made once.
   * @param {() => Promise<string>} make Makes it.
   * @returns {Promise<string>} Its folder.
   */
  #once(name, make) {
    const made = this.#folders.get(name) ?? make();
    this.#folders.set(name, made);
    return made;
  }
}
