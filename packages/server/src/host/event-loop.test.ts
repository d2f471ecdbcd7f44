import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { heldService } from "@wellhead/test-support/services/service-programs";
import { afterEach, expect, test, vi } from "vitest";

const service = fileURLToPath(heldService);
const folder = mkdtempSync(join(tmpdir(), "wellhead-held-"));
let child: ChildProcess | undefined;
afterEach(async () => {
  child?.kill("SIGKILL");
  if (child?.exitCode === null && child.signalCode === null) await once(child, "exit");
  rmSync(folder, { recursive: true, force: true });
});

test("code that holds the event loop is named while it does: connector, request, function and line", async () => {
  const started = fork(service, [], { stdio: ["ignore", "pipe", "pipe", "ipc"] });
  child = started;
  let errors = "";
  let log = "";
  started.stderr?.on("data", (part: Buffer) => (errors += part.toString()));
  started.stdout?.on("data", (part: Buffer) => (log += part.toString()));
  const [{ url, adminUrl }] = await once(started, "message");
  const ask = (connector: string, filter: object) =>
    fetch(`${url}/${connector}/`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-request-id": `of-${connector}` },
      body: JSON.stringify({ source: "rows", filter }),
    });
  const file = join(folder, "end");
  const guilty = ask("guilty", { until: file });
  const innocent = ask("innocent", {});
  await vi.waitFor(() => expect(errors).toContain("of-guilty"), { timeout: 60_000, interval: 100 });
  // Let the code return.
  writeFileSync(file, "");
  expect([(await guilty).status, (await innocent).status]).toEqual([200, 200]);
  const line: unknown = JSON.parse(errors.split("\n").find((text) => text.includes("of-guilty")) ?? "");
  expect(line).toMatchObject({
    level: "error",
    connector: "guilty",
    endpoint: "data",
    requestId: "of-guilty",
  });
  expect(JSON.stringify(line)).toMatch(/holdUntil \(file:.*held-service\.js:\d+:\d+\)/);
  expect(errors).not.toContain("of-innocent");
  await vi.waitFor(() => expect(log).toContain("The event loop was blocked"), { timeout: 60_000 });
  const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
  expect(metrics).toMatch(/wellhead_loop_holds_total\{connector="guilty"\} [1-9]/);
  expect(metrics).not.toContain('wellhead_loop_holds_total{connector="innocent"}');
}, 120_000);

/**
 * Runs a program in a separate process, which may open that many files, until it ends. It can use `hold`, `watch` and
 * `reported`, the list of reports.
 */
async function runProgram(source: string, maxFiles = 1024): Promise<{ stdout: string; stderr: string }> {
  const built = (path: string) => JSON.stringify(new URL(`../../dist/${path}`, import.meta.url).href);
  const program = `
    import { execFileSync } from "node:child_process";
    import { setTimeout as delay } from "node:timers/promises";
    import { LoopWatchdog } from ${built("host/event-loop.js")};
    import { currentRequest } from ${built("deadline/current-request.js")};
    const reported = [];
    function watch(maxHoldMs = 100) {
      const watchdog = new LoopWatchdog({
        maxHoldMs,
        onHeld: (held) => reported.push(held),
        onFailed: (error) => { throw error; },
      });
      watchdog.start();
      const timer = setInterval(() => watchdog.beat(), 20);
      return () => { watchdog.stop(); clearInterval(timer); };
    }
    const of = (requestId, work) =>
      currentRequest.run({ request: { describe: () => ({ connector: "c", endpoint: "data", requestId }) } }, work);
    function hold(milliseconds) { for (const end = Date.now() + milliseconds; Date.now() < end; ); }
    /** Holds the event loop again and again until a report is there that fits. */
    async function holdUntil(fits, work) {
      while (!reported.some(fits)) { work(); await delay(20); }
    }
    ${source}`;
  const limited = `ulimit -n ${maxFiles}; exec "$0" --input-type=module -e "$1"`;
  return promisify(execFile)("sh", ["-c", limited, process.execPath, program], { timeout: 100_000 });
}

test.runIf(isLong)(
  "however often it is started, and stopped while it examines, the code goes on and the next one is named",
  async () => {
    const { stdout } = await runProgram(`
    const stops = [watch(), watch(120), watch(140)];
    await holdUntil(({ requestId }) => requestId === "first", () => of("first", () => hold(200)));
    for (const stop of stops) stop();
    for (let round = 0; round < 8; round += 1) {
      const stop = watch(50);
      await delay(40);
      // Native code cannot answer, so that the thread waits for it when the watchdog is stopped.
      if (round % 3 === 0) execFileSync("sleep", ["0.15"]);
      else hold(40 + 5 * round);
      if (round % 2 === 0) await delay(round % 4);
      stop();
    }
    reported.length = 0;
    const stop = watch();
    await holdUntil(({ requestId }) => requestId === "last", () => of("last", () => hold(200)));
    console.log("goes on");
    stop();
    // Nothing keeps the process alive now.`);
    expect(stdout).toBe("goes on\n");
  },
  120_000,
);

