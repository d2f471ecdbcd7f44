import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { describe, expect, test } from "vitest";
import { finish } from "../test/start-wellhead.js";

const folder = fileURLToPath(new URL("../../../examples/", import.meta.url));
const examples = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(`${folder}/${entry.name}/check.ts`))
  .map((entry) => entry.name);

describe("examples", () => {
  test.each(isLong ? examples : ["minimal-connector"])("%s: its check ends well", async (name) => {
    const run = await finish(spawn(process.execPath, [`${folder}/${name}/dist/check.js`]));
    expect(run).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("the minimal connector has at most 25 lines", () => {
    const text = readFileSync(`${folder}/minimal-connector/moons.ts`, "utf8");
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(25);
  });

  test("the connector of GitHub's issues has at most 45 lines, and no any", () => {
    const text = readFileSync(`${folder}/github-issues/github-issues.ts`, "utf8");
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(45);
    expect(text).not.toMatch(/\bany\b|\bas\b/);
  });
});
