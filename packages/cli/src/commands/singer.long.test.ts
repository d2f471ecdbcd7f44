import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { parseExactJson } from "@wellhead/client";
import { afterAll, beforeAll, expect, it } from "vitest";

const run = promisify(execFile);
const bin = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));
const fixtures = fileURLToPath(new URL("../../../bridges/fixtures", import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-out-"));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function wellhead(...args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [bin, ...args], { cwd: folder, maxBuffer: 2 ** 28 });
  return stdout;
}

/** Returns the data of records, each as it was written. */
function dataOf(
  output: string,
  pattern = /"data": ?(\{.*\})(?:, "emitted_at"[^}]*)?\}\}$/u,
): readonly string[] {
  return output.split("\n").flatMap((line) => {
    const [, data] = line.includes('"RECORD"') ? (pattern.exec(line) ?? []) : [];
    return data === undefined ? [] : [data];
  });
}

/** Removes spaces and escapes that mean the same. Digits stay. */
function normalized(text: string): string {
  return JSON.stringify(parseExactJson(text));
}

it("a Singer tap that was read in is written out as one", async () => {
  const file = {
    command: "python3",
    args: [join(fixtures, "shop.py")],
    config: { api_key: "key-of-ada", count: 7 },
  };
  await writeFile(join(folder, "shop.json"), JSON.stringify({ ...file, settings: {} }));
  await writeFile(
    join(folder, "tap-catalog.json"),
    await wellhead("singer", "singer:./shop.json", "--discover"),
  );
  const output = await wellhead("singer", "singer:./shop.json", "--catalog", "tap-catalog.json");
  await writeFile(join(folder, "config.json"), JSON.stringify(file.config));
  const { stdout } = await run(
    "python3",
    [join(fixtures, "shop.py"), "--config", "config.json", "--discover"],
    { cwd: folder },
  );
  await writeFile(
    join(folder, "own.json"),
    stdout.replaceAll('"inclusion": "available"', '"selected": true'),
  );
  const own = await run(
    "python3",
    [join(fixtures, "shop.py"), "--config", "config.json", "--catalog", "own.json"],
    { cwd: folder },
  );
  const expected = dataOf(own.stdout, /"record": (\{.*\})\}$/u).map((text) => normalized(text));
  expect(expected).toHaveLength(14);
  expect(dataOf(output, /"record":(\{.*\})\}$/u).map((text) => normalized(text))).toEqual(expected);
  expect(await readFile(join(folder, "tap-catalog.json"), "utf8")).toContain('"key_properties"');
});
