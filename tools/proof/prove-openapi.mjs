// Proves /openapi.json of a running service with tools of others: Redocly finds no error, and a client whose types are
// generated from it (openapi-typescript, openapi-fetch) compiles strictly and reads from the service. The tools are
// fetched once, because they are too large to be dependencies (59 MB).
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { filesConnector } from "@wellhead/files";
import { createApp } from "@wellhead/server";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));

const TOOLS = { "@redocly/cli": "2.77.0", "openapi-fetch": "0.17.0", "openapi-typescript": "7.13.0" };

/** What a user of the generated types writes. A wrong name or type in it is an error of the compiler. */
const CLIENT = `import createClient from "openapi-fetch";
import type { paths } from "./service.js";

const [address = ""] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: address });

const described = await client.GET("/");
if (described.data === undefined) throw new Error("expected a description");
const source = described.data.sources.find(({ id }) => id === "tea-orders");
const account = await client.POST("/validate", { body: { id: "none", fields: {} } });
const rows = await client.POST("/", {
  body: { source: "tea-orders", limit: 3, account: { auth: "none" } },
});
const unknown = await client.POST("/", { body: { source: "missing", account: { auth: "none" } } });
// @ts-expect-error The service has no such path.
await client.GET("/missing");
// @ts-expect-error The name of a source is a text.
await client.POST("/", { body: { source: 3 } });
console.log(
  JSON.stringify({
    source: source?.name,
    account: account.data?.name,
    rows: rows.data?.length,
    status: unknown.response.status,
    message: unknown.error?.message,
  }),
);
`;

const home = await fetchTools();
const folder = mkdtempSync(join(home, "proof-"));
const app = await createApp({
  connectors: [filesConnector({ id: "samples", name: "Samples", path: join(root, "samples") })],
  callers: {},
  tls: false,
  logger: false,
  audit: false,
});
try {
  const { url } = await app.listen({ port: 0 });
  print(await lint(url));
  print(await useClient(url));
} finally {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Asks Redocly for the faults of the document, by its recommended rules.
 *
 * @param {string} url Address of the service.
 * @returns {Promise<string>} The number of faults.
 * @throws {Error} With the errors.
 */
async function lint(url) {
  const response = await fetch(new URL("openapi.json", url));
  const file = join(folder, "openapi.json");
  writeFileSync(file, await response.text());
  const words = ["lint", file, "--extends", "recommended", "--format", "json"];
  const environment = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const output = await outputOf(tool("redocly"), words, environment);
  const { totals, problems } =
    /** @type {{ totals: { errors: number, warnings: number }, problems: { message: string }[] }} */ (
      JSON.parse(output.slice(output.indexOf("{")))
    );
  if (totals.errors > 0)
    throw new Error(`/openapi.json has errors:\n${JSON.stringify(problems, undefined, 2)}`);
  const warnings = problems.map(({ message }) => message).join("; ");
  return `redocly lint: 0 errors, ${totals.warnings} warnings${warnings === "" ? "" : ` (${warnings})`}`;
}

/**
 * Generates types from the document, compiles a client with them, and runs it.
 *
 * @param {string} url Address of the service.
 * @returns {Promise<string>} What the client read.
 * @throws {Error} When the client does not compile, or gets something else.
 */
async function useClient(url) {
  await run(tool("openapi-typescript"), ["openapi.json", "-o", "service.d.ts"], { cwd: folder });
  writeFileSync(join(folder, "client.ts"), CLIENT);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"];
  const target = ["--target", "es2023", "--lib", "es2023,dom", "--module", "nodenext", "--types", "node"];
  const types = ["--typeRoots", join(root, "node_modules/@types")];
  const faults = await outputOf(process.execPath, [compiler, ...strict, ...target, ...types, "client.ts"]);
  if (faults !== "") throw new Error(`The client does not compile:\n${faults}`);
  const { stdout } = await run(process.execPath, ["client.js", url], { cwd: folder });
  const expected = { source: "Tea orders", account: "No account", rows: 3, status: 400 };
  const got = /** @type {Record<string, unknown>} */ (JSON.parse(stdout));
  for (const [name, value] of Object.entries(expected))
    if (got[name] !== value) throw new Error(`The client expected ${name} ${value}, got ${stdout}`);
  return `client of openapi-typescript and openapi-fetch: compiled strictly, got ${stdout.trim()}`;
}

/**
 * Runs a program in the temporary folder, and returns what it prints, whether it fails or not.
 *
 * @param {string} program Its path.
 * @param {readonly string[]} words Its words.
 * @param {NodeJS.ProcessEnv} [env] Its environment. Default: that of this process.
 * @returns {Promise<string>} Its standard output.
 */
function outputOf(program, words, env = process.env) {
  return new Promise((resolve) => {
    execFile(program, words, { cwd: folder, env, maxBuffer: 2 ** 24 }, (_error, stdout) => resolve(stdout));
  });
}

/**
 * @returns {Promise<string>} The folder of the tools.
 */
async function fetchTools() {
  const versions = Object.values(TOOLS).join("-");
  const place = join(
    process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"),
    "wellhead",
    `openapi-${versions}`,
  );
  if (existsSync(join(place, "node_modules/openapi-fetch"))) return place;
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "package.json"), JSON.stringify({ private: true, dependencies: TOOLS }));
  await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: place });
  return place;
}

/**
 * @param {string} name Name of a program.
 * @returns {string} Its path.
 */
function tool(name) {
  return join(home, "node_modules/.bin", name);
}

/**
 * @param {string} line A line for the user.
 * @returns {void}
 */
function print(line) {
  process.stdout.write(`${line}\n`);
}
