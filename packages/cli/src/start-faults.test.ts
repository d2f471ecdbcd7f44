import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Run, runWellhead } from "../test/run-wellhead.js";
import { finish } from "../test/start-wellhead.js";

const program = fileURLToPath(new URL("../bin/wellhead.js", import.meta.url));
const taken = createServer();
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-starts-"));
  await writeFile(join(folder, "rows.csv"), "name\nDeimos\n");
  await once(taken.listen(0, "127.0.0.1"), "listening");
});
afterAll(async () => {
  taken.close();
  await rm(folder, { recursive: true });
});

/** Runs a command line of the shell, in which `wellhead` is the command, in the folder. */
function runInShell(line: string): Promise<Run> {
  const define = `wellhead() { "${process.execPath}" "${program}" "$@"; }`;
  return finish(
    spawn("sh", ["-c", `${define}; ${line}`], { cwd: folder, env: { PATH: process.env["PATH"] } }),
  );
}

/** Runs the command in this process, where no limit or variable of the process matters. */
function runHere(words: readonly string[]): Promise<Run> {
  const port = String((taken.address() as AddressInfo).port);
  return runWellhead(
    words.map((word) => word.replace("TAKEN", port)),
    { directory: folder },
  );
}

const openFiles =
  /^Could not run the command: the process has reached its maximum number of open files\. Raise it with ulimit -n 1024, and run the command again\.\n$/;
// The folder is below a file, because Node creates a missing one for its compile cache where it can.
const temporaryFolder =
  /^Could not use the temporary folder: the system reports E[A-Z]+\. Set TMPDIR to a folder that exists and can be written to\.\n$/;

const serve = ["serve", "rows.csv", "--port", "0"];

test.each<[when: string, line: string | readonly string[], code: number, stderr: RegExp]>([
  [
    "the admin port is taken",
    [...serve, "--admin-port", "TAKEN"],
    9,
    /^Could not listen on 127\.0\.0\.1:\d+: the port is in use\. .+\n$/,
  ],
  // The addresses of this block are reserved for documentation, so no machine has one.
  [
    "the interface is not ours",
    [...serve, "--host", "192.0.2.1", "--insecure"],
    9,
    /^Could not listen on 192\.0\.2\.1:0: this machine has no such interface\. .+\n$/,
  ],
  [
    "the TLS file is missing",
    [...serve, "--tls-cert", "none.pem", "--tls-key", "none.pem"],
    2,
    /^Could not read the TLS file "\S*none\.pem"\. .+\n$/,
  ],
  [
    "the temporary folder is missing",
    'TMPDIR="$PWD/rows.csv/none" wellhead serve . --port 0',
    12,
    temporaryFolder,
  ],
  [
    "a worker has no temporary folder",
    'TMPDIR="$PWD/rows.csv/none" wellhead serve github --isolate --port 0',
    12,
    temporaryFolder,
  ],
  ["the loader finds few files to open", "ulimit -n 28; wellhead serve rows.csv --port 0", 12, openFiles],
  ["the service finds few files to open", "ulimit -n 64; wellhead serve rows.csv --port 0", 12, openFiles],
  [
    "standard output is full",
    "wellhead serve rows.csv --port 0 > /dev/full",
    7,
    /^Could not write to standard output: ENOSPC[^\n]+\n$/,
  ],
])(
  "a start ends with one sentence and an exit code when %s",
  async (_when, line, code, stderr) => {
    const ended = await (typeof line === "string" ? runInShell(line) : runHere(line));
    expect(ended).toEqual({ code, stdout: "", stderr: expect.stringMatching(stderr) });
  },
  120_000,
);

test("a service whose open files are all in use goes on, and accepts connections again", async ({
  onTestFinished,
}) => {
  const started = spawn(
    "sh",
    [
      "-c",
      'ulimit -n 256; exec "$0" "$@"',
      process.execPath,
      program,
      "serve",
      "trello",
      "--port",
      "0",
      "--log-level",
      "warn",
    ],
    { cwd: folder, env: { PATH: process.env["PATH"] } },
  );
  onTestFinished(() => void started.kill("SIGKILL"));
  const ended = finish(started);
  const port = await new Promise<number>((resolve, reject) => {
    void ended.then(({ stderr }) => reject(new Error(`Could not start the service: ${stderr}`)));
    let text = "";
    started.stdout.on("data", (part: string) => {
      text += part;
      const found = /listens on http:\S+:(\d+)\s[^]*\nTry\n/.exec(text)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const status = () =>
    new Promise<number | undefined>((resolve, reject) => {
      const get = { host: "127.0.0.1", port, path: "/", agent };
      const asked = request(get, (response) => {
        response.resume().once("end", () => resolve(response.statusCode));
      });
      asked.on("error", reject).end();
    });
  expect(await status()).toBe(200);
  // The service has the file descriptors for about 230 of them. Node closes the others, or leaves them in the backlog.
  const held = Array.from({ length: 400 }, () => connect(port, "127.0.0.1").on("error", () => undefined));
  await Promise.all(held.map((socket) => Promise.race([once(socket, "connect"), once(socket, "close")])));
  // The memory of the service is measured every 100 ms.
  for (const start = performance.now(); performance.now() - start < 500; ) expect(await status()).toBe(200);
  expect(started.exitCode).toBeNull();
  for (const socket of held) socket.destroy();
  agent.destroy();
  // The service closes new connections until it has noticed that the held ones are gone.
  await expect
    .poll(() => fetch(`http://127.0.0.1:${port}/`).then((response) => response.status, String), {
      timeout: 60_000,
    })
    .toBe(200);
  started.kill("SIGTERM");
  expect(await ended).toMatchObject({ code: 0, stderr: "" });
}, 120_000);
