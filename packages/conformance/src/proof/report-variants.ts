import { execFileSync } from "node:child_process";
import type { RequirementResult } from "../run/conformance-report.js";
import { runConformance } from "../run/run-conformance.js";
import { startProgram } from "./judge-program.js";
import { proofFolder } from "./planted-fault.js";
import { makeWorld, type World } from "./world.js";

/** A right connector that differs from the usual one in a legal way. */
export interface Variant {
  readonly name: string;
  readonly generation: World["generation"];
}

/** What the suite says about a variant, and the size of the run. */
export interface JudgedVariant extends Variant {
  /** Failures, warnings and requirements that could not be judged. Each of them is wrong. */
  readonly findings: readonly RequirementResult[];
  readonly requests: number;
  readonly totalMs: number;
}

const account = { auth: "token", token: "mut-71c0-94be-5a2f" };
const program = `${proofFolder}variants/connector.mjs`;

/** Lists every legal variant. */
export function listVariants(): readonly Variant[] {
  const printed = execFileSync(process.execPath, [`${proofFolder}variants/list.mjs`, "print"], {
    encoding: "utf8",
  });
  // The program prints the names of each generation.
  const names = JSON.parse(printed) as Readonly<Record<World["generation"], readonly string[]>>;
  return (["v2", "v3"] as const).flatMap((generation) =>
    names[generation].map((name) => ({ name, generation })),
  );
}

/**
 * Judges a legal variant.
 *
 * @param variant - The variant
 * @returns Everything the suite finds, all of it wrong
 */
export async function judgeVariant(variant: Variant): Promise<JudgedVariant> {
  const env = { WORLD: JSON.stringify(makeWorld(variant.generation)), VARIANT: variant.name };
  const { results, measurements } = await startProgram([process.execPath, program], env, (address) =>
    runConformance(address, { account }),
  );
  const findings = results.filter(({ verdict }) => verdict !== "pass" && verdict !== "not-applicable");
  return { ...variant, findings, requests: measurements.requests, totalMs: measurements.totalMs };
}

/**
 * Judges every legal variant, and formats what is wrongly reported.
 *
 * @returns Markdown
 */
export async function reportVariants(): Promise<string> {
  const waiting = [...listVariants()];
  const judged: JudgedVariant[] = [];
  const workers = [1, 2].map(async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      judged.push(await judgeVariant(next));
  });
  await Promise.all(workers);
  const wrong = judged.filter(({ findings }) => findings.length > 0);
  const longest = Math.max(...judged.map(({ totalMs }) => totalMs));
  return [
    `${judged.length} legal variants, ${wrong.length} of them with a finding. The longest run took ${(longest / 1_000).toFixed(1)} s.`,
    "",
    ...wrong.flatMap(({ name, generation, findings }) =>
      findings.map(({ id, verdict, detail }) => `- ${generation}, ${name}: ${verdict} ${id}: ${detail}`),
    ),
    "",
  ].join("\n");
}
