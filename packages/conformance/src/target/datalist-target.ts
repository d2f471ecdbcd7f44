import { needsInput, notApplicable } from "../expect/finding.js";
import type { CheckContext } from "../requirement/check-context.js";
import { type ResolvedAccount, storedAccountOf } from "./account.js";
import { declaredBy } from "./application.js";
import type { DeclaredField, DeclaredSource } from "./declared.js";
import { datalistPath, fillDependents } from "./option-values.js";

/** An account may have nothing to choose from. Another requirement reports a list that fails. */
const noParent = "What the options depend on offers no value with this account";

/** A field whose options can be requested. */
export interface DatalistTarget {
  readonly source: DeclaredSource;
  readonly field: DeclaredField;
  readonly account: ResolvedAccount;
  /** Values of the fields it depends on. */
  readonly dependents: Readonly<Record<string, string>>;
  /** Path and query of the request for its options. */
  readonly path: string;
}

/**
 * Lists the fields whose options can be requested, at most ten.
 *
 * @param context - Context of the check
 * @returns The fields, in the order they are declared
 * @throws Finding when no filter has a field with `datalist: true`
 */
export async function datalistTargets(context: CheckContext): Promise<readonly DatalistTarget[]> {
  const declared = await declaredBy(context);
  const fields = declared.sources.flatMap((source) =>
    source.filter.filter(({ datalist }) => datalist).map((field) => ({ source, field })),
  );
  if (fields.length === 0) notApplicable("datalist", 'No filter field has "datalist": true');
  const account = await storedAccountOf(context);
  const targets: DatalistTarget[] = [];
  for (const { source, field } of fields.slice(0, 10)) {
    const filter = context.options.filter ?? {};
    const dependents = await fillDependents(context, { source, field, account, filter });
    if (dependents === undefined) continue;
    const path = datalistPath({ source: source.id, field: field.id, ...dependents });
    targets.push({ source, field, account, dependents, path });
  }
  return targets;
}

/**
 * Finds the field with options that the checks use.
 *
 * @param context - Context of the check
 * @returns The first one
 * @throws Finding when there is none, or no value is found for a field it depends on
 */
export async function datalistTarget(context: CheckContext): Promise<DatalistTarget> {
  const [first] = await context.once(datalistTargets);
  return first ?? needsInput("filter", noParent);
}

/**
 * Finds a field whose options depend on another field.
 *
 * @param context - Context of the check
 * @returns The first one
 * @throws Finding when there is none
 */
export async function dependentTarget(context: CheckContext): Promise<DatalistTarget> {
  const declared = await declaredBy(context);
  const any = declared.sources.some((source) => source.filter.some(({ requires }) => requires.length > 0));
  if (!any) notApplicable("datalist_requires", "No filter field depends on another");
  const targets = await context.once(datalistTargets);
  return targets.find(({ field }) => field.requires.length > 0) ?? needsInput("filter", noParent);
}
