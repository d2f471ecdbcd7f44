import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { fetchPackage } from "../tests/fetch-package.mjs";

// Tests containers of Azure with Azurite, the emulator of Microsoft, and the official client, which writes the blobs. Both
// are too large to be dependencies (186 MB and 38 MB), so they are fetched once.

// The last version that runs on Node 20.
const AZURITE = "3.35.0";
const CLIENT = "12.34.0";

const emulator = await fetchPackage("azurite", AZURITE);
const client = await fetchPackage("@azure/storage-blob", CLIENT);
const key = randomBytes(32).toString("base64");
const program = join(emulator, "node_modules", "azurite", "dist", "src", "blob", "main.js");
const words = [
  "--blobPort",
  "0",
  "--blobHost",
  "127.0.0.1",
  "--inMemoryPersistence",
  "--disableTelemetry",
  "--silent",
];
const server = spawn(process.execPath, [program, ...words, "--skipApiVersionCheck"], {
  stdio: ["ignore", "pipe", "inherit"],
  env: { ...process.env, AZURITE_ACCOUNTS: `acme:${key}` },
});
try {
  const endpoint = `${await addressOf(server)}/acme`;
  const test = "connectors/files/test/azurite.test.ts";
  const environment = { ...process.env, WELLHEAD_AZURITE: [endpoint, key, client].join(" ") };
  const tests = spawn("npx", ["vitest", "run", "--maxWorkers=1", test, ...process.argv.slice(2)], {
    stdio: "inherit",
    env: environment,
  });
  await once(tests, "exit");
  process.exitCode = tests.exitCode ?? 1;
} finally {
  server.kill("SIGKILL");
}

/**
 * @param {import("node:child_process").ChildProcess} child The server.
 * @returns {Promise<string>} The address that it prints.
 */
function addressOf({ stdout }) {
  return new Promise((resolve, reject) => {
    let text = "";
    // Read to its end, because the server fails when nobody reads what it prints.
    stdout?.on("data", (chunk) => {
      text += String(chunk);
      const found = /listens on (http:\/\/[\d.]+:\d+)/.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    stdout?.on("end", () => reject(new Error(`Could not start the server: it ended. ${text}`)));
  });
}
