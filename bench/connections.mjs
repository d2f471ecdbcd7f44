import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { singleFigure } from "./measure/figure.mjs";
import { percentile } from "./measure/percentile.mjs";
import { startService } from "./measure/start-service.mjs";
import { timed } from "./measure/timed.mjs";

const count = Number(process.env["BENCH_CONNECTIONS"] ?? 5000);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 15);
const maxSmallMs = 250;

/** Streams of rows that the service accepts at the same time. */
const maxStreams = 256;

/** Connections that are held, and how many of them the service closes within the time. */
const kinds = [
  { kind: "idle", what: "idle connections", held: count, closes: 0 },
  {
    kind: "slow-headers",
    what: "connections whose headers arrive a byte per second",
    held: count,
    closes: count,
  },
  { kind: "slow-readers", what: "streams that nobody reads", held: maxStreams, closes: 0 },
];

/**
 * Holds thousands of connections open, from a program in Python, and measures what they cost: the memory of each, and how
 * long small requests of other callers take meanwhile, and while all of them are closed at once.
 *
 * @returns {Promise<{ title: string, rows: object[] }>} The figures.
 */
export async function bench() {
  const rows = [];
  for (const kind of kinds) rows.push(...(await hold(kind)));
  return { title: "Connections", rows };
}

async function hold({ kind, what, held, closes }) {
  const service = await startService(new URL("./connections/service.mjs", import.meta.url), [
    `${count + 100}`,
  ]);
  try {
    await smallRequests(service.url, 1);
    const { rss: before } = await service.usage();
    const holder = await startHolder([new URL(service.url).port, kind, `${held}`]);
    const times = await smallRequests(service.url, seconds);
    const { rss: after } = await service.usage();
    const ended = delay(500).then(() => holder.end());
    const closing = await smallRequests(service.url, 2);
    const closed = await ended;
    const name = `${held.toLocaleString("en-US")} ${what}`;
    return [
      singleFigure(`${name}: memory of each`, {
        value: Math.round((after - before) / held / 1024),
        unit: "KiB",
      }),
      singleFigure(`${name}: GET / of another caller, 99th percentile`, {
        value: Math.round(percentile(times, 99)),
        unit: "ms",
        atMost: maxSmallMs,
      }),
      singleFigure(`${name}: the slowest GET / while the caller closes them all`, {
        value: Math.round(Math.max(...closing)),
        unit: "ms",
        atMost: maxSmallMs,
      }),
      {
        ...singleFigure(`${name}: closed within ${seconds} s`, { value: closed, unit: "" }),
        ok: closed === closes,
      },
    ];
  } finally {
    service.stop();
  }
}

/** Sends a request every 10 ms, on a new connection each, and returns the times in milliseconds. */
async function smallRequests(url, length) {
  const times = [];
  for (const end = performance.now() + length * 1000; performance.now() < end; await delay(10))
    times.push(
      await timed(async () => (await fetch(`${url}/`, { headers: { connection: "close" } })).text()),
    );
  return times;
}

async function startHolder(words) {
  const program = fileURLToPath(new URL("./connections/hold.py", import.meta.url));
  const holder = spawn("python3", [program, ...words], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: holder.stdout });
  await once(lines, "line");
  return {
    end: async () => {
      holder.stdin.write("\n");
      const [line] = await once(lines, "line");
      holder.kill();
      return Number(String(line).split(" ")[1]);
    },
  };
}
