import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackages } from "../../tools/tests/install-packages.mjs";
import { attackInBrowser } from "./attack-in-browser.mjs";
import { attackPages } from "./attack-pages.mjs";
import { attackService } from "./attack-service.mjs";
import { fronts } from "./visitor-fronts.mjs";

// Runs every command that has a page on 127.0.0.1, behind proxies that forward nothing about their visitors, as most
// do by default, and asks as a visitor for what only the person at the machine may see. Each line is one attack.
// A path of another program attacks that version, such as one before the links: its lines say what a visitor got.
// Needs Debian and root.

const root = fileURLToPath(new URL("../..", import.meta.url));
const [, , program = join(root, "packages/cli/bin/wellhead.js")] = process.argv;
const folder = mkdtempSync(join(tmpdir(), "wellhead-visitors-"));
const canary = "only-for-the-person-at-this-machine";
/** @type {import("node:child_process").ChildProcess[]} */
const children = [];
let open = 0;

installPackages([
  { name: "nginx-light", proof: "/usr/sbin/nginx", reason: "a proxy" },
  { name: "haproxy", proof: "/usr/sbin/haproxy", reason: "a proxy" },
  { name: "caddy", proof: "caddy", reason: "a proxy" },
  { name: "openssh-server", proof: "/usr/sbin/sshd", reason: "a tunnel" },
  {
    name: "chromium-headless-shell",
    proof: "/usr/bin/chromium-headless-shell",
    reason: "pages of other sites",
  },
  { name: "curl", proof: "curl", reason: "calls the proxies" },
]);

/** What only this machine should reach: a connector whose rows are the secret. */
const internal = createServer((request, response) => {
  const described = {
    id: "internal",
    name: "Internal",
    version: "1",
    sources: [{ id: "rows", name: "Rows" }],
  };
  const rows = [{ secret: canary, authorization: request.headers.authorization ?? "" }];
  response.setHeader("content-type", "application/json");
  if (request.method === "POST" && request.url === "/validate") response.end('{"name":"Internal"}');
  else response.end(JSON.stringify(request.method === "POST" ? rows : { ...described, description: canary }));
});
await once(internal.listen(0, "127.0.0.1"), "listening");
const internalUrl = `http://127.0.0.1:${internal.address().port}/`;

try {
  const services = await startServices();
  const made = await fronts({ folder, services, start });
  for (const front of made) {
    const attack = front.curl === undefined ? attackInBrowser : attackService;
    for (const line of await attack({ front, internalUrl, canary, folder })) report(line);
  }
  for (const line of await attackPages({ services, internalUrl, canary, folder })) report(line);
  if (open > 0) throw new Error(`${open} attacks succeeded`);
} finally {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  internal.close().closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
}

/** Starts one of each command that has a page, and returns the address and the output of each. */
async function startServices() {
  const project = join(folder, "project");
  mkdirSync(project);
  writeFileSync(join(project, "canary.mjs"), connectorText());
  const token = join(folder, "token");
  writeFileSync(token, `${canary}-token`);
  const words = {
    serve: ["serve", "canary.mjs", "--port", "0", "--admin-port", "0"],
    serve6: ["serve", "canary.mjs", "--port", "0", "--host", "::1"],
    console: ["console", internalUrl, "--token-file", token],
    dev: ["dev", "canary.mjs", "--port", "0", "--no-types"],
    mcp: ["mcp", `internal=${internalUrl}`, "--http", "0"],
  };
  const entries = Object.entries(words).map(async ([name, parameters]) => {
    const child = start(process.execPath, [program, ...parameters], {
      cwd: project,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const text = await printed(child, name === "dev" ? /Revision 1 / : /http:\S+[^]*\n/);
    const [url = ""] = /http:\/\/(?:127\.0\.0\.1|\[::1\]):\d+/.exec(text) ?? [];
    const [admin] = /http:\/\/127\.0\.0\.1:\d+(?= for operators)/.exec(text) ?? [];
    return [name, { url, admin, text, project }];
  });
  const services = Object.fromEntries(await Promise.all(entries));
  // A fault in the author's file, whose lines the page of `wellhead dev` shows.
  writeFileSync(join(project, "canary.mjs"), `${connectorText()}\nthrow new Error("${canary}");\n`);
  return services;
}

function connectorText() {
  return `
    import { appendFileSync } from "node:fs";
    import { defineConnector, text } from "@wellhead/sdk";
    export default defineConnector({
      id: "canary", name: "Canary", version: "1", description: "Writes down what it is asked for",
      sources: (source) => ({
        rows: source({ name: "Rows", filter: { mark: text({ title: "Mark", optional: true }) }, rows: ({ filter }) => {
          appendFileSync(${JSON.stringify(join(folder, "asked"))}, filter.mark + "\\n");
          return [{ mark: filter.mark }];
        } }),
      }),
    });`;
}

function start(command, parameters, options = {}) {
  const child = spawn(command, parameters, { stdio: ["ignore", "ignore", "inherit"], ...options });
  children.push(child);
  return child;
}

function printed(child, pattern) {
  return new Promise((resolve, reject) => {
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (part) => {
        text += part;
        if (pattern.test(text)) resolve(text);
      });
    child.once("exit", () => reject(new Error(`A command ended: ${text}`)));
  });
}

function report({ what, got }) {
  if (got !== undefined) open += 1;
  print(`${got === undefined ? "refused" : "OPEN   "} ${what}${got === undefined ? "" : `: ${got}`}`);
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
