import { startUpstream } from "@wellhead/runtime/testing";
import { defineConnector, number } from "@wellhead/sdk";
import { type App, createApp } from "@wellhead/server";
import { pick, pluck } from "@wellhead/test-support/json/pick";
import { freePort } from "@wellhead/test-support/programs/free-port";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type PtyOptions, PtyProgram } from "../../test/pty-program.js";
import { runWellhead } from "../../test/run-wellhead.js";

const patient = { timeout: 30_000, interval: 50 };

const adminToken = "token-of-the-admin-port-of-tests-only";
const tokenHeader = `authorization: Bearer ${adminToken}`;

/** A connector whose streams send some rows and then wait for ever. */
const slow = defineConnector({
  id: "slow",
  name: "Slow",
  version: "1",
  description: "Waits",
  sources: (source) => ({
    // A right-to-left override, which a terminal must not interpret.
    "orders\u202E": source({
      name: "Orders",
      filter: { count: number() },
      async *rows({ filter, signal }) {
        yield Array.from({ length: filter.count }, (_, index) => ({ index }));
        await new Promise((resolve) => {
          signal.addEventListener("abort", resolve);
        });
      },
    }),
  }),
});

interface Service {
  readonly app: App;
  readonly adminUrl: string;
  readonly readers: AbortController;
}

/** Starts a service with a stream for each count of rows. */
async function serve(counts: readonly number[]): Promise<Service> {
  const app = await createApp({
    connectors: [slow],
    admin: { port: 0, token: adminToken },
    logger: false,
    limits: { drainDelay: 0, drainTimeout: 0, maxEventLoopDelay: 60_000, maxQueueDelay: 60_000 },
  });
  const { url, adminUrl = "" } = await app.listen({ port: 0 });
  const readers = new AbortController();
  for (const count of counts) {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/x-ndjson" },
      body: JSON.stringify({ source: "orders\u202E", filter: { count } }),
      signal: readers.signal,
    });
    void response.text().catch(() => undefined);
  }
  return { app, adminUrl, readers };
}

/** An address at which nothing listens. */
let closed: string;
let one: Service;
let other: Service;

beforeAll(async () => {
  closed = `http://127.0.0.1:${await freePort()}`;
  [one, other] = await Promise.all([serve([100, 300]), serve([200])]);
});

afterAll(async () => {
  for (const service of [one, other]) {
    service?.readers.abort();
    await service?.app.close();
  }
});

describe("wellhead top --once", () => {
  test("prints the requests of all replicas in the order that was asked for", async () => {
    const run = await runWellhead([
      "top",
      "--header",
      tokenHeader,
      one.adminUrl,
      other.adminUrl,
      "--once",
      "--sort",
      "rows",
    ]);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    const lines = run.stdout.split("\n");
    expect(lines[0]).toMatch(/^3 requests · 3 streams · 0 queued · [\d,]+ rows\/s · /);
    expect(lines.slice(1, 3).every((line) => /^ [12] {2}\S+\/\d+ {2}ready {2}up /.test(line))).toBe(true);
    const rows = lines.filter((line) => line.includes("slow orders"));
    expect(
      rows.map((line) =>
        line
          .trim()
          .split(/\s+/)
          .slice(0, 1)
          .concat(/(\d+) +\d/.exec(line.slice(28))?.[1] ?? ""),
      ),
    ).toEqual([
      ["1", "300"],
      ["2", "200"],
      ["1", "100"],
    ]);
    expect(rows[0]).toContain("slow orders\\u202e");
    expect(run.stdout).not.toContain("\u001B");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(160);
  });

  test("prints JSON, with the reason for each replica that cannot be reached", async () => {
    const strange = await startUpstream(() => ({ body: { counts: 1 } }));
    const run = await runWellhead([
      "top",
      "--header",
      tokenHeader,
      one.adminUrl,
      closed,
      strange.url,
      `${other.adminUrl}/live`,
      "--once",
      "--json",
    ]);
    await strange.close();
    expect(run).toMatchObject({ code: 0, stderr: "" });
    const { replicas }: { readonly replicas: unknown } = JSON.parse(run.stdout);
    expect(pick(replicas, 0, "activity", "counts", "streams")).toBe(2);
    expect(pluck(replicas, "error").slice(1)).toEqual([
      "connection refused",
      "the response is not that of an admin port",
      "the status is 404",
    ]);
    const none = await runWellhead(["top", "--header", tokenHeader, closed, "--once"]);
    expect(none).toMatchObject({ code: 6 });
    expect(none.stdout).toContain(`${closed}  unreachable: connection refused`);
  });
});

