import { basisOf } from "../sentences/public-basis.js";
import { documentOf } from "../sentences/public-sentences.js";
import { type Area, isSynchronizer } from "./area.js";
import type { Level, Levels } from "./level.js";
import type { Requirement } from "./requirement.js";

/** Properties shared by all requirements of one file. */
export interface DefineRequirementsOptions {
  /** Area of the requirements. */
  readonly area: Area;
  /** Section of the connector contract that they come from; a requirement may override it. */
  readonly section: string;
}

/** A requirement without the properties its file shares and those derived from its public sentences. */
export type RequirementDraft = Omit<Requirement, "area" | "section" | "levels" | "rests"> & {
  readonly section?: string;
  /** Level in profile `all`. */
  readonly level: Level;
};

/**
 * Completes the requirements of one file. A profile other than `all` includes a requirement only when a public sentence
 * demands or advises it: see `public-basis.ts`.
 *
 * @param common - Area and section
 * @param drafts - The requirements
 * @returns The requirements, each with its area, its section and the public sentences it is based on
 */
export function defineRequirements(
  common: DefineRequirementsOptions,
  drafts: readonly RequirementDraft[],
): readonly Requirement[] {
  return drafts.map(({ level, ...draft }) => {
    const { must = [], should = [] } = basisOf(draft.id);
    const levels: Levels = {
      ...levelsOf(common.area, should, "SHOULD"),
      ...levelsOf(common.area, must, "MUST"),
      all: level,
    };
    return { ...common, ...draft, levels, rests: [...must, ...should] };
  });
}

/**
 * The interface document applies to the first two generations, and so does a rule that applies to any service, unless
 * the requirement is about an endpoint that only the third has.
 */
function levelsOf(area: Area, sentences: readonly string[], level: Level): Omit<Levels, "all"> {
  const documents = new Set(sentences.map(documentOf));
  const both = documents.has("interface") || (documents.has("rule") && !isSynchronizer(area));
  return {
    ...(documents.has("interface") && { interface: level }),
    ...((both || documents.has("v1")) && { v1: level }),
    ...((both || documents.has("v2")) && { v2: level }),
    ...(documents.has("v3") && { v3: level }),
  };
}
