import { corpusProfiles, type JudgedSubject, type Label, type LabelledVerdict } from "./judge-corpus.js";
import { partOf } from "./percent.js";

/**
 * Formats the results of the corpus: precision and recall by profile, then each connector.
 *
 * @param judged - The connectors, judged by each profile
 * @returns Markdown
 */
export function reportCorpus(judged: readonly JudgedSubject[]): string {
  const detected = judged.filter(({ profile }) => profile === "detected");
  return [
    "| profile | connectors | failures that are right | warnings that are right | faults reported | serious faults reported |",
    "| --- | --: | --- | --- | --- | --- |",
    ...corpusProfiles.map((profile) => profileLine(profile, judged)),
    "",
    "| connector, by the detected profile | requests | seconds | true faults | reported | false verdicts |",
    "| --- | --: | --: | --: | --: | --: |",
    ...detected.map(subjectLine),
    "",
    ...detected.flatMap(remarks),
    "",
  ].join("\n");
}

/** A requirement that could not run reads as a failure in the report, so it counts as one. */
function isFailure({ result: { verdict } }: LabelledVerdict): boolean {
  return verdict !== "warn";
}

function precisionOf(labelled: readonly LabelledVerdict[]): string {
  const verdicts = labelled.filter(({ label }) => label !== "blocked");
  const count = (wanted: Label): number => verdicts.filter(({ label }) => label === wanted).length;
  const debatable = count("debatable") === 0 ? "" : `, ${count("debatable")} debatable`;
  return `${partOf(count("right"), verdicts.length)}${debatable}`;
}

function profileLine(profile: JudgedSubject["profile"], all: readonly JudgedSubject[]): string {
  const judged = all.filter((one) => one.profile === profile);
  const verdicts = judged.flatMap((one) => one.verdicts);
  const faults = judged.flatMap(({ subject }) => subject.faults);
  const found = judged.flatMap((one) => one.found);
  const [serious, seriousFound] = [faults, found].map((list) => list.filter((fault) => fault.serious).length);
  const cells = [
    profile,
    judged.length,
    precisionOf(verdicts.filter(isFailure)),
    precisionOf(verdicts.filter((one) => !isFailure(one))),
    partOf(found.length, faults.length),
    partOf(seriousFound ?? 0, serious ?? 0),
  ];
  return `| ${cells.join(" | ")} |`;
}

function subjectLine({ subject, verdicts, found, requests, totalMs }: JudgedSubject): string {
  const wrong = verdicts.filter(({ label }) => label === "false").length;
  const seconds = (totalMs / 1_000).toFixed(1);
  const cells = [subject.style, requests, seconds, subject.faults.length, found.length, wrong];
  return `| ${cells.join(" | ")} |`;
}

function remarks({ subject, verdicts, found }: JudgedSubject): readonly string[] {
  const odd = verdicts.filter(({ label }) => label === "false" || label === "debatable");
  return [
    ...odd.map(
      ({ label, result: { id, verdict, detail } }) =>
        `- ${label}, ${subject.file}: ${verdict} ${id}: ${detail}`,
    ),
    ...subject.faults
      .filter((fault) => !found.includes(fault))
      .map(({ says }) => `- missed, ${subject.file}: ${says}`),
  ];
}
