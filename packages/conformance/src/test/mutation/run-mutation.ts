import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { formatResults } from "./format-results.js";
import { type Mutant, makeMutants } from "./make-mutants.js";
import { listCases, type MutationTarget } from "./mutation-case.js";
import { type MutantResult, takeBaseline, tryMutant } from "./try-mutants.js";

const journal = new URL("../../../.mutation/journal.ndjson", import.meta.url);

const wanted = process.argv.slice(2);
const { mutants, bundle } = await makeMutants();
// The bundle is built from the module that this type describes.
const target = (await import(bundle)) as MutationTarget;
const signature = createHash("sha256")
  .update(readFileSync(new URL(bundle)))
  .digest("hex")
  .slice(0, 16);
const known = readJournal();
const provider = await target.startOAuthProvider();
const baseline = await takeBaseline(target, listCases(target, provider));
const near = casesByFile();
process.stderr.write(`${mutants.length} mutants, ${baseline.cases.size} cases\n`);

const results: MutantResult[] = [];
for (const [index, mutant] of mutants.entries()) {
  if (wanted.length > 0 && !wanted.some((name) => mutant.file.includes(name))) continue;
  const before = known.get(nameOf(mutant));
  const done = before?.signature === signature ? before.result : undefined;
  const hint = before?.result.by;
  const result =
    done ?? (await tryMutant(mutant, { target, bundle, baseline, hint, near: near.get(mutant.file) ?? [] }));
  results.push(result);
  if (done === undefined)
    appendFileSync(journal, `${JSON.stringify({ name: nameOf(mutant), signature, result })}\n`);
  if (index % 100 === 0) process.stderr.write(`mutant ${index} of ${mutants.length}\n`);
}
await provider.close();
const { table, survivors, score } = formatResults(results);
process.stdout.write(survivors);
process.stdout.write(table);
process.exitCode = score >= 85 ? 0 : 1;

function nameOf({ file, line, mutator, before, after }: Omit<Mutant, "id">): string {
  return JSON.stringify([file, line, mutator, before, after]);
}

interface JournalLine {
  readonly name: string;
  readonly signature: string;
  readonly result: MutantResult;
}

function readJournal(): ReadonlyMap<string, JournalLine> {
  if (process.env["FRESH"] === "1") rmSync(journal, { force: true });
  if (!existsSync(journal)) return new Map();
  const lines = readFileSync(journal, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  // Only this program writes the journal.
  const read = lines.map((line) => JSON.parse(line) as JournalLine);
  return new Map(read.map((line) => [line.name, line]));
}

/** Returns, by file, the cases of the requirements it defines and all cases that execute any of it. */
function casesByFile(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const { id, file } of mutants) {
    const keys = found.get(file) ?? new Set(casesOf(file));
    for (const key of baseline.coverage.get(id) ?? []) keys.add(key);
    found.set(file, keys);
  }
  return new Map([...found].map(([file, keys]) => [file, [...keys]]));
}

function casesOf(file: string): readonly string[] {
  const text = readFileSync(new URL(`../../../src/${file}`, import.meta.url), "utf8");
  const ids = [...text.matchAll(/\bid: "([\w.-]+)"/g)].map(([, id]) => `, ${id}`);
  return [...baseline.cases.keys()].filter((key) => ids.some((id) => key.endsWith(id)));
}
