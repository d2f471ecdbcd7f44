import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const modules = fileURLToPath(new URL("../../../../node_modules", import.meta.url));

it("the compiler reports an author's mistake on its line, in a sentence, and nothing else", async () => {
  const text = await readFile(new URL("author-mistakes.test.txt", import.meta.url), "utf8");
  const expected = text.split("\n").flatMap((line, index) => {
    const message = line.split("//! ")[1];
    return message === undefined ? [] : [{ line: index + 1, message }];
  });

  const faults = await compile(text);

  expect(expected.length).toBeGreaterThan(0);
  expect(faults.map(({ line }) => line)).toEqual(expected.map(({ line }) => line));
  for (const [index, { message }] of expected.entries()) expect(faults[index]?.message).toContain(message);
});

/** Compiles a module as an author's project does, against the built package. */
async function compile(
  text: string,
): Promise<readonly { readonly line: number; readonly message: string }[]> {
  const folder = await mkdtemp(join(tmpdir(), "wellhead-mistakes-"));
  try {
    await symlink(modules, join(folder, "node_modules"), "junction");
    await writeFile(join(folder, "connector.ts"), text);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      module: "nodenext",
      target: "es2023",
      types: ["node"],
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    const compiler = join(modules, "typescript/bin/tsc");
    const { stdout } = spawnSync(process.execPath, [compiler, "--pretty", "false"], {
      cwd: folder,
      encoding: "utf8",
    });
    return stdout
      .split(/^(?=connector\.ts\()/m)
      .map((message) => ({ line: Number(/^connector\.ts\((\d+)/.exec(message)?.[1]), message }));
  } finally {
    await rm(folder, { recursive: true });
  }
}
