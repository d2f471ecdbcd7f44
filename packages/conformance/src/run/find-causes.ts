import type { Cause, RequirementResult } from "./conformance-report.js";

/** Areas in which a fault loses data, shows wrong data, or is a security hole. */
const seriousAreas = new Set(
  "data validate oauth1 oauth2 security filters dates sync-data sync-pages sync-positions sync-changes".split(
    " ",
  ),
);

/** Requirements whose failure hides other faults come first. */
const first = [
  "application.answers",
  "security.survives",
  "connector-fails",
  "data.answers",
  "validate.answers",
  "http.utf8",
  "data.readable",
  "sync-config.answers",
  "sync-schema.answers",
  "sync-data.answers",
];

/**
 * Groups failures and warnings by their cause: if five requirements fail for one reason, they are one cause.
 *
 * @param results - The outcome of each requirement
 * @returns The causes, the most serious first
 */
export function findCauses(results: readonly RequirementResult[]): readonly Cause[] {
  const groups = new Map<string, RequirementResult[]>();
  for (const result of results) {
    if (result.verdict !== "fail" && result.verdict !== "warn") continue;
    const id = result.cause ?? result.id;
    groups.set(id, [...(groups.get(id) ?? []), result]);
  }
  const causes = [...groups].flatMap(([id, group]) => causeOf(id, group));
  return causes.toSorted((left, right) => rank(left) - rank(right));
}

function causeOf(id: string, group: readonly RequirementResult[]): readonly Cause[] {
  const sorted = group.toSorted(
    (left, right) => Number(left.verdict === "warn") - Number(right.verdict === "warn"),
  );
  const [clearest] = sorted;
  if (clearest === undefined) return [];
  const { verdict, sentence, detail, reason, fix, evidence } = clearest;
  return [
    {
      id,
      sentence,
      detail,
      reason,
      fix,
      evidence,
      verdict: verdict === "fail" ? "fail" : "warn",
      serious: verdict === "fail" && sorted.some(({ area }) => seriousAreas.has(area)),
      witnesses: sorted.map((result) => result.id),
    },
  ];
}

function rank({ id, verdict, serious }: Cause): number {
  const at = first.indexOf(id);
  if (verdict === "fail" && at >= 0) return at;
  if (serious) return first.length;
  return verdict === "fail" ? first.length + 1 : first.length + 2;
}
