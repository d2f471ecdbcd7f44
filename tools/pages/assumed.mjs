import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

/**
 * What a page assumes that its reader has: files of the folder, or a service.
 *
 * @typedef {object} Assumed
 * @property {(folder: string, root: string) => void} [files] Writes files into the folder of the page.
 * @property {readonly string[]} [serve] Arguments of `wellhead serve`, `{root}` being this repository.
 * @property {readonly string[]} [program] A program that is a service, `{port}` being its port.
 * @property {Readonly<Record<string, string>>} [variables] Variables of its environment.
 * @property {string} [address] The address of the service in the page; default: port 8642 of this machine.
 */

/** Ports that pages name. */
const NAMED_PORTS = /\b(?:8080|864[2-6]|8700|9000|9642)\b/g;

const adminToken = "5e55ab1e".repeat(8);
const connectors = "{root}/tools/pages";

/** @type {Readonly<Record<string, Assumed>>} */
const ASSUMED = {
  samples: { serve: ["{root}/samples"] },
  crm: {
    serve: [`${connectors}/crm-connector.mjs`],
    address: "https://crm.example",
    files: (folder) => writeFileSync(join(folder, "crm.json"), '{"auth":"token","token":"5e55ab1e"}\n'),
  },
  tracker: {
    serve: [`${connectors}/tracker-connector.mjs`],
    address: "https://connector.example",
    files: (folder) => writeFileSync(join(folder, "account.json"), '{"auth":"token","token":"5e55ab1e"}\n'),
  },
  foreign: {
    program: ["python3", "{root}/examples/foreign/standard_library.py", "{port}"],
    address: "http://127.0.0.1:8080",
  },
  "local-tracker": { serve: [`${connectors}/tracker-connector.mjs`], address: "http://127.0.0.1:8080" },
  admin: {
    serve: ["{root}/samples", "--admin-port", "{9642}"],
    address: "http://127.0.0.1:8643",
    variables: { WELLHEAD_ADMIN_TOKEN: adminToken },
    files: (folder) => writeFileSync(join(folder, "admin.token"), `${adminToken}\n`),
  },
  graphql: {
    program: [process.execPath, `${connectors}/described-apis.mjs`, "{port}"],
    address: "https://api.example",
  },
  odata: {
    program: [process.execPath, `${connectors}/described-apis.mjs`, "{port}"],
    address: "https://services.example",
  },
  openapi: {
    program: ["python3", "-m", "http.server", "{port}", "--bind", "127.0.0.1"],
    address: "https://api.example.org",
    files: (folder, root) =>
      cpSync(
        join(root, "packages/create-wellhead/src/test/documents/shop.yaml"),
        join(folder, "openapi.yaml"),
      ),
  },
  databases: {
    files: (folder) => {
      mkdirSync(join(folder, "my-databases"), { recursive: true });
      const make =
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('create table if not exists tea (id integer primary key, name text)'); c.commit()";
      for (const file of ["shop.sqlite", "my-databases/shop.sqlite"])
        execFileSync("python3", ["-c", make, join(folder, file)]);
    },
  },
  tape: {
    files: (folder) =>
      writeFileSync(
        join(folder, "tape.json"),
        JSON.stringify({
          tape: 1,
          connector: "moons",
          upstream: "None: the moons are in the code",
          recordedAt: "2026-03-08T12:00:00.000Z",
          seed: 1,
          account: { auth: "none" },
          reads: [{ source: "moons" }],
          interactions: [],
        }),
      ),
  },
  tokens: { files: (folder) => writeFileSync(join(folder, "tokens"), `${"5e55ab1e".repeat(8)}\n`) },
  "my-folder": {
    files: (folder, root) => {
      mkdirSync(join(folder, "my-folder"), { recursive: true });
      cpSync(join(root, "samples/tea-orders.csv"), join(folder, "my-folder/orders.csv"));
    },
  },
  sales: {
    files: (folder, root) => {
      mkdirSync(join(folder, "sales"), { recursive: true });
      cpSync(join(root, "samples/tea-orders.csv"), join(folder, "sales/orders.csv"));
    },
  },
  "my-connector": {
    files: (folder, root) => {
      mkdirSync(join(folder, "my-connector"), { recursive: true });
      cpSync(join(root, "examples/minimal-connector/moons.ts"), join(folder, "my-connector/connector.ts"));
    },
  },
  moons: {
    files: (folder, root) =>
      cpSync(join(root, "examples/minimal-connector/moons.ts"), join(folder, "moons.ts")),
  },
  "own-connector": {
    files: (folder, root) => {
      cpSync(join(root, "examples/minimal-connector/moons.ts"), join(folder, "connector.ts"));
      writeFileSync(
        join(folder, "wellhead.config.ts"),
        'export default { connectors: ["./connector.ts"] };\n',
      );
    },
  },
  config: {
    files: (folder) => {
      writeFileSync(join(folder, "wellhead.config.yaml"), "connectors: [./moons.ts]\n");
      writeFileSync(join(folder, "service.config.ts"), 'export default { connectors: ["./moons.ts"] };\n');
    },
  },
  questions: {
    files: (folder) => writeFileSync(join(folder, "questions.ndjson"), '{"expression":"LAST 3 WEEKS"}\n'),
  },
};

