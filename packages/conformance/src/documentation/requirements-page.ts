import { areas } from "../requirement/area.js";
import type { Levels } from "../requirement/level.js";
import type { Requirement } from "../requirement/requirement.js";
import { contractSentences } from "../sentences/contract-sentences.js";

/**
 * Writes the page that lists every requirement with its reason and its fix.
 *
 * @param requirements - The requirements, in order
 * @returns Markdown
 */
export function requirementsPage(requirements: readonly Requirement[]): string {
  const sections = Object.entries(areas).flatMap(([area, title]) => {
    const own = requirements.filter((requirement) => requirement.area === area);
    return own.length === 0 ? [] : [`## ${title}\n\n${own.map(entry).join("\n")}`];
  });
  const hidden = contractSentences.filter(({ unobservable }) => unobservable !== undefined);
  return [
    "# Is my connector right?",
    "<!-- Written from the requirements by `npm run docs -w packages/conformance`; a test fails when it is out of date. -->",
    introduction(requirements.length),
    ...sections,
    "## What cannot be seen from outside",
    hidden.map(({ section, text, unobservable }) => `- ${section}: ${text} (${unobservable})`).join("\n"),
  ]
    .join("\n\n")
    .concat("\n");
}

function introduction(count: number): string {
  return [
    `\`wellhead check <address>\` judges a connector, in any language, by its address alone. These are the ${count}`,
    "requirements it goes through, each with its reason and the fix.",
    "",
    "Each says how strongly it is asked for: in profile `all`, and after it in `v1` and `v2`, the two public",
    "generations of the interface, where they ask for it. A MUST that is not met fails; a SHOULD or MAY warns.",
    "What a connector does not declare is not applicable, and what cannot be judged because something before it",
    "failed counts as a failure.",
    "",
    "| exit code | meaning |",
    "| --- | --- |",
    "| 0 | nothing failed |",
    "| 2 | the command was called wrongly |",
    "| 6 | the address does not answer like a connector |",
    "| 10 | something failed or could not be judged |",
    "",
    "Nothing is changed by a check: it sends at most 600 requests, one at a time unless asked otherwise. With",
    "`--read-only` it also sends nothing that could spend a refresh token or begin an account setup.",
  ].join("\n");
}

function entry({ id, levels, section, sentence, reason, fix }: Requirement): string {
  return [
    `### ${id}`,
    "",
    `${escapeText(sentence)}. *(${levelText(levels)}; ${escapeText(section)})*`,
    "",
    `- Reason: ${escapeText(reason)}`,
    `- Fix: ${escapeText(fix)}`,
    "",
  ].join("\n");
}

function levelText({ all, v1, v2 }: Levels): string {
  return [all, v1 === undefined ? "" : `v1 ${v1}`, v2 === undefined ? "" : `v2 ${v2}`]
    .filter((text) => text !== "")
    .join(", ");
}

function escapeText(text: string): string {
  return text.replace(/[<>_*[\]\\|`]/g, (character) => `\\${character}`);
}
