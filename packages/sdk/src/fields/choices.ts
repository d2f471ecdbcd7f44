import type { Option } from "@wellhead/contract/vocabulary";
import type { OptionsContext, WithHttp } from "../context/context.js";
import { inputInvalid } from "../errors/connector-error.js";
import type { AnyAccount } from "../values/any-account.js";
import type { Choice, Field, FieldMembers, LiveOptions } from "./field.js";
import { showValue } from "./show-value.js";
import { acceptText } from "./text.js";

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
export function optionMembers(options: StaticListOptions | LiveListOptions<string>): Partial<Field> {
  if ("choices" in options) return { ...options, choices: options.choices.map((choice) => toOption(choice)) };
  return options;
}

/** Reads one chosen value. Throws if the list has static choices and the value is not one of them. */
export function acceptChoice(raw: unknown, choices: readonly Option[] | undefined): string {
  const value = acceptText(raw);
  if (choices === undefined || choices.some((choice) => String(choice.value) === value)) return value;
  const known = choices.slice(0, 8).map((choice) => `"${choice.value}"`);
  throw inputInvalid(
    `expected one of ${known.join(", ")}${choices.length > 8 ? ", …" : ""}, got ${showValue(value)}`,
  );
}
