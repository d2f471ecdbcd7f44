import { type ChildProcess, execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startWellhead } from "../../test/start-wellhead.js";

let folder = "";
let child: ChildProcess | undefined;
let log = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-quotas-"));
});
afterEach(async () => {
  child?.kill("SIGKILL");
  if (child !== undefined && child.exitCode === null && child.signalCode === null) await once(child, "close");
  await rm(folder, { recursive: true });
});

const tenants = (gates: string): string => `
import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { accountInvalid, defineConnector, text, token } from "@wellhead/sdk";
const batch = (first) => Array.from({ length: 20 }, (_, row) => ({ number: first + row, text: "x".repeat(200) }));
const source = (name, { count = 10, pause = 0, fails = false }) => ({
  name,
  filter: { gate: text() },
  async *rows({ account, filter, signal }) {
    if (account.token.reveal() === "wrong") throw accountInvalid("Could not sign in: the token is wrong. Enter another.");
    yield batch(0);
    while (filter.gate !== "open" && !existsSync(${JSON.stringify(gates)} + filter.gate)) {
      signal.throwIfAborted();
      await delay(2);
    }
    for (let index = 1; index < count; index += 1) {
      if (fails && index === 4) throw new Error("The upstream broke");
      yield batch(index * 20);
      await delay(pause);
    }
  },
});
export default defineConnector({
  id: "tenants", name: "Tenants", version: "1", description: "Has tenants",
  accounts: { token: token() },
  sources: (make) => ({
    quick: make(source("Quick", {})),
    gated: make(source("Gated", {})),
    long: make(source("Long", { pause: 150 })),
    broken: make(source("Broken", { fails: true })),
    whole: make(source("Whole", {})),
    endless: make(source("Endless", { count: Infinity, pause: 50 })),
  }),
});`;

interface Report {
  readonly peaks: Readonly<Record<string, number>>;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly refusals: Readonly<Record<string, number>>;
  readonly counted: Readonly<Record<string, number>>;
  readonly slots: readonly number[];
  readonly flood: { readonly noisy: number; readonly quiet: readonly number[] };
  readonly retried: number;
  readonly faults: readonly string[];
  readonly metrics: string;
  readonly secrets: readonly string[];
}

interface ServeOptions {
  readonly isolate: boolean;
  readonly own?: object;
  readonly limits: object;
}

async function start({
  isolate,
  own,
  limits,
}: ServeOptions): Promise<readonly [port: string, adminPort: string]> {
  await writeFile(join(folder, "tenants.mjs"), tenants(`${folder}/`));
  await writeFile(
    join(folder, "wellhead.config.json"),
    JSON.stringify({
      connectors: [{ path: "./tenants.mjs", isolate, limits: own }, "."],
      admin: { port: 0 },
      callers: { tokens: [`ada=${"a".repeat(40)}`, `ben=${"b".repeat(40)}`] },
      limits: { maxEventLoopDelay: 60_000, maxHeapPercent: 0, ...limits },
    }),
  );
  await writeFile(join(folder, "other.csv"), "a\n1\n");
  child = startWellhead(["serve", "--json", "--port", "0"], { directory: folder });
  child.stderr?.setEncoding("utf8").on("data", (part: string) => (log += part));
  child.stdout?.setEncoding("utf8");
  const [line] = (await Promise.race([
    once(child.stdout ?? child, "data"),
    once(child, "close").then(() => {
      throw new Error(`Start service: ${log}`);
    }),
  ])) as [string];
  const { url, admin } = JSON.parse(line) as { url: string; admin: string };
  return [new URL(url).port, new URL(admin).port];
}

/** Runs a program of callers, and returns its report. */
async function call(program: string, ...words: readonly string[]): Promise<unknown> {
  const path = fileURLToPath(new URL(`../../test/${program}`, import.meta.url));
  const options = { cwd: folder, maxBuffer: 1 << 26, timeout: 600_000 };
  const { stdout } = await promisify(execFile)("python3", [path, ...words], options);
  return JSON.parse(stdout) as unknown;
}

const places = [
  ["of the service", false],
  ["of a process of its own", true],
] as const;

test.each(places)(
  "no caller, account or connector exceeds its limit in a connector %s, and every slot is used again",
  async (_name, isolate) => {
    const own = { maxStreamsPerConnector: 5, maxStreamsPerAccount: 2 };
    const ports = await start({ isolate, own, limits: { maxStreamsPerCaller: 4, maxQueueDelay: 200 } });
    // The program prints what the interface lists.
    const report = (await call("quota_clients.py", ...ports, "1", "8000")) as Report;
    const limitOf = { caller: 4, account: 2, connector: 5 } as const;
    for (const [holder, peak] of Object.entries(report.peaks)) {
      const [kind = ""] = holder.split(" ");
      expect([holder, peak]).toEqual([holder, Math.min(peak, limitOf[kind as keyof typeof limitOf])]);
    }
    const ends = ["whole gated", "abort gated", "leave gated", "whole broken", "401 account_invalid"];
    expect(Object.keys(report.outcomes)).toEqual(expect.arrayContaining(ends));
    expect(report.faults).toEqual([]);
    expect(report.slots).toEqual([200, 200, 200, 200, 200, 503]);
    expect(Object.keys(report.refusals)).toEqual(["streams account", "streams caller", "streams connector"]);
    expect(report.counted).toEqual(report.refusals);
    expect(report.flood.noisy).toBeGreaterThanOrEqual(20);
    expect(report.flood.quiet).toEqual([200]);
    expect(report.retried).toBeGreaterThanOrEqual(1);
    for (const secret of report.secrets) expect(log + report.metrics).not.toContain(secret);
    expect(log).toContain("maxStreamsPerAccount");
  },
  600_000,
);

interface RateReport {
  /** Status and number of bytes of one stream alone, and whether its rows are right. */
  readonly whole: readonly [status: number, bytes: number, isRight: boolean];
  readonly paced: readonly unknown[];
  readonly packed: unknown;
  readonly again: unknown;
  readonly sent: number;
  /** Most bytes that had arrived beyond the rate. */
  readonly excess: number;
  readonly seconds: number;
  readonly secondsAgain: number;
  /** Whether a stream was cut whose caller reads nothing. */
  readonly cut: boolean;
}

test.each(places)(
  "rows come whole and no faster than allowed from a connector %s",
  async (_name, isolate) => {
    // A batch of rows is larger than what may be sent at once, so it is sent in parts.
    const rate = 30_000;
    const [port] = await start({
      isolate,
      own: { maxBytesPerSecondPerAccount: rate },
      // A caller that keeps up is not a slow one, however little it is sent.
      limits: { stallTimeout: 600, minReadRate: 1_000_000 },
    });
    // The program prints what the interface lists.
    const report = (await call("rate_clients.py", port, String(rate))) as RateReport;
    const [status, bytes, isRight] = report.whole;
    expect([status, isRight]).toEqual([200, true]);
    expect([...report.paced, report.packed, report.again]).toEqual(
      Array.from({ length: 5 }, () => report.whole),
    );
    expect(report.sent).toBe(3 * bytes);
    // A tenth of a second may be sent at once, and the frames of chunks are not counted.
    expect(report.excess).toBeLessThanOrEqual(rate / 10);
    expect(report.seconds).toBeGreaterThan((3 * bytes - rate / 10) / rate - 0.01);
    expect(report.cut).toBe(true);
  },
  600_000,
);
