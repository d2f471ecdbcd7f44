import type { Option } from "@wellhead/contract";
import type { OptionsContext, WithHttp } from "../context/context.js";
import { inputInvalid } from "../errors/input-invalid.js";
import type { Choice, Field, FieldMembers, LiveOptions } from "./field.js";
import { showValue } from "./show-value.js";
import { acceptText } from "./text.js";

/** Members of a list whose options it carries itself. */
export interface StaticListOptions extends FieldMembers {
  /** Options in the order to show them. */
  readonly choices: readonly Choice[];
}

/** Members of a list whose options are asked for when the person opens it. */
export interface LiveListOptions<Required extends string = never> extends FieldMembers {
  /** Ids of the fields that must be filled first. Default: none. */
  readonly requires?: readonly Required[];
  /** Gives the options; a failure is an error to the person, never an empty list. */
  readonly options: (context: WithHttp<OptionsContext<Required>>) => LiveOptions | Promise<LiveOptions>;
}

/**
 * Writes a choice as an option with a title.
 *
 * @param choice - A value, or a title and a value
 * @returns The option; the title of a bare value is the value itself
 */
export function toOption(choice: Choice): Option {
  return typeof choice === "object" ? choice : { title: String(choice), value: choice };
}

/** The options part of a list field. */
export function optionMembers(options: StaticListOptions | LiveListOptions<string>): Partial<Field> {
  if ("choices" in options) return { ...options, choices: options.choices.map((choice) => toOption(choice)) };
  return options;
}

/** Reads one chosen value; among static choices, any other value is refused. */
export function acceptChoice(raw: unknown, choices: readonly Option[] | undefined): string {
  const value = acceptText(raw);
  if (choices === undefined || choices.some((choice) => String(choice.value) === value)) return value;
  const known = choices.slice(0, 8).map((choice) => `"${choice.value}"`);
  throw inputInvalid(
    `found ${showValue(value)}, wanted one of ${known.join(", ")}${choices.length > 8 ? ", …" : ""}`,
  );
}
