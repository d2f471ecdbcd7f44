import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

it("special ranges are what the generator makes of the registries", () => {
  const written = readFileSync(new URL("./special-ranges.ts", import.meta.url), "utf8");
  const generator = fileURLToPath(new URL("../../../../tools/generate-special-ranges.mjs", import.meta.url));
  expect(written).toBe(execFileSync(process.execPath, [generator, "--print"], { encoding: "utf8" }));
});
