import { areas } from "../requirement/area.js";
import type { Levels } from "../requirement/level.js";
import type { Requirement } from "../requirement/requirement.js";
import { contractSentences } from "../sentences/contract-sentences.js";
import { publicSentence, publicSentences } from "../sentences/public-sentences.js";

const written =
  "<!-- Written from the requirements by `npm run write requirements`; a test fails when it is out of date. -->";

/**
 * Formats the page that lists every requirement, each with an anchor that is its id.
 *
 * @param requirements - The requirements, in order
 * @returns Markdown
 */
export function requirementsPage(requirements: readonly Requirement[]): string {
  const sections = Object.entries(areas).flatMap(([area, title]) => {
    const own = requirements.filter((requirement) => requirement.area === area);
    return own.length === 0 ? [] : [`## ${title}\n\n${own.map(line).join("\n")}`];
  });
  const hidden = contractSentences.filter(({ unobservable }) => unobservable !== undefined);
  const silent = publicSentences.filter(({ unobservable }) => unobservable !== undefined);
  return [
    "# Is my connector right?",
    written,
    introduction(requirements),
    ...sections,
    "## What cannot be seen from outside",
    [
      ...hidden.map(({ section, text, unobservable }) => `- ${section}: ${text} (${unobservable})`),
      ...silent.map(({ where, text, unobservable }) => `- ${where}: ${text} (${unobservable})`),
    ].join("\n"),
  ]
    .join("\n\n")
    .concat("\n");
}

/**
 * Formats one requirement with its reason, its fix and its sources, for the site.
 *
 * @param requirement - The requirement
 * @returns Markdown
 */
export function requirementSection({
  id,
  levels,
  rests,
  section,
  sentence,
  reason,
  fix,
}: Requirement): string {
  const sources = rests.map((name) => {
    const { text, where } = publicSentence(name);
    return `- ${escapeText(where)}: ${escapeText(text)}`;
  });
  const ours =
    "- No public text requires this. Wellhead requires it of its own connectors, in profile `all` only.";
  return [
    `## ${id} {#${id}}`,
    `${escapeText(sentence)}.`,
    `**Why.** ${escapeText(reason)}.`,
    `**Fix.** ${escapeText(fix)}.`,
    [...(sources.length === 0 ? [ours] : sources), `- Contract of Wellhead: ${escapeText(section)}`].join(
      "\n",
    ),
    `Level by profile: ${levelText(levels)}.`,
  ]
    .join("\n\n")
    .concat("\n");
}

function introduction(requirements: readonly Requirement[]): string {
  const resting = requirements.filter(({ rests }) => rests.length > 0).length;
  return [
    "`wellhead check <address>` judges a connector in any language by its address alone. It checks these",
    `${requirements.length} requirements: ${resting} are based on a public text, ${requirements.length - resting} are Wellhead's own.`,
    "A report names the reason, the fix and the sentence that each comes from.",
    "",
    "Without `--profile` a connector is judged by the interface document and by the public texts of the generation it",
    "was written for. `--profile interface` is the document alone, `--profile v1` and `v2` add the texts of one generation,",
    "`--profile v3` judges the synchronizer of the third, and `--profile all` adds what Wellhead requires of its own connectors.",
    "The first four require nothing that no public text requires.",
    "",
    "A MUST that is not met fails; a SHOULD or MAY is advice. What a connector does not declare is not applicable. What",
    "cannot be judged because something before it failed is reported once, with its cause.",
    "",
    "| exit code | meaning |",
    "| --- | --- |",
    "| 0 | nothing failed |",
    "| 2 | the command was called wrongly |",
    "| 6 | the address does not respond like a connector |",
    "| 10 | something failed or could not be judged |",
    "",
    "A check changes nothing: it sends at most 1,000 requests, one at a time unless asked otherwise or the connector",
    "is slow. With `--read-only` it sends nothing that could spend a refresh token, lock an account or begin an account",
    "setup.",
  ].join("\n");
}

function line({ id, levels, sentence }: Requirement): string {
  return `- <a id="${id}"></a>**${id}**: ${escapeText(sentence)} *(${levelText(levels)})*`;
}

function levelText(levels: Levels): string {
  const profiles = ["interface", "v1", "v2", "v3", "all"] as const;
  return profiles
    .flatMap((profile) => (levels[profile] === undefined ? [] : [`${profile} ${levels[profile]}`]))
    .join(", ");
}

function escapeText(text: string): string {
  return text.replace(/[<>_*[\]\\|`]/g, (character) => `\\${character}`);
}
