import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { rounds } from "./measure/counts.mjs";
import { singleFigure } from "./measure/figure.mjs";
import { figureOf, race } from "./measure/race.mjs";
import { timed } from "./measure/timed.mjs";

const rows = Number(process.env["BENCH_ROWS"] ?? 1_000_000);
const command = fileURLToPath(new URL("../packages/cli/dist/bin.js", import.meta.url));

/** A source of Airbyte that prints a file. */
const source = `case $1 in
spec) echo '{"type":"SPEC","spec":{"connectionSpecification":{"type":"object","properties":{}}}}' ;;
discover) echo '{"type":"CATALOG","catalog":{"streams":[{"name":"rows","supported_sync_modes":["full_refresh"],"json_schema":{"properties":{"id":{"type":"integer"},"name":{"type":"string"},"note":{"type":"string"},"amount":{"type":"number"}}}}]}}' ;;
read) exec cat "$OUTPUT" ;;
esac
`;

/**
 * Reads records of 300 bytes that a program prints: by `cat` and the lines of Node, and as rows over HTTP.
 *
 * @returns {Promise<object>} Times, their ratio, the time of the first row, and the memory of the service
 */
export async function bench() {
  const folder = await mkdtemp(join(tmpdir(), "bench-bridges-"));
  const output = join(folder, "output");
  await writeOutput(output);
  await writeFile(join(folder, "source.sh"), source);
  const file = { command: "/bin/sh", args: ["./source.sh"], env: { OUTPUT: output }, config: {} };
  await writeFile(join(folder, "source.json"), JSON.stringify(file));
  const service = spawn(
    process.execPath,
    [command, "serve", "airbyte:./source.json", "--port", "0", "--no-console", "--log-level", "warn"],
    { cwd: folder, stdio: ["ignore", "pipe", "inherit"] },
  );
  try {
    const url = await addressOf(service.stdout);
    await readRows(url);
    const before = await memoryOf(service.pid);
    let peak = before;
    const watch = setInterval(
      () => void memoryOf(service.pid).then((now) => (peak = Math.max(peak, now))),
      100,
    );
    const results = await race(
      {
        lines: { run: () => timed(() => splitLines(output)) },
        ours: { run: () => timed(async () => check((await readRows(url)).count)) },
        firstLine: { run: () => timed(() => firstLine(output)) },
        firstRow: { run: async () => (await readRows(url)).first },
      },
      rounds,
    );
    clearInterval(watch);
    return {
      title: `${rows.toLocaleString("en")} records of a program`,
      rows: [
        figureOf(results, { what: "cat and the lines of Node", name: "lines" }),
        figureOf(results, {
          what: "rows over HTTP, against that",
          name: "ours",
          against: "lines",
          limits: { atMost: 1.25 },
        }),
        figureOf(results, { what: "first line of the program", name: "firstLine" }),
        figureOf(results, { what: "first row over HTTP", name: "firstRow", against: "firstLine" }),
        singleFigure("memory above idle", { value: Math.round(peak - before), unit: "MiB", atMost: 64 }),
      ],
    };
  } finally {
    service.kill();
    await rm(folder, { recursive: true });
  }
}

/** @param {string} path */
async function writeOutput(path) {
  const stream = createWriteStream(path);
  const note = "x".repeat(150);
  for (let id = 0; id < rows; id += 1) {
    const data = `{"id": ${id}, "name": "Row ${id}", "note": "${note}", "amount": ${id / 8}}`;
    const line = `{"type": "RECORD", "record": {"stream": "rows", "data": ${data}, "emitted_at": 1700000000000}}\n`;
    if (!stream.write(line)) await once(stream, "drain");
  }
  stream.end();
  await once(stream, "close");
}

/** @param {import("node:stream").Readable} printed @returns {Promise<URL>} */
function addressOf(printed) {
  let text = "";
  return new Promise((resolve, reject) => {
    printed.on("data", (chunk) => {
      text += String(chunk);
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
      if (address !== undefined) resolve(new URL(address));
    });
    printed.on("end", () => reject(new Error(`The service has not started: ${text}`)));
  });
}

/** @param {string} output */
async function splitLines(output) {
  const { stdout } = spawn("cat", [output], { stdio: ["ignore", "pipe", "inherit"] });
  let count = 0;
  const lines = createInterface({ input: stdout });
  lines.on("line", () => (count += 1));
  await once(lines, "close");
  check(count);
}

/** @param {string} output */
async function firstLine(output) {
  const program = spawn("cat", [output], { stdio: ["ignore", "pipe", "inherit"] });
  await once(program.stdout, "data");
  program.kill();
}

/** @param {URL} url @returns {Promise<{ count: number, first: number }>} Lines, and milliseconds until the first one */
async function readRows(url) {
  const start = performance.now();
  const sent = request(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/x-ndjson" },
  });
  sent.end(JSON.stringify({ source: "rows", account: {} }));
  const [answer] = await once(sent, "response");
  let [count, first] = [0, 0];
  for await (const chunk of answer) {
    if (first === 0) first = performance.now() - start;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count += 1;
  }
  return { count, first };
}

/** @param {number} count */
function check(count) {
  if (count !== rows && count !== rows - 1) throw new Error(`Expected ${rows} rows, got ${count}.`);
}

/** @param {number} id @returns {Promise<number>} Memory of a process in MiB */
async function memoryOf(id) {
  const [, kib] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${id}/status`, "utf8").catch(() => "")) ?? [];
  return Number(kib ?? 0) / 1024;
}
