import type { Area } from "./area.js";
import type { Requirement } from "./requirement.js";

/** What all requirements of one file have in common. */
export interface DefineRequirementsOptions {
  /** What they are about. */
  readonly area: Area;
  /** Section of the connector contract they come from; a requirement may name another. */
  readonly section: string;
}

/** A requirement without what its file says once. */
export type RequirementDraft = Omit<Requirement, "area" | "section"> & { readonly section?: string };

/**
 * Completes the requirements of one file.
 *
 * @param common - Area and section
 * @param drafts - The requirements
 * @returns The same, each with its area and section
 */
export function defineRequirements(
  common: DefineRequirementsOptions,
  drafts: readonly RequirementDraft[],
): readonly Requirement[] {
  return drafts.map((draft) => ({ ...common, ...draft }));
}
