import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

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
    expect(own).toBeGreaterThan(0);
    // The system has no lower priority than 19.
    expect(engine).toBe(Math.min(19, own + 5));
  },
);
