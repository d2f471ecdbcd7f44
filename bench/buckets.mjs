import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { bucketConnector } from "@wellhead/files";
import { configureEgress, openHttp } from "@wellhead/runtime";
import { rounds } from "./measure/counts.mjs";
import { figureOf, race } from "./measure/race.mjs";
import { timed } from "./measure/timed.mjs";

const version = "3.1175.0";
const bucket = "bench";
const key = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
/** Objects by their size in MiB: a large one, which we request in ranges, and many small ones. */
const sizes = { large: 256, small: 0.25 };
const smallCount = 200;

const files = new URL("../connectors/files/dist/bucket/", import.meta.url);
const { downloadObject } = await import(new URL("download-object.js", files).href);
const { listObjects } = await import(new URL("amazon/list-objects.js", files).href);
const { fetchPackage } = await import(new URL("../tools/tests/fetch-package.mjs", import.meta.url).href);

/**
 * Copies objects of an S3 server on this machine to the disk with our client and with the official SDK, which is fetched
 * once because it is too large to be a dependency. Runs are interleaved; a ratio is the median of the ratios of single
 * rounds.
 *
 * @returns {Promise<{ title: string, rows: object[] }>} The figures.
 */
export async function bench() {
  const home = await fetchPackage("@aws-sdk/client-s3", version);
  const folder = mkdtempSync(join(tmpdir(), "wellhead-buckets-"));
  const server = await startServer(join(folder, "server"));
  try {
    await putObjects(server.endpoint);
    const ours = await ourWay(server.endpoint, folder);
    const theirs = sdkWay(server.endpoint, { home, folder });
    const rows = [];
    for (const part of Object.keys(sizes)) {
      const names = part === "large" ? ["large"] : smallNames();
      const ways = { sdk: { run: () => theirs(names) }, ours: { run: () => ours(names) } };
      await race(ways, 1);
      const results = await race(ways, rounds);
      const what = part === "large" ? `An object of ${sizes.large} MiB` : `${smallCount} objects of 256 KiB`;
      rows.push(
        figureOf(results, { what: `${what} by the SDK`, name: "sdk" }),
        // At least 0.9 times its speed.
        figureOf(results, {
          what: `${what} by the connector, against that`,
          name: "ours",
          against: "sdk",
          limits: { atMost: 1.11 },
        }),
      );
    }
    return { title: "Buckets", rows };
  } finally {
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function smallNames() {
  return Array.from({ length: smallCount }, (_, index) => `small/${index}`);
}

async function putObjects(endpoint) {
  const put = async (name, size) => {
    const body = randomBytes(size * 2 ** 20);
    const response = await fetch(`${endpoint}/${bucket}/${name}`, { method: "PUT", body });
    if (!response.ok) throw new Error(`Could not write "${name}": ${response.status}`);
  };
  await put("large", sizes.large);
  for (const name of smallNames()) await put(name, sizes.small);
}

async function ourWay(endpoint, folder) {
  configureEgress({ allow: "127.0.0.1/32:*" });
  const connector = bucketConnector({
    url: `s3://${bucket}`,
    endpoint,
    region: "us-east-1",
    credentials: key,
  });
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const log = { info: () => undefined, warn: () => undefined };
  const context = { account: { kind: "none" }, signal, log, requestId: "bench", caller: "bench" };
  const http = openHttp({ connector: "files", definition: connector.http, context, interactive: true });
  const objects = new Map();
  for await (const page of listObjects(http, { bucket, prefix: "" }))
    for (const object of page) objects.set(object.key, object);
  const copy = async (name) => {
    const path = join(folder, "ours");
    const object = objects.get(name);
    await downloadObject(http, {
      object,
      service: { root: "" },
      name,
      path: path + name.replace("/", "-"),
      signal,
    });
  };
  return (names) => timed(() => atOnce(names, copy));
}

function sdkWay(endpoint, { home, folder }) {
  const { GetObjectCommand, S3Client } = createRequire(join(home, "package.json"))("@aws-sdk/client-s3");
  const client = new S3Client({
    endpoint,
    region: "us-east-1",
    credentials: key,
    forcePathStyle: true,
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const copy = async (name) => {
    const { Body: body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: name }));
    await pipeline(body, createWriteStream(join(folder, `sdk${name.replace("/", "-")}`)));
  };
  return (names) => timed(() => atOnce(names, copy));
}

/** Copies objects, 16 at the same time as the connector does. */
async function atOnce(names, copy) {
  const left = names.values();
  const run = async () => {
    for (const name of left) await copy(name);
  };
  await Promise.all(Array.from({ length: 16 }, run));
}

/** Starts the S3 server of the tests in a process of its own. */
async function startServer(folder) {
  const program = createRequire(new URL("../connectors/files/package.json", import.meta.url)).resolve(
    "s3rver/bin/s3rver.js",
  );
  const words = [
    "-d",
    folder,
    "-p",
    "0",
    "--allow-mismatched-signatures",
    "--silent",
    "--configure-bucket",
    bucket,
  ];
  const child = spawn(process.execPath, ["--openssl-legacy-provider", program, ...words], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let port;
  for await (const line of createInterface(child.stdout)) {
    port = /listening on .*:(\d+)/.exec(line)?.[1];
    if (port !== undefined) break;
  }
  if (port === undefined) throw new Error("Could not start the server: it ended.");
  return { endpoint: `http://127.0.0.1:${port}`, stop: () => child.kill("SIGKILL") };
}
