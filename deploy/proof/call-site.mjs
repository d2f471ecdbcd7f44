import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";

const run = promisify(execFile);

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
