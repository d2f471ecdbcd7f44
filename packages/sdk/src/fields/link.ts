import type { Field } from "./field.js";

/** Options of a link. */
export interface LinkOptions {
  /** Text of the link. */
  readonly title: string;
  /** Address that the link opens. */
  readonly address: string;
  /** Sentence below the link. Default: empty. */
  readonly description?: string;
}

/**
 * Creates a link for the person, such as to the page where they create a token. It is only displayed and has no value.
 *
 * @param options - Text and address
 * @returns A field that is shown and never sent
 * @example
 * ```ts snippet=examples/sdk/fields.ts#link
 * const help = link({ title: "Create a token", address: "https://tracker.example/settings/tokens" });
 * ```
 */
export function link(options: LinkOptions): Field<undefined> {
  const { address, ...members } = options;
  return { ...members, type: "link", value: address, optional: true, accept: () => undefined };
}
