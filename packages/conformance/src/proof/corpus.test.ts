import { isLong } from "@wellhead/test-support/properties/is-long";
import { expect, test } from "vitest";
import { allRequirements } from "../requirements/all-requirements.js";
import { listCorpus } from "./corpus-subject.js";
import { judgeSubject } from "./judge-corpus.js";

const corpus = listCorpus();

test("every true fault of the corpus names requirements that exist", () => {
  const ids = new Set(allRequirements.map(({ id }) => id));
  const named = corpus.flatMap(({ faults }) =>
    faults.flatMap(({ verdicts }) => verdicts.map((verdict) => verdict.split("#")[0] ?? "")),
  );
  expect(named.filter((id) => !ids.has(id))).toEqual([]);
});

/** Connectors with the requirements that are reported. The slow ones are judged in the long form only. */
const judged: readonly (readonly [file: string, ids: readonly string[]])[] = [
  ...(isLong
    ? ([
        ["sdk-v1.py", ["data.everything", "data.unknown-source", "data.incomplete"]],
        ["third-notes.py", []],
      ] as const)
    : []),
  ["csv.mjs", []],
  ["with-schema.mjs", ["data.values"]],
  ["both-generations.mjs", ["filters.several-chosen"]],
  ["several-at-once.mjs", ["filters.chosen"]],
  ["upstream-gone.mjs", ["validate.answers", "data.answers", "datalist.answers"]],
  ["third-only.mjs", ["sync-data.unknown-type"]],
  ["third-offers.py", []],
  ["third-tasks.mjs", ["sync-pages.again", "sync-changes.complete", "sync-errors.message"]],
];

// `npm run proof judge` judges the other connectors of the corpus.
test.each(judged)("the suite reports the faults of %s and no other", async (file, ids) => {
  const subject = corpus.find((one) => one.file === file);
  if (subject === undefined) throw new Error(`There is no "${file}" in the corpus`);
  const { verdicts } = await judgeSubject(subject, "detected");
  const reported = verdicts.map(({ label, result: { id, detail } }) => ({ label, id, detail }));
  expect(reported.filter(({ label }) => label === "false")).toEqual([]);
  expect(reported.filter(({ label }) => label === "right").map(({ id }) => id)).toEqual(
    expect.arrayContaining([...ids]),
  );
});
