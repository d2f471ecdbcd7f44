import { acceptValues, type FieldType, type Option } from "@wellhead/contract/vocabulary";
import type { OptionsContext, WithHttp } from "../context/context.js";
import { inputInvalid } from "../errors/connector-error.js";
import type { AnyAccount } from "../values/any-account.js";
import type { Choice, Field, FieldMembers, LiveOptions } from "./field.js";
import { showValue } from "./show-value.js";
import { acceptText } from "./text.js";

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
  return { ...members, type: "list", accept: choiceReader(members.choices) };
}

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
  const acceptChoice = choiceReader(members.choices);
  return { ...members, type, accept: (raw) => acceptValues(raw).map((value) => acceptChoice(value)) };
}

/** Options of a list with static choices. */
export interface StaticListOptions extends FieldMembers {
  /** Choices in display order. */
  readonly choices: readonly Choice[];
}

/** Options of a list whose choices are loaded when the person opens it. */
export interface LiveListOptions<Required extends string = never, Account = AnyAccount> extends FieldMembers {
  /** Ids of the fields that must be filled in first. Default: none. */
  readonly requires?: readonly Required[];
  /** Loads the choices. A failure is shown to the person as an error, never as an empty list. */
  readonly options: (
    context: WithHttp<OptionsContext<Required, Account>>,
  ) => LiveOptions | Promise<LiveOptions>;
}

/**
 * Converts a choice to an option with a title.
 *
 * @param choice - A value, or a title and a value
 * @returns The option; the title of a bare value is the value itself
 * @example
 * ```ts snippet=examples/sdk/fields.ts#to-option
 * const options = ["open", { title: "Closed", value: "closed" }].map((choice) => toOption(choice));
 * ```
 */
export function toOption(choice: Choice): Option {
  return typeof choice === "object" ? choice : { title: String(choice), value: choice };
}

/** Returns the members of a list field, with static choices converted to options with a title. */
function optionMembers(options: StaticListOptions | LiveListOptions<string>): Partial<Field> {
  if ("choices" in options) return { ...options, choices: options.choices.map((choice) => toOption(choice)) };
  return options;
}

/** Returns a function that reads one chosen value. It throws if the value is not one of the static choices. */
function choiceReader(choices: readonly Option[] | undefined): (raw: unknown) => string {
  if (choices === undefined) return acceptText;
  // A set, because a filter may contain thousands of values, and a list thousands of choices.
  const values = new Set(choices.map((choice) => String(choice.value)));
  return (raw) => {
    const value = acceptText(raw);
    if (values.has(value)) return value;
    const known = choices.slice(0, 8).map((choice) => `"${choice.value}"`);
    throw inputInvalid(
      `expected one of ${known.join(", ")}${choices.length > 8 ? ", …" : ""}, got ${showValue(value)}`,
    );
  };
}
