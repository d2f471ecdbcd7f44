import type { RequirementResult } from "../run/conformance-report.js";
import { type CorpusSubject, commandOf, listCorpus, type TrueFault } from "./corpus-subject.js";
import { judgeProgram } from "./judge-program.js";

/** Profiles the corpus is judged by: the one the suite detects, and the interface document alone. */
export const corpusProfiles = ["detected", "interface"] as const;

/** What was reported about one connector of the corpus. */
export interface JudgedSubject {
  readonly subject: CorpusSubject;
  readonly profile: (typeof corpusProfiles)[number];
  /** Failures that a true fault names. */
  readonly right: readonly RequirementResult[];
  /** Failures that no true fault names. */
  readonly wrong: readonly RequirementResult[];
  /** Faults that a failure or a warning names. */
  readonly found: readonly TrueFault[];
  /** Requests sent. */
  readonly requests: number;
  /** Milliseconds the run took. */
  readonly totalMs: number;
}

/**
 * Judges every connector of the corpus by each profile.
 *
 * @returns What was reported about each, compared with its true faults
 */
export async function judgeCorpus(): Promise<readonly JudgedSubject[]> {
  const judged: JudgedSubject[] = [];
  for (const profile of corpusProfiles) {
    for (const subject of listCorpus()) judged.push(await judgeSubject(subject, profile));
  }
  return judged;
}

/**
 * Judges one connector of the corpus.
 *
 * @param subject - The connector
 * @param profile - Whose rules count
 * @returns What was reported, compared with its true faults
 */
export async function judgeSubject(
  subject: CorpusSubject,
  profile: JudgedSubject["profile"],
): Promise<JudgedSubject> {
  const { account, faults, provider } = subject;
  const options = { ...(account && { account }), ...(profile === "interface" && { profile }) };
  const report = await judgeProgram({ command: commandOf(subject), provider, options });
  // What could not run counts as a failure for whoever reads the report, so it counts as one here.
  const fails = report.results.filter(({ verdict }) => verdict === "fail" || verdict === "could-not-run");
  const reported = new Set(
    [...fails, ...report.results.filter(({ verdict }) => verdict === "warn")].map(({ id }) => id),
  );
  const isTrue = ({ id }: RequirementResult): boolean => faults.some(({ verdicts }) => verdicts.includes(id));
  return {
    subject,
    profile,
    right: fails.filter(isTrue),
    wrong: fails.filter((result) => !isTrue(result)),
    found: faults.filter(({ verdicts }) => verdicts.some((id) => reported.has(id))),
    requests: report.measurements.requests,
    totalMs: report.measurements.totalMs,
  };
}
