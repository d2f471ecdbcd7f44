import type { AnyAccount } from "../values/any-account.js";
import { acceptChoice, type LiveListOptions, optionMembers, type StaticListOptions } from "./choices.js";
import type { Field } from "./field.js";

/**
 * Creates a field for one choice from static (`choices`) or live (`options`) options.
 *
 * @param options - Label and the options; `requires` names the fields that live options depend on
 * @returns A field whose value is the chosen value as text
 * @example
 * ```ts snippet=examples/sdk/fields.ts#list
 * const state = list({ title: "State", choices: ["open", "closed"], optional: true });
 * const project = list({
 *   title: "Project",
 *   options: ({ http }) =>
 *     http
 *       .pages<{ id: number; name: string }>("projects")
 *       .map(({ id: value, name: title }) => ({ title, value })),
 * });
 * ```
 * ```ts snippet=examples/sdk/fields.ts#list-requires
 * const milestone = list({
 *   title: "Milestone",
 *   requires: ["project"],
 *   options: ({ http, dependsOn }) => http.pages<string>(`projects/${dependsOn.project}/milestones`),
 * });
 * ```
 */
export function list<Required extends string = never, Account = AnyAccount>(
  options: LiveListOptions<Required, Account> & { readonly optional: true },
): Field<string | undefined, Account>;
export function list<Required extends string = never, Account = AnyAccount>(
  options: LiveListOptions<Required, Account>,
): Field<string, Account>;
export function list(options: StaticListOptions & { readonly optional: true }): Field<string | undefined>;
export function list(options: StaticListOptions): Field<string>;
export function list(options: StaticListOptions | LiveListOptions<string>): Field<string | undefined> {
  const members = optionMembers(options);
  return { ...members, type: "list", accept: (raw) => acceptChoice(raw, members.choices) };
}