/** What a terminal receives first and last: the alternate screen and the cursor. */
const entered = "\u001B[?1049h\u001B[?25l";
test("wellhead top reads a replica by the link that it printed, once, and says what it needs without one", async () => {
  const link = one.app.adminProof?.linkTo(`${one.adminUrl}/top`) ?? "";
  const run = await runWellhead(["top", link, "--once", "--json"]);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(pick(JSON.parse(run.stdout), "replicas", 0, "activity", "counts", "streams")).toBe(2);
  const again = await runWellhead(["top", link, "--once"]);
  expect(again.code).toBe(2);
  expect(again.stderr).toContain("Could not open the link: it has been used");
  const bare = await runWellhead(["top", one.adminUrl, "--once"]);
  expect(bare.code).toBe(6);
  expect(bare.stdout).toContain("expects its token (--token-file), or the latest link");
});

const left = "\u001B[?25h\u001B[?1049l";

describe("wellhead top on a terminal", () => {
  const start = (options?: PtyOptions): PtyProgram =>
    new PtyProgram(["top", "--header", tokenHeader, one.adminUrl, other.adminUrl, closed], options);
  const shown = async (program: PtyProgram, check: (lines: readonly string[]) => void): Promise<void> =>
    await vi.waitFor(() => check(program.screen), patient);
  const counts = (lines: readonly string[]): readonly string[] =>
    lines.flatMap((line) => /(\d+) +[\d,]+ +[\d.]+ k?B /.exec(line)?.[1] ?? []);

  test("renews the list, orders it by keys, fits the size, and leaves the terminal as it was", async () => {
    const program = start();
    await shown(program, (lines) => {
      expect(counts(lines)).toHaveLength(3);
      expect(lines.join("\n")).toContain(` 3  ${closed}  unreachable: connection refused`);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    });
    program.type("r");
    await shown(program, (lines) => expect(counts(lines)).toEqual(["300", "200", "100"]));
    program.resize([60, 9]);
    await shown(program, (lines) => {
      expect(lines.length).toBeLessThanOrEqual(9);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
      expect(lines.join("\n")).toContain("1–2 of 3");
    });
    program.type("\u001B[B");
    await shown(program, (lines) => expect(lines.join("\n")).toContain("2–3 of 3"));
    program.type("q");
    expect(await program.ended).toEqual({ code: 0, isRestored: true });
    expect(program.output.startsWith(entered)).toBe(true);
    expect(program.output.endsWith(left)).toBe(true);
  });

  test.each([
    { name: "Ctrl+C", end: (program: PtyProgram) => program.type("\u0003"), code: 0 },
    { name: "SIGTERM", end: (program: PtyProgram) => program.kill(15), code: 143 },
  ])("leaves the terminal as it was after $name, and has no colours with NO_COLOR", async ({ end, code }) => {
    const program = start({ env: { NO_COLOR: "1" } });
    await shown(program, (lines) => expect(counts(lines)).toHaveLength(3));
    end(program);
    expect(await program.ended).toEqual({ code, isRestored: true });
    expect(program.output.endsWith(left)).toBe(true);
    expect(program.output).not.toContain("\u001B[1m");
  });
});
