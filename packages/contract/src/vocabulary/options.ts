import { aliases, emitAlias } from "./aliases.js";

/** One option of a list: the title that a person reads, and the value that is sent. */
export interface Option {
  readonly title: string;
  readonly value: string | number | boolean;
}

/**
 * Writes an option of a datalist with both public labels.
 *
 * @param option - Title and value
 * @returns `{ title, name, value }`
 * @see The connector contract, "General rules", row "datalist option"
 */
export function emitOption(option: Option): {
  title: string;
  name: string;
  value: string | number | boolean;
} {
  return { title: option.title, name: option.title, value: option.value };
}

/**
 * Writes the static options of a field in every public form.
 *
 * @param options - Options in the order to show them
 * @returns `{ data: [{title,name,value}], choices: [value], options: [value] }`
 * @see The connector contract, "General rules", row "static options"
 */
export function emitStaticOptions(options: readonly Option[]): Record<string, unknown> {
  const values = options.map((option) => option.value);
  return { data: options.map((option) => emitOption(option)), choices: values, options: values };
}

/**
 * Writes the label and the obligation of a field in every public form.
 *
 * @param title - Label
 * @param optional - Whether the field may be left empty
 * @returns `{ title, name, optional, required }`
 * @see The connector contract, "General rules", rows "field label" and "obligation"
 */
export function emitLabel(title: string, optional: boolean): Record<string, unknown> {
  return { ...emitAlias(aliases.label, title), optional, required: !optional };
}