/**
 * Writes the files and starts the services that a page assumes.
 *
 * @param {readonly string[]} needs Names of what it assumes.
 * @param {{ root: string, folder: string, command: string, env: NodeJS.ProcessEnv, ports: Ports }} options This repository,
 *   the folder of the page, the path of `wellhead`, the environment, and the ports that stand for those of the page.
 * @returns {Promise<{ addresses: ReadonlyMap<string, string>, stop: () => Promise<void> }>} The addresses that stand for
 *   those of the page, and how to stop the services.
 */
export async function supply(needs, { root, folder, command, env, ports }) {
  /** @type {Map<string, string>} */
  const addresses = new Map();
  /** @type {{ child: import("node:child_process").ChildProcess, ended: Promise<unknown> }[]} */
  const children = [];
  for (const need of needs) {
    const assumed = ASSUMED[need];
    if (assumed === undefined) throw new RangeError(`Could not supply "${need}": it is not known.`);
    assumed.files?.(folder, root);
    if (assumed.serve === undefined && assumed.program === undefined) continue;
    const named = new URL(assumed.address ?? "http://127.0.0.1:8642");
    const port = named.port === "" ? await freePort() : await ports.of(Number(named.port));
    const words = assumed.program ?? [
      process.execPath,
      command,
      "serve",
      "--log-level",
      "silent",
      ...(assumed.serve ?? []),
      "--port",
      "{port}",
    ];
    const admin = words.includes("{9642}") ? String(await ports.of(9642)) : "";
    const [program = "", ...rest] = words.map((word) =>
      word.replaceAll("{root}", root).replaceAll("{port}", String(port)).replaceAll("{9642}", admin),
    );
    const child = spawn(program, rest, {
      cwd: folder,
      env: { ...env, ...assumed.variables },
      stdio: ["ignore", "ignore", "inherit"],
    });
    children.push({ child, ended: once(child, "exit") });
    await untilListening(port);
    if (named.port === "") addresses.set(named.origin, `http://127.0.0.1:${port}`);
  }
  return {
    addresses,
    stop: async () => {
      for (const { child } of children) child.kill();
      await Promise.all(children.map(({ ended }) => ended));
    },
  };
}

/** Ports of pages, each with a free port of this machine that stands for it. */
export class Ports {
  /**
   * @type {Map<number, number>}
   * @readonly
   */
  #free = new Map();
  /**
   * @type {Set<number>}
   * @readonly
   */
  #started = new Set();

  /**
   * @param {number} named A port that a page names.
   * @returns {Promise<number>} The port that stands for it.
   */
  async of(named) {
    const known = this.#free.get(named) ?? (await freePort());
    this.#free.set(named, known);
    return known;
  }

  /** @returns {Promise<number>} A free port that stands for the default port too, for what the page starts itself. */
  async ofStarted() {
    const port = await freePort();
    this.#started.add(port);
    return port;
  }

  /**
   * Chooses a free port for each port that a text names.
   *
   * @param {string} text A block of a page.
   * @returns {Promise<void>}
   */
  async learn(text) {
    for (const found of text.match(NAMED_PORTS) ?? []) await this.of(Number(found));
  }

  /**
   * @param {string} text A command of a page.
   * @returns {string} The command with the free ports.
   */
  replaceIn(text) {
    return text.replaceAll(NAMED_PORTS, (found) => String(this.#free.get(Number(found)) ?? found));
  }

  /**
   * @param {string} text What a command has printed.
   * @returns {string} The text with the ports of the page.
   */
  restoreIn(text) {
    let restored = text;
    const started = Array.from(this.#started, (free) => /** @type {const} */ ([8642, free]));
    for (const [named, free] of [...this.#free, ...started])
      restored = restored.replaceAll(new RegExp(`\\b${free}\\b`, "g"), String(named));
    return restored;
  }
}

/**
 * @param {number} port A port of this machine.
 * @returns {Promise<void>} Once something listens there.
 */
export async function untilListening(port) {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const listens = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (listens) return;
    await setTimeout(200);
  }
  throw new Error(`Could not start a service that a page assumes: nothing listens on port ${port}.`);
}

/** @returns {Promise<number>} A free port of the loopback interface. */
export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
