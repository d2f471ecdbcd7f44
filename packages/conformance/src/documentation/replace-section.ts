import { readFileSync, writeFileSync } from "node:fs";

/** Page that says how the judge is proven. */
export const proofPage = new URL("../../../../docs/judge-proof.md", import.meta.url);

/**
 * Replaces one section of the page that says how the judge is proven.
 *
 * @param name - Name of the section
 * @param text - What it holds from now on
 * @throws Error when the page has no such section
 */
export function replaceSection(name: string, text: string): void {
  const before = readFileSync(proofPage, "utf8");
  const [start, end] = [`<!-- ${name}: written by a command -->`, `<!-- end of ${name} -->`];
  const [from, to] = [before.indexOf(start), before.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`Could not write figures: the page has no section "${name}"`);
  writeFileSync(proofPage, `${before.slice(0, from)}${start}\n\n${text.trim()}\n\n${before.slice(to)}`);
}
