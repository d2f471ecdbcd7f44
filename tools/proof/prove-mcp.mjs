import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

// Asks `wellhead mcp` with the official inspector, over both transports and in both eras of the protocol. The inspector
// needs Node 22.19 and is fetched by npx: it is too large to be a dependency.

const run = promisify(execFile);
const inspector = "@modelcontextprotocol/inspector@2.12.0";
const program = fileURLToPath(new URL("../../packages/cli/bin/wellhead.js", import.meta.url));
const samples = fileURLToPath(new URL("../../samples", import.meta.url));
const sql = 'select count(*) as n from tea."tea-orders"';

const folder = mkdtempSync(join(tmpdir(), "wellhead-mcp-"));
const tokenFile = join(folder, "token");
const token = randomBytes(24).toString("hex");
writeFileSync(tokenFile, token);

const service = start("serve", samples, "--port", "0", "--log-level", "error");
let server;
try {
  const connector = `tea=${await addressOf(service)}`;
  server = start("mcp", connector, "--http", "0", "--server-token-file", tokenFile);
  const targets = [
    [process.execPath, program, "mcp", connector],
    [await addressOf(server), "--header", `Authorization: Bearer ${token}`],
  ];
  for (const target of targets)
    for (const era of ["legacy", "modern"]) {
      const tools = await ask(target, [era, "--method", "tools/list", "--strict"]);
      const call = ["--method", "tools/call", "--tool-name", "run_sql", "--tool-arg", `sql=${sql}`];
      const answer = await ask(target, [era, ...call]);
      if (tools.split('"inputSchema"').length !== 10 || !/"rows": \[\s*\[\s*19953\s*\]/.test(answer))
        throw new Error(`expected 9 tools and 19953 orders, got ${tools}\n${answer}`);
      process.stdout.write(
        `${target.includes("--header") ? "http" : "stdio"} ${era}: 9 tools, 19953 orders\n`,
      );
    }
} finally {
  service.kill();
  server?.kill();
  rmSync(folder, { recursive: true });
}

/**
 * Runs the inspector.
 *
 * @param {readonly string[]} target Command or address of the server.
 * @param {readonly string[]} options Era of the protocol, and what to ask.
 * @returns {Promise<string>} The answer.
 */
async function ask(target, options) {
  const words = ["--yes", inspector, "--cli", ...target, "--protocol-era", ...options];
  return (await run("npx", words, { maxBuffer: 2 ** 24 })).stdout;
}

/**
 * Starts the command.
 *
 * @param {readonly string[]} words The command line.
 * @returns {import("node:child_process").ChildProcess} The process.
 */
function start(...words) {
  return spawn(process.execPath, [program, ...words], { stdio: ["ignore", "pipe", "inherit"] });
}

/**
 * Waits until a process prints its address.
 *
 * @param {import("node:child_process").ChildProcess} child The process.
 * @returns {Promise<string>} The address.
 */
function addressOf({ stdout }) {
  return new Promise((resolve) => {
    let text = "";
    stdout?.on("data", (chunk) => {
      text += String(chunk);
      const address = /http:\/\/127\.0\.0\.1:\d+\S*(?=\s)/.exec(text)?.[0];
      if (address !== undefined) resolve(address);
    });
  });
}
