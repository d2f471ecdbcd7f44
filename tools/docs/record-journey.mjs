// Writes docs/journey.md: the terminal from an empty folder to a proven connector and its tarball, with the time of each step. The
// packages come from a registry on this machine, packages of others from the registry that npm is configured for.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { startUpstream } from "@wellhead/runtime/testing";
import { packPackages } from "../packages/pack-packages.mjs";
import { publishPackages } from "../packages/registry.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "wellhead-journey-"));
const home = join(folder, "work");
const project = join(home, "tracker");
mkdirSync(home);

/** @type {string[]} */
const parts = [];
/** @type {(readonly [step: string, seconds: number])[]} */
const times = [];
const [load = 0] = loadavg();

const registry = await publishPackages(await packPackages(root, join(folder, "tarballs")), folder);
const environment = {
  ...process.env,
  NO_COLOR: "1",
  NODE_NO_WARNINGS: "1",
  npm_config_registry: registry.url,
  npm_config_cache: join(folder, "cache"),
  npm_config_loglevel: "error",
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_yes: "true",
  npm_config_update_notifier: "false",
};
const upstream = await startUpstream(({ url, headers }) => {
  if (headers.authorization !== "Bearer 5e55ab1e") return { status: 401, body: { message: "Unknown token" } };
  if (url.pathname === "/me") return { body: { name: "Ada" } };
  const orders = ["Ada", "Grace", "Edsger"].map((customer, index) => ({
    id: index + 1,
    customer,
    ordered: `2026-03-0${index + 1}T10:00:00Z`,
    state: "sent",
  }));
  if (url.searchParams.get("page") === "2") return { body: orders.slice(2) };
  return { body: orders.slice(0, 2), headers: { link: '</orders?page=2>; rel="next"' } };
});
try {
  await takeJourney();
  writeFileSync(join(root, "docs/journey.md"), formatPage());
} finally {
  registry.stop();
  await upstream.close();
  rmSync(folder, { recursive: true, force: true });
}

/** @returns {Promise<void>} */
async function takeJourney() {
  await step("Create a project", "npm create wellhead@latest tracker -- --kind rest --yes", home);
  await step("Install it", "npm install", project);
  await develop();
  await step("Test", "npm test", project);
  // The address of an API that the project can record from.
  edit([[/"https:\/\/api\.example\.org"/, `"${upstream.url}"`]]);
  writeFileSync(join(project, "account.json"), '{"auth":"token","token":"5e55ab1e"}\n');
  await step("Record a tape", "npx wellhead record connector.ts --account account.json", project);
  await step("Test on the tape", "npm test", project);
  await step("Check the types", "npm run check", project);
  await playFaults();
  await judge();
  await step("Pack", "npm pack", project);
}

/**
 * Plays faults against the tape with the tools that `.mcp.json` starts.
 *
 * @returns {Promise<void>}
 */
