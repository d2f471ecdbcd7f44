import { execFileSync } from "node:child_process";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { expect, test } from "vitest";
import { makeFolder, readText } from "./folder.js";

/** Number of generated files; the proof sets it to 20,000. */
const count = Number(process.env["WELLHEAD_CSV_FILES"] ?? (isLong ? 100 : 40));
const seed = process.env["WELLHEAD_CSV_SEED"] ?? "1";

/** Number of files in one folder. */
const perFolder = 100;

/** Result of comparing the rows that were read with those that were written. */
interface Comparison {
  readonly exact: number;
  readonly refused: readonly Finding[];
  readonly silent: readonly Finding[];
}

interface Finding {
  readonly file: string;
  readonly how: readonly string[];
  readonly why: string;
}

const program = join(import.meta.dirname, "write_csv.py");

function python(...args: readonly string[]): string {
  return execFileSync("python3", [program, ...args], { maxBuffer: 2 ** 28 }).toString();
}

/** Writes files, reads their rows, and compares both. */
async function compareFiles(part: number, size: number): Promise<Comparison> {
  await using folder = await makeFolder();
  python("write", folder.path, `${seed}-${part}`, String(size));
  const read: Record<string, unknown> = {};
  const names = (await readdir(folder.path)).filter((name) => !name.startsWith("."));
  const sources = await folder.connector.sources();
  for (const name of names) {
    const id = name.replace(/\.[ct]sv$/, "");
    const source = (await folder.connector.sources(id)).get(id) ?? sources.get(id);
    if (source === undefined) throw new Error(`There is no source for ${name}`);
    read[name] = await readText(source).then(
      (text) => ({ rows: `[${text}]` }),
      (error: unknown) => ({ error: String(error) }),
    );
  }
  await writeFile(join(folder.path, ".read"), JSON.stringify(read));
  return JSON.parse(python("compare", folder.path)) as Comparison;
}

test("no generated file loses, adds, shifts or renames a cell without a mark, and 99.5 % are exact", {
  timeout: 120_000 + count * 2_000,
}, async () => {
  const found: Comparison[] = [];
  for (let part = 0; part * perFolder < count; part++)
    found.push(await compareFiles(part, Math.min(perFolder, count - part * perFolder)));
  const silent = found.flatMap((one) => one.silent);
  const refused = found.flatMap((one) => one.refused);
  const exact = found.reduce((sum, one) => sum + one.exact, 0);
  const shown = [...silent, ...refused].slice(0, 30).map((one) => JSON.stringify(one));
  if (process.env["WELLHEAD_CSV_FILES"] !== undefined)
    process.stdout.write(
      `${count} files: ${exact} exact, ${refused.length} refused, ${silent.length} silent\n${shown.join("\n")}\n`,
    );
  expect(silent).toEqual([]);
  expect(exact / count).toBeGreaterThanOrEqual(0.995);
  for (const { why } of refused) expect(why).toMatch(/\.table\.json/);
});
