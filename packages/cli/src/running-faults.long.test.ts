import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const program = fileURLToPath(new URL("../bin/wellhead.js", import.meta.url));
const clock = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";
const connector = `
  import { existsSync } from "node:fs";
  import { defineConnector, id } from "@wellhead/sdk";
  export default defineConnector({
    id: "waiting", name: "Waiting", version: "1.0.0", description: "Rows that wait for a file",
    sources: (source) => ({
      rows: source({
        name: "Rows", fields: { id: id() },
        async *rows({ signal }) {
          yield [{ id: "first" }];
          while (!existsSync("go")) { signal.throwIfAborted(); await new Promise((done) => setTimeout(done, 20)); }
          yield [{ id: "last" }];
        },
      }),
    }),
  });`;
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-running-"));
  await writeFile(join(folder, "waiting.mjs"), connector);
  await writeFile(join(folder, "rows.csv"), "name\nDeimos\n");
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Code and signal of a process that stopped as it should. */
const stopped = [0, null];

type Ask = (connector: string) => Promise<Response>;

/** Strikes while a stream is in progress. The stream, later requests and the stop must be as if nothing had happened. */
async function strike(
  [command, ...words]: readonly [string, ...string[]],
  {
    env,
    hit,
  }: { readonly env?: NodeJS.ProcessEnv; readonly hit?: (service: ChildProcess, ask: Ask) => unknown },
): Promise<unknown> {
  await rm(join(folder, "go"), { force: true });
  const serve = ["serve", "waiting.mjs", "rows.csv", "--port", "0", "--json"];
  const service = spawn(command, [...words, process.execPath, program, ...serve, "--log-level", "info"], {
    cwd: folder,
    env: { PATH: process.env["PATH"], WELLHEAD_LIMITS: "drainDelay=0", ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(service, "exit");
  try {
    const [line]: readonly unknown[] = await once(service.stdout, "data");
    const url = /http:\/\/[^"\s]+?(?=\/?")/.exec(String(line))?.[0] ?? "";
    const ask: Ask = (id) =>
      fetch(`${url}/${id}/`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"source":"rows"}',
      });
    const stream = await ask("waiting");
    await hit?.(service, ask);
    expect(await (await ask("rows")).json()).toEqual([{ name: "Deimos" }]);
    await writeFile(join(folder, "go"), "");
    expect(await stream.json()).toEqual([{ id: "first" }, { id: "last" }]);
    service.kill("SIGTERM");
    return await ended;
  } finally {
    service.kill("SIGKILL");
  }
}

test("a log that cannot be written, as on a full disk, stops nothing", async () => {
  expect(await strike(["sh", "-c", 'exec "$@" 2>/dev/full', "sh"], {})).toEqual(stopped);
});

const canMount = process.getuid?.() === 0 && existsSync("/usr/bin/unshare");

test.runIf(canMount)(
  "a file system that becomes read-only stops nothing (as root, needs `unshare`)",
  async () => {
    const data = await mkdtemp(join(tmpdir(), "wellhead-temporary-"));
    const mount = 'mount -t tmpfs none "$0" && exec "$@"';
    const ended = await strike(["unshare", "-m", "sh", "-c", mount, data], {
      env: { TMPDIR: data },
      hit: ({ pid }) => {
        const inside = (...words: string[]) =>
          execFileSync("nsenter", ["-t", String(pid), "-m", ...words], { stdio: "ignore" });
        inside("mount", "-o", "remount,ro", data);
        expect(() => inside("touch", join(data, "new"))).toThrow("Command failed");
      },
    });
    expect(ended).toEqual(stopped);
    await rm(data, { recursive: true });
  },
);

test.runIf(existsSync(clock)).each(["+1d", "-1d"])(
  "a clock that jumps by %s stops nothing (needs faketime)",
  async (jump) => {
    const file = join(folder, "clock");
    await writeFile(file, "+0");
    const env = { LD_PRELOAD: clock, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: "1" };
    const ended = await strike(["env"], {
      // Linux moves only the clock of the time of day.
      env: { ...env, FAKETIME_DONT_FAKE_MONOTONIC: "1" },
      hit: async (_service, ask) => {
        await writeFile(file, jump);
        // Node sends the same date for a second.
        const hours = async () => {
          const date = Date.parse((await ask("rows")).headers.get("date") ?? "");
          return Math.round((date - Date.now()) / 3_600_000);
        };
        await expect.poll(hours, { timeout: 60_000 }).toBe(jump === "+1d" ? 24 : -24);
      },
    });
    expect(ended).toEqual(stopped);
  },
);
