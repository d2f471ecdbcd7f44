import { expect, test } from "vitest";
import { allRequirements } from "../requirements/all-requirements.js";
import { commandOf, listCorpus } from "./corpus-subject.js";
import { judgeProgram } from "./judge-program.js";

const subject = listCorpus().find(({ file }) => file === "third-offers.py");
if (subject === undefined) throw new Error("expected the subject");
const { account } = subject;
const command = commandOf(subject);
const only = allRequirements.map(({ id }) => id).filter((id) => id.startsWith("sync-offers."));

test.each([
  ["", ""],
  [
    "file-for-everybody range-from-start webhook-for-everybody signature-present unknown-event-500 any-action argument-number",
    "arguments event file-account file-range transform unknown-action webhook-account",
  ],
  [
    "file-without-params file-from-path range-one-more webhooks-missing signature-ignored action-twice",
    "actions event file-escape file-params file-range served",
  ],
  [
    "range-without-header unknown-event-list action-missing arguments-missing",
    "actions file-range served transform",
  ],
  ["file-500", "file file-escape file-params"],
  ["file-cut", "file"],
])("a connector in Python with the faults '%s' does not meet '%s' and nothing else", async (faults, ids) => {
  const options = { ...(account && { account }), profile: "v3", only } as const;
  const planted = faults.split(" ").filter(Boolean);
  const { results } = await judgeProgram({ command: [...command, ...planted], provider: false, options });
  const found = results.filter(({ verdict }) => verdict !== "pass" && verdict !== "not-applicable");
  expect(
    found
      .map(({ id }) => id.replace("sync-offers.", ""))
      .toSorted()
      .join(" "),
  ).toBe(ids);
});
