import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, expect, test, vi } from "vitest";

const program = fileURLToPath(new URL("../../dist/host/testing/held-service.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "wellhead-held-"));
let child: ChildProcess | undefined;
afterEach(async () => {
  child?.kill("SIGKILL");
  if (child?.exitCode === null && child.signalCode === null) await once(child, "exit");
  rmSync(folder, { recursive: true, force: true });
});

test("code that holds the event loop is named while it does: connector, request, function and line", async () => {
  const started = fork(program, [], { stdio: ["ignore", "pipe", "pipe", "ipc"] });
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
  // Only now the code may return.
  writeFileSync(file, "");
  expect([(await guilty).status, (await innocent).status]).toEqual([200, 200]);
  const line: unknown = JSON.parse(errors.split("\n").find((text) => text.includes("of-guilty")) ?? "");
  expect(line).toMatchObject({
    level: "error",
    connector: "guilty",
    endpoint: "data",
    requestId: "of-guilty",
  });
  expect(JSON.stringify(line)).toMatch(/holdUntil \(file:.*held-service\.js:\d+\)/);
  expect(errors).not.toContain("of-innocent");
  await vi.waitFor(() => expect(log).toContain("The event loop was held"), { timeout: 60_000 });
  const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
  expect(metrics).toMatch(/wellhead_loop_holds_total\{connector="guilty"\} [1-9]/);
  expect(metrics).not.toContain('wellhead_loop_holds_total{connector="innocent"}');
}, 120_000);

test("the watchdogs of two services in one process examine it one after the other, and it goes on", async () => {
  const module = new URL("../../dist/host/loop-watchdog.js", import.meta.url).href;
  const source = `
    import { execFileSync } from "node:child_process";
    import { LoopWatchdog } from ${JSON.stringify(module)};
    let told = 0;
    for (const _ of [1, 2]) {
      const watchdog = new LoopWatchdog({ maxHoldMs: 300, onHeld: () => (told += 1) });
      watchdog.start();
      setInterval(() => watchdog.beat(), 50);
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    const end = Date.now() + 2000;
    while (Date.now() < end) execFileSync("true");
    setInterval(() => told >= 2 && process.exit(0), 50);`;
  const node = promisify(execFile)(process.execPath, ["--input-type=module", "-e", source], {
    timeout: 60_000,
  });
  await expect(node).resolves.toMatchObject({ stdout: "" });
}, 120_000);
