import { Finding } from "../expect/finding.js";
import { TransportFault } from "../probe/transport-fault.js";
import { CheckContext, type RunState } from "../requirement/check-context.js";
import type { Level } from "../requirement/level.js";
import type { Requirement } from "../requirement/requirement.js";
import type { RequirementResult, Verdict } from "./conformance-report.js";
import { evidenceOf } from "./evidence-of.js";
import { maskSecrets } from "./mask-secrets.js";

/**
 * Judges one requirement.
 *
 * @param run - State shared by all checks of the run
 * @param requirement - The requirement
 * @returns Verdict, reason and evidence; never throws
 */
export async function judge(run: RunState, requirement: Requirement): Promise<RequirementResult> {
  const level = requirement.levels[run.profile] ?? requirement.levels.all;
  const context = new CheckContext(run);
  try {
    await requirement.check(context);
    return resultOf(requirement, level, { verdict: "pass", detail: "" });
  } catch (error) {
    const mask = maskSecrets(run.secrets);
    const { verdict, detail, capability } = verdictOf(error, level, run.options.strict === true);
    const { witness, sharedCause: cause } = error instanceof Finding ? error : {};
    const seen = witness === undefined ? context.exchanges : [...context.exchanges, witness];
    const evidence = verdict === "not-applicable" ? [] : evidenceOf(seen, run.base, mask);
    const result = resultOf(requirement, level, { verdict, detail: mask(detail), evidence });
    return {
      ...result,
      ...(capability !== undefined && { capability }),
      ...(cause !== undefined && (verdict === "fail" || verdict === "warn") && { cause }),
    };
  }
}

/**
 * Returns the result of a requirement that could not be judged.
 *
 * @param run - State shared by all checks of the run
 * @param requirement - The requirement
 * @param detail - Why
 * @returns The result
 */
export function unjudged(run: RunState, requirement: Requirement, detail: string): RequirementResult {
  const level = requirement.levels[run.profile] ?? requirement.levels.all;
  return resultOf(requirement, level, { verdict: "could-not-run", detail });
}

interface Judged {
  readonly verdict: Verdict;
  readonly detail: string;
  readonly capability?: string | undefined;
}

function verdictOf(error: unknown, level: Level, strict: boolean): Judged {
  if (error instanceof TransportFault) return { verdict: "could-not-run", detail: error.message };
  if (!(error instanceof Finding)) {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { verdict: "could-not-run", detail: `The check itself failed: ${text}` };
  }
  const { kind, message: detail, capability, input } = error;
  if (kind === "unmet") return { verdict: level === "MUST" ? "fail" : "warn", detail };
  if (kind === "could-not-run" || (input && strict)) return { verdict: "could-not-run", detail };
  return { verdict: "not-applicable", detail, capability };
}

function resultOf(
  { id, area, section, sentence, reason, fix, rests }: Requirement,
  level: Level,
  judged: Pick<RequirementResult, "verdict" | "detail"> & Partial<Pick<RequirementResult, "evidence">>,
): RequirementResult {
  return { id, area, level, section, sentence, reason, fix, rests, evidence: [], ...judged };
}