test.runIf(isLong)(
  "a thread that finds no files to open is started again, and reported when it fails twice",
  async () => {
    const { stdout } = await runProgram(
      `
    import { closeSync, openSync } from "node:fs";
    const failed = [];
    const onFailed = (error) => failed.push(error.code ?? error.message);
    const watchdog = new LoopWatchdog({ maxHoldMs: 100, onHeld: (held) => reported.push(held), onFailed });
    const timer = setInterval(() => watchdog.beat(), 20);
    const open = [];
    try { for (;;) open.push(openSync("/dev/null")); } catch {}
    watchdog.start();
    await delay(500);
    console.log(failed.length);
    while (failed.length === 0) await delay(20);
    await delay(100);
    for (const file of open) closeSync(file);
    await holdUntil(({ requestId }) => requestId === "first", () => of("first", () => hold(200)));
    console.log(failed.length);
    clearInterval(timer);
    watchdog.stop();`,
      64,
    );
    expect(stdout).toBe("0\n1\n");
  },
  120_000,
);

test("a process may exit in the middle of an examination", async () => {
  const exits = [101, 110, 125, 150].map((ms) =>
    runProgram(`
      watch();
      await holdUntil(({ requestId }) => requestId === "first", () => of("first", () => hold(200)));
      await delay(30);
      console.log("exits");
      hold(${ms});
      process.exit(0);`),
  );
  for (const { stdout } of await Promise.all(exits)) expect(stdout).toBe("exits\n");
}, 120_000);

test("the examination runs nothing else: no promise, no code of the application, no debugger", async () => {
  const { stdout } = await runProgram(`
    import { Session } from "node:inspector";
    const paused = [];
    const debug = new Session();
    debug.connect();
    debug.post("Debugger.enable");
    debug.on("Debugger.paused", () => paused.push("paused"));
    let prepared = 0;
    Error.prepareStackTrace = (error) => { prepared += 1; return String(error); };
    const { prepareStackTrace, stackTraceLimit } = Error;
    const early = [];
    watch();
    // The watchdog may also report what else held the loop: this program's start on a busy machine.
    const inHold = ({ requestId, at }) => requestId === "one" && at?.some((line) => line.startsWith("hold (file:"));
    await holdUntil(inHold, () => {
      const ran = [];
      Promise.resolve().then(() => ran.push("promise"));
      process.nextTick(() => ran.push("tick"));
      of("one", () => hold(200));
      early.push(...ran);
    });
    const isKept = Error.prepareStackTrace === prepareStackTrace && Error.stackTraceLimit === stackTraceLimit;
    console.log(JSON.stringify({ early, paused, prepared, isKept }));
    process.exit(0);`);
  expect(JSON.parse(stdout)).toEqual({
    early: [],
    paused: [],
    prepared: 0,
    isKept: true,
  });
}, 120_000);

test.runIf(isLong)(
  "nothing is reported while a debugger may stop the code, and a stopped process is not a held loop",
  async () => {
    const { stdout, stderr } = await runProgram(`
    import { close, open } from "node:inspector";
    watch();
    await holdUntil(({ requestId }) => requestId === "before", () => of("before", () => hold(200)));
    open(0);
    await delay(60);
    of("debugged", () => hold(300));
    await delay(60);
    close();
    await delay(60);
    const resume = "sleep 0.1; kill -STOP $0; sleep 0.6; kill -CONT $0";
    // A busy machine may really hold the loop for a moment, but not in every round.
    let isStopHeld = true;
    for (let round = 0; isStopHeld && round < 10; round += 1) {
      reported.length = 0;
      execFileSync("sh", ["-c", "(" + resume + ") > /dev/null 2>&1 &", String(process.pid)]);
      const end = Date.now() + 900;
      while (Date.now() < end) await delay(5);
      isStopHeld = reported.length > 0;
    }
    console.log(JSON.stringify({ isStopHeld }));
    reported.length = 0;
    await holdUntil(({ requestId }) => requestId === "after", () => of("after", () => hold(200)));
    process.exit(0);`);
    const lines = stderr.split("\n").filter((line) => line.startsWith("{"));
    const ids = lines.map((line) => Reflect.get(Object(JSON.parse(line)), "requestId") as unknown);
    expect(ids).toEqual(expect.arrayContaining(["before", "after"]));
    expect(ids).not.toContain("debugged");
    expect(JSON.parse(stdout)).toEqual({ isStopHeld: false });
  },
  120_000,
);

test("the first request of a caller starts the thread, not the service itself", async () => {
  const { stdout } = await runProgram(`
    import { defineConnector } from "@wellhead/sdk";
    import { createApp } from ${JSON.stringify(new URL("../../dist/index.js", import.meta.url).href)};
    let threads = 0;
    process.on("worker", () => (threads += 1));
    const rows = (source) => ({ all: source({ name: "All", rows: () => [] }) });
    const connector = defineConnector({ id: "c", name: "C", version: "1", description: "C", sources: rows });
    const app = await createApp({ connectors: [connector], logger: false });
    const { url } = await app.listen({ port: 0 });
    await app.ask({ method: "GET", url: "/" });
    const counts = [threads];
    for (const _ of [1, 2]) {
      await (await fetch(url)).text();
      counts.push(threads);
    }
    await app.close();
    console.log(counts.join());`);
  expect(stdout).toBe("0,1,1\n");
}, 120_000);
