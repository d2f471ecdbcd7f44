import { publicBasis } from "../sentences/public-basis.js";
import { documentOf } from "../sentences/public-sentences.js";
import type { Area } from "./area.js";
import type { Level, Levels } from "./level.js";
import type { Requirement } from "./requirement.js";

/** What all requirements of one file have in common. */
export interface DefineRequirementsOptions {
  /** What they are about. */
  readonly area: Area;
  /** Section of the connector contract they come from; a requirement may name another. */
  readonly section: string;
}

/** A requirement without what its file says once, and without what its public sentences decide. */
export type RequirementDraft = Omit<Requirement, "area" | "section" | "levels" | "rests"> & {
  readonly section?: string;
  /** How strongly profile `all` asks for it. */
  readonly level: Level;
};

/**
 * Completes the requirements of one file. A profile other than `all` asks for a requirement only when a public
 * sentence says so: see `public-basis.ts`.
 *
 * @param common - Area and section
 * @param drafts - The requirements
 * @returns The same, each with its area, its section and the sentences it rests on
 */
export function defineRequirements(
  common: DefineRequirementsOptions,
  drafts: readonly RequirementDraft[],
): readonly Requirement[] {
  return drafts.map(({ level, ...draft }) => {
    const { must = [], should = [] } = publicBasis[draft.id] ?? {};
    const levels: Levels = { ...levelsOf(should, "SHOULD"), ...levelsOf(must, "MUST"), all: level };
    return { ...common, ...draft, levels, rests: [...must, ...should] };
  });
}

/** The interface document holds for both generations; a rule that holds for any service is no part of the document. */
function levelsOf(sentences: readonly string[], level: Level): Omit<Levels, "all"> {
  const documents = new Set(sentences.map(documentOf));
  const both = documents.has("interface") || documents.has("rule");
  return {
    ...(documents.has("interface") && { interface: level }),
    ...((both || documents.has("v1")) && { v1: level }),
    ...((both || documents.has("v2")) && { v2: level }),
  };
}
