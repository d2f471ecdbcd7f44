import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const program = fileURLToPath(new URL("../../packages/cli/bin/wellhead.js", import.meta.url));

/** Requests the rows of the source, and returns what has arrived so far and how curl ended. */
export function startStream(site, gate, ...more) {
  const body = JSON.stringify({ source: "rows", filter: { gate } });
  const words = [
    ...curlWords(site, "/"),
    "--no-buffer",
    "-H",
    "Content-Type: application/json",
    "-d",
    body,
    ...more,
  ];
  const child = spawn("curl", words, { stdio: ["ignore", "pipe", "ignore"] });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (part) => (text += part));
  return { child, text: () => text, ended: once(child, "close").then(([code]) => code) };
}

/** Starts a command of wellhead that calls the site, and returns how it ends. */
export function startWellhead({ url, authority, token, folder }, ...words) {
  const tokens = join(folder, "token");
  writeFileSync(tokens, token);
  // The name of the service is known only here, so the command is told by a module that is loaded first.
  const hook = join(folder, "resolve.cjs");
  writeFileSync(
    hook,
    `const dns = require("node:dns"); const lookup = dns.lookup;
     dns.lookup = (name, options, done) => lookup(name === "${new URL(url).hostname}" ? "127.0.0.1" : name, options, done);`,
  );
  const child = spawn(
    process.execPath,
    ["--require", hook, program, ...words, "--token-file", tokens, "--quiet"],
    { env: { ...process.env, NODE_EXTRA_CA_CERTS: authority }, stdio: ["ignore", "pipe", "ignore"] },
  );
  return { child, ended: once(child, "close").then(([code]) => code) };
}

/** Requests a path, and returns the status, the version of HTTP and the body. */
export async function curl(site, [path, ...words]) {
  const parameters = [...curlWords(site, path), ...words, "--write-out", "\n%{http_code} %{http_version}"];
  const { stdout } = await run("curl", parameters);
  const at = stdout.lastIndexOf("\n");
  const [status, version] = stdout.slice(at + 1).split(" ");
  return { status: Number(status), version, body: stdout.slice(0, at) };
}

function curlWords({ url, resolve, authority, token }, path) {
  const certificate = ["--cacert", authority];
  return [
    "--silent",
    "--max-time",
    "60",
    ...certificate,
    ...resolve,
    "-H",
    `Authorization: Bearer ${token}`,
    url + path,
  ];
}
