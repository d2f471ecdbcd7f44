import { acceptValues, type FieldType } from "@wellhead/contract/vocabulary";
import type { AnyAccount } from "../values/any-account.js";
import { acceptChoice, type LiveListOptions, optionMembers, type StaticListOptions } from "./choices.js";
import type { Field } from "./field.js";

/**
 * Creates a field for several choices, shown as a drop-down (wire type `multidropdown`).
 *
 * @param options - Label and the options; `requires` names the fields that live options depend on
 * @returns A field whose value is the chosen values as text
 * @example
 * ```ts snippet=examples/sdk/fields.ts#multi-dropdown
 * const states = multiDropdown({ title: "States", choices: ["open", "closed", "merged"] });
 * ```
 */
export function multiDropdown<Required extends string = never, Account = AnyAccount>(
  options: LiveListOptions<Required, Account> & { readonly optional: true },
): Field<readonly string[] | undefined, Account>;
export function multiDropdown<Required extends string = never, Account = AnyAccount>(
  options: LiveListOptions<Required, Account>,
): Field<readonly string[], Account>;
export function multiDropdown(
  options: StaticListOptions & { readonly optional: true },
): Field<readonly string[] | undefined>;
export function multiDropdown(options: StaticListOptions): Field<readonly string[]>;
export function multiDropdown(
  options: StaticListOptions | LiveListOptions<string>,
): Field<readonly string[] | undefined> {
  return severalOf("multidropdown", options);
}

/**
 * Creates a field for several choices, shown as an open list (wire type `multilist`, the name in the oldest platforms).
 *
 * @param options - Label and the options; `requires` names the fields that live options depend on
 * @returns A field whose value is the chosen values as text
 * @example
 * ```ts snippet=examples/sdk/fields.ts#multi-list
 * const kinds = multiList({ title: "Kinds", choices: ["bug", "feature"], optional: true });
 * ```
 */
export function multiList<Required extends string = never, Account = AnyAccount>(
  options: LiveListOptions<Required, Account> & { readonly optional: true },
): Field<readonly string[] | undefined, Account>;
export function multiList<Required extends string = never, Account = AnyAccount>(
  options: LiveListOptions<Required, Account>,
): Field<readonly string[], Account>;
export function multiList(
  options: StaticListOptions & { readonly optional: true },
): Field<readonly string[] | undefined>;
export function multiList(options: StaticListOptions): Field<readonly string[]>;
export function multiList(
  options: StaticListOptions | LiveListOptions<string>,
): Field<readonly string[] | undefined> {
  return severalOf("multilist", options);
}

function severalOf(
  type: FieldType,
  options: StaticListOptions | LiveListOptions<string>,
): Field<readonly string[]> {
  const members = optionMembers(options);
  return {
    ...members,
    type,
    accept: (raw) => acceptValues(raw).map((value) => acceptChoice(value, members.choices)),
  };
}