async function playFaults() {
  const started = performance.now();
  const transport = new StdioClientTransport({
    command: "npx",
    args: ["wellhead", "mcp", "--author"],
    cwd: project,
    env: environment,
    stderr: "ignore",
  });
  const client = new Client({ name: "journey", version: "1" });
  await client.connect(transport);
  try {
    const { structuredContent } = await client.callTool({ name: "play_faults", arguments: {} });
    const { counts } = /** @type {{ counts: Record<string, number> }} */ (structuredContent);
    if (counts["wrong"] !== 0) throw new Error(`Faults were not seen: ${JSON.stringify(structuredContent)}`);
    times.push(["Play faults", seconds(started)]);
    const listed = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`);
    parts.push(`play_faults, a tool of npx wellhead mcp --author\n${listed.join(", ")}`);
  } finally {
    await client.close();
  }
}

/**
 * Serves the connector, and judges it as a data platform would call it.
 *
 * @returns {Promise<void>}
 */
async function judge() {
  const words = ["wellhead", "serve", "connector.ts", "--port", "0"];
  const env = { ...environment, WELLHEAD_ALLOW: "127.0.0.1/32:*" };
  const child = spawn("npx", words, {
    cwd: project,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  try {
    let url = "";
    for await (const line of createInterface({ input: child.stdout })) {
      url = /listens on (?<url>http:\S+)/.exec(line)?.groups?.["url"] ?? "";
      if (url !== "") break;
    }
    parts.push(`$ npx ${words.join(" ")}\nWellhead listens on ${url}`);
    await step("Judge it", `npx wellhead check ${url} --account account.json`, project);
  } finally {
    process.kill(-Number(child.pid), "SIGTERM");
    await ended;
  }
}

/**
 * Starts `wellhead dev`, changes the definition, and waits until the change is served.
 *
 * @returns {Promise<void>}
 */
async function develop() {
  const words = ["wellhead", "dev", "connector.ts", "--tape", "tape.json", "--port", "0"];
  const started = performance.now();
  const child = spawn("npx", words, { cwd: project, env: environment, detached: true });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (/** @type {Buffer} */ chunk) => {
      text += String(chunk);
    });
  const ended = once(child, "exit");
  /** @type {(pattern: RegExp) => Promise<void>} */
  const until = async (pattern) => {
    while (!pattern.test(text)) {
      if (child.exitCode !== null) throw new Error(`Could not develop the connector:\n${text}`);
      await Promise.race([once(child.stdout, "data"), once(child.stderr, "data"), ended]);
    }
  };
  await until(/Revision 1 /);
  times.push(["Serve it with the console", seconds(started)]);
  const changed = performance.now();
  edit([
    [/ordered: date\(\) \}/, "ordered: date(), state: text() }"],
    [/readonly ordered: string;/, "readonly ordered: string;\n  readonly state?: string;"],
    [/String\(order\.id\) \}/, 'String(order.id), state: order.state ?? "new" }'],
  ]);
  await until(/Revision 2 /);
  times.push(["Reload a saved change", seconds(changed)]);
  await until(/column state/);
  // npx and its children are one group.
  process.kill(-Number(child.pid), "SIGTERM");
  await ended;
  parts.push(`$ npx ${words.join(" ")}\n${text.trim()}`);
}

/**
 * Changes the definition in one save.
 *
 * @param {readonly (readonly [from: RegExp, to: string])[]} changes What to replace, and by what.
 * @returns {void}
 */
function edit(changes) {
  const file = join(project, "connector.ts");
  let text = readFileSync(file, "utf8");
  for (const [from, to] of changes) {
    if (!from.test(text)) throw new Error(`Could not edit the definition: it has no ${String(from)}.`);
    text = text.replace(from, () => to);
  }
  writeFileSync(file, text);
}

/**
 * @param {string} name Name of the step.
 * @param {string} command The command line.
 * @param {string} cwd Folder.
 * @returns {Promise<void>}
 * @throws {Error} With what a command that failed has printed.
 */
async function step(name, command, cwd) {
  const started = performance.now();
  const env = { ...environment, WELLHEAD_ALLOW: "127.0.0.1/32:*" };
  const child = spawn("sh", ["-c", `${command} 2>&1`], { cwd, env, stdio: ["ignore", "pipe", "inherit"] });
  const chunks = await child.stdout.toArray();
  if (child.exitCode === null) await once(child, "exit");
  const text = Buffer.concat(chunks).toString("utf8").trim();
  if (child.exitCode !== 0) throw new Error(`Could not run "${command}":\n${text}`);
  times.push([name, seconds(started)]);
  parts.push(`$ ${command}\n${text}`);
}

/**
 * @param {number} started Start of a step.
 * @returns {number} Seconds since then.
 */
function seconds(started) {
  return (performance.now() - started) / 1000;
}

/** @returns {string} The page. */
function formatPage() {
  const rows = times.map(([name, duration]) => `| ${name} | ${duration.toFixed(1)} s |`);
  const terminal = parts
    .join("\n\n")
    .replaceAll(home, "~")
    .replaceAll(/(?<=127\.0\.0\.1:)\d+/g, "8642")
    .replaceAll(/(?<=Bearer )\S+/g, "…")
    .replaceAll(/^npm warn .*\n/gm, "");
  return `# From an empty folder to a proven connector

The terminal of somebody who writes a connector of an API, as \`npm run write journey\` recorded it on
${new Date().toISOString().slice(0, 10)} with Node ${process.version.slice(1)} on ${cpus().length} cores, with a load
average of ${load.toFixed(0)} at the start. npm's cache was empty.

**You need** Node 20.19 or later, and npm. **You get** a connector of an API with a test and a tape of
its requests, played with faults and judged, and a tarball. The steps are those of \`AGENTS.md\`, which the first command writes.

| step | time |
| --- | ---: |
${rows.join("\n")}

<!-- proof: none because npm run write journey records it -->
\`\`\`console
${terminal}
\`\`\`

While \`wellhead dev\` ran, a column was added to \`connector.ts\`. Before the tape was recorded, the address of the example API was
replaced by that of a server on the same machine, which \`WELLHEAD_ALLOW\` permitted.
`;
}
