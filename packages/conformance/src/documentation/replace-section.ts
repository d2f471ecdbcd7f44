import { readFileSync, writeFileSync } from "node:fs";

/** The page that documents how the judge is proven. */
export const proofPage = new URL("../../../../docs/judge-proof.md", import.meta.url);

/**
 * Replaces one section of the page that documents how the judge is proven.
 *
 * @param name - Name of the section
 * @param text - The new text of the section
 * @returns The text of the section until now
 * @throws Error when the page does not have the section
 */
export function replaceSection(name: string, text: string): string {
  const before = readFileSync(proofPage, "utf8");
  const [start, end] = [`<!-- ${name}: written by a command -->`, `<!-- end of ${name} -->`];
  const [from, to] = [before.indexOf(start), before.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`Could not write figures: the page has no section "${name}"`);
  writeFileSync(proofPage, `${before.slice(0, from)}${start}\n\n${text.trim()}\n\n${before.slice(to)}`);
  return before.slice(from + start.length, to);
}
