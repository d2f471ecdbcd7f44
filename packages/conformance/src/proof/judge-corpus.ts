import type { RequirementResult } from "../run/conformance-report.js";
import { type CorpusSubject, commandOf, listCorpus, type TrueFault } from "./corpus-subject.js";
import { judgeProgram } from "./judge-program.js";

/** Profiles that the corpus is judged by: the detected one, and the interface document alone. */
export const corpusProfiles = ["detected", "interface"] as const;

/**
 * The assessment of a verdict by someone who read the source. `blocked` means that a true failure prevented a verdict.
 */
export type Label = "right" | "debatable" | "false" | "blocked";

/** One verdict other than pass, and its assessment according to the list of true faults. */
export interface LabelledVerdict {
  readonly result: RequirementResult;
  readonly label: Label;
}

/** The report about one connector of the corpus. */
export interface JudgedSubject {
  readonly subject: CorpusSubject;
  readonly profile: (typeof corpusProfiles)[number];
  /** Every failure, every warning, and every requirement that could not run. */
  readonly verdicts: readonly LabelledVerdict[];
  /** Faults that a failure or a warning reports. */
  readonly found: readonly TrueFault[];
  /** Number of requests sent. */
  readonly requests: number;
  /** Milliseconds the run took. */
  readonly totalMs: number;
}

/**
 * Judges every connector of the corpus by each profile.
 *
 * @returns The report about each, compared with its true faults
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
 * @param profile - Profile that the connector is judged by
 * @returns The report, compared with its true faults
 */
export async function judgeSubject(
  subject: CorpusSubject,
  profile: JudgedSubject["profile"],
): Promise<JudgedSubject> {
  const { account, faults, provider } = subject;
  const options = { ...(account && { account }), ...(profile === "interface" && { profile }) };
  const report = await judgeProgram({ command: commandOf(subject), provider, options });
  const reported = report.results.filter(({ verdict }) => verdict !== "pass" && verdict !== "not-applicable");
  const about = reported.filter(({ verdict }) => verdict !== "could-not-run");
  const found = faults.filter((fault) => about.some((result) => isAbout(fault, result)));
  const isBlocked = found.some(({ verdicts }) => verdicts.some((id) => blocking.has(id)));
  const label = (result: RequirementResult): Label => {
    if (faults.some((fault) => isAbout(fault, result))) return "right";
    if (result.verdict === "could-not-run" && isBlocked) return "blocked";
    return subject.debatable?.some(({ id }) => id === result.id) === true ? "debatable" : "false";
  };
  return {
    subject,
    profile,
    verdicts: reported.map((result) => ({ result, label: label(result) })),
    found,
    requests: report.measurements.requests,
    totalMs: report.measurements.totalMs,
  };
}

function isAbout({ verdicts }: TrueFault, { id, detail }: RequirementResult): boolean {
  return verdicts.some((named) => {
    const [wanted, text = ""] = named.split("#");
    return wanted === id && detail.includes(text);
  });
}

/** A true failure of one of these prevents verdicts on requirements that depend on it, and the report says so. */
const blocking = new Set(["data.answers", "validate.answers", "validate.refuses"]);
