import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { EngineError, EngineProcess } from "./engine-process.js";

const hasDeathSignal = spawnSync("setpriv", ["--pdeathsig", "KILL", "true"]).status === 0;

it.skipIf(process.platform === "win32")(
  "runs engines at a lower priority than the process that starts them",
  () => {
    const module = new URL("../dist/engine-process.js", import.meta.url).href;
    const text = `const { getPriority } = await import("node:os");
    const { EngineProcess } = await import(${JSON.stringify(module)});
    const engine = new EngineProcess({ program: "-", temporaryLimit: 1e6, computingLimit: 60 });
    console.log(getPriority(), getPriority(engine.pid));
    engine.kill();`;
    const words = ["-n", "7", process.execPath, "--input-type=module", "-e", text];
    const [own = 0, engine] = execFileSync("nice", words, { encoding: "utf8" }).split(" ").map(Number);
    // The system has no lower priority than 19.
    expect(engine).toBe(Math.min(19, own + 5));
  },
);

it.runIf(hasDeathSignal)(
  "ends an engine in the middle of a statement when the service is killed",
  async () => {
    const program = join(tmpdir(), `wellhead-endless-${process.pid}.mjs`);
    writeFileSync(program, "for (;;);");
    const module = new URL("../dist/engine-process.js", import.meta.url).href;
    const text = `const { EngineProcess } = await import(${JSON.stringify(module)});
    const engine = new EngineProcess({ program: ${JSON.stringify(program)}, temporaryLimit: 1e6, computingLimit: 60 });
    console.log(engine.pid);
    setInterval(() => {}, 1000);`;
    const service = spawn(process.execPath, ["--input-type=module", "-e", text], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [printed]: unknown[] = await once(service.stdout, "data");
    const pid = Number(String(printed));
    // Before that, it is the shell that sets the limits.
    await expect.poll(() => commandOf(pid), { timeout: 20_000 }).toMatch(new RegExp(`^${process.execPath}`));
    service.kill("SIGKILL");
    await expect.poll(() => commandOf(pid), { timeout: 20_000 }).toBe("");
    rmSync(program);
  },
);

const mebibyte = 2 ** 20;

/** Runs the text of a program with limits until it has ended. Returns how, and the size of the file that it wrote. */
async function runLimited(text: string): Promise<{ readonly code: string; readonly fileBytes: number }> {
  const folder = mkdtempSync(join(tmpdir(), "wellhead-limits-"));
  const program = join(folder, "program.mjs");
  const file = join(folder, "file");
  writeFileSync(
    program,
    `import { writeFileSync } from "node:fs";\nconst file = ${JSON.stringify(file)};\n${text}`,
  );
  writeFileSync(file, "");
  const engine = new EngineProcess({
    program,
    dataLimit: 700 * mebibyte,
    temporaryLimit: mebibyte,
    computingLimit: 2,
  });
  const ended: unknown = await engine.take().catch((error: unknown) => error);
  await engine.end();
  const fileBytes = statSync(file).size;
  rmSync(folder, { recursive: true });
  return { code: ended instanceof EngineError ? ended.fault.code : "answered", fileBytes };
}

it.runIf(process.platform === "linux")(
  "ends an engine that uses more memory or processor time than it may, and limits its files",
  async () => {
    const wholeFile = "writeFileSync(file, Buffer.alloc(2 ** 20));";
    expect(await runLimited(wholeFile)).toEqual({ code: "ENGINE_ENDED", fileBytes: mebibyte });
    const longerFile = "writeFileSync(file, Buffer.alloc(2 ** 21));";
    expect((await runLimited(longerFile)).fileBytes).toBeLessThanOrEqual(mebibyte);
    const growing = `const all = [];
    for (let count = 0; count < 900; count += 1) all.push(Buffer.alloc(2 ** 20, 1));
    ${wholeFile}`;
    // Nothing after the allocation is reached.
    expect((await runLimited(growing)).fileBytes).toBe(0);
    // The end of its output may be seen before the signal that ended it.
    expect((await runLimited("for (;;);")).code).toMatch(/^ENGINE_/);
  },
  120_000,
);

/** Returns the command line of a process; empty when it has ended. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
